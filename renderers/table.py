"""A cup's table as a picture: who stands where, with how many points, and what parted equals.

Ann and Bob have 4½ points each; a bracket joins their rows, with "SB" beside it: Sonneborn-Berger
put Ann first. The first eight go on: a line is drawn after them, with a word on it. For `cup table`
and a cup's page.

Letters are as large as in a bracket, so that names can be read on a phone. A table of more than
`MOST_ROWS` is cut into pages of equal length: on one picture a phone would show it as a narrow
strip. Eight groups of four would be eight pictures, of which a chat shows eight small corners. They
are two sheets of four tables, each as high as a phone shows with little scrolling.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

from renderers import theme as themes
from renderers.cup_scene import TableRow, TableScene, cuts, numbered
from renderers.layout_cards import MARGIN
from renderers.lettering import drawable, fit, named, width
from renderers.pieces import CAP
from renderers.png import NAME, WIDE, flat_png, headline
from renderers.shapes import Box, Drawing, Segment, Shape, Text
from renderers.svg import flat_svg

MOST_ROWS = 32
_TOP, _HEAD, _ROW, _LINE = 64, 40, 40, 34
"""Where the sheet begins; how high its heads, a row, and the line of those who go on are."""
_INNER, _GAP = 14, 20
"""From the sheet's edge to what stands on it, and between two columns."""
_SMALL = (20, 18, 16)
_PLACE, _NAME = 44, 220
"""What is kept for places and names, whatever is written in the other columns."""


def table_pages(scene: TableScene) -> tuple[TableScene, ...]:
    """The pages of a table, in their order."""
    count = ceil(len(scene.rows) / MOST_ROWS)
    if count < 2:
        return (scene,)
    return tuple(
        replace(
            scene,
            rows=scene.rows[start:end],
            through=_within(scene.through, start, end),
            caption=numbered(scene.caption, number, count),
        )
        for number, (start, end) in enumerate(cuts(len(scene.rows), count), 1)
    )


def _within(through: int | None, start: int, end: int) -> int | None:
    """After how many of a page's rows the line is drawn, if it is on that page."""
    return through - start if through is not None and start < through <= end else None


def table_png(page: TableScene) -> bytes:
    """A page as PNG, 800 pixels wide; may be called from any thread."""
    return flat_png(drawing(page), themes.load(page.theme))


def table_svg(page: TableScene, label: str) -> str:
    """A page as an `svg` element; `label` says in words what it shows."""
    return flat_svg(drawing(page), themes.load(page.theme), label)


@dataclass(frozen=True, slots=True)
class _Column:
    """A column of figures: its head, what stands in each row, and where it ends."""

    head: str
    texts: tuple[str, ...]
    right: float
    wide: float
    size: int
    bold: bool = False


def drawing(page: TableScene) -> Drawing:
    """Everything in the picture of a page, from the back to the front."""
    middles = list(_middles(page))
    bottom = middles[-1] + _ROW / 2 if middles else _TOP + _HEAD
    if page.through == len(page.rows):
        bottom += _LINE
    sheet = Box(
        MARGIN, _TOP, WIDE - 2 * MARGIN, bottom - _TOP + 8, 14, "table.panel", "table.line", 2
    )
    shapes = [*headline(page.title, page.caption), sheet, *_rules(page, middles)]
    columns, left = _columns(page)
    for column in columns:
        shapes += _figures(column, page, middles)
    shapes += _partings(page, middles)
    places = max((width(drawable(row.place), 20, bold=False) for row in page.rows), default=0)
    places = min(places, _PLACE)
    start = MARGIN + _INNER + max(places, 24)
    for row, middle in zip(page.rows, middles, strict=True):
        place, size = fit(drawable(row.place), _PLACE, _SMALL, bold=False)
        at = middle + CAP * size
        shapes.append(Text(start, at, place, size, "table.muted", "end", bold=False))
        shapes += _name(row, start + 14, left - _GAP, middle)
    return Drawing(WIDE, round(bottom + 8 + MARGIN), (), tuple(shapes))


def _middles(page: TableScene) -> Iterator[float]:
    """The middle of each row; the line of those who go on takes some room."""
    for place in range(len(page.rows)):
        passed = page.through is not None and place >= page.through
        yield _TOP + _HEAD + _ROW * (place + 0.5) + (_LINE if passed else 0)


