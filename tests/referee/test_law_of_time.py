"""The law of time at the table, one sentence a test."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.engine.turn import Colour
from bot.referee.arbiter import accept, rule, rule_on_time
from bot.referee.clock import TimeControl
from bot.referee.events import (
    BankOpened,
    FlagFell,
    MatchEnded,
    MatchOpened,
    MatchPaused,
    MatchResumed,
    MatchStarted,
    RefereeAway,
    RefereeBack,
    RulingKept,
    Shown,
    Termination,
    TurnPlayed,
)
from bot.referee.fold import fold
from bot.referee.formats import OnFlag, OnTie
from bot.referee.match import CorruptMatchError, Status
from bot.referee.ruling import Accepted, Ignored, Reason, Refused
from bot.referee.submission import Cancel, ChangeTime, Pause, Ready, Resign, Resume, Said, StartNow
from bot.referee.timekeeping import next_call
from referee.tables import (
    BLUE,
    FAN,
    GENIUS,
    HOST,
    MINUTE,
    RED,
    after,
    at,
    by,
    new,
    played,
    running,
    say,
    show,
    terms,
)

MICRO = timedelta(microseconds=1)
CALLS_HOST = terms(on_flag=OnFlag.CALL_HOST)


def test_nothing_is_charged_before_the_board_is_visible():
    """However long the announcement takes, the mover has all of the time."""
    match = played(running(), RED, "E5", 10)
    assert match.deadline() is None
    late = played(match, BLUE, "D3", 500)
    assert late.turns[-1].used == timedelta(0)
    assert late.turns[-1].bank == 5 * MINUTE


def test_only_the_announcement_of_the_turn_starts_its_clock():
    """An older announcement that becomes visible late is no beginning of this turn."""
    match = played(running(shown=0), RED, "E5", 10)
    match = after(match, RulingKept(at(11), "red-10", False, Colour.FIRST))
    start_of_match = Shown(at(12), "late", 1)
    assert after(match, start_of_match).deadline() is None
    assert show(match, 14).deadline() == at(14 + 360)


def test_a_move_before_its_turn_is_visible_leaves_the_opponents_clock_standing():
    """The announcement that becomes visible afterwards is of a turn that is over."""
    match = played(running(), RED, "E5", 10)
    through = match.seen - 1
    match = played(match, BLUE, "D3", 12)
    assert after(match, Shown(at(15), "late", through)).deadline() is None
    assert show(match, 16).deadline() == at(16 + 360)


def test_a_move_stamped_exactly_at_the_deadline_is_in_time():
    """One microsecond later it is not."""
    match = running()
    assert played(match, RED, "E5", 360).turns[-1].bank == timedelta(0)
    late = rule(match, by(RED, Said("E5"), 360 + 1e-6))
    assert isinstance(late, Accepted)
    flag, ended = late.events
    assert flag == FlagFell(at(360), Colour.FIRST)
    assert ended == MatchEnded(at(360), Colour.SECOND, Termination.TIME)


def test_the_recorded_end_is_the_deadline_not_the_moment_it_was_noticed():
    """Noticed an hour later, it still ended at the deadline."""
    ruling = rule_on_time(running(), at(3600))
    assert isinstance(ruling, Accepted)
    assert {event.at for event in ruling.events} == {at(360)}
    assert ruling.match.over


def test_time_is_not_called_at_the_deadline_itself():
    """The last moment still belongs to the player."""
    bank_told = after(running(), BankOpened(at(60), Colour.FIRST))
    assert rule_on_time(bank_told, at(360)) == Ignored()
    assert isinstance(rule_on_time(bank_told, at(360) + MICRO), Accepted)


def test_the_opponent_or_the_host_can_show_that_a_flag_has_fallen():
    """Whoever acts after the deadline, the flag comes first; talk shows nothing."""
    match = running()
    for who, act in ((BLUE, Said("E5")), (BLUE, Resign()), (HOST, Pause())):
        ruling = rule(match, by(who, act, 400))
        assert isinstance(ruling, Accepted)
        assert ruling.match.ended == MatchEnded(at(360), Colour.SECOND, Termination.TIME)
    assert say(match, RED, "hm", 400) == Ignored()
    assert say(match, FAN, "E5", 400) == Ignored()


def test_time_given_after_the_deadline_comes_too_late():
    """The host can give time while there is some left."""
    match = running()
    given = rule(match, by(HOST, ChangeTime("red", MINUTE), 300))
    assert isinstance(given, Accepted)
    assert given.match.deadline() == at(420)
    late = rule(match, by(HOST, ChangeTime("red", MINUTE), 361))
    assert isinstance(late, Accepted)
    assert late.match.over


def test_time_taken_cannot_reach_back():
    """The deadline is never before the host's act, and the other's bank never below nothing."""
    taken = rule(running(), by(HOST, ChangeTime("red", -10 * MINUTE), 200))
    assert isinstance(taken, Accepted)
    assert taken.match.deadline() == at(200)
    taken = rule(running(), by(HOST, ChangeTime("blue", -10 * MINUTE), 200))
    assert isinstance(taken, Accepted)
    assert taken.match.clock.banks == (5 * MINUTE, timedelta(0))


def test_the_bank_opens_once_and_the_room_hears_of_it():
    """Next time brings something about when the turn time is gone, then at the deadline."""
    match = running()
    assert next_call(match) == at(60)
    opened = rule_on_time(match, at(61))
    assert isinstance(opened, Accepted)
    assert opened.events == (BankOpened(at(60), Colour.FIRST),)
    assert rule_on_time(opened.match, at(62)) == Ignored()
    assert next_call(opened.match) == at(360)


def test_in_sudden_death_there_is_no_bank_to_open():
    """Without turn time the bank runs from the start; nobody needs to hear that every turn."""
    match = running(terms(TimeControl(timedelta(0), 5 * MINUTE)))
    assert rule_on_time(match, at(1)) == Ignored()
    assert next_call(match) == match.deadline() == at(300)


def test_without_a_bank_the_flag_falls_after_the_turn_time():
    """And every turn has it anew."""
    match = running(terms(TimeControl(MINUTE)))
    assert next_call(match) == at(60)
    match = show(played(match, RED, "E5", 60), 70)
    assert match.deadline() == at(130)


def test_without_a_clock_there_is_no_time_to_call():
    """A turn may take for ever."""
    match = running(terms(None))
    assert next_call(match) is None
    assert rule_on_time(match, at(10**9)) == Ignored()
    assert played(match, RED, "E5", 10**9).turns[-1].used is None


def test_while_paused_the_clock_stands_and_goes_on_when_the_room_has_seen_it():
    """The time between the pause and the visible resumption is nobody's."""
    match = after(running(), MatchPaused(at(20), HOST))
    assert match.deadline() is None
    match = after(match, MatchResumed(at(100), HOST))
    assert match.deadline() is None
    match = show(match, 110)
    assert match.deadline() == at(110 + 340)
    assert played(match, RED, "E5", 120).turns[-1].used == timedelta(seconds=30)


