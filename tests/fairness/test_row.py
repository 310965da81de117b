"""What a row says of its games, against numbers worked out by hand."""

import pytest
from players.positions import solved

from bot.engine.turn import Colour
from bot.fairness.row import SOLVED, FairnessRow, wilson


def row(wins: int, losses: int, ties: int = 0) -> FairnessRow:
    games = wins + losses + ties
    return FairnessRow("plur", 3, "fills:16", 1, "0.1.0", 0, games, wins, losses, ties, 0, None)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # 8 of 10: (0.8 + 0.19207 ∓ 1.95996 · √(0.016 + 0.0096037)) / 1.38415
        (8, 10, 0.49016, 0.94332),
        # None of 10: from nothing to 0.38415 / 1.38415.
        (0, 10, 0.0, 0.27753),
        (10, 10, 0.72247, 1.0),
        # 2,500 of 5,000: 0.5 ∓ 1.95996 · √(0.00005 + 0.0000000384) / 1.00076829
        (2500, 5000, 0.48615, 0.51385),
    ],
)
def test_the_interval_is_wilsons(wins, games, low, high):
    assert wilson(wins, games) == pytest.approx((low, high), abs=6e-6)


def test_ties_are_no_part_of_the_share():
    """30 of the 40 games that somebody won, whatever was tied beside them."""
    assert row(30, 10, 60).share == 0.75
    assert row(30, 10, 60).interval == wilson(30, 40)
    assert (row(0, 0, 5).share, row(0, 0, 5).interval) == (None, None)


def test_only_what_was_solved_has_a_winner():
    """Each ruleset of which solved positions are kept, on their side; of Plur nobody knows."""
    assert {(one.game.law, one.game.side) for one in solved()} == set(SOLVED)
    assert row(1, 0).solved is None
    assert SOLVED["genius", 3] is Colour.SECOND
