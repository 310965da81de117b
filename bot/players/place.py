"""A board being filled: one position that changes stone by stone, made for millions of them.

The engine's positions are values, and ruling a turn with them takes a hundred times as long as
filling a board may. A `Place` knows the three laws of Catchup only, and of a group no more than
its size. It asks nothing twice: whoever plays on it has made sure that a stone may be placed.

Groups are a forest in flat lists: `parent[cell]` is another cell of the group, or -1 where the
cell is its root, and `size[root]` how large the group is. Neighbourhoods are worked out once for
each size of board: two neighbours of a cell that touch each other belong to one group wherever both
have stones of one colour, so of the stones around a cell one of each such run is enough.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Self

from bot.engine.board import Board, bits, board, groups
from bot.players.game import Game


class Grid:
    """`near[cell]` are its neighbours as a bitboard, `ones[cell]` the cell itself.

    Of which neighbours something is said in few bits, one for each, the lowest cell's first:
    `joints[cell][set]` are one cell of every run of such a set. `beside[cell]` are its
    neighbours, each with the bit that the cell has among the neighbours of that one.
    """

    def __init__(self, side: int) -> None:
        """The neighbourhoods of a board's side."""
        self.board = cells = board(side)
        self.size, self.full, self.near = cells.size, cells.full, cells.neighbours
        self.ones = [1 << cell for cell in range(cells.size)]
        around = [list(bits(near)) for near in cells.neighbours]
        self.joints = [_joints(cells, near) for near in around]
        self.beside = [
            [(other, 1 << around[other].index(cell)) for other in near]
            for cell, near in enumerate(around)
        ]


@cache
def grid(side: int) -> Grid:
    """The neighbourhoods of a board's side."""
    return Grid(side)


def _joints(cells: Board, near: list[int]) -> list[list[int]]:
    firsts = []
    for some in range(1 << len(near)):
        runs = groups.__wrapped__(cells, sum([1 << near[at] for at in bits(some)]))
        firsts.append([next(bits(run)) for run in runs])
    return firsts


COUNTS = [some.bit_count() for some in range(64)]
"""How many there are in a set of neighbours."""


@dataclass(frozen=True, slots=True)
class PlayerLaw:
    """What tells the three laws apart.

    A turn outgrows the board if the mover's largest group ends larger than it was and larger than
    the rival's less `slack`. Where that `feeds`, the rival may place three stones; where it
    doesn't, a second stone may not do it.
    """

    slack: int
    feeds: bool


LAWS = {
    "genius": PlayerLaw(1, feeds=True),
    "mindsports": PlayerLaw(0, feeds=True),
    "mures": PlayerLaw(0, feeds=False),
}
"""The laws that the players know, by the ruleset's key."""


