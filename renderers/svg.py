"""A scene as SVG, to stand inside a web page.

Every cell of the board is one element with its name in `data-cell` and the class `cell`, with
`empty` or `taken` beside it, so that a page can make it clickable; nothing that lies on the table
catches the pointer.
"""

import re
from html import escape
from typing import assert_never

from renderers import grid
from renderers import theme as themes
from renderers.layout import layout
from renderers.lettering import width
from renderers.pieces import loose_stone
from renderers.scene import Scene
from renderers.shapes import Box, Drawing, Hexagon, Oval, Segment, Shape, Text
from renderers.theme import Theme

FONT = "Inter, system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', 'DejaVu Sans', sans-serif"
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def svg(scene: Scene, *, board_only: bool = False, theme: Theme | None = None) -> str:
    """The picture of a scene as an `svg` element, with its position in words as its label.

    `board_only` leaves out the players' cards and the strip below, for pages that have their own;
    `theme` is another than the scene's.
    """
    theme = theme or themes.load(scene.theme)
    drawing = layout(scene, theme, board_only=board_only)
    taken = {grid.name(stone.cell) for stone in scene.stones}
    parts = [*_opening(drawing, theme, scene.alt or "The board", "board-picture"), "<g>"]
    parts += [_element(shape, theme, taken) for shape in drawing.ground]
    parts.append('</g><g pointer-events="none">')
    parts += [_element(shape, theme, taken) for shape in drawing.table]
    parts.append("</g></svg>")
    return "\n".join(parts)


def flat_svg(drawing: Drawing, theme: Theme, label: str) -> str:
    """A drawing laid out in one piece, with what it shows in words as its label.

    Names and figures stand close to each other: every text is as wide as it was laid out, also
    where a browser has a wider typeface.
    """
    parts = _opening(drawing, theme, label, "flat-picture")
    parts += [
        _text(shape, theme, fixed=True)
        if isinstance(shape, Text)
        else _element(shape, theme, set())
        for shape in drawing.shapes
    ]
    return "\n".join([*parts, "</svg>"])


def _opening(drawing: Drawing, theme: Theme, label: str, look: str) -> list[str]:
    """The element's beginning, and what the picture lies on."""
    size = f'width="{drawing.wide}" height="{drawing.high}"'
    view = f"0 {drawing.top} {drawing.wide} {drawing.high}"
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" {size} class="{look}"'
        f' role="img" aria-label="{_safe(label)}" font-family="{_safe(FONT)}">'
    )
    ground = theme.colours["table.background"]
    return [opening, f'<rect y="{drawing.top}" {size} rx="16" fill="{ground}"/>']


def turn_icon(colour: str, *, yours: bool) -> str:
    """A small square picture of whose turn it is; on gold where it is the reader's own."""
    theme = themes.load(themes.DEFAULT)
    ground, edge = ("table.accent", "rim") if yours else ("table.background", "halo")
    shapes = loose_stone(16, 16, 10, colour, theme, edge=edge)
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">',
        f'<path fill="{theme.colours[ground]}" d="M16 1l13 7.5v15L16 31 3 23.5v-15z"/>',
        *(_element(shape, theme, set()) for shape in shapes),
    ]
    return "".join([*parts, "</svg>"])


def _element(shape: Shape, theme: Theme, taken: set[str]) -> str:
    match shape:
        case Hexagon():
            return _hexagon(shape, theme, taken)
        case Oval():
            inset = shape.width / 2
            return (
                f'<ellipse cx="{_n(shape.x)}" cy="{_n(shape.y)}" rx="{_n(shape.rx - inset)}"'
                f' ry="{_n(shape.ry - inset)}"{_paint(shape, theme)}/>'
            )
        case Box():
            inset = shape.width / 2
            return (
                f'<rect x="{_n(shape.x + inset)}" y="{_n(shape.y + inset)}"'
                f' width="{_n(shape.wide - shape.width)}" height="{_n(shape.high - shape.width)}"'
                f' rx="{_n(shape.radius - inset)}"{_paint(shape, theme)}/>'
            )
        case Segment():
            return (
                f'<path d="M{_n(shape.x1)} {_n(shape.y1)}L{_n(shape.x2)} {_n(shape.y2)}"'
                f' stroke="{theme.colours[shape.stroke]}" stroke-width="{_n(shape.width)}"'
                ' stroke-linecap="round"/>'
            )
        case Text():
            return _text(shape, theme)
        case _:
            assert_never(shape)


def _text(shape: Text, theme: Theme, *, fixed: bool = False) -> str:
    length = ""
    if fixed and shape.text:
        wide = _n(width(shape.text, shape.size, shape.bold))
        length = f' textLength="{wide}" lengthAdjust="spacingAndGlyphs"'
    return (
        f'<text x="{_n(shape.x)}" y="{_n(shape.y)}" font-size="{shape.size}"'
        f' font-weight="{700 if shape.bold else 500}" text-anchor="{shape.anchor}"{length}'
        f' fill="{theme.colours[shape.fill]}" pointer-events="none">{_safe(shape.text)}</text>'
    )


def _hexagon(shape: Hexagon, theme: Theme, taken: set[str]) -> str:
    # A stroke is drawn on both sides of its line; an outline here lies inside its edge.
    reach = shape.radius - shape.width / 2 / grid.ROW_STEP
    points = " ".join(f"{_n(x)},{_n(y)}" for x, y in grid.hexagon(shape.x, shape.y, reach))
    named = ""
    if shape.cell:
        state = "taken" if shape.cell in taken else "empty"
        named = f' class="cell {state}" data-cell="{shape.cell}"'
    return f'<polygon points="{points}"{named}{_paint(shape, theme)}/>'


def _paint(shape: Hexagon | Oval | Box, theme: Theme) -> str:
    fill = theme.colours[shape.fill] if shape.fill else "none"
    if not shape.outline:
        return f' fill="{fill}"'
    line = theme.colours[shape.outline]
    return f' fill="{fill}" stroke="{line}" stroke-width="{_n(shape.width)}"'


def _n(length: float) -> str:
    """A length with one decimal at most."""
    return f"{length:.1f}".removesuffix(".0")


def _safe(text: str) -> str:
    """Text from anybody, as it may stand in an attribute or between tags."""
    return escape(_NOT_XML.sub("", text))
