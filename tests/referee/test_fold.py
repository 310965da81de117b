"""What each event leaves behind in a match, and what stored words and missing fields mean."""

from dataclasses import replace
from datetime import timedelta
from typing import get_args

import pytest
from engine.samples import usual

from bot.cups import fold as cups
from bot.cups.events import CupEvent
from bot.engine.turn import Colour
from bot.referee import events, submission
from bot.referee.fold import EFFECTS, fold
from bot.referee.formats import FORMATS, OnFlag, find
from bot.referee.match import CorruptMatchError, Match, Status
from bot.referee.submission import Said
from referee import tables
from referee.tables import BLUE, HOST, MINUTE, RED, after, at, new, played, running, show, terms

FIRST, OTHER = Colour
OPENED, STARTED = events.MatchOpened(at(0), HOST, (RED, BLUE), terms()), events.MatchStarted(at(0))
END = events.MatchEnded(at(90), None, events.Termination.CANCELLED, HOST)


def told(match: Match, message: str, *, board: bool = False, through: int | None = None) -> Match:
    """The match after an announcement of its last event, or of another, became visible."""
    last = match.seen - 1 if through is None else through
    return after(match, events.Shown(at(70), message, last, board))


def test_every_event_has_an_effect():
    assert set(EFFECTS) == set(get_args(events.Event))
    assert set(cups.EFFECTS) == set(get_args(CupEvent))


def test_the_last_announcement_with_a_board_is_known():
    match = told(running(), "with", board=True)
    assert told(match, "without").telling.board_message == "with"
    assert told(match, "later", board=True).telling.board_message == "later"


def test_messages_about_the_bank_may_be_taken_back_after_the_turn():
    """They are reminders in their turn, stale in the next one, and nobody's after that."""
    match = told(after(running(), events.BankOpened(at(60), FIRST)), "opens")
    match = told(after(match, events.BankLow(at(70), FIRST, MINUTE)), "low")
    match = told(match, "something else")
    assert (match.telling.reminders, match.telling.stale) == (("opens", "low"), ())
    turn = show(played(match, RED, "E5", 80), 80)
    assert (turn.telling.reminders, turn.telling.stale) == ((), ("opens", "low"))
    next_turn = played(turn, BLUE, "C3 F3", 85)
    assert (next_turn.telling.reminders, next_turn.telling.stale) == ((), ())


def test_at_the_end_messages_about_the_bank_of_both_turns_may_be_taken_back():
    """Those of the turn before, if they are still there, and those of the last one."""
    match = told(after(running(), events.BankOpened(at(60), FIRST)), "red's")
    match = show(played(match, RED, "E5", 70), 70)
    match = told(after(match, events.BankOpened(at(85), OTHER)), "blue's")
    assert after(match, END).telling.stale == ("red's", "blue's")


def test_an_older_announcement_does_not_untell_a_later_one():
    assert told(told(running(), "later", through=5), "older", through=3).telling.told == 5


def test_the_end_is_told_once_its_announcement_is_seen():
    match = after(running(), END)
    assert not match.end_told
    assert not told(match, "before", through=match.seen - 2).end_told
    assert told(match, "end").end_told
    assert not told(running(), "turn").end_told


def test_rulings_that_were_kept_are_remembered_by_message():
    kept = [events.RulingKept(at(20), message, deleted=False, colour=FIRST) for message in "ab"]
    assert after(running(), *kept).kept == {"a", "b"}


def test_the_log_has_what_was_no_turn_with_the_turns_played_by_then():
    pause, resumed = events.MatchPaused(at(5), HOST), events.MatchResumed(at(6), HOST)
    given = events.TimeChanged(at(30), OTHER, MINUTE, HOST)
    back = events.RefereeBack(at(45), at(40), told=False)
    moved = events.MatchMoved(at(50), "hall", HOST)
    match = show(after(running(), pause, resumed), 7)
    match = show(played(match, RED, "E5", 20), 20)
    match = after(match, given, events.RefereeAway(at(40)), back, moved)
    assert match.log == ((0, pause), (0, resumed), (1, given), (1, back), (1, moved))


def test_undo_leaves_the_log_of_its_turns_at_the_last_turn_left():
    """Time given after turn 2, both turns undone: it stands before turn 1."""
    given = events.TimeChanged(at(50), OTHER, MINUTE, HOST)
    match = show(played(running(), RED, "E5", 20), 20)
    match = after(show(played(match, BLUE, "C3 F3", 40), 40), given)
    undo = events.TurnsUndone(at(60), 2, HOST)
    assert after(match, undo).log == ((0, given), (0, undo))


