"""Pictures of brackets and tables: as drawn before, and nothing on top of anything else."""

import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import combinations

import pytest
from cup_goldens import GOLDEN, GOLDENS, drawn, on_a_phone
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops
from sample_scenes import HOSTILE
from views.sample_cups import LONG, knockout, scene_of, table

from renderers import bracket, theme
from renderers import table as tables
from renderers.cup_scene import (
    MOST_MATCHES,
    MOST_ROUNDS,
    BracketMatch,
    BracketPart,
    BracketRound,
    BracketScene,
    BracketSlot,
    TableScene,
    bracket_pages,
)
from renderers.raster import stamps
from renderers.shapes import Box, Drawing, Rectangle, Segment, Text, empty, overlap
from renderers.table import (
    MOST_ROWS,
    sheet_drawing,
    sheet_png,
    sheet_svg,
    table_pages,
    table_sheets,
)

SLACK = 48
"""Two colours that differ less, of 255, are the same: another FreeType draws other soft edges."""
names = st.lists(st.text(max_size=32) | st.sampled_from([*HOSTILE, *LONG]), min_size=1, max_size=12)


def matches(*pages: BracketScene) -> list[BracketMatch]:
    return [m for page in pages for part in page.parts for one in part.rounds for m in one.matches]


def boxes(drawing: Drawing, fill: str) -> list[Rectangle]:
    """Where the boxes of one colour lie."""
    found = [shape for shape in drawing.shapes if isinstance(shape, Box) and shape.fill == fill]
    return [(round(b.x), round(b.y), round(b.x + b.wide), round(b.y + b.high)) for b in found]


def ink(drawing: Drawing) -> list[tuple[str, Rectangle]]:
    """Every text, and the pixels it covers."""
    texts = [shape for shape in drawing.shapes if isinstance(shape, Text) and shape.text]
    return [(text.text, stamp.box) for text in texts for stamp in stamps(text)]


def within(inner: Rectangle, outer: Rectangle) -> bool:
    return overlap(inner, outer) == inner


def assert_apart(drawing: Drawing) -> None:
    """Nothing leaves the picture, no text lies on a text, a line or the edge of a box."""
    whole = (0, 0, drawing.wide, drawing.high)
    texts = ink(drawing)
    assert [text for text, box in texts if not within(box, whole)] == []
    laid = combinations(texts, 2)
    assert [(a, b) for (a, one), (b, other) in laid if not empty(overlap(one, other))] == []
    for _, line in lines(drawing):
        assert [text for text, box in texts if not empty(overlap(box, line))] == []
    for fill in ("table.panel", "table.accent"):
        for box in boxes(drawing, fill):
            assert within(box, whole)
            across = [t for t, at in texts if not empty(overlap(at, box)) and not within(at, box)]
            assert across == []


def lines(drawing: Drawing) -> list[tuple[str, Rectangle]]:
    found = [shape for shape in drawing.shapes if isinstance(shape, Segment)]
    return [(line.stroke, around((line.x1, line.x2), (line.y1, line.y2))) for line in found]


def around(x: tuple[float, float], y: tuple[float, float]) -> Rectangle:
    return round(min(x)) - 1, round(min(y)) - 1, round(max(x)) + 1, round(max(y)) + 1


def drawn_free(page: BracketScene) -> Drawing:
    """The bracket: its matches are apart, and no line from one to another runs through a third."""
    drawing = bracket.drawing(page)
    assert_apart(drawing)
    placed = boxes(drawing, "table.panel")
    assert all(empty(overlap(one, other)) for one, other in combinations(placed, 2))
    inside = [(left + 3, top + 3, right - 3, low - 3) for left, top, right, low in placed]
    for stroke, line in lines(drawing):
        if stroke == "table.muted":
            assert all(empty(overlap(line, box)) for box in inside)
    return drawing


@pytest.mark.parametrize("name", GOLDENS)
def test_golden_picture(name: str) -> None:
    """It looks as it did; else `make cup-pictures`, and look."""
    kept = Image.open(GOLDEN / f"{name}.png").convert("RGB")
    today = on_a_phone(drawn(name))
    assert today.size == kept.size
    difference = ImageChops.difference(today, kept)
    assert max(most for _, most in difference.getextrema()) <= SLACK


@settings(max_examples=40, deadline=None)
@given(number=st.integers(2, 64), played=st.floats(0, 1), seed=st.integers(0, 99), names=names)
def test_a_knockout_of_any_size(number, played, seed, names):
    for page in bracket_pages(knockout(number, played=played, seed=seed, names=tuple(names))):
        drawn_free(page)


