"""The states of a match at the desk and of a venue: every transition, in tables."""

import asyncio
from datetime import timedelta

import pytest
from fakes import MINUTE
from handclock import START, HandClock
from referee.tables import running

from bot.desk import presence, sync
from bot.desk.at_rest import Known
from bot.desk.open_match import OpenMatch
from bot.desk.presence import Away, Here, Presence, Returning
from bot.desk.sync import InSync, Loaded, Notice, OutOfSync
from bot.referee.room import Room

TURN, EARLY, LATE = START, START + MINUTE, START + 2 * MINUTE
"""When the turn opened, and two moments in it."""
STATES = (Loaded(), InSync(), OutOfSync(), OutOfSync(EARLY), OutOfSync(LATE, Notice.TOLD))


def outcomes(*after):
    return list(zip(STATES, after, strict=True))


@pytest.mark.parametrize(
    ("before", "after"),
    outcomes(Loaded(), OutOfSync(), OutOfSync(), OutOfSync(EARLY), OutOfSync(LATE, Notice.TOLD)),
)
def test_a_venue_leaves(before, after):
    assert sync.venue_left(before) == after


@pytest.mark.parametrize(
    ("since", "before", "after"),
    [(None, *one) for one in outcomes(
        OutOfSync(TURN), OutOfSync(), OutOfSync(), OutOfSync(EARLY), OutOfSync(LATE, Notice.TOLD)
    )]
    + [(EARLY, *one) for one in outcomes(
        OutOfSync(EARLY), OutOfSync(EARLY), OutOfSync(EARLY), OutOfSync(EARLY),
        OutOfSync(EARLY, Notice.TOLD),
    )]
    + [(LATE, *one) for one in outcomes(
        OutOfSync(LATE), OutOfSync(LATE), OutOfSync(LATE), OutOfSync(EARLY),
        OutOfSync(LATE, Notice.TOLD),
    )],
)  # fmt: skip
def test_a_venue_returns(since, before, after):
    """The earliest moment that is known counts; of a match just loaded, else the whole turn."""
    assert sync.venue_returns(before, since, TURN) == after


@pytest.mark.parametrize(
    ("before", "after"),
    outcomes(
        Loaded(), OutOfSync(LATE), OutOfSync(LATE), OutOfSync(EARLY), OutOfSync(LATE, Notice.TOLD)
    ),
)
def test_the_store_or_the_room_fails(before, after):
    """Out of sync since then, unless it was before; one just loaded is to be taken up anyway."""
    assert sync.failed(before, LATE) == after


@pytest.mark.parametrize(
    ("before", "after"),
    outcomes(Loaded(), InSync(), *(OutOfSync(at, Notice.TRIED) for at in (None, EARLY, LATE))),
)
def test_the_room_hears_of_the_trouble(before, after):
    assert sync.noticed(before, Notice.TRIED) == after


def test_waiting_ends_when_the_match_is_in_sync():
    """And waits again when it no longer is; what is known of the trouble goes with the trouble."""
    live = OpenMatch(1, Room("fake", "server", "room"), Known(running()))
    for state in STATES:
        live.become(state)
        assert live.in_sync.is_set() is (state == InSync())
    assert live.out_since == LATE
    assert live.trouble_is_known
    live.become(InSync())
    assert live.out_since is None
    assert not live.trouble_is_known


STANDINGS = (Away(), Away(EARLY), Returning(), Returning(EARLY), Here())


@pytest.mark.parametrize(
    ("before", "after"),
    list(zip(STANDINGS, (Away(), Away(EARLY), Away(), Away(EARLY), Away(LATE)), strict=True)),
)
def test_a_venue_is_left(before, after):
    assert presence.left(before, LATE) == after


@pytest.mark.parametrize(
    ("since", "before", "after"),
    [
        (None, Away(), Returning()),
        (None, Away(EARLY), Returning(EARLY)),
        (None, Returning(), Returning()),
        (None, Returning(EARLY), Returning(EARLY)),
        (None, Here(), Returning()),
        (LATE, Away(), Returning(LATE)),
        (LATE, Away(EARLY), Returning(EARLY)),
        (LATE, Returning(), Returning(LATE)),
        (LATE, Returning(EARLY), Returning(EARLY)),
        (LATE, Here(), Returning(LATE)),
    ],
)
def test_a_venue_comes_back(since, before, after):
    """The earliest moment that is known counts; who was not away reads its rooms all the same."""
    assert presence.returns(before, since) == after


async def test_a_return_that_is_overtaken_is_none():
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


async def test_the_gate_opens_as_the_venue_arrives_or_not_at_all():
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
