"""Too (Nick Bentley, 2009; seed 004): the second-largest group is what counts.

One stone of either colour a turn. Full board: the first player wins if the second-largest group of
the first colour is strictly larger than that of the other, otherwise the second player does. A
colour with one group has a second-largest of 0.
"""

from dataclasses import dataclass
from typing import ClassVar

from bot.engine.position import Position
from bot.engine.ruleset import Allowance, Figure, Ruleset, Standing
from bot.engine.turn import Colour


@dataclass(frozen=True)
class Too(Ruleset):
    """One stone of either colour; a strictly larger second group, or the second player wins."""

    key: str = "too"
    name: str = "Too"

    either_colour: ClassVar[bool] = True

    @property
    def figure_name(self) -> str:
        """The size of the second-largest group."""
        return "second-largest"

    def allowance(self, position: Position) -> Allowance:  # noqa: ARG002
        """Exactly one stone, of either colour."""
        return Allowance(1, 1, either_colour=True)

    def standing(self, position: Position) -> tuple[Standing, Standing]:
        """The second-largest groups; equal ones are the second player's."""
        first, second = self.figures(position)
        return (first, 0), (second, 1)

    def deciding(self, position: Position) -> int:
        """The second-largest groups."""
        return position.ranked(1)

    def figures(self, position: Position) -> tuple[Figure, Figure]:
        """The second-largest groups."""
        first, second = ((*position.sizes(colour), 0, 0)[1] for colour in Colour)
        return first, second


TOO = Too()