def test_a_move_stamped_before_the_pause_counts_however_late_it_arrives():
    """In the pause and after it, and it is charged what had run when it was made."""
    paused = after(running(), MatchPaused(at(20), HOST))
    for match in (paused, show(after(paused, MatchResumed(at(100), HOST)), 110)):
        moved = played(match, RED, "E5", 15)
        assert moved.turns[-1].used == timedelta(seconds=15)
    assert played(paused, RED, "E5", 15).status is Status.PAUSED


def test_a_move_stamped_in_a_pause_is_refused_even_after_it():
    """The host had stopped the match; being read late makes it no turn."""
    match = after(running(), MatchPaused(at(20), HOST), MatchResumed(at(100), HOST))
    match = show(match, 110)
    for when in (20, 50, 99.9):
        assert say(match, RED, "E5", when) == Refused(Reason.PAUSED, words=("E5",))
    assert played(match, RED, "E5", 100)


def test_where_the_flag_calls_the_host_the_match_pauses_at_the_deadline():
    """A move stamped in time still counts then, and the bank of the other is not touched."""
    fallen = rule_on_time(running(CALLS_HOST), at(400))
    assert isinstance(fallen, Accepted)
    assert fallen.match.status is Status.PAUSED
    assert fallen.match.paused_at == at(360)
    assert say(fallen.match, RED, "E5", 361) == Refused(Reason.PAUSED, words=("E5",))
    saved = played(fallen.match, RED, "E5", 360)
    resumed = show(after(saved, MatchResumed(at(500), HOST)), 500)
    assert resumed.clock is not None
    assert resumed.clock.banks == (timedelta(0), 5 * MINUTE)
    assert resumed.deadline() == at(860)