def _columns(page: TableScene) -> tuple[list[_Column], float]:
    """The columns of figures, laid out from the right; and where the leftmost begins."""
    right = float(WIDE - MARGIN - _INNER)
    right -= _parting_room(page)
    wanted = [
        (page.points, tuple(row.points for row in page.rows), True),
        (page.record, tuple(row.record for row in page.rows), False),
        *(
            (head, tuple(row.ties[place] for row in page.rows), False)
            for place, head in enumerate(page.ties)
        ),
    ]
    # Only odd texts come near it: a figure needs half of what there is.
    widest = (right - MARGIN - _INNER - _PLACE - _NAME) / len(wanted) - _GAP
    columns: list[_Column] = []
    for head, texts, bold in reversed(wanted):
        size = 24 if bold else 20
        longest = max((width(drawable(text), size, bold) for text in texts), default=0)
        wide = min(max(longest, width(drawable(head), 17, bold=False)), widest)
        columns.append(_Column(head, texts, right, wide, size, bold))
        right -= wide + _GAP
    return columns, right + _GAP


def _figures(column: _Column, page: TableScene, middles: list[float]) -> Iterator[Shape]:
    head, size = fit(drawable(column.head), column.wide, (17, 16, 15), bold=False)
    yield Text(column.right, _TOP + 28, head, size, "table.muted", "end", bold=False)
    sizes = (column.size, column.size - 2, column.size - 4)
    for row, words, middle in zip(page.rows, column.texts, middles, strict=True):
        bold = column.bold and not row.faint
        text, size = fit(drawable(words), column.wide, sizes, bold)
        ink = "table.ink" if column.bold and not row.faint else "table.muted"
        yield Text(column.right, middle + CAP * size, text, size, ink, "end", bold=bold)


def _name(row: TableRow, left: float, right: float, middle: float) -> Iterator[Shape]:
    """Who it is, and small what is to be known of them."""
    note, small = fit(drawable(row.note), 110, (18, 16), bold=False)
    room = right - left - (width(note, small, bold=False) + 12 if note else 0)
    bold = not row.faint
    name, size = fit(named(row.name, "a player"), room, (NAME,), bold)
    ink = "table.muted" if row.faint else "table.ink"
    yield Text(left, middle + CAP * size, name, size, ink, bold=bold)
    if note:
        yield Text(right, middle + CAP * small, note, small, "table.muted", "end", bold=False)


def _rules(page: TableScene, middles: list[float]) -> Iterator[Shape]:
    """A thin line over each row, and a strong one with its word after those who go on."""
    left = MARGIN + _INNER
    right = WIDE - MARGIN - _INNER - _parting_room(page)
    for place, middle in enumerate(middles):
        if place != page.through:
            yield Segment(left, middle - _ROW / 2, right, middle - _ROW / 2, 1, "table.line")
    if not page.through:
        return
    y = middles[page.through - 1] + _ROW / 2 + _LINE / 2
    words, size = fit(f"↑ {drawable(page.through_word)}", (right - left) / 2, (19, 18), bold=True)
    yield Text(left, y + CAP * size, words, size, "table.accent")
    yield Segment(left + width(words, size) + 14, y, right, y, 3, "table.accent")


def _parting_room(page: TableScene) -> float:
    """What the marks of what parted rows need, with the bracket before them, if there are any."""
    marks = [drawable(row.parted_by) for row in page.rows if row.parted_by]
    if not marks:
        return 0
    return min(max(width(mark, 17, bold=False) for mark in marks), 90) + 16 + _GAP


def _partings(page: TableScene, middles: list[float]) -> Iterator[Shape]:
    """A bracket from each row to the one that it was parted from, and the name of what did it."""
    left = WIDE - MARGIN - _INNER - _parting_room(page) + _GAP
    # The first row of a later page may have been parted from one that is not on it.
    higher = [_TOP + _HEAD - _ROW / 2, *middles]
    for place, (above, below, row) in enumerate(zip(higher, middles, page.rows, strict=False)):
        if not row.parted_by:
            continue
        top, bottom = above + 3, below - 3
        if place:
            yield Segment(left, top, left + 6, top, 2, "table.muted")
        yield Segment(left + 6, top, left + 6, bottom, 2, "table.muted")
        yield Segment(left, bottom, left + 6, bottom, 2, "table.muted")
        words, size = fit(drawable(row.parted_by), 90, (17, 16, 15), bold=False)
        at = (above + below) / 2 + CAP * size
        yield Text(left + 16, at, words, size, "table.muted", bold=False)


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
