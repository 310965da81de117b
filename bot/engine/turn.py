"""A turn: a closed set of actions, the same for every game; and the talk that is none."""

from dataclasses import dataclass
from enum import Enum, IntEnum, auto


class Colour(IntEnum):
    """A player and the stones of that player: the one who starts the game, and the other.

    What the colours are called (red and blue, black and white) is the match's business.
    """

    FIRST = 0
    SECOND = 1

    @property
    def other(self) -> "Colour":
        """The opponent."""
        return Colour.SECOND if self is Colour.FIRST else Colour.FIRST


@dataclass(frozen=True, slots=True)
class Drop:
    """Places one stone of a colour on a cell."""

    cell: int
    colour: Colour


@dataclass(frozen=True, slots=True)
class Pass:
    """Gives up one placement, or alone the whole turn."""


@dataclass(frozen=True, slots=True)
class TakeButton:
    """Takes the button from beside the board."""


Action = Drop | Pass | TakeButton


@dataclass(frozen=True, slots=True)
class Turn:
    """All that a player does in one turn, in the order it was written."""

    actions: tuple[Action, ...]

    @property
    def drops(self) -> tuple[Drop, ...]:
        return tuple(action for action in self.actions if isinstance(action, Drop))

    @property
    def passes(self) -> int:
        """How many placements were given up."""
        return sum(isinstance(action, Pass) for action in self.actions)

    @property
    def takes_button(self) -> bool:
        return any(isinstance(action, TakeButton) for action in self.actions)


class Talk(Enum):
    """Why a message is no turn, as far as its author may want to know."""

    TALK = auto()
    """Nothing in it could be a turn."""
    UNCLEAR = auto()
    """It names a cell."""
    PASS = auto()
    """Somebody passes where no turn of the game can."""
    RESIGN = auto()
    SWAP = auto()
    CORRECTED = auto()
    """A turn, and what is to stand in its place: `D7 *D8`, `D7, no D8`, `~~D7~~ D8`."""
    CHOICE = auto()
    """A turn, and a line behind it that has another in mind: `D7`, then `or D8` or `maybe`."""
    TWO_TURNS = auto()
    """Two turns in a list, or in two paragraphs."""
    RANGE = auto()
    """Two cells of a row with a dash between them, and cells between the two: `D5-D7`."""


DOUBTS = frozenset((Talk.CORRECTED, Talk.CHOICE, Talk.TWO_TURNS, Talk.RANGE))
"""What could be a turn as it stands: its author is asked which is meant."""
