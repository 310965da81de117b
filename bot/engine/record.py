"""A game as text: what a record holds, how it is written, and what can be wrong with its header.

The format is described in `docs/records.md`; `bot.engine.reading` reads it. A record keeps its
turns as words, so that a record with slips in it can still be read, shown and mended.
`bot.engine.replaying` plays it again. What is wrong are values; `bot.wording.problems` says them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.engine.board import board
from bot.engine.notation import NOTATIONS, Spelling, read_turn, write_turn
from bot.engine.position import Position
from bot.engine.ruleset import Ruleset
from bot.engine.rulesets import DEFAULT, agreed, chosen
from bot.engine.turn import Colour, Turn


@dataclass(frozen=True, slots=True)
class UnknownNotation:
    """There is no such notation; `known` are those that there are."""

    given: str
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OptionWithoutValue:
    """A word among the options that is not written key=value."""

    word: str


@dataclass(frozen=True, slots=True)
class NotTwoColours:
    """The colours are one, three, or twice the same."""

    given: str


@dataclass(frozen=True, slots=True)
class FirstIsNoColour:
    """Whoever is said to start is neither of the two colours."""

    given: str
    colours: tuple[str, str]


@dataclass(frozen=True, slots=True)
class SideIsNoNumber:
    """The side is no whole number."""

    given: str


HeaderProblem = (
    UnknownNotation | OptionWithoutValue | NotTwoColours | FirstIsNoColour | SideIsNoNumber
)


class HeaderError(ValueError):
    """A record's header from which no game can be set up."""

    def __init__(self, problem: HeaderProblem) -> None:
        super().__init__(problem)
        self.problem = problem


RESIGN = "resign"
EMPTY_TURN = "-"
COLOURS = frozenset(
    (
        *("red", "blue", "black", "white", "green", "yellow", "orange", "purple", "pink"),
        *("brown", "grey", "gray", "gold", "silver"),
    )
)
"""Words that name a player by colour, as far as they can be known without the game."""

_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"}
_IN_COMMENTS = {"\\": "\\\\", "\n": "\\n", "{": "\\{", "}": "\\}"}


@dataclass(frozen=True, slots=True)
class Entry:
    """One turn as it was written, and the comment on it; no words is an empty turn.

    `by` is who is said to have made it, a colour or a name, "" where nobody is. `said` is what was
    written where the words alone lose some of it; `line` is where it stood in the text, and
    `number` the move number before it with its dots. None of these is kept.
    """

    words: tuple[str, ...]
    comment: str = ""
    by: str = field(default="", compare=False)
    said: str = field(default="", compare=False, repr=False)
    line: int = field(default=0, compare=False, repr=False)
    number: str = field(default="", compare=False, repr=False)

    def __post_init__(self) -> None:
        """Refuses a comment that could not be read back."""
        if self.comment != single_spaced(self.comment):
            raise ValueError(f"a comment has single blanks only: {self.comment!r}")


@dataclass(frozen=True, slots=True)
class Diagram:
    """A board printed beside a game: its rows of signs, what was above them, and who is who.

    `signs` are the printed rows from the top, one sign a cell; `initials` the signs of the first
    and the second column of turns; `columns` how many letters named the columns, 0 without.
    """

    signs: tuple[str, ...] = ()
    initials: tuple[str, ...] = ()
    columns: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it is written down: header tags in order, turns, and whether it was resigned.

    `resigned` means that the player to move after the last turn gave up. A printed diagram is
    evidence about slips of the pen only: it is neither compared nor written. `lines` are where
    the tags stood in the text, one for each, or none where that is not known. `numbered` says that
    each turn had a number before it, which may be that of a round. `before` is a comment above the
    first turn.
    """

    tags: tuple[tuple[str, str], ...] = ()
    turns: tuple[Entry, ...] = ()
    resigned: bool = False
    diagram: Diagram | None = field(default=None, compare=False)
    lines: tuple[int, ...] = field(default=(), compare=False)
    numbered: bool = field(default=False, compare=False)
    before: str = ""

    def tag(self, key: str, default: str = "") -> str:
        """The value of a header tag, found in any case."""
        wanted = key.casefold()
        return next((value for name, value in self.tags if name.casefold() == wanted), default)


@dataclass(frozen=True, slots=True)
class Setup:
    """What is needed to play a record: law, board, notation, and the starting colour first."""

    ruleset: Ruleset
    side: int
    colours: tuple[str, str]
    notation: str = "house"

    @property
    def spelling(self) -> Spelling:
        """How the turns are written."""
        law = self.ruleset
        return Spelling(board(self.side), self.colours, law.either_colour, law.verbs, self.notation)


def setup_of(
    record: Record,
    *,
    ruleset: Ruleset | None = None,
    side: int | None = None,
    colours: tuple[str, str] | None = None,
    notation: str | None = None,
) -> Setup:
    """The setup that a record's tags tell, or what is given instead; ValueError says what is wrong.

    `colours` are the default colours of the game, used where the record names none.
    """
    law = ruleset or agreed(record.tag("Ruleset", DEFAULT), options_of(record))
    printed = record.diagram or Diagram()
    if side is None:
        side = _whole(record.tag("Side", str(printed.columns // 4 + 1 if printed.columns else 5)))
    board(side)
    if notation is None:
        notation = record.tag("Notation", "half-step" if printed.columns else "house")
    if notation not in NOTATIONS:
        raise HeaderError(UnknownNotation(notation, tuple(NOTATIONS)))
    usual = colours or ("black", "white")
    told = () if law.either_colour and not any(turn.by for turn in record.turns) else _told(record)
    named = tuple(record.tag("Colours").split()) or (told if len(told) == 2 else usual)
    first = record.tag("First")
    if not first and told and told[0] in (name.casefold() for name in named):
        # Whoever is named first begins only if the first turn is theirs.
        first = told[0] if label(record.turns[0]) == told[0] else ""
    return Setup(law, side, _ordered(named, first), notation)


def options_of(record: Record) -> dict[str, str]:
    """The options in a record's header; ValueError if one has no value."""
    options = {}
    for pair in record.tag("Options").replace(",", " ").split():
        key, equals, value = pair.partition("=")
        if not equals:
            raise HeaderError(OptionWithoutValue(pair))
        options[key] = value
    return options


