"""A picture put together from tiles, so that only those are drawn that a turn has changed.

Every cell of the board has a tile in which its stone lies whole; what is around the board is cut
coarsely. After Red played D7 another tile shows at D7, and beside it where its frame reaches over;
so do the cells of the turn before, the cards, the strip, and a tile or two of the score track.

What comes out is, pixel for pixel, the picture in full colour reduced to the palette: a tile is
drawn in full colour over what the empty board shows there, by all stamps that reach into it and in
their order, and then reduced. Reducing looks at one pixel at a time, so that tiles fit.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import pairwise
from typing import NamedTuple

from PIL import Image

from renderers.layout_cards import CARD_HIGH, MARGIN, STRIP_HIGH
from renderers.palette import palette
from renderers.raster import Stamp, paint, press, stamps
from renderers.shapes import Box, Hexagon, Rectangle, Shape, around, empty, overlap, seen_from
from renderers.theme import Theme

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


_GROUNDS, _TILES, _SHAPES, _BOXES = 8, 1024, 2048, 16
"""How many are kept: empty boards; for each of them drawn tiles, places of shapes, empty cards."""
_LEFT = 1
"""So many columns of 0 stand left of the pixels, as they do in PNG."""


@dataclass(frozen=True, slots=True, eq=False)
class Base:
    """What is drawn on, in full colour: an empty tile or one with a card; alike tiles share one."""

    image: Image.Image


class Touch(NamedTuple):
    """What a shape presses onto one tile; places are counted from the tile's corner."""

    tile: Rectangle
    box: Rectangle
    stamped: tuple[Stamp, ...]
    is_box: bool


class Ground:
    """An empty board, in full colour and reduced, with the tiles that were drawn on it so far.

    Reduced, a pixel is the number of its colour in the palette.
    """

    def __init__(
        self, size: tuple[int, int], shapes: tuple[Shape, ...], theme: Theme, colours: Image.Image
    ) -> None:
        self.palette = bytes(colours.getpalette() or ())
        self._theme, self._colours = theme, colours
        full = Image.new("RGB", size, theme.rgb("table.background"))
        paint(full, shapes, theme)
        self._bands = cut(*size, shapes)
        self._empty = self._with_left(full)
        self._bases = _bases(full, self._bands)
        # Kept with the board, so that they are gone when it is.
        self._touches = lru_cache(_SHAPES)(self._find_touches)
        self._drawn = lru_cache(_TILES)(self._draw)
        self._with_box = lru_cache(_BOXES)(self._draw_box)

    def patched(self, table: tuple[Shape, ...]) -> bytes:
        """The picture of all that lies on the table; each line begins with a byte of 0."""
        changed = defaultdict[Rectangle, list[Touch]](list)
        for shape in table:
            for touch in self._touches(shape):
                changed[touch.tile].append(touch)
        image = self._empty.copy()
        for tile, touches in changed.items():
            self._patch(image, tile, touches)
        return image.tobytes()

    def reduced(self, picture: Image.Image) -> bytes:
        """A picture that was drawn in full colour, as `patched` gives it."""
        return self._with_left(picture).tobytes()

    def _patch(self, image: Image.Image, tile: Rectangle, touches: list[Touch]) -> None:
        base, left, top = self._bases[tile], _LEFT + tile[0], tile[1]
        if not touches[0].is_box:
            stamped = tuple([stamp for touch in touches for stamp in touch.stamped])
            image.paste(self._drawn(base, stamped), (left, top))
            return
        # A card's box is the most of it and seldom new, and so are most of the words on it.
        first, *rest = touches
        card = self._with_box(base, first.stamped)
        image.paste(self._drawn(card, ()), (left, top))
        whole = (0, 0, *card.image.size)
        for part, stamped in _apart(rest, whole):
            image.paste(self._drawn(card, stamped, part), (left + part[0], top + part[1]))

    def _find_touches(self, shape: Shape) -> list[Touch]:
        """What a shape does to the tiles that it reaches into."""
        stamped = stamps(shape)
        if not stamped:
            return []
        box = reduce(around, [stamp.box for stamp in stamped])
        return [
            Touch(
                tile,
                seen_from(box, *tile[:2]),
                tuple(stamp.seen_from(*tile[:2]) for stamp in stamped),
                isinstance(shape, Box),
            )
            for band in self._bands
            for tile in band.under(box)
        ]

    def _draw(
        self, base: Base, stamped: tuple[Stamp, ...], part: Rectangle | None = None
    ) -> Image.Image:
        """A tile or a part of it, with these stamps, reduced."""
        image = base.image.crop(part) if part else base.image.copy()
        left, top = part[:2] if part else (0, 0)
        press(image, (stamp.seen_from(left, top) for stamp in stamped), self._theme)
        return self._reduced(image)

    def _draw_box(self, base: Base, stamped: tuple[Stamp, ...]) -> Base:
        image = base.image.copy()
        press(image, stamped, self._theme)
        return Base(image)

    def _with_left(self, picture: Image.Image) -> Image.Image:
        """A picture in full colour, reduced, with the columns on its left."""
        reduced = self._reduced(picture)
        image = Image.new("L", (_LEFT + reduced.width, reduced.height))
        image.paste(reduced, (_LEFT, 0))
        return image

    def _reduced(self, image: Image.Image) -> Image.Image:
        reduced = image.quantize(palette=self._colours, dither=Image.Dither.NONE)
        return Image.frombytes("L", reduced.size, reduced.tobytes())


def _bases(full: Image.Image, bands: tuple[Band, ...]) -> dict[Rectangle, Base]:
    """What all tiles show while the board is empty."""
    known: dict[tuple[tuple[int, int], bytes], Base] = {}
    bases: dict[Rectangle, Base] = {}
    for band in bands:
        for tile in band.tiles:
            image = full.crop(tile)
            bases[tile] = known.setdefault((image.size, image.tobytes()), Base(image))
    return bases


def _apart(touches: list[Touch], whole: Rectangle) -> Iterator[tuple[Rectangle, tuple[Stamp, ...]]]:
    """What is pressed onto a tile, in parts of it that share no pixel, in each in its order."""
    parts: list[tuple[Rectangle, list[int]]] = []
    for number, touch in enumerate(touches):
        box, members = overlap(touch.box, whole), [number]
        # A part that has grown may have met another.
        while met := [one for one in parts if not empty(overlap(one[0], box))]:
            for one in met:
                parts.remove(one)
                box, members = around(one[0], box), members + one[1]
        parts.append((box, members))
    for box, members in parts:
        yield box, tuple(stamp for number in sorted(members) for stamp in touches[number].stamped)


@lru_cache(_GROUNDS)
def ground(
    size: tuple[int, int],
    shapes: tuple[Shape, ...],
    theme: Theme,
    stones: tuple[str, ...],
    steps: int,
) -> Ground:
    """The empty board of a picture, for stones of these colours."""
    return Ground(size, shapes, theme, palette(theme, stones, steps))
