"""Where a board lies in a picture."""

from dataclasses import dataclass
from math import sqrt

from renderers import grid
from renderers.scene import Cell


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a board lies: its middle, and the width of a cell in whole pixels."""

    side: int
    x: float
    y: float
    cell: int

    def at(self, cell: Cell) -> tuple[float, float]:
        """The middle of a cell."""
        dx, down = grid.place(self.side, cell)
        # Whole pixels from row to row, or some gaps between the rows would look wider.
        return self.x + dx * self.cell, self.y + down * round(grid.ROW_STEP * self.cell)

    @property
    def corner(self) -> float:
        """From the middle of a cell to its corners, with a gap left between the cells."""
        return self.cell / sqrt(3) - max(1.0, 0.022 * self.cell)
