"""A fleet whose PostgreSQL fails over: the primary is killed, and its standby promoted.

It is killed while a turn is being stored: in one case the standby has the turn and the answer is
lost, in the other nobody has it but the server that is killed. It is told once all the same.
"""

import asyncio
import contextlib
import logging
import re
from collections.abc import AsyncIterator
from time import monotonic

import pytest
from loopback import LoopbackDiscord
from loopback.bell import patience
from storage.cluster import Cluster, cluster
from storage.postgres import WITH_POSTGRES, Line, network

from bot.storage.lease_rows import LEASE
from bot.storage.store import open_store
from end_to_end.fleets import FleetProcess, Hall, end_process, until_shared

log = logging.getLogger(__name__)

TURNS = ["E5", "C3 F3", "B2", "G4"]
_TURN_2, _WAITS = TURNS[1], "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep'"


class Doubt:
    """Stands between the fleet and the primary: the answer to the commit of turn 2 never comes."""

    def __init__(self, two: Cluster, *, standby_has_it: bool) -> None:
        self._two, self._standby_has_it = two, standby_has_it
        self._committing = asyncio.Event()

    def overhear(self, line: Line, asked: bytes) -> None:
        """What the fleet asks of the primary, on each connection."""
        line.heard = (line.heard + asked)[-100_000:]
        about = line.heard.rpartition(b"BEGIN")[2]
        if _TURN_2.encode() in about and b"COMMIT" in about:
            line.answers = False
            self._two.between.dead = not self._standby_has_it
            self._committing.set()

    async def arisen(self) -> None:
        """Waits until the turn is stored where it is to be, and nobody has been told of it."""
        async with patience():
            await self._committing.wait()
        if self._standby_has_it:
            await self._two.second.until(f"SELECT 1 FROM events WHERE data LIKE '%{_TURN_2}%'")  # noqa: S608
        else:
            await self._two.first.until(_WAITS)


@pytest.fixture
async def two() -> AsyncIterator[Cluster]:
    """A primary, and the standby that it waits for."""
    async with cluster() as built:
        yield built


@pytest.mark.real_time
@WITH_POSTGRES
@pytest.mark.parametrize("standby_has_it", [True, False], ids=["stored", "not-stored"])
async def test_a_fleet_goes_on_after_a_fail_over(two, tmp_path, standby_has_it):
    """No ruling is lost, none told twice, and nobody pays."""
    async with contextlib.AsyncExitStack() as stack:
        discord = await stack.enter_async_context(LoopbackDiscord())
        between, address = await stack.enter_async_context(network(two.first.url))
        database = two.named(address)
        discord.gateway.recommended = discord.gateway.max_concurrency = 2
        hall = Hall(discord)
        first, second, third = (FleetProcess(hall, tmp_path / f"{n}", database) for n in range(3))
        for process in (first, second, third):
            stack.push_async_callback(end_process, process)
        await first.start()
        await until_shared(database, (first, 2))
        await second.start()
        await until_shared(database, (first, 1), (second, 1))
        await asyncio.gather(hall.start(0), hall.start(1))
        for shard in range(2):
            await hall.play(shard, hall.red, TURNS[0])

        doubt = Doubt(two, standby_has_it=standby_has_it)
        between.overhear = doubt.overhear
        said = [await discord.say(hall.rooms[0], hall.blue, _TURN_2)]
        await doubt.arisen()
        await two.first.kill()
        between.overhear = None
        said.append(await discord.say(hall.rooms[1], hall.blue, _TURN_2))
        if not standby_has_it:
            # The database is away for longer than any lease lasts.
            await asyncio.sleep(LEASE.total_seconds() + 3)
        assert hall.times_told(0, _TURN_2) == hall.times_told(1, _TURN_2) == 0
        await two.second.promote()
        promoted = monotonic()
        for shard in range(2):
            await hall.answered(shard, said[shard])
        log.info("told %.1f s after the promotion", monotonic() - promoted)
        # Nobody took another's shards because the database was away.
        await until_shared(database, (first, 1), (second, 1))

        # So does a process that has seen nothing.
        for shard in range(2):
            await hall.play(shard, hall.red, TURNS[2])
        await third.start()
        await until_shared(database, (first, 1), (second, 1), (third, 0))
        await second.stop()
        await until_shared(database, (first, 1), (third, 1))
        for shard in range(2):
            await hall.play(shard, hall.blue, TURNS[3])
        for process in (first, second, third):
            assert "Traceback" not in process.log.read_text()
        await _check(hall, two)
        hall.discord.assert_clean()


async def _check(hall: Hall, two: Cluster) -> None:
    """All is told once, nobody was charged, and the new primary has it all."""
    for shard in range(2):
        assert [hall.times_told(shard, turn) for turn in TURNS] == [1, 1, 1, 1]
        banks = {bank for text in hall.texts(shard) for bank in re.findall(r"Banks: (.*)", text)}
        assert all("Red 5:00 · Blue 5:00" in bank for bank in banks), banks
    store = await open_store(two.second.url)
    numbers = list(await store.open_rooms("discord"))
    assert len(numbers) == 2
    for number in numbers:
        assert [turn.turn for turn in (await store.load(number)).match().turns] == TURNS
    await store.close()
