"""When what a page sends arrived at the latest, also where the process stood still for a moment.

Red's turn arrives 0.1 s before the deadline, while the machine is busy with something else for
0.4 s: the process reads it 0.3 s after the deadline. Nobody can tell when it arrived, only that it
was not there when the process last looked. So its stamp is that look's: never later than the last
moment at which the process was certainly reading. A longer stall is an absence (`bot.desk.stall`).
"""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta

from bot.timing import VenueClock

LOOK_INTERVAL = timedelta(milliseconds=20)
LONGEST_GAP = timedelta(seconds=1)
"""Of a longer gap the venue itself takes note, as of an absence."""


class Arrivals:
    """Looks at the time again and again; `present` is the process's own, in seconds."""

    def __init__(self, clock: VenueClock, present: Callable[[], float]) -> None:
        self._clock = clock
        self._present = present
        # What arrived in a stall is read just before the first look behind it or just after it: so
        # the look that counts is the one before the last.
        self._before = self._last = present()

    async def run(self) -> None:
        """Looks until cancelled."""
        self.look()
        while True:
            self.look()
            await asyncio.sleep(LOOK_INTERVAL.total_seconds())

    def look(self) -> None:
        """The process reads what there is, now."""
        self._before, self._last = self._last, self._present()

    def stamp(self, *before: datetime | None) -> datetime:
        """The stamp of what is read now; later than what came `before`, as far as that is known."""
        now = self._clock.now()
        gap = timedelta(seconds=self._present() - self._before)
        at = now if gap > LONGEST_GAP else now - gap
        known = [moment + timedelta.resolution for moment in before if moment is not None]
        return min(now, max([at, *known]))