class Place:
    """A board being filled, in the middle of a turn or between two.

    `left` stones may still be placed in this turn and `placed` have been; a turn that raises the
    mover's `best` above `bar` outgrows the board. `touch[colour][cell]` says which neighbours of a
    cell have a stone of a colour, in the few bits of the grid's `joints`.
    """

    __slots__ = (
        "bar",
        "best",
        "grid",
        "law",
        "left",
        "mover",
        "parent",
        "placed",
        "size",
        "stones",
        "touch",
    )

    def __init__(self, of: "Game | Place") -> None:
        """The position of a game, groups and all; or that of a place, which stays as it is."""
        if isinstance(of, Place):
            self._follow(of)
        else:
            self._begin_at(of)

    def _begin_at(self, game: Game) -> None:
        self.grid: Grid = grid(game.side)
        self.law: PlayerLaw = LAWS[game.law]
        self.stones = [0, 0]
        cells = self.grid.size
        self.parent, self.size = [-1] * cells, [1] * cells
        self.touch = [[0] * cells, [0] * cells]
        self.best = [1, 1]
        self.mover = self.placed = self.left = self.bar = 0
        for colour in (0, 1):
            self.mover, self.left = colour, cells + 1
            for cell in bits(game.stones[colour]):
                self.join(cell)
        # The last cell of a board is one of two that might be filled, not a second one.
        last = self.empty.bit_count() == 1 and self.stones[0]
        self.begin(game.to_move, 2 if last else game.most)

    def _follow(self, other: "Place") -> None:
        self.grid, self.law = other.grid, other.law
        self.stones, self.best = other.stones[:], other.best[:]
        self.parent, self.size = other.parent[:], other.size[:]
        one, two = other.touch
        self.touch = [one[:], two[:]]
        self.mover, self.placed = other.mover, other.placed
        self.left, self.bar = other.left, other.bar

    def copy(self) -> Self:
        """Another of the same, which changes by itself."""
        return type(self)(self)

    @property
    def empty(self) -> int:
        """The bitboard of the empty cells."""
        return self.grid.full & ~(self.stones[0] | self.stones[1])

    @property
    def may_stop(self) -> bool:
        """Whether the turn may end here though stones are left."""
        return self.placed > 0

    def begin(self, mover: int, most: int) -> None:
        """Begins a turn."""
        self.mover, self.left, self.placed = mover, most, 0
        self.bar = max(self.best[mover], self.best[1 - mover] - self.law.slack)

    def stop(self) -> None:
        """Ends the turn."""
        three = self.law.feeds and self.best[self.mover] > self.bar
        self.begin(1 - self.mover, 3 if three else 2)

    def put(self, cell: int) -> None:
        """Places a stone of the player to move; ends the turn after the last one allowed."""
        self.join(cell)
        self.placed += 1
        self.left -= 1
        if not self.left or (not self.law.feeds and self.best[self.mover] > self.bar):
            self.stop()

    def join(self, cell: int) -> None:
        """A stone on the board, joined to the groups beside it."""
        mover, grid, parent, size = self.mover, self.grid, self.parent, self.size
        mine = self.touch[mover]
        self.stones[mover] |= grid.ones[cell]
        for beside, mark in grid.beside[cell]:
            mine[beside] |= mark
        touching = mine[cell]
        if not touching:
            return
        root = -1
        largest = 1
        for joint in grid.joints[cell][touching]:
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
        self.best[mover] = max(self.best[mover], largest)

    def around(self, cell: int, colour: int) -> list[int]:
        """The sizes of the groups of a colour that an empty cell touches, each once."""
        touching = self.touch[colour][cell]
        sizes: list[int] = []
        if not touching:
            return sizes
        parent, size = self.parent, self.size
        roots: list[int] = []
        for joint in self.grid.joints[cell][touching]:
            one = joint
            up = parent[one]
            while up >= 0:
                one = up
                up = parent[one]
            if one not in roots:
                roots.append(one)
                sizes.append(size[one])
        return sizes

    def open_beside(self, cell: int) -> int:
        """How many empty cells a cell touches."""
        one, other = self.touch
        taken = COUNTS[one[cell]] + COUNTS[other[cell]]
        return len(self.grid.beside[cell]) - taken

    def may_put(self, cell: int) -> bool:
        """Whether an empty cell may be filled: in `mures` a second stone may not outgrow."""
        if self.law.feeds or not self.placed:
            return True
        return 1 + sum(self.around(cell, self.mover)) <= self.bar

    def sizes(self, colour: int) -> list[int]:
        """The sizes of a colour's groups, largest first."""
        parent, size = self.parent, self.size
        stones = self.stones[colour]
        found = [size[c] for c in range(self.grid.size) if stones >> c & 1 and parent[c] < 0]
        return sorted(found, reverse=True)

    def winner(self) -> int:
        """Who has won, of a full board."""
        one, other = self.best
        if one == other:
            return 0 if self.sizes(0) > self.sizes(1) else 1
        return 0 if one > other else 1


def after(game: Game, cells: Sequence[int]) -> Game:
    """The position of Catchup after a turn, which must be legal."""
    place = Place(game)
    for cell in cells:
        place.put(cell)
    if place.placed:
        place.stop()
    one, other = place.stones
    return replace(
        game,
        stones=(one, other),
        to_move=1 - game.to_move,
        most=min(place.left, place.empty.bit_count()),
        number=game.number + 1,
        before=game.stones,
    )
