"""The twelve symmetries of a board."""

import pytest

from bot.engine.board import bits, board
from bot.engine.symmetry import images, symmetries


def stones(first: str, second: str) -> tuple[int, int]:
    """The stones of two colours on the board of side 3, by the cells' names."""
    known = {board(3).name(cell): 1 << cell for cell in range(19)}
    return sum(known[name] for name in first.split()), sum(known[name] for name in second.split())


@pytest.mark.parametrize("side", [3, 5, 13])
def test_a_symmetry_keeps_what_touches(side: int) -> None:
    """There are twelve, all different; neighbours stay neighbours, and the centre stays."""
    here, images = board(side), symmetries(side)
    assert len(set(images)) == 12
    for image in images:
        assert sorted(image) == list(range(here.size))
        assert image[here.size // 2] == here.size // 2
        for cell in range(here.size):
            moved = {image[near] for near in bits(here.neighbours[cell])}
            assert moved == set(bits(here.neighbours[image[cell]]))


def test_the_corners_of_the_smallest_board_are_one_another() -> None:
    """A1 goes to each of the six corners, twice, and to no other cell."""
    corners = [board(3).name(image[0]) for image in symmetries(3)]
    assert sorted(corners) == sorted(["A1", "A3", "C1", "C5", "E1", "E3"] * 2)


def test_images_turn_the_stones_of_both_colours_alike() -> None:
    """Upside down row A is row E, and row B is row D."""
    upside_down = stones("E1", "D2 C3")
    assert upside_down in images(3, stones("A1", "B2 C3"))
    assert upside_down not in images(3, stones("A1", "B2 C4"))
