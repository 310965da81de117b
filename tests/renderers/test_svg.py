"""Pictures as SVG, with every cell to be found and nothing loaded; and as plain text."""

import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import replace

import pytest
from sample_scenes import CATENA, EMPTY, HOSTILE, busy, cell, stones

from renderers import grid, theme
from renderers.scene import Scene, Stone
from renderers.svg import svg
from renderers.text import text


def parsed(scene: Scene) -> ET.Element:
    return ET.fromstring(svg(scene))  # noqa: S314


@pytest.mark.parametrize("side", range(2, 14))
def test_every_cell_exactly_once(side: int) -> None:
    placed = stones(side, 0.5)
    taken = {grid.name(stone.cell) for stone in placed}
    tree = parsed(replace(EMPTY, side=side, stones=placed))
    cells = {node.get("data-cell"): node for node in tree.iter() if node.get("data-cell")}
    count = Counter(node.get("data-cell") for node in tree.iter() if node.get("data-cell"))
    assert count == Counter(grid.name(place) for place in grid.cells(side))
    for name, node in cells.items():
        assert node.get("class") == ("cell taken" if name in taken else "cell empty")


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts(text: str) -> None:
    red, blue = EMPTY.seats
    scene = replace(
        EMPTY, seats=(replace(red, name=text, bank=text), blue), headline=text, alt=text
    )
    tags = {node.tag.rpartition("}")[2] for node in parsed(scene).iter()}
    assert tags <= {"svg", "g", "rect", "ellipse", "polygon", "path", "text"}


def test_says_what_it_shows() -> None:
    tree = parsed(replace(EMPTY, alt='Red: "none" & Blue: <none>'))
    assert tree.get("role") == "img"
    assert tree.get("aria-label") == 'Red: "none" & Blue: <none>'


def test_loads_nothing() -> None:
    text = svg(busy(5, 0.5))
    assert "href" not in text
    assert "url(" not in text
    assert text.count("http") == 1


@pytest.mark.parametrize("name", theme.names())
def test_draws_everything_in_every_theme(name: str) -> None:
    pending = tuple(replace(stone, cell=cell("A1")) for stone in CATENA.stones[:1])
    scene = replace(CATENA, theme=name, pending=pending, button_waits=True)
    text = svg(scene)
    look = theme.load(name)
    for role in ("board.link", "stones.white.tint", "table.accent", "stones.black.tint"):
        assert look.colours[role] in text
    assert 'x="NaN"' not in text


def test_stones_do_not_catch_the_pointer() -> None:
    table = list(parsed(busy(5, 1.0)))[-1]
    assert table.get("pointer-events") == "none"
    assert not [node for node in table.iter() if node.get("data-cell")]


def test_a_small_board() -> None:
    placed = (Stone(cell("A1"), "red"), Stone(cell("C3"), "blue", last=True))
    pending = (Stone(cell("E3"), "red"),)
    red, blue = EMPTY.seats
    seats = (red, replace(blue, figure="2", lead="leading"))
    assert text(replace(EMPTY, side=3, seats=seats, stones=placed, pending=pending)) == (
        "Red Anna: score 1 (to move, bank 5:00)\n"
        "Blue Bertrand: score 2 (leading, bank 5:00)\n"
        "\n"
        "A   r . .\n"
        "B  . . . .\n"
        "C . . B . .\n"
        "D  . . . .\n"
        "E   . . +\n"
        "\n"
        "Red to move: 1 stone\n"
        "Genius"
    )


def test_every_side() -> None:
    for side in range(2, 14):
        rows = text(replace(EMPTY, side=side, stones=stones(side))).split("\n")[3:]
        for row in range(2 * side - 1):
            letter, *cells = rows[row].split()
            assert letter == grid.letter(row)
            assert len(cells) == grid.row_length(side, row)


def test_button_and_winner() -> None:
    assert "has the button" in text(CATENA)
    assert "The button waits." in text(replace(CATENA, button_waits=True))


def test_hostile_names_stay_on_their_line() -> None:
    red, blue = EMPTY.seats
    lines = text(EMPTY).count("\n")
    for name in HOSTILE:
        written = text(replace(EMPTY, seats=(replace(red, name=name), blue)))
        assert written.count("\n") == lines
        assert "\x1b" not in written
