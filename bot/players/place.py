"""A board being filled: one position that changes stone by stone, made for millions of them.

The engine's positions are values, and ruling a turn with them takes a hundred times as long as
filling a board may. A `Place` knows the three laws of Catchup only, and of a group no more than
its size. It asks nothing twice: whoever plays on it has made sure that a stone may be placed.

Groups are a forest in one flat list: `parent[cell]` is another cell of the group, or minus the
group's size where the cell is its root.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from bot.engine.board import bits
from bot.engine.turn import Colour
from bot.players.game import Game
from bot.players.grid import Grid, grid


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
    mover's `best` above `bar` outgrows the board.
    """

    __slots__ = ("bar", "best", "grid", "law", "left", "mover", "parent", "placed", "stones")

    def __init__(self, game: Game) -> None:
        """The position of a game, groups and all."""
        self.grid: Grid = grid(game.side)
        self.law = LAWS[game.law]
        self.stones = [0, 0]
        self.parent = [-1] * self.grid.board.size
        self.best = [1, 1]
        self.mover = self.placed = self.left = self.bar = 0
        for colour in Colour:
            self.mover, self.left = colour, self.grid.board.size + 1
            for cell in bits(game.stones[colour]):
                self.join(cell)
        # The last cell of a board is one of two that might be filled, not a second one.
        last = self.empty.bit_count() == 1 and self.stones[0]
        self.begin(game.to_move, 2 if last else game.most)

    def copy(self) -> Self:
        """Another of the same, which changes by itself."""
        other = type(self).__new__(type(self))
        other.grid, other.law = self.grid, self.law
        other.stones, other.parent, other.best = self.stones[:], self.parent[:], self.best[:]
        other.mover, other.placed = self.mover, self.placed
        other.left, other.bar = self.left, self.bar
        return other

    @property
    def empty(self) -> int:
        """The bitboard of the empty cells."""
        return self.grid.board.full & ~(self.stones[0] | self.stones[1])

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
        mover, parent = self.mover, self.parent
        touching = self.grid.near[cell] & self.stones[mover]
        self.stones[mover] |= 1 << cell
        if not touching:
            parent[cell] = -1
            return
        root = -1
        for one in self.grid.joints[cell][touching]:
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
        self.best[mover] = max(self.best[mover], -parent[root])

    def around(self, cell: int, colour: int) -> list[int]:
        """The sizes of the groups of a colour that an empty cell touches, each once."""
        touching = self.grid.near[cell] & self.stones[colour]
        if not touching:
            return []
        parent, roots = self.parent, []
        for one in self.grid.joints[cell][touching]:
            while (up := parent[one]) >= 0:
                one = up  # noqa: PLW2901
            if one not in roots:
                roots.append(one)
        return [-parent[root] for root in roots]

    def may_put(self, cell: int) -> bool:
        """Whether an empty cell may be filled: in `mures` a second stone may not outgrow."""
        if self.law.feeds or not self.placed:
            return True
        return 1 + sum(self.around(cell, self.mover)) <= self.bar

    def sizes(self, colour: int) -> list[int]:
        """The sizes of a colour's groups, largest first."""
        parent = self.parent
        roots = (parent[cell] for cell in bits(self.stones[colour]) if parent[cell] < 0)
        return sorted((-size for size in roots), reverse=True)

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
