"""The law of time at the table, one sentence a test."""

from datetime import timedelta

import pytest

from bot.engine.turn import Colour
from bot.referee import events
from bot.referee.arbiter import rule, rule_on_time
from bot.referee.clock import TimeControl
from bot.referee.events import Termination
from bot.referee.fold import fold
from bot.referee.formats import OnFlag
from bot.referee.match import Status
from bot.referee.ruling import Accepted, Ignored, Reason, Refused
from bot.referee.submission import (
    Cancel,
    ChangeTime,
    Pause,
    Ready,
    Reopen,
    Resign,
    Resume,
    Said,
    StartNow,
)
from bot.referee.timekeeping import next_call
from referee import tables
from referee.tables import BLUE, HOST, MINUTE, RED, accepted, after, at, played, running, say, show

MICRO = timedelta(microseconds=1)
CALLS_HOST = tables.terms(on_flag=OnFlag.CALL_HOST)


def test_nothing_is_charged_before_the_board_is_visible():
    match = played(running(), RED, "E5", 10)
    assert match.deadline() is None
    late = played(match, BLUE, "D3", 500)
    assert late.turns[-1].used == timedelta(0)
    assert late.turns[-1].bank == 5 * MINUTE


def test_only_the_announcement_of_the_turn_starts_its_clock():
    match = played(running(shown=0), RED, "E5", 10)
    match = after(match, events.RulingKept(at(11), "red-10", False, Colour.FIRST))
    assert after(match, events.Shown(at(12), "late", 1)).deadline() is None
    assert show(match, 14).deadline() == at(14 + 360)


def test_a_visible_turn_counts_whatever_two_stamps_say():
    """Red's page is a second ahead of the venue: Blue answers the board, by the venue's stamp
    before Red's turn. What Blue sent before the board was there is of another turn still.
    """
    match = show(played(running(), RED, "E5", 11), 10)
    assert isinstance(say(match, BLUE, "D3", 10.5), Accepted)
    early = say(match, BLUE, "D3", 9.5)
    assert isinstance(early, Refused)
    assert early.reason is Reason.SENT_TOO_EARLY


def test_a_move_before_its_turn_is_visible_leaves_the_opponents_clock_standing():
    match = played(running(), RED, "E5", 10)
    through = match.seen - 1
    match = played(match, BLUE, "D3", 12)
    assert after(match, events.Shown(at(15), "late", through)).deadline() is None
    assert show(match, 16).deadline() == at(16 + 360)


def test_a_move_stamped_exactly_at_the_deadline_is_in_time():
    """One microsecond later it is not."""
    match = running()
    assert played(match, RED, "E5", 360).turns[-1].bank == timedelta(0)
    flag, ended = accepted(match, RED, Said("E5"), 360 + 1e-6).events
    assert flag == events.FlagFell(at(360), Colour.FIRST)
    assert ended == events.MatchEnded(at(360), Colour.SECOND, Termination.TIME)


def test_the_recorded_end_is_the_deadline_not_the_moment_it_was_noticed():
    ruling = tables.called(running(), 3600)
    assert {event.at for event in ruling.events} == {at(360)}
    assert ruling.match.over


def test_time_is_not_called_at_the_deadline_itself():
    bank_told = after(running(), events.BankOpened(at(60), Colour.FIRST))
    assert rule_on_time(bank_told, at(360)) == Ignored()
    assert isinstance(rule_on_time(bank_told, at(360) + MICRO), Accepted)


def test_the_opponent_or_the_host_can_show_that_a_flag_has_fallen():
    match = running()
    for who, act in ((BLUE, Said("E5")), (BLUE, Resign()), (HOST, Pause())):
        ruling = accepted(match, who, act, 400)
        assert ruling.match.ended == events.MatchEnded(at(360), Colour.SECOND, Termination.TIME)
    assert say(match, RED, "hm", 400) == Ignored()
    assert say(match, tables.FAN, "E5", 400) == Ignored()


