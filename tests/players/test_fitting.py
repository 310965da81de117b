"""The level that suits somebody: it begins in the middle and comes to an even score."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.players.fitting import fitting
from bot.players.levels import Level

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
