"""Leases: a venue, or a shard of one, is refereed by one process at a time.

A second referee is started by mistake on the database of the first. It finds that the first one's
lease is renewed, so it says who is at work and since when, and ends. Had the first one been killed,
it would take over: at once if the kernel says that the process has ended (`process.py`), else when
the lease was not renewed for as long as it lasts.

Nobody's clock is compared with another's: whoever waits counts the time by its own (`Silence`).
And nobody goes by its own idea of owning something: every transaction that writes looks, before it
commits, whether the lease is still there (`Leases.check`). A process that was paused for minutes
can therefore store nothing once another has taken over; it ends.

Processes that share out the shards between them (`SHARDS=auto`) have a lease each that says so, of
a place in the fleet: as many as there are, in so many parts are the shards divided. With it stands
where the others reach the process's pages (`lease_rows.py`).
"""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import Connection, delete, insert, select, update

from bot.findings.database import Holder
from bot.parts import FLEET, Part
from bot.storage.columns import row_of
from bot.storage.failures import LeaseLostError, retry_unreachable
from bot.storage.lease_rows import LEASE, Lease, Silence, holder_of, of_part, read
from bot.storage.process import Process, this_process
from bot.storage.schema import leases
from bot.storage.store import Store
from bot.timing import Timepiece, uptime

_POLL = timedelta(seconds=0.5)
"""Between two looks at the lease of another."""
_RENEW = timedelta(seconds=3)
"""Between two renewals of a place in the fleet, which no heartbeat of a venue renews."""
_LOCK = "LOCK TABLE leases IN SHARE ROW EXCLUSIVE MODE"


@dataclass(frozen=True, slots=True)
class Share:
    """Parts that a process has claimed just now, and those that it holds beyond its fair part."""

    claimed: tuple[Part, ...]
    surplus: tuple[Part, ...]


