"""How budgets shrink: by this machine's speed, and by how many wait behind."""

from datetime import timedelta

import pytest

from bot.desk.speed import GUESS, SAFE, Speed, cost_of, slot
from bot.players.game import Game
from bot.players.levels import Level

SECOND = timedelta(seconds=1)
COST = cost_of(Game("genius", 3), Level.STRONG)
"""Nineteen cells are empty."""


def test_ten_that_are_due_together_get_a_tenth_each() -> None:
    """One that is due later takes nothing from those before it."""
    assert slot(SECOND, 3 * SECOND, [3 * SECOND] * 9) == 0.2 * SECOND
    assert slot(SECOND, 3 * SECOND, [60 * SECOND] * 9) == 2 * SECOND
    assert slot(SECOND, 3 * SECOND, []) == 2 * SECOND
    assert slot(4 * SECOND, 3 * SECOND, []) == 0 * SECOND


def test_a_search_is_as_long_as_there_is_time_for() -> None:
    """All of it, a part, or one look; unknown is guessed, and what was learnt is used."""
    speed = Speed()
    assert speed.full(COST) == 19 * GUESS
    assert speed.share(COST, 60 * SECOND) == 1
    assert speed.share(COST, 0.01 * SECOND) == 0
    speed.learn(COST, 0.5, 4 * SECOND)
    assert speed.full(COST) / SECOND == pytest.approx(8, abs=0.001)
    assert speed.share(COST, SECOND) == pytest.approx(SAFE / 8, abs=0.001)
    # A faster one is believed slowly, and a slower one at once.
    speed.learn(COST, 1, 4 * SECOND)
    assert speed.full(COST) / SECOND == pytest.approx(0.7 * 8 + 0.3 * 4, abs=0.001)
    speed.learn(COST, 1, 9 * SECOND)
    assert speed.full(COST) / SECOND == pytest.approx(9, abs=0.001)
