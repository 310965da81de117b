"""The twelve symmetries of a board, and games that are the same seen from another edge."""

import pytest

from bot.engine.board import bits, board
from bot.engine.symmetry import are_alike, symmetries
from bot.engine.turn import Colour, Drop, Turn


def turn(names: str, colour: Colour = Colour.FIRST) -> Turn:
    known = {board(3).name(cell): cell for cell in range(19)}
    return Turn(tuple(Drop(known[name], colour) for name in names.split()))


@pytest.mark.parametrize("side", [3, 5, 13])
def test_a_symmetry_keeps_what_touches(side: int) -> None:
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


def test_games_are_alike_if_one_symmetry_fits_all_their_turns() -> None:
    blue = Colour.SECOND
    here = [turn("A1"), turn("B2 C3", blue)]
    # Upside down: row A is row E, row B is row D.
    assert are_alike(3, here, [turn("E1"), turn("D2 C3", blue)])
    assert are_alike(3, here, [turn("E1"), turn("C3 D2", blue)])
    assert not are_alike(3, here, [turn("E3"), turn("D2 C3", blue)])
    assert not are_alike(3, here, [turn("E1"), turn("D2 C3")])
    assert not are_alike(3, here, here[:1])
