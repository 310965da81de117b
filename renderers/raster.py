"""Shapes to pixels, antialiased.

Every shape is a mask, drawn once four times too large and scaled down, then kept: a board is the
same few masks stamped over and over. Stamps land on whole pixels, which keeps them crisp and the
files small.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import NamedTuple, assert_never

from PIL import Image, ImageDraw

from renderers.grid import ROW_STEP, hexagon
from renderers.lettering import stencil, width
from renderers.shapes import Box, Hexagon, Oval, Rectangle, Segment, Shape, Text
from renderers.theme import Theme

_FINE = 4


@dataclass(frozen=True, slots=True, eq=False)
class Mask:
    """What is covered how much; kept ones are told apart as they are, not by their pixels."""

    image: Image.Image


class Stamp(NamedTuple):
    """A mask to be filled with a role's colour, its top left corner at a pixel."""

    fill: str
    mask: Mask
    left: int
    top: int

    @property
    def box(self) -> Rectangle:
        """The pixels it may change."""
        wide, high = self.mask.image.size
        return self.left, self.top, self.left + wide, self.top + high

    def seen_from(self, left: int, top: int) -> "Stamp":
        """The same stamp in a part of the picture that begins there."""
        return self._replace(left=self.left - left, top=self.top - top)


def paint(image: Image.Image, shapes: Iterable[Shape], theme: Theme) -> None:
    """Draw the shapes onto an RGB image, in their order."""
    for shape in shapes:
        press(image, stamps(shape), theme)


def press(image: Image.Image, stamped: Iterable[Stamp], theme: Theme) -> None:
    """Press stamps onto an RGB image, in their order."""
    for fill, mask, left, top in stamped:
        image.paste(theme.rgb(fill), (left, top), mask.image)


@lru_cache(maxsize=1024)
def stamps(shape: Shape) -> tuple[Stamp, ...]:
    """What is pressed onto a picture for a shape, in this order."""
    match shape:
        case Text():
            return _written(shape)
        case Segment():
            return _stroke(shape)
        case Hexagon() | Oval() | Box():
            return _filled(shape)
        case _:
            assert_never(shape)


def _written(text: Text) -> tuple[Stamp, ...]:
    if not text.text:
        return ()
    mask, left, top = _lettered(text.text, text.size, text.bold)
    share = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
    start = text.x - share * width(text.text, text.size, text.bold)
    return (Stamp(text.fill, mask, round(start + left), round(text.y + top)),)


@lru_cache(maxsize=1024)
def _lettered(text: str, size: int, bold: bool) -> tuple[Mask, int, int]:
    image, left, top = stencil(text, size, bold)
    return Mask(image), left, top


def _stroke(line: Segment) -> tuple[Stamp, ...]:
    dx, dy = round(line.x2 - line.x1), round(line.y2 - line.y1)
    mask = _line_mask(dx, dy, line.width)
    reach = ceil(line.width / 2) + 1
    left, top = round(line.x1) + min(dx, 0) - reach, round(line.y1) + min(dy, 0) - reach
    return (Stamp(line.stroke, mask, left, top),)


def _filled(shape: Hexagon | Oval | Box) -> tuple[Stamp, ...]:
    mask, corner = _outer(shape, 0)
    if not shape.outline:
        return (Stamp(shape.fill, mask, *corner),)
    if not shape.fill:
        ring = _outer(shape, shape.width, hollow=True)[0]
        return (Stamp(shape.outline, ring, *corner),)
    inner = _outer(shape, shape.width)[0]
    return Stamp(shape.outline, mask, *corner), Stamp(shape.fill, inner, *corner)


def _outer(
    shape: Hexagon | Oval | Box, inset: float, *, hollow: bool = False
) -> tuple[Mask, tuple[int, int]]:
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
    wide, high = mask.image.size
    left, top = round(shape.x) - wide // 2, round(shape.y) - high // 2
    return mask, (left, top)


@lru_cache(maxsize=256)
def _box_mask(wide: int, high: int, radius: float, inset: float, hollow: bool) -> Mask:
    def draw(pen: ImageDraw.ImageDraw, edge: float, value: int) -> None:
        box = _scaled(edge, edge, wide - edge, high - edge)
        pen.rounded_rectangle(box, max(radius - edge, 0) * _FINE, value)

    return _mask(wide, high, draw, inset, hollow)


@lru_cache(maxsize=256)
def _oval_mask(rx: float, ry: float, inset: float, hollow: bool) -> Mask:
    x, y = ceil(rx) + 0.5, ceil(ry) + 0.5

    def draw(pen: ImageDraw.ImageDraw, edge: float, value: int) -> None:
        pen.ellipse(_scaled(x - rx + edge, y - ry + edge, x + rx - edge, y + ry - edge), value)

    return _mask(round(2 * x), round(2 * y), draw, inset, hollow)


@lru_cache(maxsize=256)
def _hexagon_mask(radius: float, inset: float, hollow: bool) -> Mask:
    middle = ceil(radius) + 0.5

    def draw(pen: ImageDraw.ImageDraw, edge: float, value: int) -> None:
        # An edge moved inwards by one pixel moves the corners by 1 / ROW_STEP.
        corners = hexagon(middle, middle, radius - edge / ROW_STEP)
        pen.polygon([(x * _FINE, y * _FINE) for x, y in corners], value)

    return _mask(round(2 * middle), round(2 * middle), draw, inset, hollow)


def _mask(wide: int, high: int, draw: Callable[..., None], inset: float, hollow: bool) -> Mask:
    """What `draw` draws without `inset` pixels of its edge, or of that edge alone."""
    mask = Image.new("L", (wide * _FINE, high * _FINE))
    pen = ImageDraw.Draw(mask)
    draw(pen, 0 if hollow else inset, 255)
    if hollow:
        draw(pen, inset, 0)
    return Mask(mask.reduce(_FINE))


@lru_cache(maxsize=256)
def _line_mask(dx: int, dy: int, thick: float) -> Mask:
    reach = ceil(thick / 2) + 1
    size = abs(dx) + 2 * reach + 1, abs(dy) + 2 * reach + 1
    mask = Image.new("L", (size[0] * _FINE, size[1] * _FINE))
    pen = ImageDraw.Draw(mask)
    start = reach + 0.5 - min(dx, 0), reach + 0.5 - min(dy, 0)
    end = start[0] + dx, start[1] + dy
    pen.line(_scaled(*start, *end), 255, round(thick * _FINE))
    for x, y in (start, end):
        pen.ellipse(_scaled(x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), 255)
    return Mask(mask.reduce(_FINE))


def _scaled(
    left: float, top: float, right: float, bottom: float
) -> tuple[float, float, float, float]:
    """Two corners, on the larger sheet."""
    return left * _FINE, top * _FINE, right * _FINE, bottom * _FINE