@pytest.mark.parametrize("number", [2, 3, 17, 18, 33, 100])
def test_a_ladder_of_any_size(number: int) -> None:
    """A gauntlet: from top to bottom, on each page a line from each match to the next."""
    pages = bracket_pages(scene_of("gauntlet", number))
    assert [m.number for m in matches(*pages)] == list(range(1, number))
    for page in pages:
        drawing = drawn_free(page)
        count = len(matches(page))
        assert count <= MOST_MATCHES
        down = [line for stroke, line in lines(drawing) if stroke == "table.muted"]
        assert len(down) == count - 1
        ends = [sum(not empty(overlap(line, box)) for box in boxes(drawing, "table.panel"))
                for line in down]  # fmt: skip
        assert ends == [2] * len(down), "each touches the match above and the one below"


@pytest.mark.parametrize("system", ["knockout", "double", "groups", "gauntlet"])
@pytest.mark.parametrize("number", [8, 11, 16, 32, 64])
def test_the_brackets_of_cups_that_the_lot_played(system: str, number: int) -> None:
    """Before the first result, in the middle, and over; somebody leaves."""
    for share in (0, 0.3, 0.6, 1):
        scene = scene_of(system, number, share=share)
        pages = bracket_pages(scene)
        assert sorted(m.number for m in matches(*pages)) == sorted(m.number for m in matches(scene))
        for page in pages:
            drawn_free(page)


@pytest.mark.parametrize("number", [24, 32, 48])
def test_a_double_that_was_drawn_fits_into_one_message(number: int) -> None:
    """Discord takes ten pictures with it."""
    assert len(bracket_pages(scene_of("double", number))) <= 10


def test_a_match_to_which_nobody_came() -> None:
    """It says so, and "bye" stands at nobody."""
    none = BracketSlot(awaited="nobody", bye=True)
    rounds = (BracketRound("Final", (BracketMatch(1, (none, none)),)),)
    drawing = bracket.drawing(BracketScene("", (BracketPart("", rounds),)))
    assert [text for text, _ in ink(drawing) if text not in ("1", "Final")] == ["nobody"]


@settings(max_examples=40, deadline=None)
@given(number=st.integers(1, 64), seed=st.integers(0, 99), names=names)
def test_a_table_of_any_size(number, seed, names):
    for page in table_pages(table(number, seed=seed, names=tuple(names))):
        assert_apart(tables.drawing(page))


@pytest.mark.parametrize("number", range(2, 65))
def test_a_page_is_readable_and_nothing_is_shown_twice(number: int) -> None:
    """At most 16 matches and four rounds on a page; the champion is on the last."""
    scene = knockout(number)
    pages = bracket_pages(scene)
    assert sorted(m.number for m in matches(*pages)) == sorted(m.number for m in matches(scene))
    assert all(len(matches(page)) <= MOST_MATCHES for page in pages)
    assert all(len(part.rounds) <= MOST_ROUNDS for page in pages for part in page.parts)
    assert [page.champion for page in pages] == [""] * (len(pages) - 1) + [scene.champion]
    assert len(pages) == (1 if number <= 16 else 3 if number <= 32 else 5)


def test_a_long_table_has_pages_of_equal_length() -> None:
    scene = replace(table(64), through=40)
    pages = table_pages(scene)
    assert [row for page in pages for row in page.rows] == list(scene.rows)
    assert [len(page.rows) for page in pages] == [MOST_ROWS, MOST_ROWS]
    assert [page.through for page in pages] == [None, 8]
    assert table_pages(replace(scene, through=32))[0].through == 32


@pytest.mark.parametrize(
    ("sizes", "expected"),
    [
        ([4] * 8, [4, 4]), ([4] * 4, [4]), ([4] * 5, [5]), ([3] * 13, [5, 5, 3]),
        ([16, 4, 4, 4, 4], [2, 3]), ([64, 8], [1, 1, 1]), ([32], [1]), ([], []),
    ],
)  # fmt: skip
def test_small_tables_share_a_sheet(sizes: list[int], expected: list[int]) -> None:
    """As few sheets as can be, about equally high, all rows in their order; 32 rows or so on each,
    where what stands above a table counts as three.
    """
    scenes = [table(size, seed=size) for size in sizes]
    sheets = table_sheets(scenes)
    assert list(map(len, sheets)) == expected
    rows = [row for sheet in sheets for page in sheet for row in page.rows]
    assert rows == [row for scene in scenes for row in scene.rows]
    for sheet in sheets:
        assert_apart(sheet_drawing(sheet))


