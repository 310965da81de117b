"""What a player can do in a turn: a closed set of actions, the same for every game."""

from dataclasses import dataclass
from enum import IntEnum


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
        """The stones placed."""
        return tuple(action for action in self.actions if isinstance(action, Drop))

    @property
    def passes(self) -> int:
        """How many placements were given up."""
        return sum(isinstance(action, Pass) for action in self.actions)

    @property
    def takes_button(self) -> bool:
        """Whether the button is taken."""
        return any(isinstance(action, TakeButton) for action in self.actions)
