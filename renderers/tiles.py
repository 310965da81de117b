"""A picture cut into tiles, so that only those are drawn that a turn has changed.

Every cell of the board has a tile in which its stone lies whole; what is around the board is cut
coarsely. After Red played D7 another tile shows at D7, and beside it where its frame reaches over;
so do the cells of the turn before, the cards, the strip, and a tile or two of the score track.
"""

from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise

from renderers.layout_cards import CARD_HIGH, MARGIN, STRIP_HIGH
from renderers.rectangles import Rectangle, empty, overlap
from renderers.shapes import Hexagon, Shape

_COARSE = 100
"""The width of the tiles between the cards and the board, and between the board and the strip."""
_GAP = 6
"""So far from the cards and from the strip their tiles end."""


@dataclass(frozen=True, slots=True)
class Band:
    """Tiles side by side, between two heights; there is one more edge than there are tiles."""

    top: int
    bottom: int
    edges: tuple[int, ...]

    @property
    def tiles(self) -> list[Rectangle]:
        """All of them, from left to right."""
        return [(one, self.top, other, self.bottom) for one, other in pairwise(self.edges)]

    def under(self, box: Rectangle) -> list[Rectangle]:
        """The tiles that share pixels with a part of the picture."""
        if box[3] <= self.top or self.bottom <= box[1]:
            return []
        return [tile for tile in self.tiles if not empty(overlap(tile, box))]


def cut(wide: int, high: int, ground: tuple[Shape, ...]) -> tuple[Band, ...]:
    """A picture of this size, with this empty board in it, in bands from top to bottom."""
    rows = defaultdict[float, list[float]](list)
    for shape in ground:
        if isinstance(shape, Hexagon):
            rows[shape.y].append(shape.x)
    middles = sorted(rows)
    half, cell = (middles[1] - middles[0]) / 2, rows[middles[0]][1] - rows[middles[0]][0]
    heights = [round(middle - half) for middle in middles] + [round(middles[-1] + half)]
    board = (
        Band(top, bottom, (0, *_edges(rows[middle], cell), wide))
        for (top, bottom), middle in zip(pairwise(heights), middles, strict=True)
    )
    coarse = (*range(0, wide, _COARSE), wide)
    cards, strip = MARGIN + CARD_HIGH + _GAP, high - MARGIN - STRIP_HIGH - _GAP
    return (
        Band(0, cards, (0, wide // 2, wide)),
        Band(cards, heights[0], coarse),
        *board,
        Band(heights[-1], strip, coarse),
        Band(strip, high, (0, wide)),
    )


def _edges(middles: list[float], cell: float) -> list[int]:
    """Where the cells of a row begin, and where the last one ends."""
    return [round(x - cell / 2) for x in middles] + [round(middles[-1] + cell / 2)]
