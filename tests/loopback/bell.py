"""Waiting for a state of the world without polling: after every change all who wait look again."""

# ruff: noqa: ASYNC109 - a timeout here is an assertion with a message, not a scope

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from time import monotonic
from typing import TypeVar

from stopwatch import busy_below, queued

Found = TypeVar("Found")

PATIENCE = timedelta(seconds=15)
"""So long a test waits while neither the machine nor another process keeps it waiting."""
LONGEST = timedelta(minutes=3)
"""Long enough for what is waited for by the wall on a machine that is overloaded tenfold."""
UNLOOKED = timedelta(seconds=3)
"""So long a wait lasts before anybody looks how busy the machine is: nearly all are over then."""


@asynccontextmanager
async def patience(limit: timedelta = PATIENCE) -> AsyncIterator[None]:
    """TimeoutError after so much of this process's own time.

    Its waiting for a processor does not count, nor what its child processes work and wait.
    """
    loop, process = asyncio.get_running_loop(), os.getpid()

    def look(left: float, began: float, taken: float | None) -> None:
        nonlocal later
        now, took = monotonic(), queued(process) + busy_below(process)
        left -= max(0.0, now - began - (0 if taken is None else max(0.0, took - taken)))
        if left > 0:
            later = loop.call_later(left, look, left, now, took)
        else:
            bound.reschedule(loop.time())

    async with asyncio.timeout(None) as bound:
        first = min(limit, UNLOOKED).total_seconds()
        later = loop.call_later(first, look, limit.total_seconds(), monotonic(), None)
        try:
            yield
        finally:
            later.cancel()


class Bell:
    def __init__(self) -> None:
        self._waiting: set[asyncio.Future[None]] = set()

    def ring(self) -> None:
        for future in self._waiting:
            if not future.done():
                future.set_result(None)
        self._waiting.clear()

    async def until(self, check, timeout=PATIENCE, what="a condition") -> Found:
        """The first truthy answer of the check; TimeoutError naming what was waited for.

        Any other timeout than PATIENCE is by the wall.

        `what` may be a callable, asked only in the end, that also says what was there instead.
        """
        waiting = patience() if timeout == PATIENCE else asyncio.timeout(timeout.total_seconds())
        try:
            async with waiting:
                while not (found := check()):
                    future = asyncio.get_running_loop().create_future()
                    self._waiting.add(future)
                    await future
                return found
        except TimeoutError:
            named = what if isinstance(what, str) else what()
            raise TimeoutError(f"waited {timeout} for {named}") from None