def test_time_given_after_the_deadline_comes_too_late():
    match = running()
    assert accepted(match, HOST, ChangeTime("red", MINUTE), 300).match.deadline() == at(420)
    assert accepted(match, HOST, ChangeTime("red", MINUTE), 361).match.over


def test_time_taken_cannot_reach_back():
    """The deadline is never before the host's act, and the other's bank never below nothing."""
    taken = accepted(running(), HOST, ChangeTime("red", -10 * MINUTE), 200)
    assert taken.match.deadline() == at(200)
    taken = accepted(running(), HOST, ChangeTime("blue", -10 * MINUTE), 200)
    assert taken.match.clock.banks == (5 * MINUTE, timedelta(0))


def test_the_bank_opens_once_and_the_room_hears_of_it():
    """Next time brings something about when the turn time is gone, then at the deadline."""
    match = running()
    assert next_call(match) == at(60)
    opened = tables.called(match, 61)
    assert opened.events == (events.BankOpened(at(60), Colour.FIRST),)
    assert rule_on_time(opened.match, at(62)) == Ignored()
    assert next_call(opened.match) == at(360)


def test_in_sudden_death_there_is_no_bank_to_open():
    """Without turn time the bank runs from the start; nobody needs to hear that every turn."""
    match = running(tables.terms(TimeControl(timedelta(0), 5 * MINUTE)))
    assert rule_on_time(match, at(1)) == Ignored()
    assert next_call(match) == match.deadline() == at(300)


def test_without_a_bank_the_flag_falls_after_the_turn_time():
    match = running(tables.terms(TimeControl(MINUTE)))
    assert next_call(match) == at(60)
    match = show(played(match, RED, "E5", 60), 70)
    assert match.deadline() == at(130)


def test_without_a_clock_there_is_no_time_to_call():
    match = running(tables.terms(None))
    assert next_call(match) is None
    assert rule_on_time(match, at(10**9)) == Ignored()
    assert played(match, RED, "E5", 10**9).turns[-1].used is None


def test_while_paused_the_clock_stands_and_goes_on_when_the_room_has_seen_it():
    match = after(running(), events.MatchPaused(at(20), HOST))
    assert match.deadline() is None
    match = after(match, events.MatchResumed(at(100), HOST))
    assert match.deadline() is None
    match = show(match, 110)
    assert match.deadline() == at(110 + 340)
    assert played(match, RED, "E5", 120).turns[-1].used == timedelta(seconds=30)


def test_a_move_stamped_before_the_pause_counts_however_late_it_arrives():
    paused = after(running(), events.MatchPaused(at(20), HOST))
    for match in (paused, show(after(paused, events.MatchResumed(at(100), HOST)), 110)):
        assert played(match, RED, "E5", 15).turns[-1].used == timedelta(seconds=15)
    assert played(paused, RED, "E5", 15).status is Status.PAUSED


def test_a_flag_that_calls_the_host_pauses_the_match_at_the_deadline():
    """A move stamped in time still counts then, and the bank of the other is not touched."""
    fallen = tables.called(running(CALLS_HOST), 400)
    assert fallen.match.status is Status.PAUSED
    assert fallen.match.pauses.since == at(360)
    assert say(fallen.match, RED, "E5", 361) == Refused(Reason.PAUSED, words=("E5",))
    saved = played(fallen.match, RED, "E5", 360)
    resumed = show(after(saved, events.MatchResumed(at(500), HOST)), 500)
    assert resumed.clock is not None
    assert resumed.clock.banks == (timedelta(0), 5 * MINUTE)
    assert resumed.deadline() == at(860)


