"""The host's hand: what each act makes, when it can't be done; ends that are taken back."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from engine.samples import FULL

from bot.engine.turn import Colour
from bot.referee import events, submission
from bot.referee.arbiter import rule
from bot.referee.events import Termination
from bot.referee.fold import fold
from bot.referee.formats import OnFlag
from bot.referee.match import Match, Status
from bot.referee.ruling import Accepted, Ignored, Reason, Refused
from bot.referee.timekeeping import due
from referee import tables
from referee.tables import (
    BLUE,
    FAN,
    HOST,
    MINUTE,
    RED,
    accepted,
    after,
    at,
    both,
    new,
    played,
    running,
    say,
    show,
    terms,
)

SECOND = timedelta(seconds=1)
FIRST, OTHER = Colour
Made = Callable[[], Match]


def paused() -> Match:
    return after(running(), events.MatchPaused(at(20), HOST))


def over() -> Match:
    turn = show(played(running(), RED, "E5", 10), 10)
    return after(turn, events.MatchEnded(at(20), None, Termination.CANCELLED, HOST))


def one_turn() -> Match:
    return played(running(), RED, "E5", 10)


def unclocked() -> Match:
    return running(tables.terms(None))


def ended(winner: Colour | None, termination: Termination, reason: str) -> events.MatchEnded:
    return events.MatchEnded(at(30), winner, termination, HOST, reason)


@pytest.mark.parametrize(
    ("made", "act", "event"),
    [
        (new, submission.StartNow(), events.MatchStarted(at(30), HOST)),
        (running, submission.Pause("tea"), events.MatchPaused(at(30), HOST, "tea")),
        (paused, submission.Resume("on"), events.MatchResumed(at(30), HOST, "on")),
        (running, submission.Cancel("rain"), ended(None, Termination.CANCELLED, "rain")),
        (running, submission.Adjudicate("blue", "x"), ended(OTHER, Termination.ADJUDICATION, "x")),
        (running, submission.Adjudicate(None, "x"), ended(None, Termination.ADJUDICATION, "x")),
        (running, submission.Forfeit("red", "left"), ended(OTHER, Termination.FORFEIT, "left")),
        (running, submission.Forfeit(" B ", "left"), ended(FIRST, Termination.FORFEIT, "left")),
        (
            running,
            submission.ChangeTime("blue", MINUTE, "late"),
            events.TimeChanged(at(30), OTHER, MINUTE, HOST, "late"),
        ),
        (
            running,
            submission.ReplacePlayer("r", FAN),
            events.PlayerReplaced(at(30), FIRST, FAN, HOST, fresh=True),
        ),
        (
            running,
            submission.MoveMatch("hall", "attic"),
            events.MatchMoved(at(30), "hall", HOST, "attic"),
        ),
        (
            running,
            submission.ChoosePages(shown=True, reason="asked"),
            events.PagesChosen(at(30), True, HOST, "asked"),
        ),
        (one_turn, submission.Undo(1, "slip"), events.TurnsUndone(at(30), 1, HOST, "slip")),
        (
            over,
            submission.Reopen("rain is over"),
            events.MatchReopened(at(30), HOST, "rain is over", 0),
        ),
    ],
)
def test_each_act_is_one_event_with_its_reason(made: Made, act: submission.HostAct, event) -> None:
    assert tables.accepted(made(), HOST, act, 30).events == (event,)


@pytest.mark.parametrize(
    ("made", "act", "reason"),
    [
        (running, submission.StartNow(), Reason.ALREADY_STARTED),
        (paused, submission.StartNow(), Reason.ALREADY_STARTED),
        (new, submission.Pause(), Reason.NOT_STARTED),
        (paused, submission.Pause(), Reason.PAUSED),
        (new, submission.Resume(), Reason.NOT_PAUSED),
        (running, submission.Resume(), Reason.NOT_PAUSED),
        (running, submission.Undo(1), Reason.NOTHING_TO_UNDO),
        (one_turn, submission.Undo(2), Reason.NOTHING_TO_UNDO),
        (one_turn, submission.Undo(0), Reason.NOTHING_TO_UNDO),
        (unclocked, submission.ChangeTime("red", MINUTE), Reason.NO_CLOCK),
        (running, submission.ChangeTime("green", MINUTE), Reason.NO_SUCH_COLOUR),
        (running, submission.ReplacePlayer("green", FAN), Reason.NO_SUCH_COLOUR),
        (running, submission.ReplacePlayer("red", BLUE), Reason.ALREADY_SEATED),
        (running, submission.ReplacePlayer("red", RED), Reason.ALREADY_SEATED),
        (running, submission.Forfeit("green"), Reason.NO_SUCH_COLOUR),
        (running, submission.Forfeit(" "), Reason.NO_SUCH_COLOUR),
        (running, submission.Adjudicate("green"), Reason.NO_SUCH_COLOUR),
        (running, submission.Reopen("x"), Reason.NOT_OVER),
        (over, submission.Pause(), Reason.OVER),
        (over, submission.Cancel(), Reason.OVER),
        (over, submission.MoveMatch("hall"), Reason.OVER),
    ],
)
def test_an_act_that_cannot_be_done_says_why(made, act, reason):
    assert rule(made(), tables.by(HOST, act, 30)) == Refused(reason)


def test_some_acts_need_no_running_match() -> None:
    acts = (
        submission.ChangeTime("red", MINUTE),
        submission.ReplacePlayer("red", FAN),
        submission.MoveMatch("hall"),
        submission.Cancel(),
        submission.Adjudicate("red"),
        submission.Forfeit("red"),
    )
    for act in acts:
        for match in (new(), paused()):
            assert isinstance(rule(match, tables.by(HOST, act, 30)), Accepted)


def test_before_a_fallen_flag_no_act_that_would_save_the_player() -> None:
    for act in (
        submission.Pause(),
        submission.ChangeTime("red", MINUTE),
        submission.ReplacePlayer("red", FAN),
    ):
        ruling = tables.accepted(running(), HOST, act, 361)
        assert ruling.match.ended == events.MatchEnded(at(360), OTHER, Termination.TIME)
        assert ruling.match.players == (RED, BLUE)
        assert not tables.accepted(running(), HOST, act, 360).match.over


def test_the_hosts_result_stands_also_after_the_deadline() -> None:
    for act in (
        submission.Cancel(), submission.Adjudicate("red"), submission.Forfeit("blue"),
        submission.MoveMatch("hall"),
    ):  # fmt: skip
        assert len(tables.accepted(running(), HOST, act, 361).events) == 1


def test_words_from_before_a_move_to_another_room_are_of_that_room() -> None:
    """The match comes to the hall at 30: what was said there at 29 is no turn, at 30 it is."""
    match = after(running(), events.MatchMoved(at(30), "hall", HOST))
    assert say(match, RED, "E5", 29) == Ignored()
    assert isinstance(say(match, RED, "E5", 30), Accepted)
    assert say(match, BLUE, "E5", 29) == Ignored()
    assert isinstance(say(match, BLUE, "E5", 30), Refused)


def test_words_from_before_somebody_was_seated_are_not_theirs() -> None:
    cat = events.Player("cat", "Cat")
    match = after(running(), events.PlayerReplaced(at(30), FIRST, cat, HOST, fresh=True))
    assert say(match, cat, "E5", 29) == Ignored()
    assert isinstance(say(match, cat, "E5", 30), Accepted)
    assert isinstance(say(match, BLUE, "E5", 1), Refused)


def test_a_turn_opens_with_the_start_and_with_each_turn() -> None:
    match = show(after(new(), events.MatchStarted(at(50), HOST)), 50)
    assert say(match, RED, "E5", 49) == Refused(Reason.SENT_TOO_EARLY, words=("E5",))
    assert isinstance(say(match, RED, "E5", 50), Accepted)
    turn = show(played(match, RED, "E5", 60), 60)
    assert say(turn, BLUE, "D4", 59) == Refused(Reason.SENT_TOO_EARLY, words=("D4",))
    undone = show(after(turn, events.TurnsUndone(at(70), 1, HOST)), 70)
    assert say(undone, RED, "E5", 69) == Refused(Reason.SENT_TOO_EARLY, words=("E5",))


def test_turns_taken_back_leave_the_bank_the_flag_and_the_warnings_of_a_fresh_turn() -> None:
    """Red's flag fell and the host was called: with the turns undone, nothing of that is left."""
    called = tables.terms(on_flag=OnFlag.CALL_HOST, warnings=(MINUTE,))
    match = show(played(running(called), RED, "E5", 10), 10)
    match = show(played(match, BLUE, "C3 F3", 20), 20)
    match = after(match, *due(match, at(80)))  # a minute after 20 the bank opens
    assert match.telling.bank_told
    match = after(match, *due(match, at(320)))  # a minute is left of it
    assert match.telling.warned == MINUTE
    match = after(match, *due(match, at(381)))  # six minutes after 20 the flag falls
    assert (match.flagged, match.status) == (True, Status.PAUSED)
    match = after(match, events.TurnsUndone(at(400), 2, HOST))
    assert (match.flagged, match.telling.bank_told, match.telling.warned) == (False, False, None)
    match = show(after(match, events.MatchResumed(at(410), HOST)), 410)
    assert match.deadline() == at(410 + 360)
    assert len(due(match, at(470))) == 1  # the room hears again that the bank opens


