"""Games played to the end in a blink, to learn who tends to win from a position.

Each turn places all stones allowed. Of two random cells the one that touches more of the rival's
stones is taken: that keeps groups apart about as well as people do, and costs next to nothing.
The loop is written out, as ten thousand boards are to be filled in a second.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from bot.players.grid import COUNTS
from bot.players.place import Place
from bot.players.words import COMPILED

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

Random = Callable[[], float]
"""Numbers from 0 up to 1, as `random.Random(seed).random` gives them."""


def fill(  # noqa: PLR0915
    place: Place, cells: "vec[i64]", random: Random, *, picks: bool = True
) -> int:
    """Fills the empty `cells` of a place and says who has won; `cells` is used up.

    Without `picks` the first random cell is taken.
    """
    counts, feeds = COUNTS, place.law.feeds
    ones, beside, marks = place.grid.ones, place.grid.beside, place.grid.marks
    joints, pairs = place.grid.joints, place.grid.pairs
    parent, size = place.parent, place.size
    mover: i64 = place.mover
    left: i64 = place.left
    bar: i64 = place.bar
    slack: i64 = place.law.slack
    best: i64 = place.best[mover]
    rival: i64 = place.best[1 - mover]
    mine, theirs = place.touch[mover], place.touch[1 - mover]
    my_stones, their_stones = place.stones[mover], place.stones[1 - mover]
    count: int = len(cells)
    while count:
        at: i64 = int(random() * count)
        cell: i64 = cells[at]
        if picks:
            second: i64 = int(random() * count)
            other: i64 = cells[second]
            if counts[theirs[other]] > counts[theirs[cell]]:
                at, cell = second, other
        touching: i64 = mine[cell]
        if touching:
            # The second stone of `mures` may not outgrow the board: the turn ends before it.
            if left == 1 and not feeds and _joined(parent, size, joints[cell][touching]) > bar:
                mine, theirs, best, rival, mover = theirs, mine, rival, best, 1 - mover
                my_stones, their_stones = their_stones, my_stones
                bar, left = max(best, rival), 2
                continue
            root: i64 = -1
            largest: i64 = 1
            joint: i64
            for joint in joints[cell][touching]:
                one: i64 = joint
                up: i64 = parent[one]
                while up >= 0:
                    one = up
                    up = parent[one]
                if root < 0:
                    root = one
                    parent[cell] = one
                    largest += size[one]
                elif one != root:
                    here: i64 = size[one]
                    largest += here
                    if here + here > largest:
                        parent[root] = one
                        root = one
                    else:
                        parent[one] = root
            size[root] = largest
            if largest > best:  # noqa: PLR1730
                best = largest
        near: i64
        mark: i64
        if COMPILED:
            for near, mark in zip(beside[cell], marks[cell]):  # noqa: B905
                mine[near] |= mark
            my_stones |= 1 << int(cell)
        else:
            for near, mark in pairs[cell]:
                mine[near] |= mark
            my_stones |= ones[cell]
        count -= 1
        cells[at] = cells[count]
        left -= 1
        if left == 0 or (best > bar and not feeds):
            left = 3 if best > bar and feeds else 2
            mine, theirs, best, rival, mover = theirs, mine, rival, best, 1 - mover
            my_stones, their_stones = their_stones, my_stones
            bar = rival - slack
            if best > bar:  # noqa: PLR1730
                bar = best
    place.stones[mover], place.stones[1 - mover] = my_stones, their_stones
    place.best[mover], place.best[1 - mover] = best, rival
    return place.winner()


def _joined(parent: "vec[i64]", size: "vec[i64]", joints: "vec[i64]") -> int:
    """How large the group would be that a stone joins."""
    roots: list[int] = []
    joint: i64
    for joint in joints:
        one: i64 = joint
        while parent[one] >= 0:
            one = parent[one]
        if one not in roots:
            roots.append(one)
    return 1 + sum([size[root] for root in roots])
