"""Sleeps until the nearest deadline, then asks the desk to call time.

Red has until 22:10:00. At 22:10:00 plus the venue's grace the desk is asked to call time: it reads
the room first, and where no turn was stamped in time, the flag falls at 22:10:00.
"""

import asyncio
import logging
from datetime import timedelta

from bot.desk.calls import Calls
from bot.desk.wakeup import Wakeup
from bot.logs.fields import about
from bot.timing import Timepiece, wait_for

log = logging.getLogger(__name__)

RETRY_AFTER = timedelta(seconds=1)
"""How long a match is left alone where calling its time brought nothing about."""
CHECK_INTERVAL = timedelta(minutes=1)
"""Looking again every minute costs nothing and forgives a venue's clock that jumps."""


class Deadlines:
    """Calls time in all matches at the desk; a match that can't be called holds up no other."""

    def __init__(self, calls: Calls, wakeup: Wakeup, timepiece: Timepiece) -> None:
        self._calls = calls
        self._wakeup = wakeup
        self._timepiece = timepiece
        self._called: set[int] = set()

    async def run(self) -> None:
        """Runs until cancelled."""
        async with asyncio.TaskGroup() as calls:
            while True:
                self._wakeup.changed.clear()
                # A match whose time is being called is put back when that is over.
                for number in self._wakeup.take_due():
                    if number not in self._called:
                        self._called.add(number)
                        calls.create_task(self._call(number))
                left = self._wakeup.wait()
                wait = CHECK_INTERVAL if left is None else min(left, CHECK_INTERVAL)
                self._wakeup.sleeps(wait)
                await wait_for(self._wakeup.changed, self._timepiece, wait)

    async def _call(self, number: int) -> None:
        before = self._calls.call_of(number)
        with about(match=number):
            try:
                await self._calls.call(number)
            except Exception:
                log.exception("match %s: time could not be called; trying again", number)
        if self._calls.call_of(number) == before:
            await self._timepiece.sleep(RETRY_AFTER)
        self._called.discard(number)
        self._calls.put_back(number)
        self._wakeup.changed.set()
