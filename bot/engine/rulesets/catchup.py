"""Catchup (Nick Bentley, 2010): build the largest group, but who takes the lead feeds the rival.

The starting player's first turn is one stone; every later turn one or two, three where the
variant allows it. The game ends when the board is full; group sizes are compared largest first.

- `genius` (seed 003; Bentley's current rules, seeds 001 and 004): three stones when the opponent
  was leading, that is, their score rose on their last turn and is now at least yours.
- `mindsports` (seed 000): three stones when the opponent's last turn made a group strictly larger
  than the largest of either colour before it. Singletons are not groups.
- `mures` (Luis Bolaños Mures, seed 000): never three; two stones only if the largest group on the
  board keeps its size.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from bot.engine.position import Position
from bot.engine.ruleset import Allowance, Breach, Figure
from bot.engine.rulesets.by_size import BySize
from bot.engine.turn import Colour

LARGEST_GROUP_GREW = "largest-group-grew"


def score(position: Position, colour: Colour) -> int:
    """The size of a player's largest group, 1 before any stone is placed."""
    return max(1, position.largest(colour))


def overall(position: Position) -> int:
    """The size of the largest group of either colour; a lone stone and none count the same."""
    return max(score(position, colour) for colour in Colour)


def caught_up(position: Position) -> bool:
    """`genius`: the player who just moved raised their score to at least the opponent's."""
    before, opponent = position.previous, position.to_move
    if before is None:
        return False
    now = score(position, opponent.other)
    return now > score(before, opponent.other) and now >= score(position, opponent)


def outgrew_all(position: Position) -> bool:
    """`mindsports`: the player who just moved made a group larger than any there was."""
    before = position.previous
    return before is not None and score(position, position.to_move.other) > overall(before)


def never(position: Position) -> bool:  # noqa: ARG001
    """`mures`: no turn gives the opponent a third stone."""
    return False


@dataclass(frozen=True)
class Catchup(BySize):
    """Catchup under one of its laws; `trigger` says whether the last turn allows three stones."""

    key: str
    name: str
    trigger: Callable[[Position], bool]
    two_must_not_grow: bool = False

    laws: ClassVar[tuple[str, ...]] = (LARGEST_GROUP_GREW,)

    @property
    def lead(self) -> str:
        """What gives the opponent a third stone, where this law knows one."""
        if self.trigger is never:
            return ""
        return "leading" if self.trigger is caught_up else "larger-group"

    @property
    def figure_name(self) -> str:
        """Only Bentley's law speaks of a score."""
        return "score" if self.trigger is caught_up else super().figure_name

    def allowance(self, position: Position) -> Allowance:
        """One stone at first, then one or two, or three after a lead."""
        if position.number == 0:
            return Allowance(1, 1)
        most = 3 if self.trigger(position) else 2
        return Allowance(1, min(most, position.vacancies))

    def breach(self, position: Position, after: Position) -> Breach | None:
        """In `mures`, two stones that change the size of the largest group on the board."""
        stones = after.occupied.bit_count() - position.occupied.bit_count()
        if self.two_must_not_grow and stones == 2 and overall(after) != overall(position):
            return Breach(LARGEST_GROUP_GREW)
        return None

    def figures(self, position: Position) -> tuple[Figure, Figure]:
        """The scores, or the largest groups where a lone stone is none."""
        if self.trigger is caught_up:
            return score(position, Colour.FIRST), score(position, Colour.SECOND)
        first, second = (position.largest(colour) for colour in Colour)
        return first * (first > 1), second * (second > 1)

    def leading(self, position: Position) -> bool:
        """Whether the turn just made allows three stones next."""
        return self.trigger(position)


GENIUS = Catchup("genius", "Catchup", caught_up)
MINDSPORTS = Catchup("mindsports", "Catchup (MindSports)", outgrew_all)
MURES = Catchup("mures", "Catchup (Mures)", never, two_must_not_grow=True)
