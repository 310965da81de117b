"""Pictures as PNG: a scene, small enough for every turn, or what is laid out in one piece."""

from functools import lru_cache
from io import BytesIO

from PIL import Image

from renderers import theme as themes
from renderers.layout import layout
from renderers.lettering import drawable, fit, width
from renderers.palette import QUICK, packed, palette
from renderers.raster import paint
from renderers.scene import Scene
from renderers.shapes import Drawing, Shape, Text
from renderers.theme import Theme
from renderers.tiles import ground

WIDE = 800
NAME = 23
"""The size of names in brackets and tables: ten pixels where a phone shows a picture 360 wide."""


def flat_png(drawing: Drawing, theme: Theme, stones: tuple[str, ...] = ()) -> bytes:
    """A drawing as PNG, in the theme's colours and those of the stones that lie in it."""
    image = Image.new("RGB", (drawing.wide, drawing.high), theme.rgb("table.background"))
    paint(image, drawing.shapes, theme)
    out = BytesIO()
    colours = palette(theme, tuple(sorted(set(stones))))
    image.quantize(palette=colours, dither=Image.Dither.NONE).save(out, "PNG", compress_level=7)
    return out.getvalue()


def headline(words: str, aside: str = "") -> list[Shape]:
    """What a picture is called, and small to the right of it what is to be known besides."""
    small, size = fit(drawable(aside), WIDE / 3, (20, 18), bold=False)
    room = WIDE - 32 - (width(small, size, bold=False) + 20 if small else 0)
    shown, large = fit(drawable(words), room, (26, 22))
    drawn: list[Shape] = [Text(20, 44, shown, large, "table.ink")]
    if small:
        drawn.append(Text(WIDE - 20, 44, small, size, "table.muted", "end", bold=False))
    return drawn


MOST_BYTES = 45_000
"""No picture is larger than this."""
_TRIES = (3, (5, 9)), (2, (9,)), (1, (9,)), (0, (9,))
"""Steps of the palette, and the efforts with which its pictures are packed until one is small.

All but the last board of a match are tried quickly before; palettes of fewer steps are for large
boards of a rich theme.
"""


def png(scene: Scene) -> bytes:
    """The picture of a scene as PNG; may be called from any thread."""
    theme = themes.load(scene.theme)
    drawing = layout(scene, theme)
    size, stones = (drawing.wide, drawing.high), _shown(scene)
    # At the end of a match every tile is new: then it is quicker to draw the picture whole.
    whole = _painted(drawing, theme) if any(stone.decided for stone in scene.stones) else None
    for steps, efforts in _TRIES if whole is not None else ((3, (QUICK,)), *_TRIES):
        board = ground(size, drawing.ground, theme, stones, steps)
        lines = board.patched(drawing.table) if whole is None else board.reduced(whole)
        for effort in efforts:
            data = packed(size, board.palette, lines, effort)
            if len(data) <= MOST_BYTES:
                return data
    return data


def picture(scene: Scene) -> Image.Image:
    """The picture of a scene in full colour."""
    theme = themes.load(scene.theme)
    return _painted(layout(scene, theme), theme)


def _painted(drawing: Drawing, theme: Theme) -> Image.Image:
    image = _ground(drawing.wide, drawing.high, drawing.ground, theme).copy()
    paint(image, drawing.table, theme)
    return image


def scene_palette(scene: Scene, steps: int = 3) -> Image.Image:
    """The palette for a scene's pictures."""
    return palette(themes.load(scene.theme), _shown(scene), steps)


def _shown(scene: Scene) -> tuple[str, ...]:
    """The colours of stones in a scene."""
    shown = {seat.colour for seat in scene.seats} | {stone.colour for stone in scene.stones}
    return tuple(sorted(shown))


@lru_cache(maxsize=16)
def _ground(wide: int, high: int, shapes: tuple[Shape, ...], theme: Theme) -> Image.Image:
    """The board without its stones. It is shared: copy it before drawing on it."""
    image = Image.new("RGB", (wide, high), theme.rgb("table.background"))
    paint(image, shapes, theme)
    return image
