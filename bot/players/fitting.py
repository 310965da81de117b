"""The level that suits somebody: the one they would beat in one game of two.

Ann has lost to `steady` twice and beaten `gentle`: `easy` is what suits her. A level beats the one
below it in about two games of three, as the ladder of docs/sparring.md measures, and by the same
measure her own strength is estimated from her games. One game moves it by a level at most.
"""

import math
from collections.abc import Sequence

from bot.players.levels import Level

LATEST = 20
"""How many games tell of somebody: who has learnt since is not held to what was before."""
_POINTS = math.log(10) * 100 / 400
"""The logarithm of the odds that a level adds: about a hundred points of rating."""
_DOUBT = 2.0
"""How far from the middle somebody unknown may well be, in levels."""
_MIDDLE = Level.STEADY


def fitting(games: Sequence[tuple[Level, float]]) -> Level:
    """The level that suits somebody after games, the latest first; the middle one before any.

    Each is the level of the other side and what was won: 1, half for a tie, or 0.
    """
    rungs = list(Level)
    middle = rungs.index(_MIDDLE)
    told = [(rungs.index(level), won) for level, won in games[:LATEST]]
    # The likeliest strength: what was won more than expected just balances the doubt of it.
    low, high = -float(len(rungs)), 2.0 * len(rungs)
    for _ in range(40):
        strength = (low + high) / 2
        more = sum(won - 1 / (1 + math.exp(_POINTS * (rung - strength))) for rung, won in told)
        if _POINTS * more > (strength - middle) / _DOUBT**2:
            low = strength
        else:
            high = strength
    return rungs[min(max(0, round(low)), len(rungs) - 1)]
