"""The values that pictures of a cup are made of: its table, and its bracket, cut into pages.

Whoever fills them in has already ranked, paired and worded: places, scores and points are text
(`2`, `4½`, `w.o.`), and what stands in a place that nobody has won yet is text as well.

Sixty-four entrants are 63 matches. Side by side in six columns no name would be legible at a
phone's width, and one under the other they would be ten screens high. So a page has at most four
rounds, in which names are as large as anywhere else, and at most 16 matches, about two screens.
What is larger is cut where few lines cross: into early and late rounds, and the early rounds into
halves, quarters and so on, whose winners the late rounds await. Nothing is shown twice. A knockout
of 16 is one page, one of 64 five, and a double of 48, as it is drawn round by round, eight; one
message on Discord has room for ten pictures.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil


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


MOST_ROUNDS, MOST_MATCHES = 4, 16


def bracket_pages(scene: BracketScene) -> tuple[BracketScene, ...]:
    """The pages of a bracket, in their order; the last one has the champion."""
    sheets: list[list[BracketPart]] = [[]]
    for part in scene.parts:
        for piece in _pieces(part):
            if _count(*sheets[-1], piece) > MOST_MATCHES and sheets[-1]:
                sheets.append([])
            sheets[-1].append(piece)
    if len(sheets) == 1:
        return (replace(scene, parts=tuple(sheets[0])),)
    return tuple(
        replace(
            scene,
            parts=tuple(parts),
            caption=numbered(scene.caption, number, len(sheets)),
            champion=scene.champion if number == len(sheets) else "",
        )
        for number, parts in enumerate(sheets, 1)
    )


def numbered(caption: str, page: int, pages: int) -> str:
    """What stands beside the title of one page of several."""
    return " · ".join(part for part in (caption, f"{page}/{pages}") if part)


def _count(*parts: BracketPart) -> int:
    return sum(len(one.matches) for part in parts for one in part.rounds)


def _pieces(part: BracketPart) -> Iterator[BracketPart]:
    """The part whole, or cut into blocks of rounds, and these into some of their trees."""
    # The later rounds get the larger blocks: they have few matches.
    for start, end in cuts(len(part.rounds), ceil(len(part.rounds) / MOST_ROUNDS)):
        yield from _trees(replace(part, rounds=part.rounds[start:end]))


def cuts(length: int, pieces: int) -> list[tuple[int, int]]:
    """Where pieces of a row begin and end that are as equal as may be, the later ones larger."""
    return list(pairwise(length * piece // pieces for piece in range(pieces + 1) if pieces))


def _trees(part: BracketPart) -> Iterator[BracketPart]:
    """The part whole, or as few pieces of its trees as there must be; a ladder is cut anywhere."""
    least = ceil(_count(part) / MOST_MATCHES)
    if len(part.rounds) == 1:
        (only,) = part.rounds
        for start, end in cuts(len(only.matches), least):
            yield replace(part, rounds=(replace(only, matches=only.matches[start:end]),))
        return
    roots = tree_roots(part)
    for pieces in range(least, len(roots) + 1):
        cut = [_under(part, roots[start:end]) for start, end in cuts(len(roots), pieces)]
        if pieces == len(roots) or all(_count(piece) <= MOST_MATCHES for piece in cut):
            yield from cut
            return


def tree_roots(part: BracketPart) -> list[BracketMatch]:
    """The matches from which no line leads on within the part."""
    matches = [match for one in part.rounds for match in one.matches]
    fed = {slot.feeder for match in matches for slot in match.slots}
    return [match for match in matches if match.number not in fed]


def in_order(part: BracketPart, root: BracketMatch) -> list[BracketMatch]:
    """A tree from top to bottom: what feeds the upper place, the match, what feeds the lower."""
    known = {match.number: match for one in part.rounds for match in one.matches}

    def walk(match: BracketMatch) -> Iterator[BracketMatch]:
        above, below = (known.pop(slot.feeder or 0, None) for slot in match.slots)
        if above:
            yield from walk(above)
        yield match
        if below:
            yield from walk(below)

    return list(walk(root))


def _under(part: BracketPart, roots: list[BracketMatch]) -> BracketPart:
    """The part with those trees alone."""
    kept = {match.number for root in roots for match in in_order(part, root)}
    rounds = (
        BracketRound(one.title, tuple(match for match in one.matches if match.number in kept))
        for one in part.rounds
    )
    return replace(part, rounds=tuple(one for one in rounds if one.matches))
