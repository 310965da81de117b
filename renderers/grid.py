"""Where the cells of a hexagonal board lie, and what they are called.

Rows lie flat, cells stand on a corner.
"""

from functools import cache
from math import sqrt

from renderers.scene import Cell

ROW_STEP = sqrt(3) / 2
"""The distance between two rows, in cell widths."""


def row_length(side: int, row: int) -> int:
    """The number of cells in a row, rows counted from 0 at the top."""
    return 2 * side - 1 - abs(row - side + 1)


@cache
def cells(side: int) -> tuple[Cell, ...]:
    """Every cell of a board, in reading order."""
    return tuple(
        (row, number)
        for row in range(2 * side - 1)
        for number in range(1, row_length(side, row) + 1)
    )


def place(side: int, cell: Cell) -> tuple[float, int]:
    """The middle of a cell from the middle of the board: cell widths to the right, rows down."""
    row, number = cell
    return number - (row_length(side, row) + 1) / 2, row - side + 1


def letter(row: int) -> str:
    """The letter a row is called by."""
    return chr(ord("A") + row)


def name(cell: Cell) -> str:
    """What a cell is called, `D7`."""
    row, number = cell
    return f"{letter(row)}{number}"


def hexagon(x: float, y: float, radius: float) -> tuple[tuple[float, float], ...]:
    """The corners of a cell around a middle, clockwise from the top."""
    wide, high = radius * ROW_STEP, radius / 2
    return (
        (x, y - radius),
        (x + wide, y - high),
        (x + wide, y + high),
        (x, y + radius),
        (x - wide, y + high),
        (x - wide, y - high),
    )
