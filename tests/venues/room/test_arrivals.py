"""The stamp of what a page sends, where the process stood still for a moment before it read it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import pytest
from handclock import HandClock
from referee.tables import HOST, after, running
from settling import meanwhile

from bot.desk.stall import StallWatch
from bot.engine.turn import Colour
from bot.referee import events
from bot.referee.events import Player
from bot.venues.room.place import place
from bot.venues.room.venue import RoomVenue
from bot.web.arrivals import Arrivals
from bot.web.people import Participant
from venues.room.by_hand import sent_over

LOOK = RoomVenue.grace / 20
"""A look every 25 ms."""
WELCOMED = datetime(2020, 1, 1, tzinfo=UTC)
"""When the page was welcomed, where that is long ago."""
HERE = Participant("r", place("r"), "r", Player("", ""))
"""Somebody with a page of a room open."""


@dataclass
class Present:
    """The present and the grace, which are all that a watch asks a venue for."""

    clock: HandClock
    grace: timedelta = RoomVenue.grace
    name: str = "room"

    def now(self):
        return self.clock.now()


@asynccontextmanager
async def watched(clock: HandClock) -> AsyncIterator[Arrivals]:
    """Arrivals at a process that is awake."""
    watch = StallWatch(Present(clock), clock, lambda _: None)
    async with meanwhile(watch.run()):
        await sent_over()
        for _ in range(5):
            clock.advance(LOOK)
            await sent_over()
        yield Arrivals(lambda _: watch.certain_until())


@pytest.mark.parametrize("stall", [0, 40, 200, 500, 900])
@pytest.mark.parametrize("looked_first", [False, True])
async def test_what_arrives_in_a_stall_is_stamped_before_it(stall: int, looked_first: bool) -> None:
    """Whether it is handled before the first look behind the stall or after it."""
    clock = HandClock()
    async with watched(clock) as arrivals:
        begun = clock.now()
        clock.advance(LOOK + timedelta(milliseconds=stall))
        if looked_first:
            await sent_over()
        assert begun - 2 * LOOK <= arrivals.stamp(HERE, None, WELCOMED) <= begun
        for _ in range(3):
            clock.advance(LOOK)
            await sent_over()
        assert clock.now() - 3 * LOOK <= arrivals.stamp(HERE, None, WELCOMED) <= clock.now()


async def test_what_is_sent_after_an_act_is_stamped_after_it() -> None:
    """The host gives time at once before Red taps, and the process is a little behind."""
    clock = HandClock()
    async with watched(clock) as arrivals:
        match = running()
        given = events.TimeChanged(clock.now(), Colour.FIRST, timedelta(seconds=5), HOST)
        clock.advance(timedelta(milliseconds=100))
        assert arrivals.stamp(HERE, match, WELCOMED) < given.at
        assert arrivals.stamp(HERE, after(match, given), WELCOMED) > given.at


async def test_frames_of_one_stall_are_stamped_in_their_order() -> None:
    """Red's turn and Blue's answer to it lie in the sockets: they are ruled as they are read."""
    clock = HandClock()
    async with watched(clock) as arrivals:
        clock.advance(timedelta(milliseconds=400))
        stamps = [arrivals.stamp(HERE, None, WELCOMED) for _ in range(50)]
        assert stamps == sorted(set(stamps))
        assert stamps[-1] < clock.now() - timedelta(milliseconds=350)
        assert arrivals.stamp(replace(HERE, subject="another"), None, WELCOMED) == stamps[0]


async def test_nothing_is_stamped_before_its_page_was_welcomed() -> None:
    """It connects while the process is a little behind, and sends at once what waited in it."""
    clock = HandClock()
    async with watched(clock) as arrivals:
        clock.advance(timedelta(milliseconds=100))
        assert arrivals.stamp(HERE, None, WELCOMED) < clock.now()
        assert arrivals.stamp(HERE, None, clock.now()) > clock.now()
