"""A scene as PNG: 800 pixels wide, and small enough to be sent after every turn."""

from functools import lru_cache
from io import BytesIO

from PIL import Image

from renderers import theme as themes
from renderers.layout import layout
from renderers.palette import palette
from renderers.raster import paint
from renderers.scene import Scene
from renderers.shapes import Shape
from renderers.theme import Theme

MOST_BYTES = 45_000
"""No picture is larger than this."""


def png(scene: Scene) -> bytes:
    """The picture of a scene as PNG; may be called from any thread."""
    image = picture(scene)
    # The first is right for nearly all; the others are for the fullest boards of a rich theme.
    for steps, effort in ((3, 7), (2, 9), (1, 9), (0, 9)):
        out = BytesIO()
        colours = scene_palette(scene, steps)
        plain = image.quantize(palette=colours, dither=Image.Dither.NONE)
        plain.save(out, "PNG", compress_level=effort)
        if out.tell() <= MOST_BYTES:
            break
    return out.getvalue()


def picture(scene: Scene) -> Image.Image:
    """The picture of a scene in full colour."""
    theme = themes.load(scene.theme)
    drawing = layout(scene, theme)
    image = _ground(drawing.wide, drawing.high, drawing.ground, theme).copy()
    paint(image, drawing.table, theme)
    return image


def scene_palette(scene: Scene, steps: int = 3) -> Image.Image:
    """The palette for a scene's pictures."""
    shown = {seat.colour for seat in scene.seats} | {stone.colour for stone in scene.stones}
    return palette(themes.load(scene.theme), tuple(sorted(shown)), steps)


@lru_cache(maxsize=16)
def _ground(wide: int, high: int, shapes: tuple[Shape, ...], theme: Theme) -> Image.Image:
    """The board without its stones. It is shared: copy it before drawing on it."""
    image = Image.new("RGB", (wide, high), theme.rgb("table.background"))
    paint(image, shapes, theme)
    return image
