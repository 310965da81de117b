"""The groups that decided a finished game, so that they are seen before anything else.

Their stones hang together and keep their size, those of all other groups shrink; the winner's are
edged all around.
"""

from collections.abc import Iterator
from math import sqrt

from renderers import grid
from renderers.frame import Frame
from renderers.scene import Scene, Stone
from renderers.shapes import Segment, Shape, disc

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
