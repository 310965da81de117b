"""The player that has the board filled at random, and knows of a game what its ruleset says."""

from random import Random

import pytest

from bot.engine.board import bits, board
from bot.engine.legality import play
from bot.engine.position import Position
from bot.engine.ruleset import Breach
from bot.engine.rulesets import RULESETS
from bot.engine.turn import Colour, Drop, Turn
from bot.players.filling import after_likely_turn, after_random_turn
from players.positions import LAWS

KEYS = tuple(RULESETS)


def wins_against_random_play(key: str, games: int) -> float:
    """What part of the games on side 3 the player wins, who begins every other one."""
    ruleset, won = RULESETS[key], 0.0
    for number in range(games):
        rng, position, mine = Random(number), Position(board(3)), Colour(number % 2)
        while not ruleset.is_over(position):
            if position.to_move is mine:
                position = after_likely_turn(ruleset, position, rng, 16)
            else:
                position = after_random_turn(ruleset, position, rng)
        winner = ruleset.winner(position)
        won += 0.5 if winner is None else winner is mine
    return won / games


@pytest.mark.parametrize("key", [key for key, ruleset in RULESETS.items() if key not in LAWS])
def test_filling_beats_random_play(key):
    """Nearly always in the games that it plays; more often than not where turns are more subtle."""
    assert wins_against_random_play(key, 60) >= {"catena": 0.6}.get(key, 0.75)


@pytest.mark.parametrize("key", KEYS)
def test_placeable_cells_are_the_only_ones_open(key):
    ruleset, rng, position = RULESETS[key], Random(3), Position(board(3))
    while not ruleset.is_over(position):
        closed = position.empty & ~ruleset.placeable(position)
        for cell in bits(closed):
            turn = Turn((Drop(cell, position.to_move),))
            assert isinstance(play(ruleset, position, turn), Breach)
        position = after_random_turn(ruleset, position, rng)
    assert not ruleset.placeable(position) or ruleset.allowance(position).fewest > 1


def test_a_pass_is_the_last_resort():
    """In Sauce, where every stone may be passed, it is not made while stones can be placed."""
    ruleset = RULESETS["sauce"]
    for number in range(30):
        rng, position = Random(number), Position(board(3))
        while not ruleset.is_over(position):
            after = after_likely_turn(ruleset, position, rng, 4)
            assert after.turn is not None
            if after.turn.passes:
                singles = (Turn((Drop(cell, position.to_move),)) for cell in bits(position.empty))
                assert all(isinstance(play(ruleset, position, one), Breach) for one in singles)
            position = after


def test_a_game_that_is_over_has_no_turn():
    full = Position(board(2), (0b1010101, 0b0101010), Colour.SECOND, 7)
    with pytest.raises(ValueError, match="no turn is legal"):
        after_likely_turn(RULESETS["plur"], full, Random(1), 4)
