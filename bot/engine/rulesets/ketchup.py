"""Ketchup 2.0 (Nick Bentley, 2010), Catchup's elder: whoever owns the largest group places less.

The first turn is one stone; then exactly two each until some group has two stones or more. From
then on the owner of the strictly largest group must place exactly two, the other exactly three or
pass, and no turn may end with the players' largest groups equal in size. The game ends when there
is no room for the stones required; the largest group wins.

"No room" is read of the stones asked for, as in the rules published with the game ("not enough
space to put the required number of stones"): with one or two cells left the player behind, who
owes three or a pass, ends the game too. The winner is the same either way, since only the owner of
the largest group could still place. The law of equal groups never ends a game: the owner's own
stones can't make the sizes equal, and the other may pass where every three would. So
counting the empty cells decides it exactly.
"""

from dataclasses import dataclass
from typing import ClassVar

from bot.engine.notation import PASS
from bot.engine.position import Position
from bot.engine.ruleset import Allowance, Breach, Figure, Ruleset, Standing
from bot.engine.turn import Colour

LARGEST_GROUPS_EQUAL = "largest-groups-equal"


def lone_stones_only(position: Position) -> bool:
    """Whether no group of two stones exists yet: the opening."""
    return all(position.largest(colour) < 2 for colour in Colour)


def ties_largest(after: Position) -> bool:
    """Whether the players' largest groups are equal in size where they must not be."""
    equal = after.largest(Colour.FIRST) == after.largest(Colour.SECOND)
    return equal and not lone_stones_only(after)


def is_behind(position: Position) -> bool:
    """Whether the player to move has the smaller largest group, the opening over."""
    if lone_stones_only(position):
        return False
    return position.largest(position.to_move) < position.largest(position.to_move.other)


@dataclass(frozen=True)
class Ketchup(Ruleset):
    """Two stones for the owner of the largest group, three or a pass for the other."""

    key: str = "ketchup"
    name: str = "Ketchup"

    verbs: ClassVar[frozenset[str]] = frozenset((PASS,))
    laws: ClassVar[tuple[str, ...]] = (LARGEST_GROUPS_EQUAL,)
    has_track: ClassVar[bool] = True

    @property
    def figure_name(self) -> str:
        """The size of the largest group."""
        return "largest group"

    @property
    def lead(self) -> str:
        """The player behind places three."""
        return "largest"

    def allowance(self, position: Position) -> Allowance:
        """One stone at first, then two, or three or a pass from behind."""
        if position.number == 0:
            return Allowance(1, 1)
        return Allowance(3, 3, may_pass=True) if is_behind(position) else Allowance(2, 2)

    def breach(self, position: Position, after: Position) -> Breach | None:  # noqa: ARG002
        """Largest groups of equal size at the end of a turn."""
        return Breach(LARGEST_GROUPS_EQUAL) if ties_largest(after) else None

    def is_over(self, position: Position) -> bool:
        """Whether there is no room for the stones required."""
        return position.vacancies < self.allowance(position).fewest

    def standing(self, position: Position) -> tuple[Standing, Standing]:
        """The largest groups."""
        return (position.largest(Colour.FIRST),), (position.largest(Colour.SECOND),)

    def deciding(self, position: Position) -> int:
        """The largest groups."""
        return position.ranked(0)

    def figures(self, position: Position) -> tuple[Figure, Figure]:
        """The largest groups."""
        return position.largest(Colour.FIRST), position.largest(Colour.SECOND)

    def leading(self, position: Position) -> bool:
        """Whether the player who just moved owns the largest group: the other may place three."""
        return is_behind(position)


KETCHUP = Ketchup()
