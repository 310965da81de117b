"""What the levels do with known positions, what repeats them, and which one suits somebody."""

import pickle
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.board import board
from bot.engine.legality import play
from bot.engine.position import Position
from bot.engine.rulesets import RULESETS, configure
from bot.players.endgame import LIMIT, Endgame
from bot.players.field import after
from bot.players.game import Game, game_at, position_of, ruleset_of
from bot.players.levels import Level, choose, fitting, strength_of
from bot.players.random_turn import after_random_turn
from players.positions import Solved, solved


@pytest.mark.parametrize("key", RULESETS)
@pytest.mark.parametrize("level", [Level.FIRST_STONE, Level.EASY, Level.STRONG])
def test_every_turn_chosen_is_legal(key: str, level: Level) -> None:
    """In every game from the empty board to the end, by the engine's ruling, with time and none."""
    ruleset, rng, position = RULESETS[key], Random(key), Position(board(3))
    while not ruleset.is_over(position):
        game = game_at(ruleset, position)
        assert isinstance(play(ruleset, position, choose(game, level, position.number)), Position)
        at_once = choose(game, level, position.number, share=0.0)
        assert isinstance(play(ruleset, position, at_once), Position)
        position = after_random_turn(ruleset, position, rng)


def test_a_position_of_any_game_survives_the_journey() -> None:
    for key, ruleset in RULESETS.items():
        rng, position = Random(key), Position(board(3))
        while not ruleset.is_over(position):
            again = position_of(game_at(ruleset, position))
            assert again == position
            assert ruleset.allowance(again) == ruleset.allowance(position)
            position = after_random_turn(ruleset, position, rng)
    komi = configure("catena", {"komi": "3", "button": "off"})
    assert ruleset_of(game_at(komi, Position(board(4)))) == komi


def test_the_levels_of_a_game_try_more_and_more() -> None:
    for key in RULESETS:
        rungs = [strength_of(Game(key, 4), level) for level in Level]
        assert [rung.games for rung in rungs] == sorted(rung.games for rung in rungs)
        assert [rung.solves for rung in rungs] == sorted(rung.solves for rung in rungs)
        overlooked = [rung.overlooks for rung in rungs]
        assert overlooked == sorted(overlooked, reverse=True)


@pytest.mark.parametrize("level", list(Level)[:3])
def test_the_same_seed_gives_the_same_turn(level: Level) -> None:
    """Also after a journey to another process and back; other seeds vary the play."""
    game = Game("genius", 5, (1 << 30, 1 << 12), 0, 2)
    turn = choose(game, level, 7)
    assert choose(pickle.loads(pickle.dumps(game)), level, 7) == turn  # noqa: S301
    assert pickle.loads(pickle.dumps(turn)) == turn  # noqa: S301
    if level is not Level.STRONG:
        assert len({choose(game, level, seed) for seed in range(8)}) > 1


def test_no_turn_depends_on_how_python_hashes() -> None:
    asked = (
        "from bot.players.levels import *\n"
        "print(choose(Game('genius', 5, (1 << 30, 1 << 12), 0, 2), Level.STEADY, 7))"
    )
    turn = choose(Game("genius", 5, (1 << 30, 1 << 12), 0, 2), Level.STEADY, 7)
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", asked],
            cwd=Path(__file__).parents[2],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == str(turn)


def test_there_is_no_turn_on_a_full_board() -> None:
    full = (1 << 37) - 1
    with pytest.raises(ValueError, match="full"):
        choose(Game("genius", 4, (full, 0), 1, 0), Level.STEADY, 1)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("level", "part"), [(Level.STEADY, 0.75), (Level.STRONG, 0.8), (Level.MERCILESS, 0.95)]
)
def test_a_won_position_is_kept(level: Level, part: float) -> None:
    """Of the solved positions of side 3 that are won, as many as were asked for."""
    won = [one for one in solved() if one.wins]
    kept = [_keeps(one, level, seed) for seed, one in enumerate(won)]
    assert len(won) > 60
    assert sum(kept) >= part * len(won)


def _keeps(one: Solved, level: Level, seed: int) -> bool:
    turn = choose(one.game, level, seed)
    later = after(one.game, turn)
    assert later.empty.bit_count() <= LIMIT
    return not Endgame(later).wins(later)


RUNGS = list(Level)
GAMES = st.lists(st.tuples(st.sampled_from(RUNGS), st.sampled_from((0.0, 0.5, 1.0))), max_size=25)


def test_fitting_begins_in_the_middle() -> None:
    """One up after a win, one down after a loss, and as before after a tie."""
    assert fitting([]) is Level.STEADY
    assert fitting([(Level.STEADY, 1.0)]) is Level.STRONG
    assert fitting([(Level.STEADY, 0.0)]) is Level.EASY
    assert fitting([(Level.STEADY, 0.5)]) is Level.STEADY


@given(GAMES)
def test_a_win_never_makes_it_easier_and_a_loss_never_harder(games) -> None:
    """Whatever was played before, as long as all of it still counts."""
    known = games[:19]
    level = fitting(known)
    assert RUNGS.index(fitting([(level, 1.0), *known])) >= RUNGS.index(level)
    assert RUNGS.index(fitting([(level, 0.0), *known])) <= RUNGS.index(level)


@pytest.mark.parametrize(("always", "level"), [(1.0, Level.MERCILESS), (0.0, Level.FIRST_STONE)])
def test_fitting_reaches_the_ends_of_the_ladder(always, level) -> None:
    games: list[tuple[Level, float]] = []
    for _ in range(10):
        games.insert(0, (fitting(games), always))
    assert fitting(games) is level
    assert fitting(games * 3) is level


@pytest.mark.parametrize("strength", [1, 2, 3, 4, 5])
def test_in_the_long_run_half_of_the_games_are_won(strength: int) -> None:
    """Somebody as strong as one of the five rungs in between, by the odds of the rating."""
    won = games = 0
    for seed in range(150):
        random, told = Random(seed), list[tuple[Level, float]]()
        for _ in range(30):
            level = fitting(told)
            odds = 10 ** ((strength - RUNGS.index(level)) * 100 / 400)
            told.insert(0, (level, float(random.random() < odds / (1 + odds))))
        won += sum(worth for _, worth in told[:20])
        games += 20
    assert 0.45 < won / games < 0.55
