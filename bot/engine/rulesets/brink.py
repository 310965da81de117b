"""Brink (Nick Bentley, 2009; seed 004, its rule 4 from the full text): largest by far, or not.

One own stone a turn. Full board: the player with the largest group loses, unless it is at least
`margin` stones larger than the other's largest; then they win. Equal largest groups: the bigger
second-largest wins, then the third, and so on; all equal is a tie. The author left the margin open.
"""

from dataclasses import dataclass
from typing import ClassVar

from bot.engine.position import Position
from bot.engine.ruleset import Allowance, GameOption, Standing, Whole
from bot.engine.rulesets.by_size import BySize
from bot.engine.turn import Colour


@dataclass(frozen=True)
class Brink(BySize):
    """One own stone a turn; the largest group must be larger by the margin."""

    key: str = "brink"
    name: str = "Brink"
    margin: int = 4

    options: ClassVar[tuple[GameOption, ...]] = (GameOption("margin", Whole(1, 99)),)

    def allowance(self, position: Position) -> Allowance:  # noqa: ARG002
        """Exactly one stone."""
        return Allowance(1, 1)

    def standing(self, position: Position) -> tuple[Standing, Standing]:
        """Who wins by the largest groups; where these are equal, the group sizes."""
        ahead = position.largest(Colour.FIRST) - position.largest(Colour.SECOND)
        if ahead > 0:
            first_wins = ahead >= self.margin
        elif ahead < 0:
            first_wins = -ahead < self.margin
        else:
            return super().standing(position)
        return (int(first_wins),), (int(not first_wins),)

    def compares_groups(self, position: Position) -> bool:
        """Where the largest are equal."""
        return position.largest(Colour.FIRST) == position.largest(Colour.SECOND)


BRINK = Brink()
