"""Shapes to pixels, antialiased.

Every shape is a mask, drawn once four times too large and scaled down, then kept: a board is the
same few masks stamped over and over. Stamps land on whole pixels, which keeps them crisp and the
files small.
"""

from collections.abc import Callable
from functools import lru_cache
from math import ceil
from typing import assert_never

from PIL import Image, ImageDraw

from renderers.grid import ROW_STEP, hexagon
from renderers.lettering import stencil, width
from renderers.shapes import Box, Hexagon, Line, Oval, Shape, Text
from renderers.theme import Theme

_FINE = 4


def paint(image: Image.Image, shapes: tuple[Shape, ...], theme: Theme) -> None:
    """Draw the shapes onto an RGB image, in their order."""
    for shape in shapes:
        match shape:
            case Text():
                _write(image, shape, theme)
            case Line():
                _stroke(image, shape, theme)
            case Hexagon() | Oval() | Box():
                _fill(image, shape, theme)
            case _:
                assert_never(shape)


def _write(image: Image.Image, text: Text, theme: Theme) -> None:
    if not text.text:
        return
    mask, left, top = stencil(text.text, text.size, text.bold)
    share = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
    start = text.x - share * width(text.text, text.size, text.bold)
    image.paste(theme.rgb(text.fill), (round(start + left), round(text.y + top)), mask)


def _stroke(image: Image.Image, line: Line, theme: Theme) -> None:
    dx, dy = round(line.x2 - line.x1), round(line.y2 - line.y1)
    mask = _line_mask(dx, dy, line.width)
    reach = ceil(line.width / 2) + 1
    corner = round(line.x1) + min(dx, 0) - reach, round(line.y1) + min(dy, 0) - reach
    image.paste(theme.rgb(line.stroke), corner, mask)


def _fill(image: Image.Image, shape: Hexagon | Oval | Box, theme: Theme) -> None:
    mask, corner = _outer(shape, 0)
    if not shape.outline:
        image.paste(theme.rgb(shape.fill), corner, mask)
    elif not shape.fill:
        ring = _outer(shape, shape.width, hollow=True)[0]
        image.paste(theme.rgb(shape.outline), corner, ring)
    else:
        image.paste(theme.rgb(shape.outline), corner, mask)
        image.paste(theme.rgb(shape.fill), corner, _outer(shape, shape.width)[0])


def _outer(
    shape: Hexagon | Oval | Box, inset: float, *, hollow: bool = False
) -> tuple[Image.Image, tuple[int, int]]:
    """The mask of a closed shape without `inset` pixels of its edge, or of that edge alone."""
    match shape:
        case Box():
            size = round(shape.wide), round(shape.high)
            return _box_mask(*size, shape.radius, inset, hollow), (round(shape.x), round(shape.y))
        case Oval():
            mask = _oval_mask(shape.rx, shape.ry, inset, hollow)
        case Hexagon():
            mask = _hexagon_mask(shape.radius, inset, hollow)
        case _:
            assert_never(shape)
    left, top = round(shape.x) - mask.width // 2, round(shape.y) - mask.height // 2
    return mask, (left, top)


@lru_cache(maxsize=256)
def _box_mask(wide: int, high: int, radius: float, inset: float, hollow: bool) -> Image.Image:
    def draw(pen: ImageDraw.ImageDraw, edge: float, value: int) -> None:
        box = _scaled(edge, edge, wide - edge, high - edge)
        pen.rounded_rectangle(box, max(radius - edge, 0) * _FINE, value)

    return _mask(wide, high, draw, inset, hollow)


@lru_cache(maxsize=256)
def _oval_mask(rx: float, ry: float, inset: float, hollow: bool) -> Image.Image:
    x, y = ceil(rx) + 0.5, ceil(ry) + 0.5

    def draw(pen: ImageDraw.ImageDraw, edge: float, value: int) -> None:
        pen.ellipse(_scaled(x - rx + edge, y - ry + edge, x + rx - edge, y + ry - edge), value)

    return _mask(round(2 * x), round(2 * y), draw, inset, hollow)


@lru_cache(maxsize=256)
def _hexagon_mask(radius: float, inset: float, hollow: bool) -> Image.Image:
    middle = ceil(radius) + 0.5

    def draw(pen: ImageDraw.ImageDraw, edge: float, value: int) -> None:
        # An edge moved inwards by one pixel moves the corners by 1 / ROW_STEP.
        corners = hexagon(middle, middle, radius - edge / ROW_STEP)
        pen.polygon([(x * _FINE, y * _FINE) for x, y in corners], value)

    return _mask(round(2 * middle), round(2 * middle), draw, inset, hollow)


def _mask(
    wide: int, high: int, draw: Callable[..., None], inset: float, hollow: bool
) -> Image.Image:
    """What `draw` draws without `inset` pixels of its edge, or of that edge alone."""
    mask = Image.new("L", (wide * _FINE, high * _FINE))
    pen = ImageDraw.Draw(mask)
    draw(pen, 0 if hollow else inset, 255)
    if hollow:
        draw(pen, inset, 0)
    return mask.reduce(_FINE)


@lru_cache(maxsize=256)
def _line_mask(dx: int, dy: int, thick: float) -> Image.Image:
    reach = ceil(thick / 2) + 1
    size = abs(dx) + 2 * reach + 1, abs(dy) + 2 * reach + 1
    mask = Image.new("L", (size[0] * _FINE, size[1] * _FINE))
    pen = ImageDraw.Draw(mask)
    start = reach + 0.5 - min(dx, 0), reach + 0.5 - min(dy, 0)
    end = start[0] + dx, start[1] + dy
    pen.line(_scaled(*start, *end), 255, round(thick * _FINE))
    for x, y in (start, end):
        pen.ellipse(_scaled(x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), 255)
    return mask.reduce(_FINE)


def _scaled(
    left: float, top: float, right: float, bottom: float
) -> tuple[float, float, float, float]:
    """Two corners, on the larger sheet."""
    return left * _FINE, top * _FINE, right * _FINE, bottom * _FINE