def test_a_player_whom_the_host_lets_go_on_has_a_turn_but_no_bank():
    """In sudden death, where a turn has no time, the bank is fresh instead."""
    resumed = {}
    for control in (GENIUS, TimeControl(timedelta(0), 5 * MINUTE)):
        match = running(terms(control, on_flag=OnFlag.CALL_HOST))
        fallen = rule_on_time(match, at(400))
        assert isinstance(fallen, Accepted)
        resumed[control] = show(after(fallen.match, MatchResumed(at(500), HOST)), 500).deadline()
    assert list(resumed.values()) == [at(560), at(800)]


def test_time_off_duty_is_charged_to_nobody():
    """A move stamped while the referee was away costs only what ran before."""
    match = after(running(), RefereeAway(at(30)))
    moved = played(match, RED, "E5", 2000)
    assert moved.turns[-1].used == timedelta(seconds=30)
    back = after(match, RefereeBack(at(3000), at(30), told=False))
    assert back.deadline() == at(3000 + 330)


def test_after_an_absence_the_room_hears_of_the_clock_waits_for_that():
    """The player sees that the referee is back before time runs again."""
    match = after(running(), RefereeAway(at(30), told=True))
    match = after(match, RefereeBack(at(3000), at(30), told=True))
    assert match.deadline() is None
    assert show(match, 3005).deadline() == at(3005 + 330)


def test_an_announcement_from_before_an_absence_starts_no_clock_in_it():
    """Made before a crash, noted after it: the time between is off duty."""
    match = played(running(), RED, "E5", 10)
    through = match.seen - 1
    match = after(match, RefereeAway(at(11)), RefereeBack(at(14), at(11), told=False))
    match = after(match, Shown(at(12), "board", through))
    assert match.deadline() == at(14 + 360)


def test_away_before_the_board_was_visible_the_clock_begins_after_the_return():
    """A turn that nobody has seen does not begin by the referee's coming back."""
    match = played(running(), RED, "E5", 10)
    through = match.seen - 1
    match = after(match, RefereeAway(at(10)), RefereeBack(at(14), at(10), told=False))
    assert match.deadline() is None
    assert after(match, Shown(at(15), "board", through)).deadline() == at(375)


def test_a_flag_that_fell_before_the_absence_fell_at_its_deadline():
    """Coming back, the true end is found, and a move stamped before it still counts."""
    match = after(running(), RefereeAway(at(361)))
    in_time = played(match, RED, "E5", 360)
    assert not in_time.over
    late = say(match, RED, "E5", 2000)
    assert isinstance(late, Accepted)
    assert late.match.ended == MatchEnded(at(360), Colour.SECOND, Termination.TIME)


def test_a_flag_found_after_an_absence_calls_the_host_once():
    """What ran between the deadline and the absence is not left on the clock."""
    match = after(running(CALLS_HOST), RefereeAway(at(370)))
    fallen = say(match, RED, "E5", 2000)
    assert isinstance(fallen, Accepted)
    resigned = rule(fallen.match, by(RED, Resign(), 2100))
    assert isinstance(resigned, Accepted)
    assert resigned.match.ended.termination is Termination.RESIGNATION


