"""The questions the engine asks a ruleset, its options, and the values it answers with.

A ruleset is a frozen dataclass whose fields are its options; a variant is an instance with other
values. What an option takes is a value too, so that whoever has words can say it.

A ruleset never changes a position: it says what is allowed, what is wrong with a turn, whether
the game is over and how the players stand. The one thing it may do to the board is `settle`
(Catena's claims), called after every stone, so that no other game pays for it. What a settled
turn brought about is asked with `claims`, so that whoever announces it need not know the game.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar

from bot.engine.board import Board
from bot.engine.position import Position
from bot.engine.turn import Colour


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number between two bounds, in plain digits, or the word for none yet.

    That word stands for a number that the players have yet to name: None.
    """

    least: int
    most: int
    unsettled: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """No words: it is written in a box."""
        return ()

    def read(self, text: str) -> int | None:
        """The number; ValueError if it is none, or out of bounds."""
        digits = text.strip()
        if self.unsettled and digits.casefold() == self.unsettled:
            return None
        if not (digits.isascii() and digits.isdigit() and len(digits) <= len(str(self.most))):
            raise ValueError(text)
        if not self.least <= int(digits) <= self.most:
            raise ValueError(text)
        return int(digits)

    def show(self, value: object) -> str:
        """The number as it is read."""
        return self.unsettled if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Switch:
    """On or off."""

    @property
    def words(self) -> tuple[str, ...]:
        """The two there are."""
        return ("on", "off")

    def read(self, text: str) -> bool:
        """Whether it is on; ValueError for any other word."""
        word = text.strip().casefold()
        if word not in self.words:
            raise ValueError(text)
        return word == "on"

    def show(self, value: object) -> str:
        """The word as it is read."""
        return "on" if value else "off"


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several words, in any case."""

    words: tuple[str, ...]

    def read(self, text: str) -> str:
        """The word; ValueError for any other."""
        word = text.strip().casefold()
        if word not in self.words:
            raise ValueError(text)
        return word

    def show(self, value: object) -> str:
        """The word as it is read."""
        return str(value)


Range = Whole | Switch | OneOf
"""What an option takes."""


@dataclass(frozen=True, slots=True)
class GameOption:
    """One thing a host may set, by its word, and what it takes.

    What it takes turns text into the value of the ruleset's field of the same name (with `_` for
    `-`), or raises ValueError; `show` is its inverse for records.
    """

    key: str
    takes: Range

    def show(self, value: object) -> str:
        """The text that stands for a value."""
        return self.takes.show(value)

    @property
    def field(self) -> str:
        """The name of the ruleset's field that holds the value."""
        return self.key.replace("-", "_")


Figure = int | float
Standing = tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Allowance:
    """What the player to move may do: how many stones, of which colours, and which verbs.

    `may_pass` allows the word *pass* for placements not made: each of them while `fewest` is
    kept, or the whole turn. `may_take_button` is instead of stones.
    """

    fewest: int
    most: int
    either_colour: bool = False
    may_pass: bool = False
    may_take_button: bool = False


@dataclass(frozen=True, slots=True)
class Breach:
    """A law that a turn breaks: its key, the cells it is about, and the number of the action."""

    law: str
    cells: tuple[int, ...] = ()
    action: int | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """A ribbon claimed in a turn: its cells as a bitboard, its owner, how many stones it turned."""

    cells: int
    owner: Colour
    turned: int


