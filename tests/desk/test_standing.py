"""The states of a match at the desk and of a venue: every transition, in tables."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

import pytest
from fakes import MINUTE
from handclock import START, HandClock
from referee.tables import running

from bot.desk.at_rest import Known
from bot.desk.presence import Away, Here, Presence, Returning
from bot.desk.standing import LOADED, RUNS, MatchStanding, Notice, StandsFor
from bot.desk.tables import OpenMatch
from bot.referee.match import Room

TURN, EARLY, LATE = START, START + MINUTE, START + 2 * MINUTE
"""When the turn opened, and two moments in it."""
UNKNOWN, SINCE_TURN, SINCE_EARLY, SINCE_LATE = (
    MatchStanding({StandsFor.ROOM: at}) for at in (None, TURN, EARLY, LATE)
)
STORE, LATE_TOLD = (
    MatchStanding({StandsFor.STORE: LATE}),
    MatchStanding({StandsFor.ROOM: LATE}, Notice.TOLD),
)
STATES = (LOADED, RUNS, UNKNOWN, SINCE_EARLY, LATE_TOLD, STORE)
BOTH, MISSED = (MatchStanding({StandsFor.STORE: LATE, StandsFor.ROOM: at}) for at in (LATE, None))
BECOME = {
    "the venue leaves: since when, it says as it comes back": (
        lambda before: before.left(),
        (
            LOADED,
            UNKNOWN,
            UNKNOWN,
            SINCE_EARLY,
            LATE_TOLD,
            MISSED,
        ),
    ),
    "it returns, since when is not known: one just loaded lost the whole turn": (
        lambda before: before.returns(None, TURN),
        (
            SINCE_TURN,
            UNKNOWN,
            UNKNOWN,
            SINCE_EARLY,
            LATE_TOLD,
            MISSED,
        ),
    ),
    "it returns: the earliest moment that is known counts": (
        lambda before: before.returns(EARLY, TURN).since,
        (EARLY,) * 6,
    ),
    "it returns later": (
        lambda before: before.returns(LATE, TURN),
        (SINCE_LATE, SINCE_LATE, SINCE_LATE, SINCE_EARLY, LATE_TOLD, BOTH),
    ),
    "the room fails; one just loaded is to be taken up anyway": (
        lambda before: before.failed(StandsFor.ROOM, LATE),
        (LOADED, SINCE_LATE, SINCE_LATE, SINCE_EARLY, LATE_TOLD, BOTH),
    ),
    "the store fails": (
        lambda before: before.failed(StandsFor.STORE, LATE).since,
        (None, LATE, LATE, EARLY, LATE, LATE),
    ),
    "the store fails: what was said is heard, where the room was": (
        lambda before: before.failed(StandsFor.STORE, LATE).was_heard,
        (False, True, False, False, False, True),
    ),
    "the room hears of the trouble": (
        lambda before: before.noticed(Notice.TRIED),
        tuple(it if it == RUNS else MatchStanding(it.reasons, Notice.TRIED) for it in STATES),
    ),
    "the referee does not keep up, which is over by itself": (
        lambda before: (before.behind(LATE).taken_up(), before.behind(LATE).keeps_up()),
        tuple((MatchStanding({StandsFor.LOAD: LATE}), before) for before in STATES),
    ),
}
"""What happens, and what each of the states becomes by it."""


@pytest.mark.parametrize("what", BECOME)
def test_what_each_state_of_a_match_becomes(what):
    happens, after = BECOME[what]
    assert tuple(map(happens, STATES)) == after


def test_waiting_ends_when_the_match_is_in_sync():
    """And waits again when it no longer is; what is known of the trouble goes with the trouble."""
    live = OpenMatch(1, Room("fake", "server", "room"), Known(running()))
    for state in STATES:
        live.become(state)
        assert live.in_sync.is_set() is (state == RUNS)
    live.become(LATE_TOLD.behind(EARLY))
    assert live.standing.since == EARLY
    live.become(live.standing.taken_up())
    assert live.standing == MatchStanding({StandsFor.LOAD: EARLY})
    assert live.in_sync.is_set()
    assert not live.standing.runs


STANDINGS = (Away(), Away(EARLY), Returning(), Returning(EARLY), Here())


def test_what_each_standing_of_a_venue_becomes():
    """An absence that is not over goes on; who was not away reads its rooms all the same."""
    after = (Away(), Away(EARLY), Away(), Away(EARLY), Away(LATE))
    assert what_becomes(lambda venue: venue.leave(LATE)) == after
    for since, first in ((None, Returning()), (LATE, Returning(LATE))):
        after = (first, Returning(EARLY), first, Returning(EARLY), first)
        assert what_becomes(lambda venue, since=since: venue.begin_return(since)) == after


def what_becomes(happens: Callable[[Presence], object]) -> tuple[Away | Returning | Here, ...]:
    venues = [Presence(HandClock()) for _ in STANDINGS]
    for venue, venue.state in zip(venues, STANDINGS, strict=True):
        happens(venue)
    return tuple(venue.state for venue in venues)


async def test_presence_opens_the_gate_and_a_return_that_is_overtaken_is_none():
    """What was read before the venue was left again, or came back again, is not the present."""
    venue = Presence(HandClock())
    first = venue.begin_return(EARLY)
    venue.leave(LATE)
    assert not venue.arrive(first)
    assert venue.state == Away(EARLY)
    second = venue.begin_return()
    third = venue.begin_return()
    assert not venue.arrive(second)
    assert not venue.here
    assert venue.arrive(third)
    assert venue.here
    assert venue.since is None
    clock = HandClock()
    venue = Presence(clock)
    at_the_gate = [asyncio.create_task(venue.ready(limit)) for limit in (MINUTE, 3 * MINUTE)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    clock.advance(2 * MINUTE)
    assert await at_the_gate[0] is False
    venue.arrive(venue.begin_return())
    assert await at_the_gate[1] is True
    assert await venue.ready(timedelta(0)) is True
    venue.leave(LATE)
    assert await venue.ready(timedelta(0)) is False
