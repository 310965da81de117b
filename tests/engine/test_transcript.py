"""What in a log of a room may be a turn, before it is known which game is played."""

import pytest

from bot.engine.transcript import is_turn


@pytest.mark.parametrize(
    "text",
    ["D7 F8", "black:D7 white:F8", "r:D7 b:F8", "red D7 blue F8", "pass", "button", "M13"],
)
def test_a_turn_of_any_game_may_be_one(text: str) -> None:
    """Cells of the largest board, stones of either colour, and the verbs."""
    assert is_turn(text)


@pytest.mark.parametrize("text", ["good luck", "E5?", "green:E5", "D7 or F8", ""])
def test_talk_is_none(text: str) -> None:
    """Nor is what only has a cell in it."""
    assert not is_turn(text)


def test_columns_of_two_letters_are_of_printed_games() -> None:
    """In chat `aa9` is a word like others."""
    assert is_turn("aa9", printed=True)
    assert not is_turn("aa9")