def test_a_player_whom_the_host_lets_go_on_has_a_turn_but_no_bank():
    """In sudden death, where a turn has no time, the bank is fresh instead."""
    resumed = {}
    for control in (tables.GENIUS, TimeControl(timedelta(0), 5 * MINUTE)):
        match = running(tables.terms(control, on_flag=OnFlag.CALL_HOST))
        fallen = tables.called(match, 400)
        resumed[control] = show(
            after(fallen.match, events.MatchResumed(at(500), HOST)), 500
        ).deadline()
    assert list(resumed.values()) == [at(560), at(800)]


def test_time_off_duty_is_charged_to_nobody():
    match = after(running(), events.RefereeAway(at(30)))
    assert played(match, RED, "E5", 2000).turns[-1].used == timedelta(seconds=30)
    back = after(match, events.RefereeBack(at(3000), at(30), told=False))
    assert back.deadline() == at(3000 + 330)


def test_after_an_absence_the_room_hears_of_the_clock_waits_for_that():
    match = after(running(), events.RefereeAway(at(30), told=True))
    match = after(match, events.RefereeBack(at(3000), at(30), told=True))
    assert match.deadline() is None
    assert show(match, 3005).deadline() == at(3005 + 330)


def test_an_announcement_from_before_an_absence_starts_no_clock_in_it():
    """Made before a crash, noted after it: the time between is off duty."""
    match = played(running(), RED, "E5", 10)
    through = match.seen - 1
    match = after(match, events.RefereeAway(at(11)), events.RefereeBack(at(14), at(11), told=False))
    match = after(match, events.Shown(at(12), "board", through))
    assert match.deadline() == at(14 + 360)


def test_away_before_the_board_was_visible_the_clock_begins_after_the_return():
    match = played(running(), RED, "E5", 10)
    through = match.seen - 1
    match = after(match, events.RefereeAway(at(10)), events.RefereeBack(at(14), at(10), told=False))
    assert match.deadline() is None
    assert after(match, events.Shown(at(15), "board", through)).deadline() == at(375)


def test_a_flag_that_fell_before_the_absence_fell_at_its_deadline():
    match = after(running(), events.RefereeAway(at(361)))
    assert not played(match, RED, "E5", 360).over
    late = accepted(match, RED, Said("E5"), 2000)
    assert late.match.ended == events.MatchEnded(at(360), Colour.SECOND, Termination.TIME)


def test_a_flag_found_after_an_absence_calls_the_host_once():
    """What ran between the deadline and the absence is not left on the clock."""
    match = after(running(CALLS_HOST), events.RefereeAway(at(370)))
    resigned = accepted(accepted(match, RED, Said("E5"), 2000).match, RED, Resign(), 2100)
    assert resigned.match.ended.termination is Termination.RESIGNATION


def test_the_increment_comes_after_the_move_and_keeps_to_the_cap():
    """A move in turn time leaves the bank larger, one from the bank is charged first."""
    control = TimeControl(MINUTE, 5 * MINUTE, timedelta(seconds=10), 5 * MINUTE + MINUTE / 12)
    match = show(played(running(tables.terms(control)), RED, "E5", 30), 30)
    assert match.turns[-1].bank == timedelta(minutes=5, seconds=5)
    match = show(played(match, BLUE, "D3", 30 + 90), 200)
    assert match.turns[-1].bank == timedelta(minutes=4, seconds=40)


def test_a_second_message_is_a_second_turn():
    match = show(played(running(), RED, "E5", 10), 11)
    assert say(match, RED, "E6", 12) == Refused(Reason.NOT_YOUR_TURN, words=("E6",))


def test_a_message_stamped_before_the_turn_began_is_of_another_turn():
    match = played(running(), RED, "E5", 10)
    assert say(match, BLUE, "D3", 9) == Refused(Reason.SENT_TOO_EARLY, words=("D3",))
    assert played(match, BLUE, "D3", 10)


def test_words_from_before_the_match_are_of_another_match():
    """A turn of the match before, told late or twice, is not even refused."""
    assert say(running(), RED, "E5", -1) == Ignored()
    assert say(running(), BLUE, "Z9", -1) == Ignored()
    assert say(tables.new(), RED, "E5", -1) == Ignored()
    assert isinstance(say(tables.new(), RED, "E5", 0), Refused)


