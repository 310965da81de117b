"""Time that a test lets pass for a room in its own process."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

from handclock import HandClock
from loopback.bell import patience

STEP = timedelta(milliseconds=100)
"""What a machine that is awake lets pass at once, by hand."""


async def pass_until(clock: HandClock, check: Callable[[], object]) -> None:
    """Lets time pass until something is so; files are written in real time meanwhile."""
    async with patience():
        while not check():
            clock.advance(STEP)
            await asyncio.sleep(0.001)


async def pass_time(clock: HandClock, length: timedelta) -> None:
    """Lets time pass as it does for a machine that is awake."""
    end = clock.now() + length
    while clock.now() < end:
        clock.advance(min(STEP, end - clock.now()))
        for _ in range(10):
            await asyncio.sleep(0)


async def sent_over() -> None:
    """What was sent on this machine a moment ago has arrived: it takes some turns of the loop."""
    for _ in range(50):
        await asyncio.sleep(0)
