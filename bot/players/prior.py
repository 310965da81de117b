"""What one look at a position says of each step, before anything is tried.

Three things count: how much a stone joins of one's own, how much it keeps the rival from joining,
and what it costs to take the lead, which gives the rival a third stone. The weights are parts of a
game won; they were fitted to what random games say of some 10,000 stones in 300 positions.
"""

from collections.abc import Sequence

from bot.players.place import Place
from bot.players.steps import STOP

_JOINED = (0.05, 0.13)
_JOINED_LATE = (0.33, 0.32)
"""For the part of the board's largest groups that is joined: the mover's own, and the rival's."""
_BESIDE = 0.03
"""For a rival's group beside a stone, by its size."""
_OPEN = 0.015
"""For each empty cell beside a stone."""
_LEAD = 0.04
_LARGER = 0.05
"""The price of the lead, and of how large it is."""
_STOP = 0.03
_STOP_LEADING = 0.055
"""The price of ending the turn early, and of doing so with the lead, which is paid for already."""
_LATE = 6
"""With so few cells empty joining counts most."""


def promises(place: Place, cells: Sequence[int]) -> dict[int, float]:
    """How good each step looks: legal cells by their place in `cells`, and STOP."""
    mover, bar, empty = place.mover, place.bar, place.empty
    scale = 1.0 / (place.best[0] + place.best[1])
    late = min(1.0, _LATE / max(1, empty.bit_count()))
    own, rival = (
        scale * (one + other * late) for one, other in zip(_JOINED, _JOINED_LATE, strict=True)
    )
    leading = place.best[mover] > bar
    may_lead = place.law.feeds and not leading
    looks = {}
    for i, cell in enumerate(cells):
        if not empty >> cell & 1 or not place.may_put(cell):
            continue
        look = _OPEN * place.open_beside(cell)
        size = 1
        mine = place.around(cell, mover)
        if mine:
            size += sum(mine)
            look += own * (size - 1 - max(mine))
        theirs = place.around(cell, 1 - mover)
        if theirs:
            most = max(theirs)
            look += rival * (sum(theirs) - most) + _BESIDE * scale * most
        if may_lead and size > bar:
            look -= _LEAD + _LARGER * scale * (size - bar)
        looks[i] = look
    if place.may_stop:
        looks[STOP] = -(_STOP_LEADING if leading else 0.0) - _STOP
    return looks


def own_promises(place: Place, cells: Sequence[int]) -> dict[int, float]:
    """How good each step looks to a beginner: what it joins, and no thought of the other side."""
    mover, empty = place.mover, place.empty
    looks = {}
    for i, cell in enumerate(cells):
        if empty >> cell & 1 and place.may_put(cell):
            looks[i] = 1 + sum(place.around(cell, mover)) + _OPEN * place.open_beside(cell)
    if place.may_stop:
        looks[STOP] = 0.0
    return looks
