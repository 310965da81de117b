"""Whether the referee is on duty on Discord, since when it is not, and how it comes back to duty.

The gateway breaks off at 18:30:05 and is resumed at 18:30:40. From the last sign of life before
the break on the referee was off duty: nothing is ruled until the rooms have been read, and no
player is charged for that time. The same happens when the machine slept through it without the
connection noticing.
"""

import asyncio
import logging
from collections.abc import Awaitable
from datetime import datetime, timedelta
from typing import TypeVar

from bot.desk.desk import Desk
from bot.desk.venue import Venue
from bot.timing import Timepiece, VenueClock, wait_for
from bot.venues.discord.gateway import Liveness

log = logging.getLogger(__name__)
Made = TypeVar("Made")

RETRY_FIRST, RETRY_MAX = timedelta(seconds=1), timedelta(seconds=15)
"""Pauses between two tries to take the matches up again."""
BACK_TIMEOUT = timedelta(seconds=30)
"""How long a press or a command waits for the referee to be back on duty."""


class Connection:
    """The state of one client's connection; the client reports what happens to it."""

    def __init__(
        self,
        desk: Desk,
        venue: Venue,
        clock: VenueClock,
        timepiece: Timepiece,
        away_since: datetime | None,
    ) -> None:
        self._desk = desk
        self._venue = venue
        self._timepiece = timepiece
        self._away_since = away_since
        self._liveness = Liveness(clock)
        self._in_touch = False
        self._returns = 0
        self._waking: asyncio.Task[None] | None = None
        self._back = asyncio.Event()
        """Set while the gateway is connected and what was missed has been read."""
        self.was_on_duty = False

    def on_duty(self) -> bool:
        """Whether the gateway is heard and what was missed has been read."""
        return self._back.is_set() and not self._liveness.broken()

    def in_touch(self) -> bool:
        """Whether the gateway is heard, whatever is left to be read."""
        return self._in_touch and not self._liveness.broken()

    def is_back(self) -> bool:
        """Whether what was missed has been read since the last break."""
        return self._back.is_set()

    def heard_at(self) -> datetime | None:
        """When the gateway last gave a sign of life: an event, or an answer to a heartbeat."""
        return self._liveness.heard_at()

    def away_since(self) -> datetime | None:
        """Since when the referee is off duty, once the connection is gone."""
        return self._away_since or self.heard_at()

    def heard(self) -> None:
        """A frame came through the gateway."""
        if self._back.is_set() and self._liveness.broken():
            # The machine slept, or the process was stopped; the connection may have survived it.
            self._start_over(self.heard_at())
        self._liveness.heard()
        self._in_touch = True

    def lost(self) -> None:
        """The gateway is disconnected."""
        self._in_touch = False
        self.leave_duty()

    def leave_duty(self) -> None:
        """The connection is gone: off duty from the last sign of life on."""
        self._returns += 1
        if self._back.is_set():
            self._away_since = self.heard_at()
            self._back.clear()
        # Also in the middle of a return: what has been taken up is not heard any more.
        self._desk.leave_duty(self._venue)

    def stood_still(self, since: datetime) -> None:
        """The machine stood still without its clocks knowing: nobody was on duty meanwhile."""
        if self._back.is_set():
            log.warning("the machine stood still since %s", since)
            self._start_over(since)

    async def return_to_duty(self) -> None:
        """Takes the matches up again, however often that has to be tried."""
        self._returns += 1
        this, pause = self._returns, RETRY_FIRST
        while True:
            try:
                await self._desk.return_to_duty(self._venue, self._away_since)
                break
            except Exception:
                log.exception("the matches could not be taken up; trying again")
            await self._timepiece.sleep(pause)
            pause = min(2 * pause, RETRY_MAX)
            if this != self._returns:
                return
        if this == self._returns:
            self._away_since = None
            self.was_on_duty = True
            self._back.set()
            self._desk.changed.set()

    async def wait_until_back(self) -> None:
        """Returns when the referee is back on duty, or after `BACK_TIMEOUT`."""
        await wait_for(self._back, self._timepiece, BACK_TIMEOUT)

    async def when_back(self, work: Awaitable[Made]) -> Made:
        """What some work comes to that is done when the referee is back on duty."""
        await self.wait_until_back()
        return await work

    def _start_over(self, since: datetime | None) -> None:
        self.leave_duty()
        self._away_since = since
        work = self.return_to_duty()
        self._waking = asyncio.get_running_loop().create_task(work, name="return to duty")
