"""The hexagon: its size, its names, who touches whom, and the groups on it."""

import pytest
from oracle.board import named, neighbours

from bot.engine.board import bits, board
from bot.engine.groups import first_difference, group_at, groups
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


SMALL = board(3)


def test_a_group_is_what_touches_and_nothing_else() -> None:
    stones = bitboard(SMALL, "A1", "A2", "C3")
    pair, lone = bitboard(SMALL, "A1", "A2"), bitboard(SMALL, "C3")
    for name, group in (("A1", pair), ("A2", pair), ("C3", lone)):
        assert group_at(SMALL, bitboard(SMALL, name).bit_length() - 1, stones) == group
    assert groups(SMALL, stones) == (pair, lone)


@pytest.mark.parametrize(
    ("first", "second", "place"),
    [
        ((11, 8, 8, 3), (11, 8, 7, 4, 1), 2),
        ((11, 8, 8, 3, 1), (11, 8, 8, 3), 4),
        ((5, 4), (5, 4), None),
        ((), (), None),
        ((), (2,), 0),
        ((1, 0), (1,), None),
    ],
)
def test_lists_differ_where_the_sources_say(first, second, place) -> None:
    """A missing group counts nothing, so that one of no stones is no difference."""
    assert first_difference(first, second) == place
    assert first_difference(second, first) == place
