"""The board: its cells and row letters, and the stones, links and last-turn marks on it."""

from dataclasses import dataclass
from functools import cache
from math import sqrt

from renderers import grid
from renderers.pieces import centred, ghost, stone
from renderers.scene import Cell, Scene, Stone
from renderers.shapes import Hexagon, Line, Shape, disc
from renderers.theme import Theme

_STONE = 0.405
"""The radius of a stone, in cell widths."""


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


@cache
def cells(frame: Frame, coordinates: bool) -> tuple[Shape, ...]:
    """The empty board with its row letters, and the name of each cell in it if asked for."""
    shapes: list[Shape] = []
    size = round(min(26, 0.78 * frame.cell))
    for row in range(2 * frame.side - 1):
        x, y = frame.at((row, 1))
        shapes.append(centred(x - frame.cell / 2 - 18, y, grid.letter(row), size, "board.letter"))
    for cell in grid.cells(frame.side):
        name = grid.name(cell)
        x, y = frame.at(cell)
        shapes.append(Hexagon(x, y, frame.corner, "board.cell", cell=name))
        if coordinates:
            small = round(frame.cell * (0.36 if cell[1] < 10 else 0.33))
            shapes.append(centred(x, y, name, small, "board.coordinate", bold=False))
    return tuple(shapes)


def stones(scene: Scene, frame: Frame, theme: Theme) -> tuple[Shape, ...]:
    """Everything that lies on the board."""
    shapes: list[Shape] = []
    for piece in scene.stones:
        shapes += _bed(piece, frame)
    shapes += _links(scene, frame)
    radius = _STONE * frame.cell
    for piece in scene.stones:
        x, y = frame.at(piece.cell)
        if piece.last:
            halo = "board.last" if piece.claimed else "table.background"
            shapes.append(disc(x, y, radius + max(0.06 * frame.cell, 2), halo))
        shapes += stone(x, y, radius, piece.colour, theme)
    for piece in scene.pending:
        shapes += ghost(*frame.at(piece.cell), radius, piece.colour)
    return tuple(shapes)


def _bed(piece: Stone, frame: Frame) -> list[Shape]:
    """The cell under a stone, where it tells something: a claim, or the turn just made."""
    x, y = frame.at(piece.cell)
    shapes: list[Shape] = []
    if piece.claimed:
        look = f"stones.{piece.colour}"
        edge = max(1.5, 0.035 * frame.cell)
        shapes.append(Hexagon(x, y, frame.corner, f"{look}.tint", f"{look}.rim", edge))
    elif piece.last:
        # On small cells the stone leaves little to see: there the bed covers the gaps as well.
        shapes.append(Hexagon(x, y, max(frame.corner, frame.cell / sqrt(3) + 2), "board.last"))
    return shapes


def _links(scene: Scene, frame: Frame) -> list[Shape]:
    """The links of ribbons: in their owner's colour once claimed, in nobody's before."""
    owners = {piece.cell: piece.colour for piece in scene.stones if piece.claimed}
    shapes: list[Shape] = []
    for one, two in scene.links:
        owner = owners.get(one) if owners.get(one) == owners.get(two) else None
        ends = (*frame.at(one), *frame.at(two))
        if owner:
            shapes.append(Line(*ends, 0.34 * frame.cell, f"stones.{owner}.rim"))
            shapes.append(Line(*ends, 0.27 * frame.cell, f"stones.{owner}.fill"))
        else:
            shapes.append(Line(*ends, 0.16 * frame.cell, "board.link"))
    return shapes
