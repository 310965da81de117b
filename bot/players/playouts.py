"""What Catchup knows of itself, for a search: a first look at each step, and games tried.

At the first look three things count: how much a stone joins of one's own, how much it keeps the
rival from joining, and what it costs to take the lead, which gives the rival a third stone. The
weights are parts of a game won; they were fitted to what random games say of some 10,000 stones in
300 positions.

In a game tried each turn places all stones allowed. Of two random cells the one that touches more
of the rival's stones is taken: that keeps groups apart about as well as people do, and costs next
to nothing. The loop is written out, as ten thousand boards are to be filled in a second.
"""

from collections.abc import Callable, Sequence

from bot.players.game import STOP
from bot.players.place import COUNTS, Place

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


Random = Callable[[], float]
"""Numbers from 0 up to 1, as `random.Random(seed).random` gives them."""


def fill(  # noqa: PLR0915
    place: Place, cells: list[int], random: Random, *, picks: bool = True
) -> int:
    """Fills the empty `cells` of a place and says who has won; `cells` is used up.

    Without `picks` the first random cell is taken.
    """
    counts, feeds = COUNTS, place.law.feeds
    ones, beside, joints = place.grid.ones, place.grid.beside, place.grid.joints
    parent, size = place.parent, place.size
    slack, mover, left, bar = place.law.slack, place.mover, place.left, place.bar
    best, rival = place.best[mover], place.best[1 - mover]
    mine, theirs = place.touch[mover], place.touch[1 - mover]
    my_stones, their_stones = place.stones[mover], place.stones[1 - mover]
    count = len(cells)
    while count:
        at = int(random() * count)
        cell = cells[at]
        if picks:
            second = int(random() * count)
            other = cells[second]
            if counts[theirs[other]] > counts[theirs[cell]]:
                at, cell = second, other
        touching = mine[cell]
        if touching:
            # The second stone of `mures` may not outgrow the board: the turn ends before it.
            if left == 1 and not feeds and _joined(parent, size, joints[cell][touching]) > bar:
                mine, theirs, best, rival, mover = theirs, mine, rival, best, 1 - mover
                my_stones, their_stones = their_stones, my_stones
                bar, left = max(best, rival), 2
                continue
            root = -1
            largest = 1
            for joint in joints[cell][touching]:
                one = joint
                up = parent[one]
                while up >= 0:
                    one = up
                    up = parent[one]
                if root < 0:
                    root = one
                    parent[cell] = one
                    largest += size[one]
                elif one != root:
                    here = size[one]
                    largest += here
                    if here + here > largest:
                        parent[root] = one
                        root = one
                    else:
                        parent[one] = root
            size[root] = largest
            if largest > best:  # noqa: PLR1730
                best = largest
        for near, mark in beside[cell]:
            mine[near] |= mark
        my_stones |= ones[cell]
        count -= 1
        cells[at] = cells[count]
        left -= 1
        if not left or (best > bar and not feeds):
            left = 3 if best > bar and feeds else 2
            mine, theirs, best, rival, mover = theirs, mine, rival, best, 1 - mover
            my_stones, their_stones = their_stones, my_stones
            bar = rival - slack
            if best > bar:  # noqa: PLR1730
                bar = best
    place.stones[mover], place.stones[1 - mover] = my_stones, their_stones
    place.best[mover], place.best[1 - mover] = best, rival
    return place.winner()


def _joined(parent: list[int], size: list[int], joints: list[int]) -> int:
    """How large the group would be that a stone joins."""
    roots: list[int] = []
    for joint in joints:
        one = joint
        while parent[one] >= 0:
            one = parent[one]
        if one not in roots:
            roots.append(one)
    return 1 + sum([size[root] for root in roots])


class CatchupPlace(Place):
    """A board of Catchup in the middle of a turn or between two."""

    __slots__ = ()

    @property
    def reach(self) -> int:
        """How many stones there can be: one on each cell."""
        return self.grid.size

    @property
    def marks(self) -> int:
        """The stones that may come to lie here: one on each empty cell."""
        return self.empty

    @property
    def over(self) -> bool:
        return not self.empty

    def copy(self) -> "CatchupPlace":
        return CatchupPlace(self)

    def take_button(self) -> None:
        """There is none."""
        raise ValueError("there is no button")

    def looks(self, marks: Sequence[int]) -> dict[int, float]:
        """How good each legal step looks, by its place in `marks`."""
        return promises(self, marks)

    def finish(self, rest: list[int], random: Callable[[], float], *, picks: bool) -> float:
        """Plays to the end at random; 1 if the first player has won, else 0."""
        return 1.0 - fill(self, rest, random, picks=picks)

    def gained(self, colour: int) -> int:
        """A player's own stones."""
        return self.stones[colour]
