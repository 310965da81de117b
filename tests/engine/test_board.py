"""The hexagon: its size, its names, who touches whom, and the groups on it."""

import pytest
from oracle.board import named, neighbours

from bot.engine.board import bits, board
from engine.samples import named as bitboard

SIDES = range(2, 14)


@pytest.mark.parametrize("side", SIDES)
def test_a_board_has_the_cells_of_its_formula(side: int) -> None:
    assert board(side).size == 3 * side * (side - 1) + 1


@pytest.mark.parametrize("side", [1, 14, 0, -1])
def test_other_sides_are_refused(side: int) -> None:
    with pytest.raises(ValueError, match="2 to 13"):
        board(side)


@pytest.mark.parametrize("side", SIDES)
def test_neighbours_agree_with_the_rules_page(side: int) -> None:
    cells = board(side)
    for cell in range(cells.size):
        near = {cells.name(other) for other in bits(cells.neighbours[cell])}
        expected = neighbours(side)[named(cells.name(cell))]
        assert near == {f"{chr(65 + row)}{number}" for row, number in expected}


def test_rows_of_side_five_are_as_in_the_seed() -> None:
    cells = board(5)
    assert cells.row_lengths == (5, 6, 7, 8, 9, 8, 7, 6, 5)
    assert bitboard(cells, "E5") == 1 << cells.size // 2