def test_the_order_of_checks_is_talk_over_paused_player_flag_turn_law():
    over = after(running(), events.MatchEnded(at(5), None, Termination.CANCELLED))
    paused = after(running(), events.MatchPaused(at(5), HOST))
    assert say(over, BLUE, "hello", 500) == Ignored()
    assert say(over, BLUE, "Z9", 500) == Refused(Reason.OVER, words=("Z9",))
    assert say(paused, BLUE, "Z9", 500) == Refused(Reason.PAUSED, words=("Z9",))
    assert say(paused, tables.FAN, "E5", 500) == Ignored()
    assert isinstance(say(running(), BLUE, "Z9", 500), Accepted), "the flag"
    assert say(running(), BLUE, "Z9", 50) == Refused(Reason.NOT_YOUR_TURN, words=("Z9",))
    illegal = say(running(), RED, "Z9", 50)
    assert isinstance(illegal, Refused)
    assert illegal.reason is Reason.ILLEGAL
    assert say(tables.new(), RED, "E5", 50) == Refused(Reason.NOT_STARTED, words=("E5",))


def test_both_ready_start_the_match_and_one_alone_does_not():
    one = accepted(tables.new(), RED, Ready(), 1)
    assert one.match.status is Status.WAITING
    assert rule(one.match, tables.by(RED, Ready(), 2)) == Refused(Reason.ALREADY_READY)
    assert rule(one.match, tables.by(tables.FAN, Ready(), 2)) == Refused(Reason.NOT_A_PLAYER)
    both = accepted(one.match, BLUE, Ready(), 3)
    assert both.match.status is Status.RUNNING
    assert rule(both.match, tables.by(BLUE, Ready(), 4)) == Refused(Reason.ALREADY_STARTED)


def test_one_who_plays_both_colours_is_ready_for_both_and_moves_for_both():
    solo = fold([events.MatchOpened(at(0), HOST, (RED, RED), tables.terms())])
    ready = accepted(solo, RED, Ready(), 1)
    assert ready.match.status is Status.RUNNING
    match = played(played(ready.match, RED, "E5", 2), RED, "D3", 3)
    gone = accepted(match, RED, Resign(), 4)
    assert gone.match.ended.winner is Colour.SECOND, "who is to move resigns"


@pytest.mark.parametrize("act", [StartNow(), Pause(), Resume(), Cancel(), Reopen("x")])
def test_the_hosts_acts_are_the_hosts(act):
    """Players and spectators are refused; who may manage the server is a host too."""
    for match in (tables.new(), running(), after(running(), events.MatchPaused(at(1), HOST))):
        assert rule(match, tables.by(RED, act, 5)) == Refused(Reason.NOT_HOST)
        assert rule(match, tables.by(tables.FAN, act, 5)) == Refused(Reason.NOT_HOST)
        manager = rule(match, tables.by(tables.FAN, act, 5, may_host=True))
        assert isinstance(manager, Accepted | Refused)
        assert manager != Refused(Reason.NOT_HOST)


def test_resigning_works_in_ones_own_turn_the_opponents_and_in_a_pause():
    for match in (running(), after(running(), events.MatchPaused(at(1), HOST))):
        for who, winner in ((RED, Colour.SECOND), (BLUE, Colour.FIRST)):
            ruling = accepted(match, who, Resign(), 5)
            ended = events.MatchEnded(at(5), winner, Termination.RESIGNATION, who)
            assert ruling.match.ended == ended
    assert rule(tables.new(), tables.by(RED, Resign(), 5)) == Refused(Reason.NOT_STARTED)
    assert rule(running(), tables.by(tables.FAN, Resign(), 5)) == Refused(Reason.NOT_A_PLAYER)