def test_the_increment_comes_after_the_move_and_keeps_to_the_cap():
    """A move in turn time leaves the bank larger, one from the bank is charged first."""
    control = TimeControl(MINUTE, 5 * MINUTE, timedelta(seconds=10), 5 * MINUTE + MINUTE / 12)
    match = show(played(running(terms(control)), RED, "E5", 30), 30)
    assert match.turns[-1].bank == timedelta(minutes=5, seconds=5)
    match = show(played(match, BLUE, "D3", 30 + 90), 200)
    assert match.turns[-1].bank == timedelta(minutes=4, seconds=40)


def test_a_second_message_is_a_second_turn():
    """All the stones of a turn are in one message."""
    match = show(played(running(), RED, "E5", 10), 11)
    assert say(match, RED, "E6", 12) == Refused(Reason.NOT_YOUR_TURN, words=("E6",))


def test_a_message_stamped_before_the_turn_began_is_of_another_turn():
    """Even from the player whose turn it is now."""
    match = played(running(), RED, "E5", 10)
    early = say(match, BLUE, "D3", 9)
    assert early == Refused(Reason.SENT_TOO_EARLY, words=("D3",))
    assert played(match, BLUE, "D3", 10)


def test_words_from_before_the_match_are_of_another_match():
    """A turn of the match before, told late or twice, is not even refused."""
    assert say(running(), RED, "E5", -1) == Ignored()
    assert say(running(), BLUE, "Z9", -1) == Ignored()
    assert say(new(), RED, "E5", -1) == Ignored()
    assert isinstance(say(new(), RED, "E5", 0), Refused)


def test_the_order_of_checks_is_talk_over_paused_player_flag_turn_law():
    """Each check comes before the next one could speak."""
    over = after(running(), MatchEnded(at(5), None, Termination.CANCELLED))
    paused = after(running(), MatchPaused(at(5), HOST))
    assert say(over, BLUE, "hello", 500) == Ignored()
    assert say(over, BLUE, "Z9", 500) == Refused(Reason.OVER, words=("Z9",))
    assert say(paused, BLUE, "Z9", 500) == Refused(Reason.PAUSED, words=("Z9",))
    assert say(paused, FAN, "E5", 500) == Ignored()
    assert isinstance(say(running(), BLUE, "Z9", 500), Accepted), "the flag"
    assert say(running(), BLUE, "Z9", 50) == Refused(Reason.NOT_YOUR_TURN, words=("Z9",))
    illegal = say(running(), RED, "Z9", 50)
    assert isinstance(illegal, Refused)
    assert illegal.reason is Reason.ILLEGAL
    assert say(new(), RED, "E5", 50) == Refused(Reason.NOT_STARTED, words=("E5",))


def test_only_the_player_to_move_is_shown_that_a_turn_was_not_taken():
    """To anybody else the same words are plain talk."""
    match = running()
    assert say(match, RED, "E5 gg", 5) == Ignored(unclear=True)
    assert say(match, BLUE, "E5 gg", 5) == Ignored()
    assert say(match, FAN, "E5 gg", 5) == Ignored()
    assert say(new(), RED, "E5 gg", 5) == Ignored()


def test_both_ready_start_the_match_and_one_alone_does_not():
    """Each player once; spectators not at all."""
    one = rule(new(), by(RED, Ready(), 1))
    assert isinstance(one, Accepted)
    assert one.match.status is Status.WAITING
    assert rule(one.match, by(RED, Ready(), 2)) == Refused(Reason.ALREADY_READY)
    assert rule(one.match, by(FAN, Ready(), 2)) == Refused(Reason.NOT_A_PLAYER)
    both = rule(one.match, by(BLUE, Ready(), 3))
    assert isinstance(both, Accepted)
    assert both.match.status is Status.RUNNING
    assert rule(both.match, by(BLUE, Ready(), 4)) == Refused(Reason.ALREADY_STARTED)


def test_one_who_plays_both_colours_is_ready_for_both_and_moves_for_both():
    """Somebody trying things out alone."""
    event = accept(new(), MatchStarted(at(0))).match
    solo = fold([*_opening(RED, RED)])
    ready = rule(solo, by(RED, Ready(), 1))
    assert isinstance(ready, Accepted)
    assert ready.match.status is Status.RUNNING
    match = played(played(ready.match, RED, "E5", 2), RED, "D3", 3)
    gone = rule(match, by(RED, Resign(), 4))
    assert isinstance(gone, Accepted)
    assert gone.match.ended.winner is Colour.SECOND, "who is to move resigns"
    assert event.status is Status.RUNNING


