"""Connected groups of cells and their sizes, on bitboards."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import zip_longest

from bot.engine.board import Board


def group_at(board: Board, cell: int, within: int) -> int:
    """The cells of `within` connected to `cell`, which must be one of them."""
    group = frontier = 1 << cell
    while frontier:
        reached = 0
        while frontier:
            lowest = frontier & -frontier
            reached |= board.neighbours[lowest.bit_length() - 1]
            frontier ^= lowest
        frontier = reached & within & ~group
        group |= frontier
    return group


@lru_cache(maxsize=8192)
def groups(board: Board, stones: int) -> tuple[int, ...]:
    """The connected groups of a bitboard as bitboards, largest first, then by their first cell."""
    groups = []
    while stones:
        group = group_at(board, stones.bit_length() - 1, stones)
        groups.append(group)
        stones &= ~group
    return tuple(sorted(groups, key=lambda group: (-group.bit_count(), group & -group)))


def first_difference(first: Sequence[int], second: Sequence[int]) -> int | None:
    """The first place, from 0, where two lists of sizes differ; a missing size counts 0."""
    pairs = zip_longest(first, second, fillvalue=0)
    return next((place for place, (one, other) in enumerate(pairs) if one != other), None)


def sizes(board: Board, stones: int) -> tuple[int, ...]:
    """The sizes of the connected groups of a bitboard, largest first."""
    return tuple(group.bit_count() for group in groups(board, stones))
