"""Where the cells of a hexagonal board lie, what they are called, and where the board lies.

Rows lie flat, cells stand on a corner.
"""

from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a board lies: its middle, and the width of a cell in whole pixels."""

    side: int
    x: float
    y: float
    cell: int

    def at(self, cell: Cell) -> tuple[float, float]:
        """The middle of a cell."""
        dx, down = place(self.side, cell)
        # Whole pixels from row to row, or some gaps between the rows would look wider.
        return self.x + dx * self.cell, self.y + down * round(ROW_STEP * self.cell)

    @property
    def corner(self) -> float:
        """From the middle of a cell to its corners, with a gap left between the cells."""
        return self.cell / sqrt(3) - max(1.0, 0.022 * self.cell)
