"""Notices that this process stood still: then nobody was on duty, at any venue.

A laptop's lid is closed at 22:04:10 and opened at 22:14:00; a machine swaps; something holds up the
event loop. Time goes on meanwhile, but nothing runs, and no connection says a word about it. A gap
between two looks at the time is therefore an absence, from the last look on.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from bot.desk.venue import Venue
from bot.referee.clock import ZERO
from bot.timing import Timepiece

log = logging.getLogger(__name__)

LOOK_INTERVAL = timedelta(seconds=1)
STALL_TIMEOUT = timedelta(seconds=5)
"""A gap that is no longer is a delay of a busy machine, and would not be worth telling either."""


class StallWatch:
    """Looks at the time every second, for one venue. `timepiece` goes on while the machine sleeps.

    `found` is told of a stall: since when, in the venue's time. Whoever is about to do something
    for the venue calls `check` first: after a stall it may come before the next look.
    """

    def __init__(
        self, venue: Venue, timepiece: Timepiece, found: Callable[[datetime], None]
    ) -> None:
        self._venue = venue
        self._found = found
        self._timepiece = timepiece
        self._looked: timedelta | None = None
        self._limit = max(STALL_TIMEOUT, venue.grace + LOOK_INTERVAL)

    def stalled(self) -> bool:
        """Whether there is a gap that nobody has dealt with yet."""
        return self._gap() > self._limit

    def check(self) -> None:
        """Tells of a stall, once."""
        gap = self._gap()
        if gap > self._limit:
            self._looked = self._timepiece.monotonic()
            log.warning("the process stood still for %s", gap)
            self._found(self._venue.now() - gap)

    async def run(self) -> None:
        """Looks until cancelled."""
        while True:
            self._looked = self._timepiece.monotonic()
            await self._timepiece.sleep(LOOK_INTERVAL)
            self.check()

    def _gap(self) -> timedelta:
        return ZERO if self._looked is None else self._timepiece.monotonic() - self._looked
