"""What ten thousand matches wait with: it is told of like an event."""

import asyncio
from datetime import timedelta

import pytest

from bot.timing import RealTime, Signal, wait_for

NEVER = timedelta(days=1)


async def test_signal_wakes_all_who_wait_although_it_is_cleared_at_once():
    signal = Signal()
    waiting = [asyncio.create_task(signal.wait()) for _ in range(2)]
    await asyncio.sleep(0)
    assert not any(one.done() for one in waiting)
    signal.set()
    signal.clear()
    await asyncio.gather(*waiting)
    later = asyncio.create_task(signal.wait())
    await asyncio.sleep(0)
    assert not later.done()
    signal.set()
    await later


@pytest.mark.parametrize("make", [Signal, asyncio.Event])
async def test_wait_for_an_event_ends_at_once_or_in_time(make):
    event = make()
    assert not await wait_for(event, RealTime(), timedelta(0))
    waiting = asyncio.create_task(wait_for(event, RealTime(), NEVER))
    await asyncio.sleep(0)
    event.set()
    assert await waiting
    assert event.is_set()
    await event.wait()
    assert await wait_for(event, RealTime(), NEVER)
    event.clear()
    assert not event.is_set()
