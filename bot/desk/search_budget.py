"""How long a question takes on this machine, learnt from those that were answered.

Ten matches on `10s+0` ask at once. A full search takes two seconds here, and the last of the ten
wants its turn in half a second: so each gets a tenth of that, and tries as many games as fit in.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from bot.players.game import Game
from bot.players.levels import Level
from bot.referee.clock import ZERO

GUESS = timedelta(seconds=0.1)
"""What an empty cell costs in a full search, as long as nothing is known."""
SLOWLY = 0.7
"""How much of an estimate is kept where a question took less; one that took longer counts at once.
"""
SAFE = 0.8
"""How much of the time that is there is planned with."""
AT_A_GLANCE = timedelta(milliseconds=20)
"""With less time than this nothing is searched."""
LEAST_SHARE = 0.02
"""A smaller part of a search teaches nothing of its length."""


@dataclass(frozen=True, slots=True)
class SearchCost:
    """What the time of a question depends on; `cells` are the empty ones."""

    law: str
    side: int
    level: Level
    cells: int


def cost_of(game: Game, level: Level) -> SearchCost:
    return SearchCost(game.law, game.side, level, max(1, game.empty.bit_count()))


class Speed:
    """This machine's speed: how long an empty cell takes, by game and level."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int, Level], timedelta] = {}

    def full(self, cost: SearchCost) -> timedelta:
        return self._known.get((cost.law, cost.side, cost.level), GUESS) * cost.cells

    def share(self, cost: SearchCost, time: timedelta) -> float:
        """The part of the whole search that fits into some time; 0 is a glance."""
        if time <= AT_A_GLANCE:
            return 0.0
        full = self.full(cost)
        return 1.0 if full <= SAFE * time else SAFE * time / full

    def learn(self, cost: SearchCost, share: float, took: timedelta) -> None:
        if share < LEAST_SHARE:
            return
        key, a_cell = (cost.law, cost.side, cost.level), took / share / cost.cells
        known = self._known.get(key, a_cell)
        self._known[key] = max(a_cell, SLOWLY * known + (1 - SLOWLY) * a_cell)


def slot(now: timedelta, due: timedelta, behind: Iterable[timedelta]) -> timedelta:
    """How long a question may take so that those behind it are answered in time, too.

    `due` is its own moment, `behind` those of all that wait; the same time is planned for each.
    """
    longest = due - now
    for place, other in enumerate(sorted(behind), start=2):
        longest = min(longest, (other - now) / place)
    return max(ZERO, longest)
