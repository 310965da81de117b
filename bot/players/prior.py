"""What one look at a position says of each step, before anything is tried.

Three things count: how much a stone joins of one's own, how much it keeps the rival from joining,
and what it costs to take the lead, which gives the rival a third stone.
"""

from collections.abc import Sequence

from bot.players.place import Place

STOP = -1
LEAD = 0.5
OWN = 1.0
RIVAL = 1.0
TOUCH = 0.25
HALT = 0.4


def promises(place: Place, cells: Sequence[int]) -> dict[int, float]:
    """How good each step looks: legal cells by their place in `cells`, and STOP."""
    empty = place.empty
    looks = {
        i: promise(place, cell)
        for i, cell in enumerate(cells)
        if empty >> cell & 1 and place.may_put(cell)
    }
    if place.may_stop:
        looks[STOP] = -HALT
    return looks


def promise(place: Place, cell: int) -> float:
    """How good a stone on an empty cell looks."""
    mover = place.mover
    own, theirs = place.around(cell, mover), place.around(cell, 1 - mover)
    best, rival = place.best[mover], place.best[1 - mover]
    score = (OWN * _gain(own) + RIVAL * _gain(theirs)) / (best + rival)
    if place.law.feeds and best <= place.bar < sum(own) + 1:
        score -= LEAD
    return score


def _gain(sizes: list[int]) -> float:
    """What joining groups adds to the largest of them, and a little for touching one at all."""
    if not sizes:
        return 0.0
    return sum(sizes) - max(sizes) + TOUCH
