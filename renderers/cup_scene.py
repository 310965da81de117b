"""The values that pictures of a cup are made of: its bracket, and its table.

Whoever fills them in has already ranked, paired and worded: places, scores and points are text
(`2`, `4½`, `w.o.`), and what stands in a place that nobody has won yet is text as well.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BracketSlot:
    """One side of a match: who plays, or who is awaited.

    `awaited` is said where no name is known yet ("winner of 5"), `bye` is a side that stays empty;
    where both do, the first one's `awaited` is said. `faint` is a side that has lost. `feeder` is
    the number of the match in the same part whose winner comes here; a line is drawn from it.
    """

    name: str = ""
    seed: str = ""
    score: str = ""
    winner: bool = False
    awaited: str = ""
    bye: bool = False
    faint: bool = False
    feeder: int | None = None


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of a bracket; `number` is its own in the whole cup."""

    number: int
    slots: tuple[BracketSlot, BracketSlot]


@dataclass(frozen=True, slots=True)
class BracketRound:
    """The matches of one round, from the top of the bracket to its bottom."""

    title: str
    matches: tuple[BracketMatch, ...]


@dataclass(frozen=True, slots=True)
class BracketPart:
    """A tree or several: a knockout, those who have lost once in a double, its final.

    The only part of a bracket needs no title. A part of one round may be a ladder, of which each
    match is fed by the one before it.
    """

    title: str
    rounds: tuple[BracketRound, ...]


@dataclass(frozen=True, slots=True)
class BracketScene:
    """A whole bracket, or one page of it; `champion` is "" while the cup goes on."""

    title: str
    parts: tuple[BracketPart, ...]
    caption: str = ""
    champion: str = ""
    theme: str = "genius"


@dataclass(frozen=True, slots=True)
class TableRow:
    """One entrant's row, its figures as text.

    `ties` has one text for each of the table's heads. `parted_by` names what parted this row from
    the one above, where points did not. `note` stands small beside the name ("withdrew"); a `faint`
    row is of somebody who is out.
    """

    place: str
    name: str
    points: str
    record: str
    ties: tuple[str, ...] = ()
    parted_by: str = ""
    note: str = ""
    faint: bool = False


@dataclass(frozen=True, slots=True)
class TableScene:
    """A whole table, or one page of it.

    `record` heads the wins, ties and losses ("W–T–L"), `ties` the tie-breaks, each in a few letters
    ("BH"), as in `parted_by`; what has no room is cut. After the first `through` rows a line is
    drawn with `through_word` on it; None draws none.
    """

    title: str
    rows: tuple[TableRow, ...]
    points: str = "points"
    record: str = "W–T–L"
    ties: tuple[str, ...] = ()
    through: int | None = None
    through_word: str = ""
    caption: str = ""
    theme: str = "genius"
