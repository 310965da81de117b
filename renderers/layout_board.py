"""The board: its cells and row letters, and the stones, links and last-turn marks on it."""

from collections.abc import Callable
from functools import cache, lru_cache
from math import sqrt

from renderers import grid, layout_decision
from renderers.frame import Frame
from renderers.pieces import centred, ghost, stone
from renderers.scene import Scene, Stone
from renderers.shapes import Hexagon, Segment, Shape, disc
from renderers.theme import Theme

_STONE = 0.405
"""The radius of a stone, in cell widths."""


@cache
def cells(frame: Frame, coordinates: bool) -> tuple[Shape, ...]:
    """The empty board with its row letters, and the name of each cell in it if asked for.

    Where the cells have no names, each row ends in how many cells it has.
    """
    shapes: list[Shape] = []
    size = round(min(26, 0.78 * frame.cell))
    for row in range(2 * frame.side - 1):
        x, y = frame.at((row, 1))
        shapes.append(centred(x - frame.cell / 2 - 18, y, grid.letter(row), size, "board.letter"))
        if not coordinates:
            length = grid.row_length(frame.side, row)
            x, y = frame.at((row, length))
            spot = x + frame.cell / 2 + 18, y
            small = round(0.75 * size)
            shapes.append(centred(*spot, str(length), small, "track.number", bold=False))
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
    decided = any(piece.decided for piece in scene.stones)
    lay = _layer(frame, decided, theme)
    laid = [lay(piece) for piece in scene.stones]
    shapes = [shape for bed, _ in laid for shape in bed]
    shapes += _links(scene, frame)
    if decided:
        shapes += layout_decision.joints(scene, frame)
    shapes += [shape for _, body in laid for shape in body]
    if decided:
        shapes += layout_decision.contours(scene, frame)
    for piece in scene.pending:
        shapes += ghost(*frame.at(piece.cell), _STONE * frame.cell, piece.colour)
    return tuple(shapes)


@lru_cache(maxsize=64)
def _layer(
    frame: Frame, decided: bool, theme: Theme
) -> Callable[[Stone], tuple[tuple[Shape, ...], tuple[Shape, ...]]]:
    """Tells what lies under a stone, and what it looks like; from turn to turn most stay."""
    return lru_cache(maxsize=1024)(
        lambda piece: (_bed(piece, frame, decided), _body(piece, frame, decided, theme))
    )


def _bed(piece: Stone, frame: Frame, decided: bool) -> tuple[Shape, ...]:
    """The cell under a stone, where it tells something: a claim, or the turn just made.

    In a decided game the deciding groups are what is to be seen, not the last turn.
    """
    x, y = frame.at(piece.cell)
    if piece.claimed:
        look = f"stones.{piece.colour}"
        edge = max(1.5, 0.035 * frame.cell)
        return (Hexagon(x, y, frame.corner, f"{look}.tint", f"{look}.rim", edge),)
    if piece.last and not decided:
        # On small cells the stone leaves little to see: there the bed covers the gaps as well.
        return (Hexagon(x, y, max(frame.corner, frame.cell / sqrt(3) + 2), "board.last"),)
    return ()


def _body(piece: Stone, frame: Frame, decided: bool, theme: Theme) -> tuple[Shape, ...]:
    """A stone, with its halo if it is of the turn just made; small if it decided nothing."""
    x, y = frame.at(piece.cell)
    radius = _STONE * frame.cell
    halo: tuple[Shape, ...] = ()
    if piece.last and not decided:
        fill = "board.last" if piece.claimed else "table.background"
        halo = (disc(x, y, radius + max(0.06 * frame.cell, 2), fill),)
    faded = decided and not piece.decided
    size = radius * layout_decision.FADED if faded else radius
    return (*halo, *stone(x, y, size, piece.colour, theme))


def _links(scene: Scene, frame: Frame) -> list[Shape]:
    """The links of ribbons: in their owner's colour once claimed, in nobody's before."""
    owners = {piece.cell: piece.colour for piece in scene.stones if piece.claimed}
    shapes: list[Shape] = []
    for one, two in scene.links:
        owner = owners.get(one) if owners.get(one) == owners.get(two) else None
        ends = (*frame.at(one), *frame.at(two))
        if owner:
            shapes.append(Segment(*ends, 0.34 * frame.cell, f"stones.{owner}.rim"))
            shapes.append(Segment(*ends, 0.27 * frame.cell, f"stones.{owner}.fill"))
        else:
            shapes.append(Segment(*ends, 0.16 * frame.cell, "board.link"))
    return shapes
