"""Games played to the end in a blink, to learn who tends to win from a position.

Each turn places all stones allowed. Of two random cells the one that touches more of the rival's
stones is taken: that keeps groups apart about as well as people do, and costs next to nothing.
The loop is written out, as ten thousand boards are to be filled in a second.
"""

from collections.abc import Callable

from bot.players.place import Place

Random = Callable[[], float]
"""Numbers from 0 up to 1, as `random.Random(seed).random` gives them."""


def fill(place: Place, cells: list[int], random: Random, *, picks: bool = True) -> int:
    """Fills the empty `cells` of a place and says who has won; `cells` is used up.

    Without `picks` the first random cell is taken.
    """
    law, near, joints = place.law, place.grid.near, place.grid.joints
    slack, feeds = law.slack, law.feeds
    parent, mover, left, bar = place.parent, place.mover, place.left, place.bar
    mine, theirs = place.stones[mover], place.stones[1 - mover]
    best, rival = place.best[mover], place.best[1 - mover]
    count = len(cells)
    while count:
        at = int(random() * count)
        cell = cells[at]
        if picks:
            other = int(random() * count)
            if (near[cells[other]] & theirs).bit_count() > (near[cell] & theirs).bit_count():
                at, cell = other, cells[other]
        touching = near[cell] & mine
        if touching:
            # The second stone of `mures` may not outgrow the board: the turn ends before it.
            second = not feeds and left == 1
            if second and _joined(parent, joints[cell][touching]) > bar:
                mine, theirs, best, rival, mover = theirs, mine, rival, best, 1 - mover
                bar, left = max(best, rival), 2
                continue
            root = -1
            for one in joints[cell][touching]:
                while (up := parent[one]) >= 0:
                    one = up  # noqa: PLW2901
                if root < 0:
                    root = parent[cell] = one
                    parent[one] = up - 1
                elif one != root:
                    if up < parent[root]:
                        root, one = one, root  # noqa: PLW2901
                    parent[root] += parent[one]
                    parent[one] = root
            if -parent[root] > best:  # noqa: PLR1730
                best = -parent[root]
        else:
            parent[cell] = -1
        mine |= 1 << cell
        count -= 1
        cells[at] = cells[count]
        left -= 1
        if not left or (best > bar and not feeds):
            left = 3 if best > bar and feeds else 2
            mine, theirs, best, rival, mover = theirs, mine, rival, best, 1 - mover
            bar = rival - slack
            if best > bar:  # noqa: PLR1730
                bar = best
    place.stones[mover], place.stones[1 - mover] = mine, theirs
    place.best[mover], place.best[1 - mover] = best, rival
    return place.winner()


def _joined(parent: list[int], joints: tuple[int, ...]) -> int:
    """How large the group would be that a stone joins."""
    roots = set()
    for one in joints:
        while parent[one] >= 0:
            one = parent[one]  # noqa: PLW2901
        roots.add(one)
    return 1 - sum(parent[root] for root in roots)
