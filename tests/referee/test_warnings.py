"""What the room hears of a bank: that it opens, that it runs low; and when, to the second."""

from datetime import timedelta

import pytest

from bot.engine.turn import Colour
from bot.referee import events
from bot.referee.arbiter import rule_on_time
from bot.referee.clock import TimeControl
from bot.referee.formats import OnFlag
from bot.referee.ruling import Ignored
from bot.referee.timekeeping import due, flag, next_call
from referee import tables
from referee.tables import BLUE, HOST, MINUTE, RED, after, at, new, played, running, show, terms

SECOND = timedelta(seconds=1)
FIRST, OTHER = Colour
WARNED = terms(warnings=(MINUTE, 10 * SECOND))
"""A minute a turn and five of the bank: it opens at 60, runs low at 300 and 350, ends at 360."""


def test_the_bank_opens_runs_low_twice_and_is_gone():
    """Each event is as of its moment, and each is due once; between them nothing is."""
    match = running(WARNED)
    for moment, event in (
        (60, events.BankOpened(at(60), FIRST)),
        (300, events.BankLow(at(300), FIRST, MINUTE)),
        (350, events.BankLow(at(350), FIRST, 10 * SECOND)),
    ):
        assert next_call(match) == at(moment)
        assert due(match, at(moment - 1)) == ()
        assert due(match, at(moment)) == due(match, at(moment + 1)) == (event,)
        match = after(match, event)
        assert due(match, at(moment)) == ()
    assert next_call(match) == at(360)
    assert due(match, at(360)) == ()
    fallen = (
        events.FlagFell(at(360), FIRST),
        events.MatchEnded(at(360), OTHER, events.Termination.TIME),
    )
    assert due(match, at(361)) == flag(match) == fallen


def test_after_a_hold_up_only_the_last_warning_is_given():
    """Noticed at 355: ten seconds, not a minute, and not that the bank opens."""
    match = running(WARNED)
    low = events.BankLow(at(350), FIRST, 10 * SECOND)
    assert due(match, at(355)) == (low,)
    match = after(match, low)
    assert next_call(match) == at(360)
    assert due(match, at(356)) == ()


def test_no_warning_of_more_than_the_bank_holds():
    """With a minute in the bank nobody is warned of a minute, but of ten seconds."""
    match = running(terms(TimeControl(MINUTE, MINUTE), warnings=(MINUTE, 10 * SECOND)))
    match = after(match, events.BankOpened(at(60), FIRST))
    assert next_call(match) == at(110)
    assert due(match, at(110)) == (events.BankLow(at(110), FIRST, 10 * SECOND),)


def test_time_given_or_taken_moves_the_warnings_and_brings_them_back():
    """Warned of a minute, given two: the minute is warned of again when it comes."""
    match = after(running(WARNED), events.BankLow(at(300), FIRST, MINUTE))
    match = after(match, events.TimeChanged(at(310), FIRST, 2 * MINUTE, HOST))
    assert next_call(match) == at(420)
    assert due(match, at(420)) == (events.BankLow(at(420), FIRST, MINUTE),)


def test_the_next_turn_is_warned_anew():
    """Red's warnings are of Red's turn; Blue's bank has opened for nobody yet."""
    match = after(running(WARNED), events.BankLow(at(350), FIRST, 10 * SECOND))
    match = show(played(match, RED, "E5", 355), 355)
    assert next_call(match) == at(415)
    match = after(match, *due(match, at(415)))
    assert next_call(match) == at(355 + 300)
    match = show(played(match, BLUE, "C3 F3", 420), 420)
    # Five of Red's 300 seconds are left: too few for any warning, so only the opening is told.
    assert next_call(match) == at(480)
    match = after(match, *due(match, at(480)))
    assert next_call(match) == match.deadline() == at(485)


def test_while_the_clock_stands_nothing_comes():
    unseen = played(running(WARNED), RED, "E5", 10)
    paused = after(running(WARNED), events.MatchPaused(at(10), HOST))
    away = after(running(WARNED), events.RefereeAway(at(70)))
    for match in (new(WARNED), unseen, paused, away, running(terms(None))):
        assert next_call(match) is None
        assert due(match, at(10_000)) == ()
        assert rule_on_time(match, at(10_000)) == Ignored()
    assert flag(running(terms(None))) == ()


def test_without_turn_time_the_bank_has_warnings_and_no_opening():
    """Sudden death in two minutes: a warning after one, and ten seconds before the end."""
    match = running(terms(TimeControl(timedelta(0), 2 * MINUTE), warnings=(MINUTE, 10 * SECOND)))
    assert next_call(match) == at(60)
    assert due(match, at(60)) == (events.BankLow(at(60), FIRST, MINUTE),)


@pytest.mark.parametrize("on_flag", OnFlag)
def test_a_fallen_flag_ends_the_match_or_calls_the_host(on_flag):
    match = running(terms(on_flag=on_flag))
    end = {
        OnFlag.FORFEIT: events.MatchEnded(at(360), OTHER, events.Termination.TIME),
        OnFlag.CALL_HOST: events.MatchPaused(at(360)),
    }[on_flag]
    assert tables.called(match, 400).events == (events.FlagFell(at(360), FIRST), end)
