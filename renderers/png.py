"""A scene as PNG: 800 pixels wide, and small enough to be sent after every turn."""

from functools import lru_cache

from PIL import Image

from renderers import theme as themes
from renderers.layout import layout
from renderers.packing import QUICK, packed
from renderers.palette import palette
from renderers.patched import ground
from renderers.raster import paint
from renderers.scene import Scene
from renderers.shapes import Drawing, Shape
from renderers.theme import Theme

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
