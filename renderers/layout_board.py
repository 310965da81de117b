"""The board: its cells and row letters, and the stones, links and last-turn marks on it.

Of a finished game the groups that decided it are seen before anything else: their stones hang
together and keep their size, those of all other groups shrink; the winner's are edged all around.
"""

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from math import sqrt

from renderers import grid
from renderers.grid import Frame
from renderers.pieces import centred, ghost, stone
from renderers.scene import Scene, Stone
from renderers.shapes import Hexagon, Segment, Shape, disc
from renderers.theme import Theme

FADED = 0.66
"""How large the other stones are, as a share of their usual radius."""
_BESIDE = ((0.5, -1), (1, 0), (0.5, 1), (-0.5, 1), (-1, 0), (-0.5, -1))
"""The neighbours beyond the edges of a cell, clockwise from the upper right: widths, rows."""


def joints(scene: Scene, frame: Frame) -> list[Shape]:
    """What joins the stones of a deciding group, to lie under them."""
    pairs = [
        (piece.colour, (*frame.at(piece.cell), *frame.at(near.cell)))
        for piece, beside in _groups(scene)
        for near in beside[:3]
        if near is not None
    ]
    fills = [Segment(*ends, 0.42 * frame.cell, f"stones.{paint}.fill") for paint, ends in pairs]
    return [*fills, *_fillings(scene, frame)]


def _fillings(scene: Scene, frame: Frame) -> list[Shape]:
    """What closes the gap between three stones that all touch each other."""
    shapes: list[Shape] = []
    for piece, beside in _groups(scene):
        corners = grid.hexagon(*frame.at(piece.cell), frame.cell / sqrt(3))
        # Each such gap lies at the lower right of one of its stones, or right under one.
        shapes += [
            disc(*corners[corner], 0.2 * frame.cell, f"stones.{piece.colour}.fill")
            for corner in (2, 3)
            if beside[corner - 1] and beside[corner]
        ]
    return shapes


def contours(scene: Scene, frame: Frame) -> list[Shape]:
    """A line around the winner's deciding groups."""
    won = {seat.colour for seat in scene.seats if seat.winner}
    thick = max(3.0, 0.085 * frame.cell)
    edges = []
    for piece, beside in _groups(scene):
        if piece.colour not in won:
            continue
        corners = grid.hexagon(*frame.at(piece.cell), frame.cell / sqrt(3))
        edges += [
            (*corners[edge], *corners[(edge + 1) % 6])
            for edge, near in enumerate(beside)
            if near is None
        ]
    under = [Segment(*ends, thick + 5, "table.background") for ends in edges]
    return [*under, *(Segment(*ends, thick, "board.last") for ends in edges)]


def _groups(scene: Scene) -> Iterator[tuple[Stone, list[Stone | None]]]:
    """Every deciding stone, with its neighbours of the same group by edge."""
    deciding = {grid.place(scene.side, one.cell): one for one in scene.stones if one.decided}
    for (dx, down), piece in deciding.items():
        beside = [deciding.get((dx + aside, down + below)) for aside, below in _BESIDE]
        yield (
            piece,
            [near if near is not None and near.colour == piece.colour else None for near in beside],
        )


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
        shapes += joints(scene, frame)
    shapes += [shape for _, body in laid for shape in body]
    if decided:
        shapes += contours(scene, frame)
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
    size = radius * FADED if faded else radius
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