def test_a_sheet_of_one_table_is_its_picture() -> None:
    one, other = table(4), table(9)
    assert sheet_png((one,)) == tables.table_png(one)
    assert sheet_drawing((one, other)).high == sum(tables.drawing(it).high for it in (one, other))
    assert sheet_svg((one, other), "both").count(">Spring cup: after round 7<") == 2


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts(name: str) -> None:
    """No name, title, score or mark leaves its box, and none becomes an element of the SVG."""
    cup = knockout(5, names=(name,))
    cup = replace(cup, title=name, caption=name, champion=name)
    (slot, other), rest = (
        cup.parts[0].rounds[0].matches[0].slots,
        cup.parts[0].rounds[0].matches[1:],
    )
    first = BracketMatch(1, (replace(slot, score=name, seed=name), replace(other, awaited=name)))
    hostile = replace(cup.parts[0].rounds[0], title=name, matches=(first, *rest))
    parts = (replace(cup.parts[0], title=name, rounds=(hostile, *cup.parts[0].rounds[1:])),)
    page = replace(cup, parts=parts)
    row = replace(
        table(5).rows[1], place=name, name=name, points=name, record=name,
        ties=(name, name), parted_by=name, note=name, faint=True,
    )  # fmt: skip
    sheet = TableScene(name, (row, row), name, name, (name, name), 1, name, name)
    for drawing, text in (
        (bracket.drawing(page), bracket.bracket_svg(page, name)),
        (tables.drawing(sheet), tables.table_svg(sheet, name)),
    ):
        assert_apart(drawing)
        tags = {node.tag.rpartition("}")[2] for node in ET.fromstring(text).iter()}  # noqa: S314
        assert tags <= {"svg", "rect", "path", "text"}


def test_on_a_page_no_text_is_wider_than_in_the_picture() -> None:
    """Whatever typeface the browser has: each says how wide it is, as its pixels here show."""
    scene = knockout(4, names=("Ann", *LONG))
    tree = ET.fromstring(bracket.bracket_svg(scene, ""))  # noqa: S314
    nodes = [node for node in tree if node.tag.endswith("text")]
    wide = {node.text: float(node.attrib["textLength"]) for node in nodes}
    drawn = {text: box[2] - box[0] for text, box in ink(bracket.drawing(scene))}
    assert wide.keys() == drawn.keys()
    assert [text for text in wide if abs(wide[text] - drawn[text]) > 4] == []


@pytest.mark.parametrize("name", theme.names())
def test_a_winner_is_told_without_colour(name: str) -> None:
    """By a pill around the score, and by letters of another weight than the loser's."""
    drawing = bracket.drawing(knockout(2, theme=name, names=("Ann", "Bob")))
    weights = {text.text: text.bold for text in drawing.shapes if isinstance(text, Text)}
    assert sorted((weights["Ann"], weights["Bob"])) == [False, True]
    assert len(boxes(drawing, "table.accent")) == 2, "the score's pill, and the champion's badge"


def test_equal_rows_are_joined_by_what_parted_them() -> None:
    """Its name stands at the height of the border between the two rows."""
    scene = table(3, names=("Ann", "Bob", "Cid"))
    rows = [replace(row, parted_by="", note="", faint=False) for row in scene.rows]
    page = replace(scene, rows=(rows[0], replace(rows[1], parted_by="lot"), rows[2]))
    at = {text: (box[1] + box[3]) / 2 for text, box in ink(tables.drawing(page))}
    assert at["lot"] == pytest.approx((at["Ann"] + at["Bob"]) / 2, abs=4)


def test_cup_table_draws_a_line_below_who_goes_on() -> None:
    drawing = tables.drawing(table(9, names=tuple("ABCDEFGHI")))
    at = {text: box[1] for text, box in ink(drawing)}
    assert at["H"] < at["↑ to the knockout"] < at["I"]


@pytest.mark.parametrize(
    ("draw", "scene", "most"),
    [(bracket.bracket_png, knockout(16), 60_000), (tables.table_png, table(MOST_ROWS), 80_000)],
)
def test_a_full_page_is_small_and_always_the_same(draw, scene, most) -> None:
    data = draw(scene)
    assert len(data) <= most
    assert Image.open(BytesIO(data)).width == 800
    with ThreadPoolExecutor(3) as pool:
        assert set(pool.map(draw, [scene] * 6)) == {data}
