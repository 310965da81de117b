"""Events, and what is done in a match: what each stands for where nothing is said of a part."""

from dataclasses import MISSING, fields
from datetime import timedelta

import pytest

from bot.engine.turn import Colour
from bot.referee import events, problems, submission
from bot.referee.events import MatchOpened
from bot.referee.fold import fold
from bot.referee.formats import FORMATS, OnFlag, OnTie, find
from bot.referee.match import Status
from bot.referee.partner import OPPONENT
from bot.referee.submission import Said
from referee.tables import BLUE, HOST, RED, at, terms

USUAL = {
    "Terms": {
        "options": (),
        "on_flag": OnFlag.FORFEIT,
        "on_tie": OnTie.TIE,
        "warnings": (timedelta(minutes=1), timedelta(seconds=10)),
        "dmo": "",
        "dmo_chooses": False,
    },
    "Player": {"level": ""},
    "MatchStarted": {"by": None},
    "Shown": {"board": False},
    "TurnPlayed": {"used": None, "bank": None, "message": None},
    "MatchPaused": {
        "by": None,
        "reason": "",
        "agreed": False,
        "edited": None,
        "late": None,
        "colour": None,
    },
    "MatchResumed": {"reason": ""},
    "RequestMade": {"turns": 0},
    "RequestDeclined": {"withdrawn": False},
    "TurnsUndone": {"by": None, "reason": ""},
    "TimeChanged": {"reason": ""},
    "PlayerReplaced": {"fresh": False},
    "MatchMoved": {"left": ""},
    "RefereeAway": {"told": False},
    "MatchEnded": {"by": None, "reason": ""},
    "MatchReopened": {"reason": "", "turns": 0},
}
"""What old records mean that lack a field: those were stored, and are read so for good."""
UNSAID = {
    "Said": {"handed_over": None},
    "Pause": {"reason": ""},
    "Resume": {"reason": ""},
    "Cancel": {"reason": ""},
    "Undo": {"turns": 1, "reason": ""},
    "Adjudicate": {"reason": ""},
    "Forfeit": {"reason": ""},
    "ChangeTime": {"reason": ""},
    "MoveMatch": {"left": ""},
    "Respond": {"request": None},
    "Submission": {"message": None, "may_host": False, "written_at": None},
}
NEW_MATCH = {
    "status": Status.WAITING,
    "ready": frozenset(),
    "first_open": False,
    "start_ordered": None,
    "off_duty_since": None,
    "away_told": False,
    "on_duty_since": None,
    "paused_at": None,
    "pauses": (),
    "bank_told": False,
    "handed_over": 0,
    "told": -1,
    "flagged": False,
    "ended": None,
    "before_end": None,
    "board_message": None,
    "turns": (),
    "kept": frozenset(),
    "request": None,
    "warned": None,
    "notices": (),
    "reminders": (),
    "stale": (),
    "clocks": (),
    "log": (),
    "seen": 1,
}
"""Nothing has happened: no event is handed over or told, and one was seen, the opening."""


def usual(kind: type) -> dict[str, object]:
    """The usual values of a class's fields, those that have one."""
    return {one.name: one.default for one in fields(kind) if one.default is not MISSING}


@pytest.mark.parametrize("name", USUAL)
def test_a_field_that_old_records_lack_has_its_value_for_good(name: str) -> None:
    """What was not stored was not so: nobody's order, no reason, no clock, not told."""
    assert repr(usual(getattr(events, name))) == repr(USUAL[name])


@pytest.mark.parametrize("name", UNSAID)
def test_what_is_not_said_of_an_act_is_nothing(name: str) -> None:
    """No reason, one turn back, nobody who may act as host."""
    assert repr(usual(getattr(submission, name))) == repr(UNSAID[name])


def test_a_problem_without_a_hint_has_none() -> None:
    """No command near it, no example, no option."""
    assert usual(problems.NoCommand) == {"near": "", "example": ""}
    assert usual(problems.NoMember) == {"option": ""}


def test_a_match_that_was_just_opened_has_nothing_behind_it() -> None:
    """Each part of it by itself."""
    match = fold([MatchOpened(at(0), HOST, (RED, BLUE), terms())])
    assert repr({name: getattr(match, name) for name in NEW_MATCH}) == repr(NEW_MATCH)


def test_the_words_of_a_match_are_these() -> None:
    """They are stored, in the database and in records."""
    assert [str(one) for one in Status] == ["waiting", "running", "paused", "over"]
    assert [str(one) for one in OnFlag] == ["forfeit", "call-host"]
    assert [str(one) for one in OnTie] == ["tie", "host-wins"]
    assert [str(one) for one in events.Request] == ["undo", "pause", "abandon"]
    assert [str(one) for one in events.Termination] == [
        *("game-over", "tie-to-dmo", "tie-to-host", "resignation", "time"),
        *("forfeit", "adjudication", "abandonment", "cancelled"),
    ]
    assert OPPONENT == "opponent"
    assert Said("E5") == Said("E5", None)


MINUTE = timedelta(minutes=1)
RED_BLUE, WHITE_BLACK, BLACK_WHITE = ("red", "blue"), ("white", "black"), ("black", "white")


@pytest.mark.parametrize(
    ("key", "ruleset", "colours", "bank", "chooses"),
    [
        ("genius", "genius", RED_BLUE, 5, True),
        ("genius-short", "genius", RED_BLUE, 3, True),
        ("bentley", "genius", WHITE_BLACK, None, False),
        ("mindsports", "mindsports", WHITE_BLACK, None, False),
        ("mures", "mures", WHITE_BLACK, None, False),
        ("ketchup", "ketchup", BLACK_WHITE, None, False),
        ("sauce", "sauce", BLACK_WHITE, None, False),
        ("catena", "catena", BLACK_WHITE, None, False),
        ("product", "product", BLACK_WHITE, None, False),
        ("product-original", "product-original", BLACK_WHITE, None, False),
        ("alpha", "alpha", BLACK_WHITE, None, False),
        ("plur", "plur", BLACK_WHITE, None, False),
        ("too", "too", BLACK_WHITE, None, False),
        ("brink", "brink", BLACK_WHITE, None, False),
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


def test_there_are_two_colours() -> None:
    """The starting one first, and each the other's other."""
    assert [int(colour) for colour in Colour] == [0, 1]
    assert [colour.other for colour in Colour] == [Colour.SECOND, Colour.FIRST]
