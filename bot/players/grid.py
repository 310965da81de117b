"""A board's neighbourhoods, worked out once a size, in the form in which they are asked most often.

Two neighbours of a cell that touch each other belong to one group wherever both have stones of one
colour. So of the stones around a cell one of each such run is enough to find all groups there.
"""

from functools import cache

from bot.engine.board import Board, bits, board
from bot.engine.groups import groups


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
