"""What the four levels do with positions whose worth is known, and what makes them repeatable."""

import pickle
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from bot.engine.legality import play
from bot.engine.position import Position
from bot.engine.rulesets import RULESETS
from bot.players.endgame import LIMIT, Endgame
from bot.players.levels import Level, choose, plays
from bot.players.place import Game, after, game_at
from players.positions import LAWS, Solved, random_game, solved


def test_the_players_know_the_three_laws_of_catchup() -> None:
    """And say so of any other ruleset, options or not."""
    assert [key for key, ruleset in RULESETS.items() if plays(ruleset)] == list(LAWS)
    start, position = random_game(RULESETS["genius"], 3, Random(1))[:2]
    assert game_at(RULESETS["genius"], start) == Game("genius", 3)
    with pytest.raises(ValueError, match="don't know catena"):
        game_at(RULESETS["catena"], position)


@pytest.mark.parametrize("key", LAWS)
@pytest.mark.parametrize("level", [Level.GENTLE, Level.STEADY])
def test_every_turn_chosen_is_legal(key: str, level: Level) -> None:
    """From the empty board to the last cell, by the engine's ruling."""
    ruleset = RULESETS[key]
    for seed, position in enumerate(random_game(ruleset, 4, Random(key))[:-1]):
        turn = choose(game_at(ruleset, position), level, seed)
        assert isinstance(play(ruleset, position, turn), Position)


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
    """Two interpreters that hash differently choose the same turn as this one."""
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
    """Asking for one is a mistake of the caller."""
    full = (1 << 37) - 1
    with pytest.raises(ValueError, match="full"):
        choose(Game("genius", 4, (full, 0), 1, 0), Level.STEADY, 1)


@pytest.mark.thorough
@pytest.mark.parametrize(("level", "part"), [(Level.STEADY, 0.85), (Level.STRONG, 0.95)])
def test_a_won_position_is_kept(level: Level, part: float) -> None:
    """Of the solved positions of side 3 that are won, as many as were asked for."""
    won = [one for one in solved() if one.wins]
    kept = [_keeps(one, level, seed) for seed, one in enumerate(won)]
    assert len(won) > 60
    assert sum(kept) >= part * len(won)


def _keeps(one: Solved, level: Level, seed: int) -> bool:
    turn = choose(one.game, level, seed)
    later = after(one.game, [drop.cell for drop in turn.drops])
    assert later.empty.bit_count() <= LIMIT
    return not Endgame(later).wins(later)
