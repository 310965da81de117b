"""Games of a program against itself: the same for a seed, legal, and counted right."""

import pytest
from oracle.games import make
from oracle.golden import replay

from bot.engine.board import board
from bot.engine.rulesets import RULESETS
from bot.engine.turn import Colour, Drop, Pass, Turn
from bot.fairness.playing import FairGame, extra_turns, play_batch, play_game
from bot.fairness.state import line_of, rows_of

KEYS = tuple(RULESETS)
_COLOURS = ("black", "white")
_WINNERS = {"first": Colour.FIRST, "second": Colour.SECOND, None: None}


def words(turn: Turn, side: int) -> str:
    """A turn as the independent referee reads it."""
    return " ".join(
        f"{_COLOURS[action.colour]}:{board(side).name(action.cell)}"
        if isinstance(action, Drop)
        else ("pass" if isinstance(action, Pass) else "button")
        for action in turn.actions
    )


def judged(key: str, side: int, game: FairGame) -> None:
    """Has the independent referee rule every turn and the end; ValueError if one is illegal."""
    oracle = make(key, side)
    last = replay(oracle, tuple(words(turn, side) for turn in game.turns))[-1]
    assert oracle.is_over(last)
    assert _WINNERS[oracle.winner(last)] is game.winner


QUICK = [(side, range(4), 1) for side in (3, 4)]
MANY = [(side, range(10, 40 if side < 5 else 14), 2) for side in (3, 4, 5, 6)]


@pytest.mark.parametrize("asked", [QUICK, pytest.param(MANY, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("key", KEYS)
def test_every_game_is_legal_to_its_end(key, asked):
    for side, numbers, seed in asked:
        for number in numbers:
            judged(key, side, play_game(RULESETS[key], side, seed, number))


@pytest.mark.parametrize("key", KEYS)
def test_the_same_seed_plays_the_same_game(key):
    ruleset = RULESETS[key]
    game = play_game(ruleset, 3, 1, 7)
    assert play_game(ruleset, 3, 1, 7) == game
    others = [play_game(ruleset, *asked) for asked in ((3, 1, 8), (3, 2, 7), (4, 1, 7))]
    assert game not in others


@pytest.mark.parametrize("key", ["genius", "plur"])
def test_games_are_the_same_however_they_are_parted(key):
    parts = [play_batch(key, 3, 1, "0.1.0", *part) for part in ((0, 4), (4, 6))]
    assert rows_of("".join(map(line_of, parts))) == (play_batch(key, 3, 1, "0.1.0", 0, 10),)


def test_larger_turns_are_those_above_the_usual():
    """Of Catchup those of three stones; of a game that knows none nothing is said."""
    games = [play_game(RULESETS["genius"], 3, 1, number) for number in range(10)]
    row = play_batch("genius", 3, 1, "0.1.0", 0, 10)
    assert row.extra == sum(len(turn.drops) == 3 for game in games for turn in game.turns) > 0
    assert row.turns == sum(len(game.turns) for game in games)
    assert extra_turns(games[0].turns[:2]) == 0
    assert play_batch("mures", 3, 1, "0.1.0", 0, 2).extra is None
    assert play_batch("catena", 3, 1, "0.1.0", 0, 2).extra is None
