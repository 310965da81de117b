"""A board to print, as a PDF of paths and text, with a score track for stones around it.

A PDF needs no library for that: it is a list of numbered objects, and text that says what to draw.
The board is drawn once; each sheet shows its part of it, a little more than up to the next sheet.
Lengths are in millimetres from the middle of the board, x to the right and y upwards.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import count
from math import cos, pi, prod, sin, sqrt

from renderers import grid

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a3": (297.0, 420.0)}
"""Width and height of a sheet; any other name is one sheet as large as the board."""
_MARGIN, _LAP, _BAR = 12.0, 8.0, 50.0
"""Around each sheet, shared by two sheets that are joined, and a bar that is to be measured."""
_AIR = 2.0
_NARROWEST = 180.0
"""The width that a line and the bar need at the foot of a sheet."""
_POINTS = 72 / 25.4
_WIDTHS = {"I": 0.28, "J": 0.5, "M": 0.83, "W": 0.94} | dict.fromkeys("0123456789", 0.56)
"""How wide Helvetica is, in parts of its size; all other capitals are about 0.69."""
_CELL = "{} m {} l {} l {} l {} l {} l s"
_OVAL = "{} m {} l {} {} {} c {} {} {} c {} l {} {} {} c {} {} {} c s"
_FONT = "/Font << /F 3 0 R >>"
_Pair = tuple[float, float]
_Words = tuple[str, str]


def pdf(
    side: int, stone: float, paper: str, foot: _Words, *, coordinates: bool, track: bool
) -> bytes:
    """The file of a board in whose cells stones of a width lie; `paper` is a key of `PAPERS`.

    `foot` are two lines at the foot of each sheet, the second only on sheets to be joined; it has
    the fields `number`, `sheets`, `row` and `column`.
    """
    cell = stone + _AIR
    ovals = list(_ovals(side, cell)) if track else []
    shapes: list[tuple[str, Sequence[_Pair]]] = [(_OVAL, oval[1:]) for oval in ovals]
    words = [(oval[0], str(number), 0.24 * cell) for number, oval in enumerate(ovals, 1)]
    for row, number in grid.cells(side):
        right, down = grid.place(side, (row, number))
        x, y = right * cell, -down * grid.ROW_STEP * cell
        shapes.append((_CELL, grid.hexagon(x, y, cell / sqrt(3))))
        if coordinates:
            words.append(((x, y), grid.name((row, number)), 0.24 * cell))
            if number == 1:
                words.append(((x - 0.8 * cell, y), grid.letter(row), 0.36 * cell))
    drawn = [path.format(*(_n(*place) for place in places)) for path, places in shapes]
    drawn = ["0.4 w 1 j", *drawn, *(_centred(*word) for word in words)]
    places = [place for _, places in shapes for place in places]
    places += [(x - size / 2, y) for (x, y), _, size in words]
    wide, high = half = 1 + max(abs(x) for x, _ in places), 1 + max(abs(y) for _, y in places)
    one = max(2 * (wide + _MARGIN), _NARROWEST), 2 * (high + _MARGIN)
    upright = PAPERS.get(paper, one)
    page = min((upright, upright[::-1]), key=lambda page: prod(map(_parts, half, page)))
    columns, rows = map(_parts, half, page)
    sheets = [_sheet(half, page, columns, rows, n, foot) for n in range(columns * rows)]
    box = f"/Type /XObject /Subtype /Form /BBox [{_n(-wide, -high, wide, high)}]"
    return _file(_stream(drawn, f"{box} /Resources << {_FONT} >>"), page, sheets)


def _ovals(side: int, cell: float) -> Iterator[list[_Pair]]:
    """The track, clockwise: ovals in which two stones lie, each with the place of its number first.

    An edge has one more than the board has cells: on side 5 a group of more than half of all cells
    is on the track. The ovals at a corner are as far from each other as those at an edge.
    """
    low = (side + 2 / sqrt(3)) * grid.ROW_STEP * cell
    high, r = low + 1.3 * cell, 0.48 * cell
    bend = 0.5523 * r
    oval = (
        (0, high + 0.3 * r), (-r, low), (-r, high), (-r, high + bend), (-bend, high + r),
        (0, high + r), (bend, high + r), (r, high + bend), (r, high), (r, low), (r, low - bend),
        (bend, low - r), (0, low - r), (-bend, low - r), (-r, low - bend), (-r, low),
    )  # fmt: skip
    for corner in range(6):
        c, s = cos(corner * pi / 3), sin(corner * pi / 3)
        for n in range(side + 1):
            along = (n - side / 2) * cell
            yield [((x + along) * c + y * s, y * c - (x + along) * s) for x, y in oval]


def _parts(half: float, paper: float) -> int:
    """How many sheets are needed side by side."""
    room = paper - 2 * _MARGIN + 0.001
    return next(n for n in count(1) if 2 * half / n + (_LAP if n > 1 else 0) <= room)


def _window(half: float, parts: int, n: int) -> _Pair:
    """From where to where a sheet shows the board: up to the seam, and half of what two share."""
    low, high = (2 * half * k / parts - half for k in (n, n + 1))
    return low - (_LAP / 2 if n else 0), high + (_LAP / 2 if n + 1 < parts else 0)


def _sheet(half: _Pair, page: _Pair, columns: int, rows: int, n: int, foot: _Words) -> str:
    """What is drawn on a sheet; they are counted from 0 in reading order."""
    row, column = divmod(n, columns)
    left, right = _window(half[0], columns, column)
    bottom, top = _window(half[1], rows, rows - 1 - row)
    middle = _n((page[0] - left - right) / 2, (page[1] - bottom - top) / 2)
    parts = [
        f"{_POINTS:.6f} 0 0 {_POINTS:.6f} 0 0 cm q 1 0 0 1 {middle} cm q",
        f"{_n(left, bottom, right - left, top - bottom)} re W n /Board Do Q 0.2 w",
    ]
    # A sheet is laid on those left of it and above: there it is cut.
    for is_there, seam, low, high, upright, cut in (
        (column > 0, left + _LAP / 2, bottom, top, True, True),
        (column + 1 < columns, right - _LAP / 2, bottom, top, True, False),
        (row > 0, top - _LAP / 2, left, right, False, True),
        (row + 1 < rows, bottom + _LAP / 2, left, right, False, False),
    ):
        parts += _seam(seam, low, high, upright, cut) if is_there else ()
    end = page[0] - _MARGIN
    bar = ((end - _BAR, 9, end, 9), (end - _BAR, 8, end - _BAR, 10), (end, 8, end, 10))
    parts += ["Q", *(f"{_n(x1, y1)} m {_n(x2, y2)} l S" for x1, y1, x2, y2 in bar)]
    parts.append(_text(_MARGIN, 8, foot[0], 2.8))
    if columns * rows > 1:
        place = {"number": n + 1, "sheets": columns * rows, "row": row + 1, "column": column + 1}
        parts.append(_text(_MARGIN, 4.8, foot[1].format(**place), 2.8))
    return _stream(parts)


def _seam(seam: float, low: float, high: float, upright: bool, cut: bool) -> Iterator[str]:
    """Where two sheets meet: halves of diamonds, and a dashed line on the sheet that is cut."""

    def spot(beside: float, along: float) -> str:
        return _n(seam + beside, along) if upright else _n(along, seam + beside)

    if cut:
        yield f"[2] 0 d {spot(0, low - 2)} m {spot(0, high + 2)} l S [] 0 d"
    for y in (low + (high - low) / 3, high - (high - low) / 3):
        yield f"{spot(-2, y)} m {spot(0, y + 2)} l {spot(2, y)} l {spot(0, y - 2)} l s"


def _centred(place: _Pair, text: str, size: float) -> str:
    wide = sum(_WIDTHS.get(sign, 0.69) for sign in text) * size
    return _text(place[0] - wide / 2, place[1] - 0.36 * size, text, size)


def _text(x: float, y: float, text: str, size: float) -> str:
    escaped = re.sub(r"([\\()])", r"\\\1", text)
    return f"BT /F {_n(size)} Tf {_n(x, y)} Td ({escaped}) Tj ET"


def _n(*lengths: float) -> str:
    """Lengths to a thousandth of a millimetre."""
    return " ".join(f"{length:.3f}" for length in lengths)


def _stream(parts: Sequence[str], head: str = "") -> str:
    text = "\n".join(parts)
    return f"<< {head} /Length {len(text)} >>\nstream\n{text}\nendstream"


def _file(board: str, page: _Pair, sheets: Sequence[str]) -> bytes:
    """The objects one after the other, and the table that says where each of them begins."""
    kids = " ".join(f"{5 + 2 * n} 0 R" for n in range(len(sheets)))
    size = _n(0, 0, *(length * _POINTS for length in page))
    has = f"/MediaBox [{size}] /Resources << {_FONT} /XObject << /Board 4 0 R >> >>"
    objects = [
        "<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(sheets)} {has} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        board,
    ]
    for sheet in sheets:
        objects += [f"<< /Type /Page /Parent 2 0 R /Contents {len(objects) + 2} 0 R >>", sheet]
    text, table = "%PDF-1.6\n", "0000000000 65535 f \n"
    for number, one in enumerate(objects, 1):
        table += f"{len(text):010} 00000 n \n"
        text += f"{number} 0 obj\n{one}\nendobj\n"
    trailer = (
        f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(text)}\n%%EOF\n"
    )
    return f"{text}xref\n0 {len(objects) + 1}\n{table}{trailer}".encode("latin-1", "replace")
