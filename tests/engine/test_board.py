"""The hexagon: its size, its names, who touches whom, and the groups on it."""

import pytest
from oracle.board import named, neighbours

from bot.engine.board import bits, board
from bot.engine.groups import first_difference

SIDES = range(2, 14)


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
