"""Events, and what is done in a match: what each stands for where nothing is said of a part."""

from datetime import timedelta

import pytest
from engine.samples import usual

from bot.referee import events
from bot.referee.formats import FORMATS, OnFlag, OnTie, find
from bot.referee.match import Status
from bot.referee.submission import Said

WARNED = (timedelta(minutes=1), timedelta(seconds=10))
USUAL = {
    "Terms": {
        "()": "options",
        "''": "dmo",
        "False": "dmo_chooses hints resigns auto_level",
        repr(WARNED): "warnings",
        repr(OnFlag.FORFEIT): "on_flag",
        repr(OnTie.TIE): "on_tie",
    },
    "Player": {"''": "level"},
    "MatchStarted": {"None": "by"},
    "Shown": {"False": "board"},
    "TurnPlayed": {"None": "used bank message by", "''": "reason"},
    "MatchPaused": {"None": "by edited late colour", "''": "reason", "False": "agreed"},
    "MatchResumed": {"''": "reason"},
    "MatchOpened": {"None": "appointment public pages beginning"},
    "AppointmentSet": {"None": "by"},
    "Appointment": {"'UTC'": "zone", "True": "remind", repr(timedelta(minutes=15)): "grace"},
    "RequestMade": {"0": "turns", "None": "appointment", "()": "alternatives"},
    "RequestDeclined": {"False": "withdrawn"},
    "TurnsUndone": {"None": "by", "''": "reason"},
    "TimeChanged": {"''": "reason"},
    "PlayerReplaced": {"False": "fresh", "''": "reason"},
    "FirstChosen": {"False": "taken"},
    "MatchMoved": {"''": "left", "None": "public"},
    "PagesChosen": {"''": "reason"},
    "RefereeAway": {"False": "told"},
    "MatchEnded": {"None": "by", "''": "reason"},
    "MatchReopened": {"''": "reason", "0": "turns"},
}
"""What old records mean that lack a field: those were stored, and are read so for good."""


@pytest.mark.parametrize("name", USUAL)
def test_a_field_that_old_records_lack_has_its_value_for_good(name: str) -> None:
    """What was not stored was not so: nobody's order, no reason, no clock, not told."""
    assert usual(getattr(events, name)) == USUAL[name]


def test_the_words_of_a_match_are_these() -> None:
    assert [str(one) for one in Status] == ["waiting", "running", "paused", "over"]
    assert [str(one) for one in OnFlag] == ["forfeit", "call-host"]
    assert [str(one) for one in OnTie] == ["tie", "host-wins"]
    assert [str(one) for one in events.Request] == ["undo", "pause", "abandon", "appointment"]
    assert [str(one) for one in events.Termination] == [
        *("game-over", "tie-to-dmo", "tie-to-host", "resignation", "time"),
        *("forfeit", "adjudication", "abandonment", "cancelled"),
    ]
    assert Said("E5") == Said("E5", None)


MINUTE = timedelta(minutes=1)
RED_BLUE, WHITE_BLACK, BLACK_WHITE = ("red", "blue"), ("white", "black"), ("black", "white")
BLACK_FIRST = "ketchup sauce catena product product-original alpha plur too brink"


@pytest.mark.parametrize(
    ("key", "ruleset", "colours", "bank", "chooses"),
    [
        ("genius", "genius", RED_BLUE, 5, True),
        ("genius-short", "genius", RED_BLUE, 3, True),
        ("bentley", "genius", WHITE_BLACK, None, False),
        *((key, key, WHITE_BLACK, None, False) for key in ("mindsports", "mures")),
        *((key, key, BLACK_WHITE, None, False) for key in BLACK_FIRST.split()),
    ],
)
def test_the_formats_are_these(key, ruleset, colours, bank, chooses):
    """The death matches have a minute a turn and a bank, and the DMO says who starts."""
    known = find(f" {key.upper()} ")
    assert (known.key, known.ruleset, known.colours) == (key, ruleset, colours)
    assert (known.on_flag, known.dmo_chooses) == (OnFlag.FORFEIT, chooses)
    control = known.control
    assert (control is None) is (bank is None)
    if control is not None and bank is not None:
        assert (control.per_move, control.bank) == (MINUTE, bank * MINUTE)
        assert (control.increment, control.cap) == (timedelta(0), None)
    assert len(FORMATS) == 14
