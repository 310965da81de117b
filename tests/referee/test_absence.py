"""What an absence of the referee writes into the record: leaving, pausing, coming back."""

from datetime import timedelta

import pytest

from bot.referee.absence import going_on, leaving, pausing, returning
from bot.referee.events import MatchPaused, MatchResumed, Player, RefereeAway, RefereeBack
from referee.tables import HOST, RED, after, at, new, played, running, terms

SECOND = timedelta(seconds=1)
AWAY = RefereeAway(at(30), told=True)


def test_an_absence_is_told_from_five_seconds_on():
    assert leaving(running(), at(35), at(30), told=False) == (AWAY,)
    (short,) = leaving(running(), at(34), at(30), told=False)
    assert short == RefereeAway(at(30), told=False)
    assert leaving(running(), at(34), at(30), told=True) == (AWAY,)


def test_a_venue_says_itself_what_is_worth_telling():
    """On a forum half a minute is nothing, and exactly half a minute is told."""
    half = 30 * SECOND
    (short,) = leaving(running(), at(59), at(30), told=False, worth_telling=half)
    (long,) = leaving(running(), at(60), at(30), told=False, worth_telling=half)
    assert (short.told, long.told) == (False, True)


def test_nothing_is_recorded_where_nothing_was_missed():
    assert leaving(running(), at(40), None, told=True) == ()
    assert leaving(after(running(), AWAY), at(40), at(35), told=True) == ()
    paused = after(running(), MatchPaused(at(20), HOST))
    for match in (new(), paused):
        assert leaving(match, at(40), at(30), told=False) == ()
        assert leaving(match, at(40), at(30), told=True) == (AWAY,)


def test_no_absence_begins_in_the_future():
    """A note of up to five seconds ahead counts as now; a later one is a wrong clock's."""
    match = played(running(), RED, "E5", 10)
    assert leaving(match, at(40), at(45), told=False) == (RefereeAway(at(40), told=False),)
    assert leaving(match, at(40), at(46), told=False) == (RefereeAway(at(10), told=True),)


def test_a_pause_of_the_referees_own_charges_nothing_from_when_the_room_was_lost():
    """Lost at 30, paused at 40: absence, pause and return are in the record, untold."""
    pause = MatchPaused(at(40), None, "no way in")
    silent = RefereeAway(at(30), told=False)
    back = RefereeBack(at(40), at(30), told=False)
    assert pausing(running(), at(40), at(30), "no way in", told=False) == (silent, pause, back)
    lost = after(running(), AWAY)
    assert pausing(lost, at(40), at(35), "no way in", told=False) == (pause, back)
    assert pausing(running(), at(40), None, "no way in", told=False) == (pause,)


def test_a_pause_of_the_referees_own_is_not_before_the_absence():
    pause, back = pausing(after(running(), AWAY), at(20), None, "no way in", told=False)
    assert pause.at == back.at == at(30)


def test_without_a_clock_a_pause_tells_of_an_absence_that_the_room_knows_of():
    """Two seconds without a clock: an absence only where the room knows of trouble."""
    match = running(terms(None))
    assert len(pausing(match, at(32), at(30), "", told=False)) == 1
    assert len(pausing(match, at(32), at(30), "", told=True)) == 3


def test_the_referee_pauses_only_a_running_match():
    paused = after(running(), MatchPaused(at(20), HOST))
    for match in (new(), paused):
        assert pausing(match, at(40), at(30), "", told=True) == ()


@pytest.mark.parametrize(
    ("announced", "knows", "now", "told"),
    [
        (False, False, 34, False),
        (False, False, 35, True),
        (False, True, 34, True),
        (True, False, 34, True),
    ],
)
def test_a_return_is_told_if_it_was_long_or_the_room_knows_of_it(announced, knows, now, told):
    """Five seconds are long; an absence that was to be told has its return told as well."""
    match = after(running(), RefereeAway(at(30), told=announced))
    assert returning(match, at(now), told=knows) == (RefereeBack(at(now), at(30), told),)


def test_a_return_is_never_before_the_leaving():
    match = after(running(), RefereeAway(at(30), told=False))
    assert returning(match, at(20), told=False) == (RefereeBack(at(30), at(30), told=False),)


def test_a_venue_says_itself_when_a_return_is_worth_telling():
    match = after(running(), RefereeAway(at(30), told=False))
    told = [
        returning(match, at(now), told=False, worth_telling=30 * SECOND)[0].told for now in (59, 60)
    ]
    assert told == [False, True]


def test_only_who_was_away_comes_back():
    assert returning(running(), at(40), told=True) == ()


ME = Player("99", "Referee")


def test_a_pause_of_the_referees_own_is_resumed_by_itself():
    """Not what the host, the players, an edit or a flag paused; nor what goes on already."""
    own = MatchPaused(at(40), None, "no way in")
    resumed = (MatchResumed(at(90), ME),)
    assert going_on(after(running(), own), at(90), ME) == resumed
    assert going_on(after(running(), MatchPaused(at(20), HOST), own), at(90), ME) == resumed
    assert going_on(running(), at(90), ME) == ()
    assert going_on(after(running(), own), at(90), None) == ()
    assert going_on(after(running(), own, MatchResumed(at(50), HOST)), at(90), ME) == ()
    for other in (
        MatchPaused(at(40), HOST, "tea"),
        MatchPaused(at(40), agreed=True),
        MatchPaused(at(40), edited=("1", "2")),
        MatchPaused(at(40)),
    ):
        assert going_on(after(running(), other), at(90), ME) == ()
        again = after(running(), own, MatchResumed(at(50), HOST), other)
        assert going_on(again, at(90), ME) == ()


def test_words_from_a_pause_of_the_referees_own_count_later():
    for pause, counts in (
        (MatchPaused(at(40), None, "no way in"), True),
        (MatchPaused(at(40), HOST, "tea"), False),
    ):
        paused = after(running(), pause)
        assert paused.paused(at(50))
        assert after(paused, MatchResumed(at(90), ME)).paused(at(50)) is not counts
