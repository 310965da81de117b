"""Plur (Nick Bentley, 2009; seed 004), for plurality: own most of the largest groups.

One own stone a turn. Full board: whoever owns the majority of the three largest groups on the
board wins. If sizes tied at the cut make them unclear, the five largest are taken, then seven, and
so on; where fewer groups exist than asked for, all of them are taken. Equal ownership is a tie.
"""

from dataclasses import dataclass

from bot.engine.position import Position
from bot.engine.ruleset import Allowance, Figure, Ruleset, Standing
from bot.engine.turn import Colour


def decisive(position: Position) -> tuple[tuple[int, Colour], ...]:
    """The groups that decide as sizes with owners, largest first."""
    ranked = sorted(
        ((size, colour) for colour in Colour for size in position.sizes(colour)),
        key=lambda group: -group[0],
    )
    cut = 3
    while cut < len(ranked) and ranked[cut - 1][0] == ranked[cut][0]:
        cut += 2
    return tuple(ranked[:cut])


@dataclass(frozen=True)
class Plur(Ruleset):
    """One own stone a turn; the majority of the largest groups."""

    key: str = "plur"
    name: str = "Plur"

    @property
    def figure_name(self) -> str:
        """How many of the groups that decide a player owns."""
        return "groups owned"

    def allowance(self, position: Position) -> Allowance:  # noqa: ARG002
        """Exactly one stone."""
        return Allowance(1, 1)

    def standing(self, position: Position) -> tuple[Standing, Standing]:
        """How many of the decisive groups each owns."""
        first, second = self.figures(position)
        return (first,), (second,)

    def figures(self, position: Position) -> tuple[Figure, Figure]:
        """How many of the decisive groups each owns."""
        owners = [colour for _, colour in decisive(position)]
        return owners.count(Colour.FIRST), owners.count(Colour.SECOND)

    def deciding(self, position: Position) -> int:
        """The groups whose owners were counted."""
        ranked = sorted(
            (group for colour in Colour for group in position.groups(colour)),
            key=lambda group: -group.bit_count(),
        )
        return sum(ranked[: self.pool(position)])

    def pool(self, position: Position) -> int:
        """How many groups decide."""
        return len(decisive(position))


PLUR = Plur()
