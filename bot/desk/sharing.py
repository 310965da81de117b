"""The shards of one process of a fleet: taken where nobody holds them, given up where others come.

Two processes serve eight shards each. A third one is started: each gives two up, and the third one
serves four. One is killed: its leases run out, and the others take its shards. A shard goes as at
a planned stop: its pages are closed, what was ruled is told, the moment is noted, its connection is
closed, and only then its lease is given up. So nobody is charged, and no shard is ruled by two.
"""

import asyncio
import logging
from collections.abc import Callable
from datetime import timedelta

from bot.desk.desk import Desk
from bot.desk.duty import Heartbeat
from bot.desk.venue import Venue
from bot.parts import Part
from bot.storage.failures import StoreError
from bot.storage.leases import Leases
from bot.timing import Timepiece, break_off
from bot.wording.leases import given_up_text, shares_text

log = logging.getLogger(__name__)

LOOK = timedelta(seconds=1)
"""Between two looks at what others hold; with the length of a lease, how long a shard may wait."""


class Sharing:
    """The parts of one venue that this process serves.

    `heartbeats` and `serving` are those of all that is served here, for the leave at the end.
    """

    def __init__(
        self,
        desk: Desk,
        leases: Leases,
        timepiece: Timepiece,
        make: Callable[[Part], Venue],
        heartbeats: list[Heartbeat],
        serving: list[asyncio.Task[None]],
    ) -> None:
        self._desk, self._leases, self._timepiece, self._make = desk, leases, timepiece, make
        self._heartbeats, self._serving = heartbeats, serving
        self._shards: dict[Part, _Shard] = {}

    async def run(self, venue: str, shards: int) -> None:
        """Runs until cancelled; raises what a shard fails with."""
        try:
            while True:
                try:
                    await self._look(venue, shards)
                except StoreError as error:
                    log.warning("which shards are free can't be read: %s", error)
                work = [task for shard in self._shards.values() for task in shard.tasks]
                if not work:
                    await self._timepiece.sleep(LOOK)
                    continue
                limit, first = LOOK.total_seconds(), asyncio.FIRST_COMPLETED
                done, _ = await asyncio.wait(work, timeout=limit, return_when=first)
                for task in done:
                    task.result()
        finally:
            for shard in self._shards.values():
                shard.beating.cancel()

    async def _look(self, venue: str, shards: int) -> None:
        share = await self._leases.share(venue, shards)
        for part in share.claimed:
            if part.venue == venue:
                self._take(part)
        if share.claimed:
            log.info("%s", shares_text(share.claimed, self._shards))
        for part in share.surplus:
            if part in self._shards:
                await self._leave(self._shards[part])
            await self._leases.give_up(part)

    def _take(self, part: Part) -> None:
        shard = _Shard(self._make(part), self._desk, self._leases, self._timepiece)
        self._shards[part] = shard
        self._heartbeats.append(shard.heartbeat)
        self._serving.append(shard.running)

    async def _leave(self, shard: "_Shard") -> None:
        log.info("%s", given_up_text(shard.venue.part))
        await self._desk.handover.close_pages(shard.venue)
        shard.beating.cancel()
        await shard.heartbeat.beat_once_more()
        await self._desk.let_go(shard.venue)
        await break_off(*shard.tasks)
        self._desk.forget(shard.venue)
        self._heartbeats.remove(shard.heartbeat)
        self._serving.remove(shard.running)
        del self._shards[shard.venue.part]


class _Shard:
    def __init__(self, venue: Venue, desk: Desk, leases: Leases, timepiece: Timepiece) -> None:
        self.venue = venue
        desk.serve(venue)
        self.heartbeat = Heartbeat(desk, venue, leases, timepiece)
        self.running = asyncio.create_task(venue.run(), name=venue.name)
        self.beating = asyncio.create_task(self.heartbeat.run(), name="heartbeat")
        self.tasks = (self.running, self.beating)