DAMAGE: dict[str, list[events.Event]] = {
    "nothing": [],
    "not opened": [STARTED],
    "an unknown game": [replace(OPENED, terms=terms(ruleset="chess"))],
    "no such board": [replace(OPENED, terms=terms(side=99))],
    "a DMO of no colour": [replace(OPENED, terms=replace(terms(), dmo="green"))],
    "opened twice": [OPENED, OPENED],
    "an illegal turn": [OPENED, STARTED, events.TurnPlayed(at(9), FIRST, "E5 E6")],
    "no turn at all": [OPENED, STARTED, events.TurnPlayed(at(9), FIRST, "Z9")],
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_events_that_make_no_match_are_damage(damage):
    with pytest.raises(CorruptMatchError, match=r"\w+ \w+"):
        fold(DAMAGE[damage])


def test_a_replacement_in_a_turn_begins_it_anew():
    """Red used 90 s, 30 of them of the bank: it is told again, with the bank as it was left."""
    asked = events.RequestMade(at(70), OTHER, events.Request.PAUSE)
    match = after(running(), events.BankOpened(at(60), FIRST), asked)
    fresh = after(match, events.PlayerReplaced(at(90), FIRST, tables.FAN, HOST, fresh=True))
    assert (fresh.request, fresh.telling.bank_told) == (None, False)
    assert fresh.telling.handed_over == match.seen
    assert fresh.clock is not None
    assert (fresh.clock.banks, fresh.clock.running) == ((4.5 * MINUTE, 5 * MINUTE), False)
    stored = after(match, events.PlayerReplaced(at(90), FIRST, tables.FAN, HOST))
    assert (stored.request, stored.telling.bank_told) == (None, True)
    assert (stored.telling.handed_over, stored.clock) == (match.telling.handed_over, match.clock)


def test_a_choice_of_who_starts_turns_the_seats_and_what_was_logged_of_them():
    """What belongs to no seat stays as it was; a match without a clock has none to turn."""
    given = events.TimeChanged(at(5), OTHER, MINUTE, HOST)
    moved = events.MatchMoved(at(6), "hall", HOST)
    for settled in (terms(), terms(None)):
        match = after(new(settled), given, moved, events.FirstChosen(at(9), OTHER, HOST))
        assert match.players == (BLUE, RED)
        assert [event for _, event in match.log][:2] == [replace(given, colour=FIRST), moved]


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (events.Shown(at(5), "m", 1, board=True), False),
        (events.PlayerReady(at(5), FIRST), False),
        (events.RefereeAway(at(5), told=True), False),
        (events.RefereeBack(at(5), at(4), told=False), False),
        (events.RefereeBack(at(5), at(4), told=True), True),
        (events.MatchPaused(at(5), HOST), True),
        (events.TurnPlayed(at(5), FIRST, "E5"), True),
    ],
)
def test_the_room_hears_of_what_concerns_it(event, told):
    """Not of its own announcements, of a button it saw pressed, or of an absence that goes on."""
    assert events.is_told(event) is told


def test_a_start_hands_over_the_first_turn():
    """The clock waits for its announcement; who ordered the start is known until then."""
    match = after(new(), events.StartOrdered(at(5), HOST))
    assert match.start.ordered == HOST
    started = after(match, events.MatchStarted(at(6), HOST))
    assert started.start.ordered is None
    assert (started.telling.handed_over, started.turn_open_at) == (match.seen, at(6))
    assert (started.status, started.first_open) == (Status.RUNNING, False)


def test_beginning_of_another_match_is_played_before_the_start() -> None:
    beginning = events.Beginning(9, ("E5", "D3 F6"))
    opened = events.MatchOpened(at(7), HOST, (RED, BLUE), terms(), beginning=beginning)
    match = fold([opened])
    assert [turn.colour for turn in match.turns] == [Colour.FIRST, Colour.SECOND]
    assert {turn.at for turn in match.turns} == {at(7)}
    assert len(match.clocks) == 2
    assert match.position.number == 2


WARNED = (timedelta(minutes=1), timedelta(seconds=10))
USUAL = {
    "Terms": {
        "()": "options",
        "''": "dmo",
        "False": "dmo_chooses hints resigns auto_level",
        repr(WARNED): "warnings",
        repr(OnFlag.FORFEIT): "on_flag",
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


REASONED = ("Pause", "Resume", "Cancel", "Adjudicate", "Forfeit", "ChangeTime", "ReplacePlayer")
UNSAID = {
    "Said": {"None": "handed_over"},
    **{name: {"''": "reason"} for name in REASONED},
    "Undo": {"1": "turns", "''": "reason"},
    "MoveMatch": {"''": "left", "None": "public"},
    "ChoosePages": {"''": "reason"},
    "Respond": {"None": "request read which"},
    "Submission": {"None": "message written_at", "False": "may_host"},
}


@pytest.mark.parametrize("name", UNSAID)
def test_acts_have_empty_defaults(name: str) -> None:
    assert usual(getattr(submission, name)) == UNSAID[name]


@pytest.mark.parametrize("name", USUAL)
def test_a_field_that_old_records_lack_has_its_value_for_good(name: str) -> None:
    """What was not stored was not so: nobody's order, no reason, no clock, not told."""
    assert usual(getattr(events, name)) == USUAL[name]


def test_the_words_of_a_match_are_these() -> None:
    assert [str(one) for one in Status] == ["waiting", "running", "paused", "over"]
    assert [str(one) for one in OnFlag] == ["forfeit", "call-host"]
    assert [str(one) for one in events.Request] == ["undo", "pause", "abandon", "appointment"]
    assert [str(one) for one in events.Termination] == [
        *("game-over", "tie-to-dmo", "resignation", "time"),
        *("forfeit", "adjudication", "abandonment", "cancelled"),
    ]
    assert Said("E5") == Said("E5", None)


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
