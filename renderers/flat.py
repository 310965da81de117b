"""Pictures that are laid out in one piece, as PNG: charts, and what is shown of a cup."""

from io import BytesIO

from PIL import Image

from renderers.lettering import fit, width
from renderers.names import drawable
from renderers.palette import palette
from renderers.raster import paint
from renderers.shapes import Drawing, Shape, Text
from renderers.theme import Theme

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
