"""What words name: a cell of the board, or something else that a player may do."""

import pytest

from bot.engine.board import board
from bot.engine.mentions import names_a_cell, names_an_action
from bot.engine.notation import Spelling

PLAIN = Spelling(board(5), ("red", "blue"))


@pytest.mark.parametrize(
    ("text", "cell", "action"),
    [
        ("perhaps E5", True, True),
        ("I would pass here", False, True),
        ("Resign!", False, True),
        ("good luck", False, False),
        ("a passage", False, False),
    ],
)
def test_words_name_cells_and_actions(text: str, cell: bool, action: bool) -> None:
    assert (names_a_cell(text, PLAIN), names_an_action(text, PLAIN)) == (cell, action)
