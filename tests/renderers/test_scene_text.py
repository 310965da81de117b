"""A scene as plain text."""

from dataclasses import replace

from sample_scenes import CATENA, EMPTY, HOSTILE, cell, stones

from renderers import grid
from renderers.scene import Stone
from renderers.text import text


def test_a_small_board() -> None:
    placed = (Stone(cell("A1"), "red"), Stone(cell("C3"), "blue", last=True))
    pending = (Stone(cell("E3"), "red"),)
    red, blue = EMPTY.seats
    seats = (red, replace(blue, figure="2", lead="leading"))
    scene = replace(EMPTY, side=3, seats=seats, stones=placed, pending=pending)
    assert text(scene) == (
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
