"""Pictures as PNG: their size, what is where in them, and that they never change by themselves."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from sample_scenes import BLUE, CATENA, EMPTY, HOSTILE, RED, busy, cell, recoloured, stones

from renderers import grid, theme
from renderers.grid import Frame
from renderers.layout import layout
from renderers.lettering import width
from renderers.pieces import CAP
from renderers.png import MOST_BYTES, png
from renderers.scene import Scene, Seat, Stone
from renderers.shapes import Box, Hexagon, Text

QUICK = ((5, "genius"), (13, "contrast"), (7, "go"))
BOARDS = [
    pytest.param(side, name, marks=() if (side, name) in QUICK else pytest.mark.thorough)
    for side, name in product(range(2, 14), theme.names())
    if name == "genius" or side in (5, 7, 13)
]
"""Every size with one theme, and every theme with the usual size and the largest."""


def opened(scene: Scene) -> Image.Image:
    return Image.open(BytesIO(png(scene))).convert("RGB")


def spot(scene: Scene, name: str) -> tuple[int, int]:
    shapes = layout(scene, theme.load(scene.theme)).ground
    return next(
        (round(shape.x), round(shape.y))
        for shape in shapes
        if isinstance(shape, Hexagon) and shape.cell == name
    )


def near(one: tuple[int, ...], two: tuple[int, ...], slack: int = 6) -> bool:
    return all(abs(a - b) <= slack for a, b in zip(one, two, strict=True))


@pytest.mark.parametrize(("side", "name"), BOARDS)
def test_size_of_the_fullest_boards(side: int, name: str) -> None:
    """800 pixels wide, not much higher, and at most 45 kB, however many stones decided the game."""
    full = busy(side, 1.0, theme=name)
    red, blue = full.seats
    scenes = [full, busy(side, 0.3, theme=name, coordinates=True)]
    for deciding in (("red",), ("blue",), ("red", "blue")):
        placed = tuple(replace(s, decided=s.colour in deciding) for s in full.stones)
        scenes.append(replace(full, seats=(replace(red, winner=True), blue), stones=placed))
    for shown in (*scenes, *map(recoloured, scenes)):
        data = png(shown)
        image = Image.open(BytesIO(data))
        assert len(data) <= MOST_BYTES
        assert image.width == 800
        assert 800 <= image.height <= 900


@pytest.mark.thorough
@settings(max_examples=25, deadline=None)
@given(
    side=st.integers(3, 13),
    share=st.floats(0, 1),
    seed=st.integers(0, 1000),
    coordinates=st.booleans(),
    pawns=st.tuples(st.integers(1, 300), st.integers(1, 300)),
)
def test_any_position_is_small(side, share, seed, coordinates, pawns):
    seats = (replace(RED, pawn=pawns[0]), replace(BLUE, pawn=pawns[1]))
    data = png(Scene(side, seats, stones(side, share, seed), coordinates=coordinates))
    assert len(data) <= MOST_BYTES
    assert Image.open(BytesIO(data)).width == 800


@pytest.mark.parametrize("name", theme.names())
def test_colours_at_cells(name: str) -> None:
    """Beside its mark a stone shows its theme's colour, an empty cell that of cells."""
    look = theme.load(name)
    for colour in theme.COLOURS:
        scene = replace(EMPTY, stones=(Stone(cell("D7"), colour),), theme=name)
        image = opened(scene)
        x, y = spot(scene, "D7")
        assert near(image.getpixel((x, y - 20)), look.rgb(f"stones.{colour}.fill"))
        assert near(image.getpixel(spot(scene, "E5")), look.rgb("board.cell"))


def test_marks_tell_colours_apart() -> None:
    for name in theme.names():
        look = theme.load(name)
        shapes = set()
        for colour in theme.COLOURS:
            scene = replace(EMPTY, stones=(Stone(cell("E5"), colour),), theme=name)
            x, y = spot(scene, "E5")
            image = opened(scene).crop((x - 20, y - 20, x + 21, y + 21))
            ink = look.rgb(f"stones.{colour}.mark_ink")
            pixels = [image.getpixel((i, j)) for i in range(41) for j in range(41)]
            shapes.add(tuple(near(pixel, ink, 40) for pixel in pixels))
        assert len(shapes) == len(theme.COLOURS)


