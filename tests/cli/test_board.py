"""`referee board`: the PDF that it writes, measured on paper."""

import re

import pytest

POINT = r"(-?\d+\.\d+) (-?\d+\.\d+)"
PAPERS = {"a4": (210, 297), "letter": (215.9, 279.4), "a3": (297, 420)}


class Printed:
    """A file, its objects found by its table; lengths in millimetres."""

    def __init__(self, file) -> None:
        data = file.read_bytes().decode("latin-1")
        table = int(re.search(r"startxref\n(\d+)\n%%EOF\n$", data)[1])
        places = [int(place) for place in re.findall(r"(\d{10}) 00000 n \n", data[table:])]
        objects = [data[place:].split("\nendobj")[0] for place in places]
        assert all(one.startswith(f"{n} 0 obj") for n, one in enumerate(objects, 1))
        streams = re.findall(r"/Length (\d+) >>\nstream\n(.*?)\nendstream", data, re.DOTALL)
        assert all(int(length) == len(stream) for length, stream in streams)
        self.board, *self.sheets = (stream for _, stream in streams)
        size = re.search(r"/MediaBox \[0.000 0.000 (\S+) (\S+)\]", data).groups()
        self.page = [float(length) * 25.4 / 72 for length in size]
        self.windows = [self._window(sheet) for sheet in self.sheets]

    def _window(self, sheet):
        """From where to where a sheet shows the board: left, bottom, right, top."""
        placed = re.match(rf"(\S+) 0 0 \1 0 0 cm q 1 0 0 1 {POINT} cm", sheet).groups()
        scale, *shift = map(float, placed)
        assert scale == pytest.approx(72 / 25.4, abs=1e-6)
        left, bottom, *size = map(float, re.search(rf"{POINT} {POINT} re W n", sheet).groups())
        for low, moved, length, paper in zip((left, bottom), shift, size, self.page, strict=True):
            assert 11.99 < low + moved < paper - length - 11.99
        return left, bottom, left + size[0], bottom + size[1]

    def shapes(self, text, corners):
        """The closed shapes of so many straight edges."""
        shape = rf"^{POINT} m " + rf"{POINT} l " * (corners - 1) + "s$"
        for found in re.findall(shape, text, re.MULTILINE):
            ends = [float(length) for length in found]
            yield list(zip(ends[::2], ends[1::2], strict=True))

    def marks(self, number):
        """The middles of a sheet's diamonds, from the middle of the board."""
        diamonds = self.shapes(self.sheets[number], 4)
        return {tuple(round(sum(x) / 4, 3) for x in zip(*ends, strict=True)) for ends in diamonds}


@pytest.fixture
def printed(run, tmp_path):
    def made(*options):
        file = tmp_path / "board.pdf"
        assert run("board", "--pdf", file, *options) == (0, "", "")
        return Printed(file)

    return made


@pytest.mark.parametrize(
    ("stone", "width"), [("22mm", 22), ("8", 8), ("2.25 cm", 22.5), ("0,5in", 12.7)]
)
def test_a_stone_lies_in_every_cell_and_two_in_every_oval(printed, stone, width):
    board = printed("--stone", stone)
    cells = list(board.shapes(board.board, 6))
    assert len(cells) == 61
    for cell in cells:
        for (x1, y1), (x2, y2) in zip(cell, cell[3:] + cell[:3], strict=True):
            across = ((x1 - x2) ** 2 + (y1 - y2) ** 2) ** 0.5 * 3**0.5 / 2
            assert across == pytest.approx(width + 2, abs=0.01)
        assert max(x for x, _ in cell) - min(x for x, _ in cell) == pytest.approx(width + 2)
    ovals = re.findall(rf"^{POINT} m {POINT} l .* c s$", board.board, re.MULTILINE)
    assert re.findall(r"\((\d+)\) Tj", board.board) == [str(n) for n in range(1, 37)]
    for x1, y1, x2, y2 in (map(float, oval) for oval in ovals):
        assert ((x1 - x2) ** 2 + (y1 - y2) ** 2) ** 0.5 > width


@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "one"])
@pytest.mark.parametrize("side", [2, 5, 7])
def test_sheets_cover_the_board_and_meet_at_marks(printed, paper, side):
    board = printed("--side", side, "--paper", paper)
    if paper == "one":
        assert len(board.sheets) == 1
    else:
        assert sorted(board.page) == pytest.approx(PAPERS[paper], abs=0.001)
    wide, high = (max(window[end] for window in board.windows) for end in (2, 3))
    drawn = re.findall(rf"{POINT} (?=[mlc] )", board.board)
    assert all(abs(float(x)) < wide and abs(float(y)) < high for x, y in drawn)
    columns = len({window[0] for window in board.windows})
    for number, window in enumerate(board.windows):
        row, column = divmod(number, columns)
        said = f"Sheet {number + 1} of {len(board.sheets)}: row {row + 1}, column {column + 1}."
        assert (said in board.sheets[number]) == (len(board.sheets) > 1)
        assert board.sheets[number].count("[2] 0 d") == (column > 0) + (row > 0), "edges to cut"
        for axis, before, joined in ((0, number - 1, column > 0), (1, number - columns, row > 0)):
            begins = window[3 * axis]
            if not joined:
                assert abs(begins) == pytest.approx((wide, high)[axis], abs=0.01)
                continue
            ends = board.windows[before][2 - axis]
            assert abs(ends - begins) == pytest.approx(8, abs=0.01)
            met = [mark[axis] for mark in board.marks(number) & board.marks(before)]
            assert met.count(pytest.approx((begins + ends) / 2, abs=0.01)) == 2


def test_without_names_and_track_there_are_cells_alone(printed):
    board = printed("--ruleset", "catena", "--coordinates", "off")
    assert re.search("Tj| c ", board.board) is None
    assert "(E5) Tj" in printed("--ruleset", "catena").board


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--stone", "0"), "“0” is no width of a stone here: write 8mm to 50mm, such as 22mm."),
        (("--stone", "3m"), "“3m” is no width"),
        (("--stone", "3000mm"), "“3000mm” is no width"),
        (("--side", "14"), "“14” is no side of a board: it has 2 to 13 cells."),
        (("--side", "²"), "“²” is no side of a board"),
        (("--pdf", "no/such/board.pdf"), "no/such/board.pdf: No such file or directory"),
        (("--pdf", "board.png"), "end the file's name in .pdf"),
    ],
)
def test_what_can_not_be_printed_is_one_sentence(run, tmp_path, monkeypatch, options, said):
    monkeypatch.chdir(tmp_path)
    status, out, err = run("board", "--pdf", "board.pdf", *options)
    (line,) = err.splitlines()
    assert (status, out, said in line) == (2, "", True)
    assert not list(tmp_path.iterdir())
