"""What games share in which the lists of group sizes decide, compared from the largest on."""

from typing import ClassVar

from bot.engine.board import first_difference
from bot.engine.position import Position
from bot.engine.ruleset import Figure, Ruleset, Standing
from bot.engine.turn import Colour


class BySize(Ruleset):
    """The larger largest group wins; if these are equal the second-largest, and so on."""

    has_track: ClassVar[bool] = True

    @property
    def figure_name(self) -> str:
        """The size of the largest group."""
        return "largest group"

    def standing(self, position: Position) -> tuple[Standing, Standing]:
        """The group sizes, largest first."""
        return position.sizes(Colour.FIRST), position.sizes(Colour.SECOND)

    def compares_groups(self, position: Position) -> bool:  # noqa: ARG002
        """Whether the lists of sizes decide: they do, whatever the position."""
        return True

    def deciding(self, position: Position) -> int:
        """The first groups that differ in size."""
        place = first_difference(position.sizes(Colour.FIRST), position.sizes(Colour.SECOND))
        return 0 if place is None else position.ranked(place)

    def figures(self, position: Position) -> tuple[Figure, Figure]:
        """The largest groups."""
        return position.largest(Colour.FIRST), position.largest(Colour.SECOND)
