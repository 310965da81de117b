"""What an absence of the referee writes into the record: leaving, pausing, coming back."""

from datetime import timedelta

import pytest

from bot.referee.absence import going_on, leaving, pausing, returning, standing_since
from bot.referee.events import MatchPaused, MatchResumed, Player, RefereeAway, RefereeBack
from referee.tables import HOST, RED, after, at, new, played, running, terms

SECOND = timedelta(seconds=1)
AWAY = RefereeAway(at(30), told=True)
ONE_TURN = played(running(), RED, "E5", 10)


QUIET = RefereeAway(at(30), told=False)
HALF = {"worth_telling": 30 * SECOND}
"""On a forum half a minute is nothing, and exactly half a minute is told."""


def paused(when=20, by=HOST, **more):
    return after(running(), MatchPaused(at(when), by, **more))


@pytest.mark.parametrize(
    ("match", "now", "heard", "knows", "more", "events"),
    [
        # Told from five seconds on, or if the room knows of trouble, or from what a venue says.
        (running(), 35, at(30), False, {}, (AWAY,)),
        (running(), 34, at(30), False, {}, (QUIET,)),
        (running(), 34, at(30), True, {}, (AWAY,)),
        (running(), 59, at(30), False, HALF, (QUIET,)),
        (running(), 60, at(30), False, HALF, (AWAY,)),
        # Heard all along, away already, or not running and nobody knows of trouble.
        (running(), 40, None, True, {}, ()),
        (after(running(), AWAY), 40, at(35), True, {}, ()),
        *((match, 40, at(30), False, {}, ()) for match in (new(), paused())),
        *((match, 40, at(30), True, {}, (AWAY,)) for match in (new(), paused())),
        # A note of up to five seconds ahead counts as now; a later one is a wrong clock's.
        (ONE_TURN, 40, at(45), False, {}, (RefereeAway(at(40), told=False),)),
        (ONE_TURN, 40, at(46), False, {}, (RefereeAway(at(10), told=True),)),
    ],
)
def test_leaving_begins_when_the_room_was_last_heard(match, now, heard, knows, more, events):
    assert leaving(match, at(now), heard, told=knows, **more) == events


def test_a_clock_stands_untold_since_the_referee_did_not_keep_up():
    assert standing_since(running(), at(90), at(30)) == (QUIET,)


def test_a_pause_of_the_referees_own_charges_nothing_from_when_the_room_was_lost():
    """Lost at 30, paused at 40: absence, pause and return are in the record, untold."""
    pause = MatchPaused(at(40), None, "no way in")
    silent = RefereeAway(at(30), told=False)
    back = RefereeBack(at(40), at(30), told=False)
    assert pausing(running(), at(40), at(30), "no way in", told=False) == (silent, pause, back)
    assert pausing(after(running(), AWAY), at(40), at(35), "no way in", told=False) == (pause, back)
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
    for match in (new(), paused()):
        assert pausing(match, at(40), at(30), "", told=True) == ()


@pytest.mark.parametrize(
    ("announced", "knows", "now", "more", "told"),
    [
        (False, False, 34, {}, False), (False, False, 35, {}, True), (False, True, 34, {}, True),
        (True, False, 34, {}, True), (False, False, 59, HALF, False),
        (False, False, 60, HALF, True), (False, False, 20, {}, False),
    ],
)  # fmt: skip
def test_a_return_is_told_if_it_was_long_or_the_room_knows_of_it(announced, knows, now, more, told):
    """An absence that was to be told has its return told as well; none is before the leaving."""
    match = after(running(), RefereeAway(at(30), told=announced))
    back = RefereeBack(at(max(now, 30)), at(30), told)
    assert returning(match, at(now), told=knows, **more) == (back,)


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
        assert going_on(after(running(), own, MatchResumed(at(50), HOST), other), at(90), ME) == ()


@pytest.mark.parametrize(("by", "reason", "counts"), [(None, "no way in", True), (HOST, "", False)])
def test_words_from_a_pause_of_the_referees_own_count_later(by, reason, counts):
    match = paused(40, by, reason=reason)
    assert match.paused(at(50))
    assert after(match, MatchResumed(at(90), ME)).paused(at(50)) is not counts
