"""The rows of the leases: what is read from them, and how long their holders have been silent.

A page is opened at a process that does not hold its match. The lease of the match's shard says who
does; that process's lease of its place in the fleet says where its pages are.

A lease was renewed at some moment of another machine's clock, which says nothing here. So whoever
looks counts by its own clock, from when it first saw the last renewal.

The database may have been away from everybody. The first one to come back would find all others
silent for a minute, and take all that they hold: so all count anew then. It was away where leases
could not be read for a while, and where they could, but none of its own could be renewed.
"""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, select

from bot.findings.database import Holder
from bot.parts import FLEET, Part
from bot.referee.match import Room
from bot.storage.columns import value_of
from bot.storage.process import Process, has_ended
from bot.storage.schema import leases
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
    return [
        Lease(
            value_of(Part, row),
            row.holder,
            value_of(Process, row),
            *(row.since, row.beat, row.renewed, row.on_duty, row.address),
        )
        for row in connection.execute(select(leases).order_by(leases.c.venue))
    ]


def holder_of(holder: str, among: Sequence[Lease]) -> Holder:
    """A holder as people read of it: its process, and all that it holds."""
    held = [lease for lease in among if lease.holder == holder]
    parts = tuple(sorted((lease.part for lease in held), key=lambda part: (part.venue, part.shard)))
    return Holder(held[0].process.host, held[0].process.pid, held[0].since, parts)


def of_part(part: Part) -> dict[str, str | int]:
    """The columns that say which part a lease is of, whoever holds it."""
    return {"venue": part.venue, "shard": part.shard}


LEASE = timedelta(seconds=15)
"""From a renewal on: five heartbeats, and longer than a server keeps an idle transaction open."""
_AWAY = LEASE / 3
"""Leases not read for longer, or none of one's own renewed for twice as long: the database was
away. Whoever was there all the while has then some seconds left to renew theirs."""


class Silence:
    """What the process `here` has seen of the leases."""

    def __init__(self, here: Process, timepiece: Timepiece) -> None:
        self._here, self._timepiece = here, timepiece
        self._seen: dict[tuple[str, Part], tuple[int, timedelta]] = {}
        self._read_at = timedelta(0)

    def read(self, connection: Connection, renewed: Iterable[timedelta]) -> list[Lease]:
        """All leases; `renewed` is when this process last renewed its own."""
        found = read(connection)
        present = self._timepiece.monotonic()
        last = max(renewed, default=present)
        if present - self._read_at > _AWAY or present - last > 2 * _AWAY:
            self._seen = {key: (beat, present) for key, (beat, _) in self._seen.items()}
        self._read_at = present
        return found

    def note(self, others: Sequence[Lease]) -> None:
        """Has the silence of those that were renewed since begin now; forgets all but these."""
        present = self._timepiece.monotonic()
        # One that was given up and is taken again by the same process is another one.
        there = {(lease.holder, lease.part) for lease in others}
        self._seen = {key: seen for key, seen in self._seen.items() if key in there}
        for lease in others:
            beat, _ = self._seen.get((lease.holder, lease.part), (None, present))
            if beat != lease.beat:
                self._seen[lease.holder, lease.part] = lease.beat, present

    def has_run_out(self, lease: Lease) -> bool:
        """Whether a lease binds nobody any more, as far as this process has seen it."""
        # A lease that this same process took, before it opened the database again, is over too.
        if lease.process == self._here or has_ended(lease.process, self._here):
            return True
        present = self._timepiece.monotonic()
        _, since = self._seen.setdefault((lease.holder, lease.part), (lease.beat, present))
        return not self.beats(lease) and present - since >= LEASE

    def beats(self, lease: Lease) -> bool:
        return lease.beat != self._seen[lease.holder, lease.part][0]


KEPT = timedelta(seconds=1)
"""How long what was read is good: a thousand pages come back at once, and a shard soon changes
hands."""


@dataclass(frozen=True, slots=True)
class Holding:
    """The process that holds a match; `inner_url` is "" where its pages are not known."""

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
        urls = {lease.holder: lease.address for lease in leases if lease.part.venue == FLEET}
        for lease in leases:
            if lease.part.venue == room.venue and lease.part.has(room.server):
                return Holding(lease.process, urls.get(lease.holder, ""))
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