@pytest.mark.parametrize("act", [StartNow(), Pause(), Resume(), Cancel()])
def test_the_hosts_acts_are_the_hosts(act):
    """Players and spectators are refused; who may manage the server is a host too."""
    for match in (new(), running(), after(running(), MatchPaused(at(1), HOST))):
        assert rule(match, by(RED, act, 5)) == Refused(Reason.NOT_HOST)
        assert rule(match, by(FAN, act, 5)) == Refused(Reason.NOT_HOST)
        manager = rule(match, by(FAN, act, 5, may_host=True))
        assert isinstance(manager, Accepted | Refused)
        assert manager != Refused(Reason.NOT_HOST)


def test_resigning_works_in_ones_own_turn_the_opponents_and_in_a_pause():
    """But not before the start, and not for others."""
    for match in (running(), after(running(), MatchPaused(at(1), HOST))):
        for who, winner in ((RED, Colour.SECOND), (BLUE, Colour.FIRST)):
            ruling = rule(match, by(who, Resign(), 5))
            assert isinstance(ruling, Accepted)
            ended = MatchEnded(at(5), winner, Termination.RESIGNATION, who)
            assert ruling.match.ended == ended
    assert rule(new(), by(RED, Resign(), 5)) == Refused(Reason.NOT_STARTED)
    assert rule(running(), by(FAN, Resign(), 5)) == Refused(Reason.NOT_A_PLAYER)


def test_a_full_board_ends_the_match_with_the_turn_that_filled_it():
    """One ruling: the turn and the result."""
    match = running(terms(None, side=3))
    board = match.position.board
    for number in range(board.size - 1):
        match = played(match, (RED, BLUE)[number % 2], board.name(number), number)
    ruling = say(match, RED, board.name(board.size - 1), 99)
    assert isinstance(ruling, Accepted)
    turn, ended = ruling.events
    assert isinstance(turn, TurnPlayed)
    assert ended.termination is Termination.GAME_OVER
    assert ended.winner is match.ruleset.winner(ruling.match.position)


def test_a_tie_goes_to_whom_the_terms_say():
    """To the DMO where one is named, to the organiser in stored terms, else it stays a tie."""
    for on_tie, dmo, winner, termination in (
        (OnTie.TIE, "", None, Termination.GAME_OVER),
        (OnTie.TIE, "red", Colour.FIRST, Termination.TIE_TO_DMO),
        (OnTie.TIE, "blue", Colour.SECOND, Termination.TIE_TO_DMO),
        (OnTie.HOST_WINS, "", None, Termination.TIE_TO_HOST),
    ):
        settled = terms(None, ruleset="product-original", side=3, on_tie=on_tie)
        match = running(replace(settled, dmo=dmo))
        board = match.position.board
        for number in range(board.size):
            # All black: white's product is 0, and so is black's, having one group only.
            ruling = say(match, (RED, BLUE)[number % 2], f"red:{board.name(number)}", number)
            assert isinstance(ruling, Accepted), ruling
            match = ruling.match
        assert match.ended is not None
        assert (match.ended.winner, match.ended.termination) == (winner, termination)


def test_damaged_events_are_a_clear_error():
    """A record that no referee made is not played on."""
    opening = _opening(RED, BLUE)
    for events in (
        [],
        [MatchStarted(at(0))],
        [*opening, *opening],
        [*opening, MatchStarted(at(0)), TurnPlayed(at(1), Colour.FIRST, "Z9")],
        [*opening, MatchStarted(at(0)), TurnPlayed(at(1), Colour.FIRST, "E5 E6")],
    ):
        with pytest.raises(CorruptMatchError):
            fold(events)


def _opening(first, second):
    return [MatchOpened(at(0), HOST, (first, second), terms())]
