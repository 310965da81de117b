"""Options of games: which values they take, and the fields that hold them."""

import re

import pytest

from bot.engine.options import GameOption, OneOf, Switch, Whole


@pytest.mark.parametrize(("text", "number"), [("1", 1), (" 99 ", 99), ("007", 7), ("50", 50)])
def test_whole_numbers_reach_from_bound_to_bound(text: str, number: int) -> None:
    """Both belong to it, and zeros before a number don't count."""
    assert Whole(1, 999).read(text) == number
    assert len(text.strip()) > 2 or Whole(1, 99).read(text) == number


@pytest.mark.parametrize("text", ["0", "100", "-1", "1.0", " ", "one", "٥", "²", "9" * 5000])
def test_whole_numbers_out_of_bounds_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(text)):
        Whole(1, 99).read(text)


def test_a_field_is_named_as_its_option() -> None:
    assert GameOption("komi", Whole(0, 9)).field == "komi"
    assert GameOption("second-player", Switch()).field == "second_player"


@pytest.mark.parametrize(
    ("takes", "values"),
    [(Whole(0, 9), (0, 7)), (Switch(), (True, False)), (OneOf(("a", "b")), ("a", "b"))],
)
def test_a_shown_option_is_read_back(
    takes: Whole | Switch | OneOf, values: tuple[object, ...]
) -> None:
    for value in values:
        assert takes.read(f" {takes.show(value).upper()} ") == value
