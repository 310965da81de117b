"""Which process of a fleet holds a match, and where the others reach the pages of that process.

A page is opened at a process that does not hold its match. The lease of the match's shard says who
does; that process's lease of its place in the fleet says where its pages are.
"""

import asyncio
from dataclasses import dataclass
from datetime import timedelta

from bot.parts import FLEET
from bot.referee.room import Room
from bot.storage.lease_rows import Lease, read
from bot.storage.process import Process
from bot.storage.store import Store
from bot.timing import Timepiece

KEPT = timedelta(seconds=1)
"""How long what was read is good: a thousand pages come back at once, and a shard soon changes
hands."""


@dataclass(frozen=True, slots=True)
class Holding:
    """The process that holds a match; `inner_url` is "" where it has not said where its pages
    are.
    """

    process: Process
    inner_url: str


class Holders:
    """Looks into the leases of a database for who holds what."""

    def __init__(self, store: Store, timepiece: Timepiece) -> None:
        self._store = store
        self._timepiece = timepiece
        self._reading = asyncio.Lock()
        self._leases: list[Lease] = []
        self._read_at: timedelta | None = None

    async def find(self, room: Room) -> Holding | None:
        """The process that holds a room; None where nobody does. StoreError."""
        leases = await self._read()
        for lease in leases:
            if lease.part.venue == room.venue and lease.part.has(room.server):
                urls = (one.address for one in leases if _is_place(one, lease.holder))
                return Holding(lease.process, next(urls, ""))
        return None

    def look_again(self) -> None:
        """What was read proved wrong: it is read anew for whoever comes next."""
        self._read_at = None

    async def _read(self) -> list[Lease]:
        async with self._reading:
            now = self._timepiece.monotonic()
            if self._read_at is None or now - self._read_at >= KEPT:
                self._leases = await self._store.read(read)
                self._read_at = now
            return self._leases


def _is_place(lease: Lease, holder: str) -> bool:
    return lease.part.venue == FLEET and lease.holder == holder
