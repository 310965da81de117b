"""The rows of the leases: what is read from them, whoever asks.

A page is opened at a process that does not hold its match. The lease of the match's shard says who
does; that process's lease of its place in the fleet says where its pages are.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, select

from bot.findings.database import Holder
from bot.parts import FLEET, Part
from bot.referee.match import Room
from bot.storage.process import Process
from bot.storage.schema import leases
from bot.storage.statements import value_of
from bot.storage.store import Book, Store
from bot.timing import Timepiece


@dataclass(frozen=True, slots=True)
class Lease:
    part: Part
    holder: str
    process: Process
    since: datetime | None
    beat: int
    renewed: timedelta
    on_duty: bool
    address: str


def read(connection: Connection) -> list[Lease]:
    rows = connection.execute(select(leases).order_by(leases.c.venue)).all()
    return [_lease(row) for row in rows]


def holder_of(holder: str, among: Sequence[Lease]) -> Holder:
    """A holder as people read of it: its process, and all that it holds."""
    held = [lease for lease in among if lease.holder == holder]
    parts = tuple(sorted((lease.part for lease in held), key=lambda part: (part.venue, part.shard)))
    return Holder(held[0].process.host, held[0].process.pid, held[0].since, parts)


def of_part(part: Part) -> dict[str, str | int]:
    """The columns that say which part a lease is of, whoever holds it."""
    return {"venue": part.venue, "shard": part.shard}


def _lease(row: Row[Any]) -> Lease:
    return Lease(
        part=value_of(Part, row),
        holder=row.holder,
        process=value_of(Process, row),
        since=row.since,
        beat=row.beat,
        renewed=row.renewed,
        on_duty=row.on_duty,
        address=row.address,
    )


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


class Holders(Book):
    def __init__(self, store: Store, timepiece: Timepiece) -> None:
        super().__init__(store)
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