def test_a_pause_is_remembered_with_its_beginning_and_its_end() -> None:
    match = show(after(paused(), events.MatchResumed(at(40), HOST)), 40)
    assert match.pauses.over == ((at(20), at(40)),)
    for moment in (20, 39.9):
        assert say(match, RED, "E5", moment) == Refused(Reason.PAUSED, words=("E5",))
    assert isinstance(say(match, RED, "E5", 40), Accepted)
    assert isinstance(say(match, RED, "E5", 19), Accepted)


def test_a_new_player_before_the_start_is_asked_first() -> None:
    cat = events.Player("cat", "Cat")
    match = fold([events.MatchOpened(at(0), HOST, (RED, BLUE), tables.terms())])
    for colour in Colour:
        match = after(match, events.PlayerReady(at(5), colour))
    replaced = after(match, events.PlayerReplaced(at(30), FIRST, cat, HOST, fresh=True))
    assert replaced.start.ready == {OTHER}
    assert replaced.players == (cat, BLUE)
    assert replaced.seated_at == (at(30), at(0))


def does(match, act, when, by=HOST):
    return accepted(match, by, act, when).match


@pytest.mark.parametrize(
    ("end", "by"),
    [
        (submission.Forfeit("red"), HOST),
        (submission.Adjudicate(None), HOST),
        (submission.Resign(), RED),
    ],
)
def test_a_reopened_match_stands_as_it_was_with_its_clocks(end, by):
    """Red had used 20 seconds of the turn when it ended, and goes on with 40 once it is resumed."""
    back = does(does(running(), end, 20, by), submission.Reopen("a slip"), 500)
    assert (back.status, back.ended, back.pauses.since) == (Status.PAUSED, None, at(20))
    assert back.clock.used(at(600)) == timedelta(seconds=20)
    resumed = show(does(back, submission.Resume(), 700), 705)
    assert resumed.deadline() == at(705 + 40 + 300)
    assert does(resumed, submission.Said("E5"), 710, RED).turns[-1].turn == "E5"


