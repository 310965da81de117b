"""`referee board`: the PDF that it writes, measured on paper."""

import re
from math import dist

import pytest

POINT = r"(-?\d+\.\d+) (-?\d+\.\d+)"
PAPERS = {"a4": (210, 297), "letter": (215.9, 279.4), "a3": (297, 420)}


def shapes(text, corners):
    """The corners of the closed shapes of so many straight edges."""
    shape = rf"^{POINT} m " + rf"{POINT} l " * (corners - 1) + "s$"
    for found in re.findall(shape, text, re.MULTILINE):
        yield tuple((float(x), float(y)) for x, y in zip(found[::2], found[1::2], strict=True))


@pytest.fixture
def printed(run, tmp_path):
    """The size of a sheet in millimetres, what is drawn of the board, and what on each sheet."""

    def made(*options):
        file = tmp_path / "board.pdf"
        assert run("board", "--pdf", file, *options) == (0, "", "")
        data = file.read_bytes().decode("latin-1")
        table = int(re.search(r"startxref\n(\d+)\n%%EOF\n$", data)[1])
        places = re.findall(r"(\d{10}) 00000 n \n", data[table:])
        assert all(data[int(at) :].startswith(f"{n} 0 obj") for n, at in enumerate(places, 1))
        streams = re.findall(r"/Length (\d+) >>\nstream\n(.*?)\nendstream", data, re.DOTALL)
        assert all(int(length) == len(stream) for length, stream in streams)
        page = re.search(rf"/MediaBox \[0.000 0.000 {POINT}\]", data).groups()
        board, *sheets = (stream for _, stream in streams)
        return [float(length) * 25.4 / 72 for length in page], board, sheets

    return made


def window_of(sheet, page):
    """From where to where a sheet shows the board: left, bottom, right, top."""
    placed = re.match(rf"(\S+) 0 0 \1 0 0 cm q 1 0 0 1 {POINT} cm q\n{POINT} {POINT} re", sheet)
    scale, right, up, left, bottom, wide, high = map(float, placed.groups())
    assert scale == pytest.approx(72 / 25.4, abs=1e-6)
    assert 11.99 < left + right < page[0] - wide - 11.99
    assert 11.99 < bottom + up < page[1] - high - 11.99
    return left, bottom, left + wide, bottom + high


@pytest.mark.parametrize(("stone", "width"), [("22mm", 22), ("2.25 cm", 22.5), ("0,5in", 12.7)])
def test_a_stone_lies_in_every_cell_and_two_in_every_oval(printed, stone, width):
    _, board, _ = printed("--stone", stone)
    cells = list(shapes(board, 6))
    assert len(cells) == 61
    for cell in cells:
        for one, opposite in zip(cell, cell[3:] + cell[:3], strict=True):
            assert dist(one, opposite) * 3**0.5 / 2 == pytest.approx(width + 2, abs=0.01)
        assert max(x for x, _ in cell) - min(x for x, _ in cell) == pytest.approx(width + 2)
    ovals = re.findall(rf"^{POINT} m {POINT} l .* c s$", board, re.MULTILINE)
    assert all(dist(map(float, oval[:2]), map(float, oval[2:])) > width for oval in ovals)
    numbers = [str(n) for n in range(1, 37)]
    assert (len(ovals), re.findall(r"\((\d+)\) Tj", board)) == (36, numbers)


@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "one"])
@pytest.mark.parametrize("side", [2, 5, 7])
def test_sheets_cover_the_board_and_meet_at_marks(printed, paper, side):
    page, board, sheets = printed("--side", side, "--paper", paper, "--stone", "22.5")
    assert sorted(page) == pytest.approx(PAPERS.get(paper, sorted(page)), abs=0.001)
    assert len(sheets) == 1 or paper != "one"
    windows = [window_of(sheet, page) for sheet in sheets]
    wide, high = (max(window[end] for window in windows) for end in (2, 3))
    drawn = re.findall(rf"{POINT} (?=[mlc] )", board)
    assert all(abs(float(x)) < wide and abs(float(y)) < high for x, y in drawn)
    columns = len({window[0] for window in windows})
    for number, (window, sheet) in enumerate(zip(windows, sheets, strict=True)):
        row, column = divmod(number, columns)
        said = f"Sheet {number + 1} of {len(sheets)}: row {row + 1}, column {column + 1}."
        assert (said in sheet) == (len(sheets) > 1)
        assert sheet.count("[2] 0 d") == (column > 0) + (row > 0), "edges to cut"
        for axis, before, joined in ((0, number - 1, column > 0), (1, number - columns, row > 0)):
            begins, ends = window[3 * axis], windows[before][2 - axis]
            if not joined:
                assert abs(begins) == pytest.approx((wide, high)[axis], abs=0.01)
                continue
            assert abs(ends - begins) == pytest.approx(8, abs=0.01)
            met = {*shapes(sheet, 4)} & {*shapes(sheets[before], 4)}
            middles = [sum(corner[axis] for corner in diamond) / 4 for diamond in met]
            assert middles.count(pytest.approx((begins + ends) / 2, abs=0.01)) == 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--stone", "0"), "“0” is no width of a stone here: write 8mm to 50mm, such as 22mm."),
        (("--stone", "3m"), "“3m” is no width"),
        (("--side", "14"), "“14” is no side of a board: it has 2 to 13 cells."),
        (("--pdf", "no/such/board.pdf"), "no/such/board.pdf: No such file or directory"),
        (("--pdf", "board.png"), "end the file's name in .pdf"),
    ],
)
def test_what_can_not_be_printed_is_one_sentence(run, tmp_path, monkeypatch, options, said):
    monkeypatch.chdir(tmp_path)
    status, out, err = run("board", "--pdf", "board.pdf", *options)
    assert (status, out, err.count("\n"), said in err) == (2, "", 1, True)
    assert not list(tmp_path.iterdir())
