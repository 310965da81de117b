"""Notices that the machine slept: a laptop whose lid was closed was off duty all the while.

The room's time goes on while the machine sleeps, but nothing runs. A gap between two looks at the
clock is therefore an absence, and whoever wants something done first waits until it has ended.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from bot.timing import Timepiece

log = logging.getLogger(__name__)

LOOK = timedelta(seconds=1)
ASLEEP = timedelta(seconds=5)
"""A longer gap than this is no delay of a busy machine."""


class Wakefulness:
    """Looks at the clock every second; `wake` is called with the last look before a gap."""

    def __init__(
        self,
        timepiece: Timepiece,
        now: Callable[[], datetime],
        wake: Callable[[datetime], Awaitable[None]],
    ) -> None:
        self._timepiece = timepiece
        self._now = now
        self._wake = wake
        self._seen: datetime | None = None
        self._lock = asyncio.Lock()

    def overslept(self) -> bool:
        """Whether there is a gap that nobody has dealt with yet."""
        return self._seen is not None and self._now() - self._seen > ASLEEP

    async def ready(self) -> None:
        """Returns when a gap, if there is one, has been dealt with."""
        async with self._lock:
            if self._seen is not None and self.overslept():
                log.warning("the machine slept for %s", self._now() - self._seen)
                await self._wake(self._seen)
                self._seen = self._now()

    async def run(self) -> None:
        """Looks until cancelled."""
        self._seen = self._now()
        while True:
            await self._timepiece.sleep(LOOK)
            await self.ready()
            self._seen = self._now()
