"""A board's neighbourhoods, worked out once a size, in the form in which they are asked most often.

Two neighbours of a cell that touch each other belong to one group wherever both have stones of one
colour. So of the stones around a cell one of each such run is enough to find all groups there.
"""

from dataclasses import dataclass
from functools import cache

from bot.engine.board import Board, bits, board
from bot.engine.groups import groups


@dataclass(frozen=True, slots=True)
class Grid:
    """`near[cell]` are its neighbours as a bitboard.

    `joints[cell]` gives, for each set of them, one cell of every run.
    """

    board: Board
    near: tuple[int, ...]
    joints: tuple[dict[int, tuple[int, ...]], ...]


@cache
def grid(side: int) -> Grid:
    """The neighbourhoods of a board's side."""
    cells = board(side)
    joints = tuple(_joints(cells, near) for near in cells.neighbours)
    return Grid(cells, cells.neighbours, joints)


def _joints(cells: Board, near: int) -> dict[int, tuple[int, ...]]:
    firsts = {}
    some = near
    while some:
        runs = groups.__wrapped__(cells, some)
        firsts[some] = tuple(next(bits(run)) for run in runs)
        some = (some - 1) & near
    return firsts