@pytest.mark.parametrize("name", theme.names())
def test_last_turn_shows_with_the_mark(name: str) -> None:
    """A stone of the last turn is framed, and keeps its colour and its mark."""
    look = theme.load(name)
    for colour in theme.COLOURS:
        before = replace(EMPTY, stones=(Stone(cell("D7"), colour),), theme=name)
        after = replace(EMPTY, stones=(Stone(cell("D7"), colour, last=True),), theme=name)
        x, y = spot(before, "D7")
        inner = (x - 18, y - 18, x + 19, y + 19)
        plain, framed = opened(before), opened(after)
        assert plain.crop(inner).tobytes() == framed.crop(inner).tobytes()
        assert near(framed.getpixel((x, y - 34)), look.rgb("board.last"))
        assert not near(plain.getpixel((x, y - 34)), look.rgb("board.last"))


def test_claim_shows_with_the_last_turn() -> None:
    loose = tuple(replace(stone, claimed=False) for stone in CATENA.stones)
    pictures = {
        png(replace(CATENA, stones=tuple(replace(stone, last=last) for stone in placed)))
        for placed in (CATENA.stones, loose)
        for last in (False, True)
    }
    assert len(pictures) == 4


def test_links_join_stones() -> None:
    one, two = spot(CATENA, "C3"), spot(CATENA, "C4")
    between = ((one[0] + two[0]) // 2, one[1])
    link = theme.load("genius").rgb("board.link")
    assert near(opened(CATENA).getpixel(between), link)
    assert not near(opened(replace(CATENA, links=())).getpixel(between), link)


def test_every_part_of_a_scene_shows() -> None:
    red, blue = EMPTY.seats
    changed = [
        replace(EMPTY, seats=(replace(red, **part), blue))
        for part in (
            {"name": "Berta"},
            {"figure": "7"},
            {"figure_label": "stones"},
            {"pawn": 2},
            {"pawn": 3},
            {"bank": "4:59"},
            {"bank": ""},
            {"to_move": False},
            {"to_move": False, "lead": "leading"},
            {"winner": True},
            {"has_button": True},
        )
    ]
    changed += [
        replace(EMPTY, **part)
        for part in (
            {"headline": "Blue to move"},
            {"caption": "Sauce"},
            {"coordinates": True},
            {"button_waits": True},
            {"allowance": 2},
            {"theme": "dark"},
            {"pending": (Stone(cell("D7"), "red"),)},
            {"stones": (Stone(cell("D7"), "red"),)},
        )
    ]
    pictures = [png(EMPTY), *(png(scene) for scene in changed)]
    assert len(set(pictures)) == len(pictures)


@pytest.mark.parametrize("length", range(20, 60))
def test_a_headline_of_one_line_lies_in_the_middle_of_its_strip(length: int) -> None:
    """However long it is; it ends before the caption. Only two lines leave the middle."""
    scene = replace(EMPTY, headline=("Black to move " * 9)[:length], caption="Match 12 · turn 3")
    drawing = layout(scene, theme.load("genius"))
    strip = [shape for shape in drawing.shapes if isinstance(shape, Box)][-1]
    headline = [
        text for text in drawing.shapes if isinstance(text, Text) and text.bold and text.y > strip.y
    ]
    if len(headline) == 1:
        (line,) = headline
        assert abs((line.y - CAP * line.size) - (strip.y + strip.high / 2)) < 1
    (caption,) = [
        text for text in drawing.shapes if isinstance(text, Text) and text.text == scene.caption
    ]
    free = caption.x - width(caption.text, caption.size, bold=False)
    assert all(line.x + width(line.text, line.size) < free for line in headline)


@pytest.mark.parametrize("label", ["second-largest", "longest ribbon left", "group owned"])
@pytest.mark.parametrize("state", [{"to_move": True}, {"winner": True}, {}])
def test_a_label_is_not_cut_beside_empty_space(label: str, state: dict[str, bool]) -> None:
    seat = Seat("Maximilian", "black", "12", figure_label=label, **state)  # type: ignore[arg-type]
    drawing = layout(replace(CATENA, seats=(seat, CATENA.seats[1])), theme.load("genius"))
    assert label in [shape.text for shape in drawing.shapes if isinstance(shape, Text)]


def test_deciding_groups_stand_out() -> None:
    red, blue = EMPTY.seats
    over = replace(EMPTY, seats=(replace(red, to_move=False, winner=True), blue), allowance=0)
    group = [Stone(cell(name), "red", decided=True) for name in ("D4", "D5")]
    scene = replace(over, stones=(*group, Stone(cell("G4"), "blue")))
    look = theme.load("genius")
    image = opened(scene)
    (x, y), (right, _) = spot(scene, "D4"), spot(scene, "D5")
    assert near(image.getpixel(((x + right) // 2, y)), look.rgb("stones.red.fill"))
    assert near(image.getpixel((x - 33, y)), look.rgb("board.last"), 12)
    beside = spot(scene, "G4")
    assert near(image.getpixel((beside[0], beside[1] - 22)), look.rgb("board.cell"))
    plain = opened(replace(scene, stones=tuple(replace(s, decided=False) for s in scene.stones)))
    assert near(plain.getpixel((beside[0], beside[1] - 22)), look.rgb("stones.blue.fill"))


def test_the_mover_fills_their_card() -> None:
    red, blue = EMPTY.seats
    turned = replace(EMPTY, seats=(replace(red, to_move=False), replace(blue, to_move=True)))
    look = theme.load("genius")
    left, right = (200, 112), (600, 112)
    assert near(opened(EMPTY).getpixel(left), look.rgb("stones.red.fill"))
    assert near(opened(EMPTY).getpixel(right), look.rgb("table.panel"))
    assert near(opened(turned).getpixel(left), look.rgb("table.panel"))
    assert near(opened(turned).getpixel(right), look.rgb("stones.blue.fill"))


def test_without_a_track_the_board_is_larger() -> None:
    look = theme.load("genius")
    tracked, plain = (
        max(shape.radius for shape in layout(scene, look).ground if isinstance(shape, Hexagon))
        for scene in (EMPTY, CATENA)
    )
    assert plain > tracked


@pytest.mark.thorough
def test_equal_scenes_equal_pictures() -> None:
    scenes = [EMPTY, CATENA, busy(5, 0.5), busy(13, 1.0), busy(5, 0.5, theme="go")]
    before = [png(scene) for scene in scenes]
    with ThreadPoolExecutor(4) as pool:
        after = list(pool.map(png, scenes * 4))
    assert after == before * 4


def test_the_kept_board_is_not_drawn_on() -> None:
    before = png(EMPTY)
    png(replace(EMPTY, stones=stones(5)))
    assert png(EMPTY) == before


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names(name: str) -> None:
    red, blue = EMPTY.seats
    red = replace(red, name=name, bank=name, figure=name, figure_label=name)
    scene = replace(EMPTY, seats=(red, blue), headline=name, caption=name)
    image, plain = opened(scene), opened(EMPTY)
    assert image.size == plain.size
    other_card_and_board = (400, 0, 800, image.height - 80)
    board = (0, 124, 800, image.height - 80)
    for part in (other_card_and_board, board):
        assert image.crop(part).tobytes() == plain.crop(part).tobytes()


def test_cells_do_not_overlap() -> None:
    for side in range(2, 14):
        frame = Frame(side, 400, 400, 24)
        assert frame.corner * grid.ROW_STEP * 2 < frame.cell
        assert all(float(place).is_integer() for c in grid.cells(side) for place in frame.at(c))
