"""Whether a venue is heard, and whether this process stood still: then nobody was on duty there.

The connection to Discord breaks at 22:04:10: the venue is `Away` since then. At 22:06:00 it is
connected again: it is `Returning` while its rooms are read, and `Here` once all of them have been.
If the connection breaks in the middle of the return, it is `Away` again, still since 22:04:10:
nobody has been told of a return, and what was read is not the present any more.

A laptop's lid is closed at 22:04:10 and opened at 22:14:00; a machine swaps; something holds up the
event loop. Time goes on meanwhile, but nothing runs, and no connection says a word about it. A gap
between two looks at the time is therefore an absence, from the last look on.

A stall of two seconds is enough to wrong somebody: Red's turn arrives a second before the deadline
and would be stamped a second after it. So a gap longer than the venue's grace is an absence. One
that is no longer is a delay of a busy machine; a venue that stamps by itself stamps what arrived
in it as of its beginning (`certain_until`).
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.desk.venue import Venue
from bot.referee.clock import ZERO
from bot.timing import Timepiece, earliest, wait_for

READY_TIMEOUT = timedelta(seconds=30)
"""How long a press or a command waits for the venue to be here, or for its match."""


@dataclass(frozen=True, slots=True)
class Away:
    """The venue is not heard, `since` a moment, or nobody knows since when."""

    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Returning:
    """The venue is heard again, and what was missed since a moment is being read."""

    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Here:
    """The venue is heard, and what was missed has been read."""


State = Away | Returning | Here


class Presence:
    """A venue's presence. `epoch` counts departures and returns: what was begun in an epoch that
    is over by now does not count.
    """

    def __init__(self, timepiece: Timepiece) -> None:
        self.state: State = Away()
        self.epoch = 0
        self.loaded = asyncio.Event()
        """Set once the open matches of the venue have been loaded after the start."""
        self._timepiece = timepiece
        self._here = asyncio.Event()

    @property
    def here(self) -> bool:
        return self._here.is_set()

    @property
    def away(self) -> bool:
        return isinstance(self.state, Away)

    @property
    def since(self) -> datetime | None:
        """The moment since which the venue is away; None if it is not away, or nobody knows."""
        return None if isinstance(self.state, Here) else self.state.since

    def begin(self, since: datetime | None) -> None:
        """At the start: the venue was away since a moment; later calls change nothing."""
        if self.epoch == 0:
            self.state = Away(since)

    def leave(self, since: datetime | None = None) -> None:
        """The venue is not heard any more; an absence that is not over yet goes on."""
        self._become(Away(since if isinstance(self.state, Here) else self.state.since))

    def begin_return(self, since: datetime | None = None) -> int:
        """The venue is heard again; the epoch of this return.

        `since` is what is known of the absence from elsewhere. Where the venue was not away at all,
        its rooms are read all the same.
        """
        self._become(Returning(earliest(since, self.since)))
        return self.epoch

    def arrive(self, epoch: int) -> bool:
        """What was missed has been read; False if the return was overtaken meanwhile."""
        if epoch != self.epoch:
            return False
        self.state = Here()
        self._here.set()
        return True

    async def ready(self, limit: timedelta | None = READY_TIMEOUT) -> bool:
        """Waits until the venue is here; whether it is.

        No longer than the limit; without one for as long as that takes.
        """
        if limit is None:
            return await self._here.wait()
        return await wait_for(self._here, self._timepiece, limit)

    def _become(self, state: Away | Returning) -> None:
        self.state = state
        self.epoch += 1
        self._here.clear()


log = logging.getLogger(__name__)

LOOKS_IN_GRACE = 20
"""How often at least the time is looked at while a venue's grace passes."""
LONG = 2
"""Of a gap of so many graces, whoever looks knows by itself that it is an absence."""
LOOKS_KEPT = 3
"""What had arrived by a look may be handled behind the next one: only the third last is certain."""
LOOK_INTERVAL_MAX = timedelta(seconds=1)
REPORT_INTERVAL = timedelta(minutes=1)
"""A machine that is too busy stalls every second: one line a minute says so."""


class StallWatch:
    """Looks at the time again and again, for one venue.

    `timepiece` goes on while the machine sleeps. `on_stall` is called with the moment at which a
    stall began, in the venue's time. Whoever is about to do something for the venue calls `check`
    first: after a stall it may come before the next look.
    """

    def __init__(
        self, venue: Venue, timepiece: Timepiece, on_stall: Callable[[datetime], None]
    ) -> None:
        self._venue = venue
        self._on_stall = on_stall
        self._timepiece = timepiece
        self._looks: deque[timedelta] = deque(maxlen=LOOKS_KEPT)
        self._reported: timedelta | None = None
        self._unreported: list[timedelta] = []
        self._limit = venue.grace
        self._interval = min(venue.grace / LOOKS_IN_GRACE, LOOK_INTERVAL_MAX)

    def stalled(self) -> bool:
        return self._gap() > self._limit

    def check(self) -> None:
        """Tells of a stall, once."""
        gap = self._gap()
        if gap > self._limit:
            self._looks.append(self._timepiece.monotonic())
            self._report(gap, self._looks[-1])
            self._on_stall(self._venue.now() - gap)

    def certain_until(self) -> datetime:
        """The last moment, in the venue's time, by which all that had arrived has been handled.

        What is handled now arrived after it. It is the present before the first look, and behind a
        long gap: that is an absence, in which everything is in time.
        """
        gap = self._since(self._looks[0] if self._looks else None)
        return self._venue.now() - (gap if gap <= LONG * self._limit else ZERO)

    def _report(self, gap: timedelta, now: timedelta) -> None:
        """Logs a stall, with those that were not logged since the last line."""
        self._unreported.append(gap)
        if self._reported is not None and now - self._reported < REPORT_INTERVAL:
            return
        total, times = sum(self._unreported, ZERO), len(self._unreported)
        log.warning(
            "%s: the process stood still for %s%s",
            self._venue.name,
            total,
            f" in all, {times} times" if times > 1 else "",
        )
        self._reported, self._unreported = now, []

    async def run(self) -> None:
        while True:
            self._looks.append(self._timepiece.monotonic())
            await self._timepiece.sleep(self._interval)
            self.check()

    def _gap(self) -> timedelta:
        return self._since(self._looks[-1] if self._looks else None)

    def _since(self, look: timedelta | None) -> timedelta:
        return ZERO if look is None else self._timepiece.monotonic() - look
