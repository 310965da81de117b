"""The player that has the board filled at random; programs by their names."""

from random import Random

import pytest
from players.positions import LAWS

from bench.fairness.filling import after_likely_turn
from bot.engine.board import bits, board
from bot.engine.legality import play
from bot.engine.position import Position
from bot.engine.ruleset import Breach
from bot.engine.rulesets import RULESETS
from bot.engine.turn import Colour, Drop, Turn
from bot.players.field import after, over, won
from bot.players.game import Game
from bot.players.place import Place
from bot.players.programs import UnknownProgramError, program, spar
from bot.players.random_turn import after_random_turn

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


@pytest.mark.parametrize("key", RULESETS)
@pytest.mark.parametrize("names", [("uct:20", "greedy"), ("random", "heuristic")])
def test_programs_fill_a_board_whatever_they_are(key: str, names: tuple[str, str]) -> None:
    """In every game; also those that solve nothing search on to the end."""
    game = Game(key, 3)
    for turn in spar(*names, game, 4):
        game = after(game, turn)
    assert over(game)
    assert won(game) in (0.0, 0.5, 1.0)


def test_the_greedy_one_grows_its_largest_group() -> None:
    one, other = 0b0000001, 1 << 18
    turn = program("greedy")(Game("genius", 3, (one, other), 0, 2, number=2), 1)
    assert Place(after(Game("genius", 3, (one, other), 0, 2, number=2), turn)).best == [3, 1]


@pytest.mark.parametrize("name", ["", "mild", "uct", "uct:", "uct:0", "uct:x", "uct:-1", "uct:²"])
def test_a_name_that_no_program_has_is_refused(name: str) -> None:
    with pytest.raises(UnknownProgramError):
        program(name)
