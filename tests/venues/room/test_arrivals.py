"""The stamp of what a page sends, where the process stood still for a moment before it read it."""

import asyncio
from datetime import timedelta

import pytest
from handclock import HandClock

from bot.timing import VenueClock
from bot.venues.room.arrivals import LONGEST_GAP, LOOK_INTERVAL, Arrivals

TICK = LOOK_INTERVAL


@pytest.mark.parametrize("stall", [0, 40, 200, 500, 900])
@pytest.mark.parametrize("read", ["before the look", "after the look"])
def test_what_arrives_in_a_stall_is_stamped_before_it(stall: int, read: str) -> None:
    """Whether it is read before the first look behind the stall or after it: never in the stall."""
    clock = HandClock()
    arrivals = Arrivals(VenueClock(clock, clock.now()), lambda: clock.monotonic().total_seconds())
    for _ in range(5):
        clock.advance(TICK)
        arrivals.look()
    begun = clock.now()
    clock.advance(TICK + timedelta(milliseconds=stall))
    if read == "after the look":
        arrivals.look()
    stamp = arrivals.stamp()
    assert begun - TICK <= stamp <= begun
    clock.advance(TICK)
    arrivals.look()
    clock.advance(TICK)
    arrivals.look()
    assert clock.now() - 2 * TICK <= arrivals.stamp() <= clock.now()


def test_no_stamp_is_before_what_everybody_has_seen() -> None:
    """The turn before was shown a moment ago: whoever answers it at once answers it."""
    clock = HandClock()
    arrivals = Arrivals(VenueClock(clock, clock.now()), lambda: clock.monotonic().total_seconds())
    clock.advance(TICK)
    shown = clock.now()
    clock.advance(TICK / 2)
    assert arrivals.stamp(None, shown) == shown + timedelta(microseconds=1)
    assert arrivals.stamp(shown, None) == shown + timedelta(microseconds=1)


def test_of_a_long_stall_the_venue_takes_note() -> None:
    """A laptop slept for an hour: that is an absence, and what comes then is of now."""
    clock = HandClock()
    arrivals = Arrivals(VenueClock(clock, clock.now()), lambda: clock.monotonic().total_seconds())
    clock.advance(LONGEST_GAP + TICK)
    assert arrivals.stamp() == clock.now()


async def test_the_first_stamp_is_of_no_time_before_the_room_was_open() -> None:
    """The room was made long before it looks for the first time."""
    clock = HandClock()
    arrivals = Arrivals(VenueClock(clock, clock.now()), lambda: clock.monotonic().total_seconds())
    clock.advance(LONGEST_GAP / 2)
    opened = clock.now()
    looks = asyncio.create_task(arrivals.run())
    await asyncio.sleep(0)
    assert arrivals.stamp() >= opened
    looks.cancel()