def test_words_between_end_and_reopening_are_no_turn():
    """Nor is it refused: it may be of another match in the room."""
    back = does(does(running(), submission.Forfeit("red"), 20), submission.Reopen("a slip"), 500)
    assert say(back, RED, "E5", 300) == Ignored()


def test_the_turn_that_ended_the_game_goes_with_the_end():
    """On a board of side 3 that is full: the last mover is to move again, the cell is free."""
    match = both(running(terms(None, side=3)), FULL.split("/"))
    last = match.turns[-1]
    back = does(match, submission.Reopen("a slip"), 5000)
    assert back.to_move is last.colour
    assert len(back.turns) == len(match.turns) - 1
    assert back.status is Status.PAUSED
    again = show(does(back, submission.Resume(), 5100), 5101)
    assert does(again, submission.Said(last.turn), 5102, again.players[last.colour]).over


def test_a_match_ended_in_a_pause_or_before_its_start_stands_so_again():
    paused = does(running(), submission.Pause(), 10)
    back = does(does(paused, submission.Cancel(), 100), submission.Reopen("no"), 200)
    assert (back.status, back.pauses.since) == (Status.PAUSED, at(10))
    waiting = does(does(new(), submission.Cancel(), 5), submission.Reopen("no"), 50)
    assert (waiting.status, waiting.pauses.since) == (Status.WAITING, None)