class Ruleset(ABC):
    """One game's law. Subclasses are frozen dataclasses with at least a `key` and a `name`."""

    key: str
    name: str
    options: ClassVar[tuple[GameOption, ...]] = ()
    verbs: ClassVar[frozenset[str]] = frozenset()
    """The words besides coordinates that a turn may hold: `pass`, `button`."""
    either_colour: ClassVar[bool] = False
    """Whether the stones of a turn are written with their colour."""
    laws: ClassVar[tuple[str, ...]] = ()
    """The keys of the laws beyond those all games share; each is worded in `bot.wording`."""
    has_track: ClassVar[bool] = False
    """Whether the figures are walked by pawns along a numbered track."""
    joins_colours: ClassVar[bool] = False
    """Whether neighbouring stones belong together whatever their colour."""
    crowds: ClassVar[bool] = False
    """Whether stones keep others away from cells that stay empty."""

    @property
    def figure_name(self) -> str:
        """What the players' figures are called: *score*, *points*, *stones*…"""
        return "score"

    @property
    def tie_break(self) -> str:
        """What decides between equal figures: `fewer-stones`, `second-player`; "" for nothing."""
        return ""

    @property
    def awaits_komi(self) -> bool:
        """Whether the players have yet to name the komi: then the game can't begin."""
        return False

    @property
    def offers(self) -> frozenset[str]:
        """Those of its verbs that the game ever allows as it is set up."""
        return self.verbs

    def clash(self, given: Collection[str]) -> tuple[str, str] | None:  # noqa: ARG002
        """Two of the options that can't go together, as they are written; None if all can.

        `given` are the options that somebody asked for: one that is as usual clashes only then.
        A game with such options can be played all the same, by `consistent`.
        """
        return None

    def consistent(self) -> "Ruleset":
        """The same game without what its other options leave no room for."""
        return self

    @property
    def lead(self) -> str:
        """What gives the opponent more stones: `leading`, `larger-group` or `largest`.

        `larger-group` is a group larger than any before, `largest` is to own the largest group;
        "" where nothing does.
        """
        return ""

    @abstractmethod
    def allowance(self, position: Position) -> Allowance:
        """What the player to move may do; drives both the check and the prompt."""

    @abstractmethod
    def standing(self, position: Position) -> tuple[Standing, Standing]:
        """The two players' standings; the greater tuple wins, equal ones are a tie."""

    @abstractmethod
    def figures(self, position: Position) -> tuple[Figure, Figure]:
        """The game's own figure for each player, as announced after a turn."""

    def breach(self, position: Position, after: Position) -> Breach | None:  # noqa: ARG002
        """What is wrong with the turn that led from `position` to `after`, beyond the allowance."""
        return None

    def is_over(self, position: Position) -> bool:
        """Whether no turn is left to play."""
        return not position.empty

    def settle(self, position: Position) -> Position:
        """The position after what a placed stone brings about."""
        return position

    def may_lie(self, board: Board, occupied: int, cell: int) -> bool:  # noqa: ARG002
        """Whether a stone may lie on an empty cell beside all others, whatever the turn."""
        return True

    def placeable(self, position: Position) -> int:
        """The bitboard of the cells where a stone may lie."""
        return position.empty

    def leading(self, position: Position) -> bool:  # noqa: ARG002
        """Whether the turn just made gives the opponent more stones."""
        return False

    def claims(self, position: Position) -> tuple[Claim, ...]:  # noqa: ARG002
        """The ribbons that the turn just made brought somebody, in board order."""
        return ()

    def factors(self, position: Position, colour: Colour) -> tuple[int, ...]:  # noqa: ARG002
        """What a figure is the product of, where it is one."""
        return ()

    def pool(self, position: Position) -> int:  # noqa: ARG002
        """How many of the board's largest groups decide, where ownership counts; 0 elsewhere."""
        return 0

    def compares_groups(self, position: Position) -> bool:  # noqa: ARG002
        """Whether the lists of group sizes decide, compared from the largest on."""
        return False

    @abstractmethod
    def deciding(self, position: Position) -> int:
        """The stones of the groups that decided a finished game, as a bitboard.

        Empty where no group did more than the others.
        """

    def winner(self, position: Position) -> Colour | None:
        """Who wins a finished game; None is a tie."""
        first, second = self.standing(position)
        if first > second:
            return Colour.FIRST
        return Colour.SECOND if second > first else None
