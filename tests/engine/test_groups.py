"""Groups on bitboards, and where two lists of their sizes first differ."""

import pytest

from bot.engine.board import board
from bot.engine.groups import first_difference, group_at, groups
from engine.samples import named

SMALL = board(3)


def test_a_group_is_what_touches_and_nothing_else() -> None:
    stones = named(SMALL, "A1", "A2", "C3")
    pair, lone = named(SMALL, "A1", "A2"), named(SMALL, "C3")
    for name, group in (("A1", pair), ("A2", pair), ("C3", lone)):
        assert group_at(SMALL, named(SMALL, name).bit_length() - 1, stones) == group
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
