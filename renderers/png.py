"""A scene as PNG: 800 pixels wide, and small enough to be sent after every turn."""

from collections.abc import Iterator
from functools import lru_cache

from PIL import Image

from renderers import grid
from renderers import theme as themes
from renderers.layout import layout
from renderers.packing import packed
from renderers.palette import palette
from renderers.patched import ground
from renderers.raster import paint
from renderers.scene import Scene
from renderers.shapes import Shape
from renderers.theme import Theme

MOST_BYTES = 45_000
"""No picture is larger than this."""
_USUAL_BYTES = 40_000
_HARDEST = 9
"""The effort with which the fullest boards are packed, on zlib's scale."""


def png(scene: Scene) -> bytes:
    """The picture of a scene as PNG; may be called from any thread."""
    theme = themes.load(scene.theme)
    drawing = layout(scene, theme)
    size, stones = (drawing.wide, drawing.high), _shown(scene)
    # At the end of a match every tile is new: then it is quicker to draw the picture whole.
    whole = picture(scene) if any(stone.decided for stone in scene.stones) else None
    for steps, effort, most in _tries(scene):
        board = ground(size, drawing.ground, theme, stones, steps)
        lines = board.patched(drawing.table) if whole is None else board.reduced(whole)
        data = packed(size, board.palette, lines, effort)
        if len(data) <= most:
            break
    return data


def _tries(scene: Scene) -> Iterator[tuple[int, int, int]]:
    """Steps of the palette, the effort of packing, and the size at which that will do.

    The first does for all but the fullest boards, such as the last of a match; palettes of fewer
    steps are for large boards of a rich theme.
    """
    half_empty = 2 * len(scene.stones) <= len(grid.cells(scene.side))
    yield 3, 4 if half_empty else 5, _USUAL_BYTES
    for steps in (3, 2, 1, 0):
        yield steps, _HARDEST, MOST_BYTES


def picture(scene: Scene) -> Image.Image:
    """The picture of a scene in full colour."""
    theme = themes.load(scene.theme)
    drawing = layout(scene, theme)
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
