"""Whether a venue is heard, as a value: the same for every venue, and kept in one place.

The connection to Discord breaks at 22:04:10: the venue is `Away` since then. At 22:06:00 it is
connected again: it is `Returning` while its rooms are read, and `Here` once all of them have been.
If the connection breaks in the middle of the return, it is `Away` again, still since 22:04:10:
nobody has been told of a return, and what was read is not the present any more.
"""

import asyncio
from dataclasses import dataclass
from datetime import datetime, timedelta

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
