"""The board on the start page: a game of Catchup at the moment when three stones are allowed."""

from functools import cache

from bot.engine.board import board
from bot.engine.legality import play
from bot.engine.notation import Misread, Spelling, read_turn
from bot.engine.position import Position
from bot.engine.rulesets import find
from bot.views.scenes import table
from renderers.svg import svg

_TURNS = "F6/D3 F7/B2 G5/G6/G4 H5/A4 D8/A1 C3/D5 D6/B4 B5/D7 F8"
_COLOURS = ("red", "blue")


@cache
def example_board() -> str:
    """The example as SVG."""
    ruleset = find("genius")
    position = Position(board(5))
    spelling = Spelling(position.board, _COLOURS)
    for words in _TURNS.split("/"):
        turn = read_turn(spelling, words.split(), position.to_move)
        after = turn if isinstance(turn, Misread) else play(ruleset, position, turn)
        assert isinstance(after, Position), words  # noqa: S101
        position = after
    return svg(table(ruleset, position, _COLOURS, ("Red", "Blue")), board_only=True)
