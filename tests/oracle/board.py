"""The hexagonal board as a plain set of cells, with the neighbour rule spelt out."""

from functools import lru_cache

Cell = tuple[int, int]
"""A row from the top, counted from 0, and a number within the row, counted from 1."""


def row_length(side: int, row: int) -> int:
    """How many cells a row has: side at the top and bottom, one more for each step inwards."""
    return 2 * side - 1 - abs(row - (side - 1))


@lru_cache
def cells(side: int) -> frozenset[Cell]:
    """Every cell of the board with this many cells on an edge."""
    return frozenset(
        (row, number)
        for row in range(2 * side - 1)
        for number in range(1, row_length(side, row) + 1)
    )


@lru_cache
def neighbours(side: int) -> dict[Cell, frozenset[Cell]]:
    """For every cell, the cells that touch it."""
    board = cells(side)
    touching = {}
    for row, number in board:
        near = {(row, number - 1), (row, number + 1)}
        for other in (row - 1, row + 1):
            if row_length(side, other) > row_length(side, row):
                near |= {(other, number), (other, number + 1)}
            else:
                near |= {(other, number - 1), (other, number)}
        touching[row, number] = frozenset(near & board)
    return touching


def name(cell: Cell) -> str:
    """The house name of a cell: `A1` is the leftmost cell of the top row."""
    return f"{chr(ord('A') + cell[0])}{cell[1]}"


def named(text: str) -> Cell:
    """The cell that a house name means, whether or not a board has it."""
    return (ord(text[0]) - ord("A"), int(text[1:]))
