"""Wrong answers are met by a reply that holds, as the independent referee sees it."""

import json

import pytest
from oracle.games import make
from oracle.oracle import Turn as OracleTurn

from bot.engine.turn import Drop, Turn
from bot.players.game import position_of, ruleset_of
from bot.puzzles.judging import Proof, Refutation, judge
from bot.puzzles.puzzle import built_in
from puzzles.brute_force import BruteForce, position
from puzzles.test_built_in import LINES

COLOURS = ("first", "second")
ONE_STONE = [
    values["number"]
    for values in map(json.loads, LINES)
    if values["ruleset"] in ("genius", "mindsports", "plur", "brink", "too", "product-original")
][:12]


def there(number: int, turn: Turn) -> OracleTurn:
    places = position_of(built_in()[number].game).board.places
    return OracleTurn(tuple((places[drop.cell], COLOURS[drop.colour]) for drop in turn.drops))


@pytest.mark.parametrize("number", ONE_STONE)
def test_after_the_reply_the_answer_does_not_win(number: int) -> None:
    """Each single stone of one's own is tried."""
    puzzle, values = built_in()[number], json.loads(LINES[number - 1])
    start = position_of(puzzle.game)
    room = ruleset_of(puzzle.game).placeable(start)
    game = make(values["ruleset"], values["side"])
    brute, root = BruteForce(game), position(values)
    for cell in (cell for cell in range(start.board.size) if room >> cell & 1):
        turn = Turn((Drop(cell, start.to_move),))
        verdict = judge(puzzle, turn)
        right = set(turn.drops) == set(puzzle.answer.drops)
        assert isinstance(verdict, Proof) == right
        if isinstance(verdict, Refutation):
            left = game.play(root, there(number, turn))
            if verdict.reply is not None:
                left = game.play(left, there(number, verdict.reply))
            assert not brute.winning(left)
            assert not (game.is_over(left) and game.winner(left) == root.to_move)
            assert verdict.reply is not None or game.is_over(left)
