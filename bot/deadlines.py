"""Sleeps until the nearest deadline, then asks the desk to call time."""

import asyncio
import logging
from datetime import timedelta

from bot.desk import Desk
from bot.venue import Timepiece

log = logging.getLogger(__name__)

SOON = timedelta(seconds=1)
"""How long to wait after time could not be called, and the shortest look at a distant deadline."""
LONG = timedelta(minutes=1)


class Deadlines:
    """Calls time in all matches at the desk."""

    def __init__(self, desk: Desk, timepiece: Timepiece) -> None:
        self._desk = desk
        self._timepiece = timepiece

    async def run(self) -> None:
        """Runs until cancelled."""
        while True:
            self._desk.changed.clear()
            call = self._desk.next_call()
            if call is not None and call[0] <= timedelta(0):
                await self._call(call[1])
            else:
                # Looking again every minute costs nothing and forgives a venue's clock that jumps.
                await self._wait(LONG if call is None else min(call[0], LONG))

    async def _call(self, number: int) -> None:
        seen = self._desk.next_call()
        try:
            await self._desk.call_time(number)
        except Exception:
            log.exception("match %s: time could not be called; trying again", number)
            await self._wait(SOON)
            return
        if seen is not None and self._desk.next_call() == seen:
            await self._wait(SOON)

    async def _wait(self, length: timedelta) -> None:
        waits = [
            asyncio.ensure_future(self._desk.changed.wait()),
            asyncio.ensure_future(self._timepiece.sleep(length)),
        ]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
            await asyncio.gather(*waits, return_exceptions=True)