class Leases:
    """The leases of this process; `lost` is set when another process has taken one."""

    def __init__(
        self,
        store: Store,
        timepiece: Timepiece,
        wall_clock: Callable[[], datetime],
        here: Process | None = None,
    ) -> None:
        self._store = store
        self._timepiece = timepiece
        self._wall_clock = wall_clock
        self._here = here or this_process()
        self._key = secrets.token_hex(16)
        mine = select(leases.c.venue, leases.c.shard, leases.c.shards).filter_by(holder=self._key)
        # On a server the rows are kept from whoever would take them over, until the commit.
        self._still_mine = mine.with_for_update(read=True, key_share=True)
        self._mine: set[Part] = set()
        self._renewed: dict[Part, timedelta] = {}
        self._silence = Silence(self._here, timepiece)
        self._loop = asyncio.get_running_loop()
        self.inner_url = ""
        """Where other processes of the fleet reach the pages of this one; "" where it has none."""
        self._told_url = ""
        self.lost = asyncio.Event()
        self.loss: LeaseLostError | None = None

    async def acquire(
        self, parts: Sequence[Part], waits: Callable[[Holder], None]
    ) -> dict[Part, Holder]:
        """Takes those of these parts that are free; returns who holds the others.

        Where somebody holds a part, this waits until they renew their lease or it has run out;
        `waits` is called once, with the holder.
        """
        held: dict[Part, Holder] = {}
        waiting = False
        while True:
            wanted = [part for part in parts if part not in held]
            blocking = await retry_unreachable(partial(self._take, wanted))
            for part, others in blocking.items():
                alive = [lease for lease in others if self._silence.beats(lease)]
                if alive:
                    held[part] = holder_of(alive[0].holder, others)
            if blocking.keys() <= held.keys():
                self._store.fence = self.check
                return held
            if not waiting:
                rivals = next(rivals for part, rivals in blocking.items() if part not in held)
                waits(holder_of(rivals[0].holder, rivals))
                waiting = True
            await self._timepiece.sleep(_POLL)

    async def share(self, venue: str, count: int) -> Share:
        """Claims shards that nobody holds, up to the fair part; on a database server only.

        The first process of a fleet brings the count of shards, and all others go by it.
        """

        def work(connection: Connection) -> Share:
            share = self._fair_share(venue, count, self._others(connection))
            if share.claimed:
                connection.exec_driver_sql(_LOCK)
                # Another process may have been faster.
                others = self._others(connection)
                share = self._fair_share(venue, count, others)
                for part in share.claimed:
                    self._insert(connection, part, others)
            return share

        share = await self._store.write(work)
        self._mine |= set(share.claimed)
        # None any more where all were given up meanwhile.
        for place in [part for part in self._mine if part.venue == FLEET]:
            told, present = self.inner_url, self._timepiece.monotonic()
            if told != self._told_url or present - self._renewed.get(place, -_RENEW) >= _RENEW:
                await self.renew(place, on_duty=True, address=told)
                self._told_url = told
        return share

    def _fair_share(self, venue: str, count: int, others: Sequence[Lease]) -> Share:
        held = [lease.part for lease in others if not self._silence.has_run_out(lease)]
        fleet = [part for part in held if part.venue == FLEET]
        count = next((part.shards for part in (*fleet, *self._mine) if part.venue == FLEET), count)
        fair = -(-count // (len(fleet) + 1))
        shards = [Part(venue, shard, count) for shard in range(count)]
        mine = [part for part in shards if part in self._mine]
        free = [
            part
            for part in shards
            if part not in self._mine and not any(part.overlaps(other) for other in held)
        ]
        claimed = free[: max(0, fair - len(mine))]
        if all(part.venue != FLEET for part in self._mine):
            places = (Part(FLEET, place, count) for place in range(len(fleet) + 1))
            claimed.append(next(place for place in places if place not in fleet))
        return Share(tuple(claimed), tuple(mine[fair:]))

    def _others(self, connection: Connection) -> list[Lease]:
        """The leases of other processes, as they are seen now."""
        everybody = self._silence.read(connection, self._renewed.values())
        others = [lease for lease in everybody if lease.holder != self._key]
        self._silence.note(others)
        return others

    async def renew(self, part: Part, *, on_duty: bool, address: str = "") -> None:
        """Renews what is owned; LeaseLostError if another has it.

        `address` is where its pages are served by this process, with its port; "" where none are.
        With a place in the fleet it is where the others reach all pages of the process.
        """
        mine = update(leases).filter_by(**of_part(part), holder=self._key)
        values = {"renewed": uptime(), "on_duty": on_duty, "address": address}
        await self._store.change(mine.values(values | {"beat": leases.c.beat + 1}))
        self._renewed[part] = self._timepiece.monotonic()

    def parts(self) -> tuple[Part, ...]:
        return tuple(sorted(self._mine, key=lambda part: (part.venue, part.shard)))

    def held(self) -> bool:
        """Whether what is owned was renewed of late, and nobody else has taken it."""
        if self.lost.is_set() or not self._mine <= self._renewed.keys():
            return False
        present = self._timepiece.monotonic()
        ages = [present - self._renewed[part] for part in self._mine]
        return bool(ages) and max(ages) < LEASE

    async def release(self) -> None:
        """Gives up all leases at a planned stop, so that the next process need not wait."""
        self._mine.clear()
        await self._store.change(delete(leases).filter_by(holder=self._key))

    async def give_up(self, part: Part) -> None:
        """Gives up one lease, for another process of the fleet.

        Where that fails it is given up all the same, as nobody knows what was stored: if its row is
        still there, it runs out.
        """
        self._mine.discard(part)
        mine = delete(leases).filter_by(**of_part(part), holder=self._key)
        await self._store.change(mine)

    def check(self, connection: Connection) -> None:
        """LeaseLostError if another has what this process owned; nothing is stored from then on.

        Between this look and the commit nobody can take over: SQLite is locked, and a server keeps
        the rows that were looked at.
        """
        # There may be others of its own, which were claimed or given up and nobody heard of it.
        if self._mine <= {Part(*row) for row in connection.execute(self._still_mine)}:
            return
        others = [lease for lease in read(connection) if lease.holder != self._key]
        taken = [lease for lease in others if any(lease.part.overlaps(part) for part in self._mine)]
        self.loss = LeaseLostError(holder_of(taken[0].holder, taken) if taken else None)
        self._store.shut(self.loss)
        # This may be the writer's thread.
        self._loop.call_soon_threadsafe(self.lost.set)
        raise self.loss

    async def _take(self, wanted: Sequence[Part]) -> dict[Part, list[Lease]]:
        """Takes the parts that are free; returns the leases in the way of each other part."""

        def work(connection: Connection) -> dict[Part, list[Lease]]:
            if connection.dialect.name == "postgresql":
                # On SQLite a transaction that may write is the only one.
                connection.exec_driver_sql(_LOCK)
            others = self._silence.read(connection, self._renewed.values())
            blocking: dict[Part, list[Lease]] = {}
            for part in set(wanted) - self._mine:
                over = [lease for lease in others if part.overlaps(lease.part)]
                blocking[part] = [lease for lease in over if not self._silence.has_run_out(lease)]
                if not blocking[part]:
                    self._insert(connection, part, others)
            return blocking

        blocking = await self._store.write(work)
        self._mine |= {part for part, others in blocking.items() if not others}
        return {part: others for part, others in blocking.items() if others}

    def _insert(self, connection: Connection, part: Part, others: Sequence[Lease]) -> None:
        # One of this process was claimed and stored, and nobody heard of it.
        connection.execute(delete(leases).filter_by(**of_part(part)))
        for lease in others:
            if part.overlaps(lease.part):
                # By now a part of this process may have that number, counted anew.
                ran_out = delete(leases).filter_by(**of_part(lease.part), holder=lease.holder)
                connection.execute(ran_out)
        row = row_of(part) | row_of(self._here) | {"holder": self._key, "since": self._wall_clock()}
        row |= {"beat": 0, "renewed": uptime(), "on_duty": False}
        connection.execute(insert(leases).values(row))
