"""How long the partner may think, by its clock: the sums are worked out by hand."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.engine.turn import Colour
from bot.referee.clock import Clock, read_control
from bot.referee.pacing import pace_of

START = datetime(2026, 11, 26, 12, 0, tzinfo=UTC)


def at(control: str, used: float, turns: int) -> tuple[float, float]:
    """How long is wanted, and the latest moment, in seconds, so long after the turn began."""
    read = read_control(control)
    assert read is not None
    clock = Clock.new(read).start(START)
    found = pace_of(clock, Colour.FIRST, START + timedelta(seconds=used), turns)
    return found.wanted.total_seconds(), found.latest.total_seconds()


@pytest.mark.parametrize(
    ("control", "used", "turns", "wanted", "latest"),
    [
        # Ten seconds at most, of a minute and of three days.
        ("1m+5m", 0, 30, 10, 59),
        ("3d", 0, 30, 10, 259_199),
        # The bank is left alone where the turn's own time will do.
        ("5s+5m", 0, 30, 4, 4),
        # Sudden death: nine of ten seconds are shared out, and a tenth of one is lost on the way.
        ("0+10s", 0, 30, 0.2, 0.7),
        ("0+10s", 9, 30, 0, 0.05),
        ("0+10s", 9.95, 30, 0, 0),
        ("0+10s", 11, 30, 0, 0),
        # A turn that gives two seconds back may cost them.
        ("0+10s+2s", 0, 30, 2.2, 2.7),
        # … but not where the bank is full and nothing is given.
        ("0+10s+2s/10s", 0, 30, 0.2, 0.7),
    ],
)
def test_how_long_a_turn_may_take(control, used, turns, wanted, latest) -> None:
    assert at(control, used, turns) == pytest.approx((wanted, latest))


def test_a_paced_player_never_runs_out_of_sudden_death() -> None:
    """Thirty-one turns of ten seconds, each a tenth of a second late."""
    spent = 0.0
    for turns in range(31, 0, -1):
        wanted, latest = at("0+10s", spent, turns)
        assert 0 <= wanted <= latest
        spent += wanted + 0.1
    assert spent < 10
