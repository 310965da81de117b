"""Time moved by hand: one clock for the loopback Discord's stamps and the referee's waits."""

import asyncio
import heapq
from datetime import UTC, datetime, timedelta
from itertools import count

START = datetime(2026, 11, 21, 22, 0, tzinfo=UTC)
FOREVER = timedelta(days=1_000_000)
"""Longer than any test's time, and yet a moment that can be counted to."""


class HandClock:
    def __init__(self, start: datetime = START) -> None:
        self._start = start
        self._passed = timedelta(0)
        self._sleepers: list[tuple[timedelta, int, asyncio.Future[None]]] = []
        self._number = count()

    def now(self) -> datetime:
        return self._start + self._passed

    @property
    def sleepers(self) -> int:
        return sum(not future.done() for *_, future in self._sleepers)

    def monotonic(self) -> timedelta:
        return self._passed

    async def sleep(self, length: timedelta) -> None:
        if length <= timedelta(0):
            await asyncio.sleep(0)
            return
        future = asyncio.get_running_loop().create_future()
        wakes = self._passed + min(length, FOREVER)
        heapq.heappush(self._sleepers, (wakes, next(self._number), future))
        await future

    def advance(self, length: timedelta) -> None:
        self._passed += length
        while self._sleepers and self._sleepers[0][0] <= self._passed:
            _, _, future = heapq.heappop(self._sleepers)
            if not future.done():
                future.set_result(None)
