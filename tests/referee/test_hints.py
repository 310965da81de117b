"""Hints: who is given one, and what stands in the record."""

from dataclasses import replace

import pytest

from bot.referee.arbiter import rule
from bot.referee.ruling import Accepted, Ignored, Reason, Refused
from bot.referee.submission import TakeHint
from referee.tables import BLUE, FAN, RED, after, at, by, new, running, terms

HINTED = replace(terms(), hints=True)


def test_hint_is_in_the_record_once_for_a_position() -> None:
    """Asked for again it is the same one, and nothing is added."""
    match = running(HINTED)
    given = rule(match, by(RED, TakeHint(1, "E5"), 3))
    assert isinstance(given, Accepted)
    (event,) = given.events
    assert (event.turn, event.cell, event.at) == (1, "E5", at(3))
    again = rule(after(match, event), by(RED, TakeHint(1, "E5"), 4))
    assert isinstance(again, Ignored)


@pytest.mark.parametrize(
    ("match", "player", "turn", "reason"),
    [
        (running(HINTED), FAN, 1, Reason.NOT_A_PLAYER),
        (running(HINTED), BLUE, 1, Reason.HINT_NOT_YOURS),
        (running(), RED, 1, Reason.NO_HINTS),
        (new(HINTED), RED, 1, Reason.NOT_STARTED),
        (running(HINTED), RED, 2, Reason.MOVED_ON),
    ],
)
def test_hint_is_refused_to_whoever_is_not_to_move(match, player, turn, reason) -> None:
    assert rule(match, by(player, TakeHint(turn, "E5"), 3)) == Refused(reason)
