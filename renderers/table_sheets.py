"""Several tables on one picture, one below the other: those of a cup's groups.

Eight groups of four would be eight pictures, of which a chat shows eight small corners. They are
two sheets of four tables, each as high as a phone shows with little scrolling.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from renderers import theme as themes
from renderers.cup_scene import TableScene
from renderers.flat import WIDE, flat_png
from renderers.shapes import Drawing, Segment, Shape
from renderers.svg import flat_svg
from renderers.table import MOST_ROWS, drawing, table_pages

Sheet = tuple[TableScene, ...]
_HEADS = 3
"""What is written above a table takes as much room as so many rows."""


def table_sheets(scenes: Iterable[TableScene]) -> tuple[Sheet, ...]:
    """The tables in their order on as few sheets as can be, which are about equally high."""
    pages = [page for scene in scenes for page in table_pages(scene)]
    fewest = _filled(pages, MOST_ROWS + _HEADS)
    least = max(map(_weight, pages), default=0)
    tries = (_filled(pages, limit) for limit in range(least, MOST_ROWS + _HEADS))
    return next((sheets for sheets in tries if len(sheets) == len(fewest)), fewest)


def sheet_png(sheet: Sheet) -> bytes:
    """A sheet as PNG, 800 pixels wide; may be called from any thread."""
    return flat_png(sheet_drawing(sheet), themes.load(sheet[0].theme))


def sheet_svg(sheet: Sheet, label: str) -> str:
    """A sheet as an `svg` element; `label` says in words what it shows."""
    return flat_svg(sheet_drawing(sheet), themes.load(sheet[0].theme), label)


def sheet_drawing(sheet: Sheet) -> Drawing:
    """Everything in the picture of a sheet, from the back to the front."""
    shapes: list[Shape] = []
    high = 0
    for table in map(drawing, sheet):
        shapes += _lowered(table.shapes, high)
        high += table.high
    return Drawing(WIDE, high, (), tuple(shapes))


def _weight(page: TableScene) -> int:
    return len(page.rows) + _HEADS


def _filled(pages: Sequence[TableScene], limit: int) -> tuple[Sheet, ...]:
    """Each sheet as full as the limit lets it be."""
    sheets: list[list[TableScene]] = []
    for page in pages:
        if not sheets or sum(map(_weight, (*sheets[-1], page))) > limit:
            sheets.append([])
        sheets[-1].append(page)
    return tuple(map(tuple, sheets))


def _lowered(shapes: Iterable[Shape], by: int) -> Iterator[Shape]:
    for shape in shapes:
        if isinstance(shape, Segment):
            yield replace(shape, y1=shape.y1 + by, y2=shape.y2 + by)
        else:
            yield replace(shape, y=shape.y + by)