def record_of(
    setup: Setup,
    position: Position,
    *,
    tags: Mapping[str, str] | None = None,
    comments: Sequence[str] = (),
    resigned: bool = False,
) -> Record:
    """The record of the game that led to a position; `tags` follow those that the setup tells.

    `comments` go with the turns in order. A tag of the same name replaces the setup's.
    """
    turns = []
    while position.previous is not None and position.turn is not None:
        turns.append(tuple(write_turn(setup.spelling, position.turn).split()))
        position = position.previous
    turns.reverse()
    notes = [*comments, *[""] * (len(turns) - len(comments))]
    entries = (Entry(words, note) for words, note in zip(turns, notes, strict=True))
    header = _tags_of(setup) | dict(tags or {})
    return Record(tuple(header.items()), tuple(entries), resigned)


def write(record: Record, notation: str | None = None) -> str:
    """A record as text that `bot.engine.reading.read` reads back; ends with a line end.

    Given a notation, the turns are written in it; ValueError if there is no such notation.
    """
    if notation is not None:
        record = _in_notation(record, notation)
    header = [f'[{key} "{_escaped(value)}"]' for key, value in record.tags]
    turns = ((" ".join(entry.words) or EMPTY_TURN, entry.comment) for entry in record.turns)
    lines = [
        f"{number}. {words} {_commented(note)}".rstrip()
        for number, (words, note) in enumerate(turns, start=1)
    ]
    if record.before:
        lines.insert(0, _commented(record.before))
    if record.resigned:
        lines.append(RESIGN)
    return "\n".join([*header, *([""] if header and lines else []), *lines, ""])


def _in_notation(record: Record, notation: str) -> Record:
    setup = setup_of(record)
    other = setup_of(record, notation=notation)
    entries = []
    for number, entry in enumerate(record.turns):
        turn = read_turn(setup.spelling, entry.words, Colour(number % 2))
        if isinstance(turn, Turn):
            words = tuple(write_turn(other.spelling, turn).split())
            entries.append(Entry(words, entry.comment))
        else:
            entries.append(entry)
    tags = {key: value for key, value in record.tags if key.casefold() != "notation"}
    if notation != "house":
        tags["Notation"] = notation
    return replace(record, tags=tuple(tags.items()), turns=tuple(entries), lines=())


def single_spaced(comment: str) -> str:
    """A comment with single blanks, and none around its lines."""
    return "\n".join(" ".join(line.split()) for line in comment.strip().split("\n"))


def _told(record: Record) -> tuple[str, ...]:
    """The colours that the turns are said to be of, whoever is said to start first."""
    named = (label(entry) for entry in record.turns)
    return tuple(dict.fromkeys(name for name in named if name in COLOURS))


def label(entry: Entry) -> str | None:
    """Who is said to have made a turn, perhaps by a label: `Red: F6`."""
    if entry.by:
        return entry.by
    for word in entry.words[:1]:
        head, colon, _ = word.partition(":")
        if colon:
            return head.strip("*_").casefold()
    return None


def _tags_of(setup: Setup) -> dict[str, str]:
    law = setup.ruleset
    options = " ".join(f"{key}={value}" for key, value in chosen(law).items())
    tags = {
        "Ruleset": law.key,
        "Options": options,
        "Side": str(setup.side),
        "Colours": " ".join(setup.colours),
        "First": setup.colours[0],
        "Notation": "" if setup.notation == "house" else setup.notation,
    }
    return {key: value for key, value in tags.items() if value}


def _ordered(colours: tuple[str, ...], first: str) -> tuple[str, str]:
    names = tuple(name.casefold() for name in colours)
    if len(names) != 2 or names[0] == names[1]:
        raise HeaderError(NotTwoColours(" ".join(colours)))
    starts = first.casefold() or names[0]
    if starts not in names:
        raise HeaderError(FirstIsNoColour(first, (names[0], names[1])))
    return (names[0], names[1]) if starts == names[0] else (names[1], names[0])


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise HeaderError(SideIsNoNumber(text[:20]))
    return int(text)


def _commented(note: str) -> str:
    return f"{{{_escaped(note, _IN_COMMENTS)}}}" if note else ""


def _escaped(value: str, escapes: Mapping[str, str] = _ESCAPES) -> str:
    return "".join(escapes.get(sign, sign) for sign in value)
