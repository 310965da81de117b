"""Games played to the end in a blink, to learn who tends to win from a position.

Each turn places all stones allowed. Of two random cells the one that touches more of the rival's
stones is taken: that keeps groups apart about as well as people do, and costs next to nothing.
The loop is written out, as ten thousand boards are to be filled in a second.
"""

from collections.abc import Callable

from bot.players.grid import COUNTS
from bot.players.place import Place

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
