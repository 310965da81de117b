"""Processes that share the shards out: one comes, one is killed, one is restarted."""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from chaos.process import RefereeProcess
from loopback import LoopbackDiscord
from loopback.bell import patience
from loopback_forums import LoopbackNodeBB
from storage.postgres import WITH_POSTGRES, fresh_database
from venues.forum.process import settings_of as settings_of_forum

from bot.parts import FLEET
from bot.storage.health import read_leases
from bot.storage.store import open_store
from end_to_end.process import settings_of
from end_to_end.test_shards import Hall


class FleetProcess(RefereeProcess):
    """`python -m bot` with `SHARDS=auto`."""

    def __init__(self, hall: Hall, folder: Path, database: str, **more: str) -> None:
        folder.mkdir()
        shared = settings_of(hall.discord, database) | {"SHARDS": "auto"}
        super().__init__(folder, shared | more)


async def _holding(database: str, process: RefereeProcess) -> set[int]:
    return {
        lease.part.shard
        for lease in await read_leases(database)
        if lease.process.pid == process.pid and lease.part.venue != FLEET and lease.on_duty
    }


async def until_shared(database: str, *parts: tuple[RefereeProcess, int]) -> None:
    """Waits until each process serves so many shards."""
    async with patience():
        wanted = [count for _, count in parts]
        while [len(await _holding(database, one)) for one, _ in parts] != wanted:  # noqa: ASYNC110
            await asyncio.sleep(0.1)


async def until_it_comes(database: str, process: RefereeProcess) -> None:
    """Waits until a process has its place in the fleet: from then on shards change hands."""
    async with patience():
        while process.pid not in {one.process.pid for one in await read_leases(database)}:  # noqa: ASYNC110
            await asyncio.sleep(0.1)


@pytest.fixture
async def database() -> AsyncIterator[str]:
    """One on a server."""
    async with fresh_database(with_tables=True) as address:
        yield address


@pytest.mark.real_time
@WITH_POSTGRES
async def test_a_fleet_shares_shards_and_loses_none(database, tmp_path):
    """A second process comes, the first is killed and comes back: each turn is told once."""
    async with LoopbackDiscord() as discord, contextlib.AsyncExitStack() as stack:
        discord.gateway.recommended = discord.gateway.max_concurrency = 2
        hall = Hall(discord)
        first, second, third = (FleetProcess(hall, tmp_path / f"{n}", database) for n in range(3))
        for process in (first, second, third):
            stack.push_async_callback(end_process, process)
        await first.start()
        await until_shared(database, (first, 2))
        await asyncio.gather(hall.start(0), hall.start(1))
        for shard in range(2):
            await hall.play(shard, hall.red, "E5")

        # Another one comes, and a turn is typed while the shard changes hands.
        await second.start()
        await until_it_comes(database, second)
        said = [await discord.say(room, hall.blue, "C3 F3") for room in hall.rooms]
        await until_shared(database, (first, 1), (second, 1))
        for shard in range(2):
            await hall.answered(shard, said[shard])

        await first.kill()
        said = [await discord.say(room, hall.red, "B2") for room in hall.rooms]
        await until_shared(database, (second, 2))
        for shard in range(2):
            await hall.answered(shard, said[shard])

        # A rolling restart: one comes, the other is stopped.
        await third.start()
        await until_shared(database, (second, 1), (third, 1))
        await second.stop()
        said = [await discord.say(room, hall.blue, "G4") for room in hall.rooms]
        await until_shared(database, (third, 2))
        for shard in range(2):
            await hall.answered(shard, said[shard])
        for process in (first, second, third):
            assert "Traceback" not in process.log.read_text()
        assert discord.gateway.identifies == len(discord.gateway.identified)

    turns = ["E5", "C3 F3", "B2", "G4"]
    for shard in range(2):
        assert [hall.times_told(shard, turn) for turn in turns] == [1, 1, 1, 1]
        # Nobody was charged: the banks are what they were.
        banks = {bank for text in hall.texts(shard) for bank in re.findall(r"Banks: (.*)", text)}
        assert all("Red 5:00 · Blue 5:00" in bank for bank in banks), banks
    store = await open_store(database)
    for number in await store.open_rooms("discord"):
        assert [turn.turn for turn in (await store.load(number)).match().turns] == turns
    assert await store.unannounced("discord") == {}
    await store.close()
    hall.discord.assert_clean()


@pytest.mark.real_time
@WITH_POSTGRES
async def test_of_a_fleet_one_process_serves_the_forum(database, tmp_path):
    """All have the same settings; whoever comes second says who has the forum, and serves on."""
    async with (
        LoopbackDiscord() as discord,
        LoopbackNodeBB() as forum,
        contextlib.AsyncExitStack() as stack,
    ):
        discord.gateway.recommended = discord.gateway.max_concurrency = 2
        hall, more = Hall(discord), settings_of_forum(forum)
        first, second = (FleetProcess(hall, tmp_path / f"{n}", database, **more) for n in range(2))
        for process in (first, second):
            stack.push_async_callback(end_process, process)
        await first.start()
        await until_shared(database, (first, 2))
        await second.start()
        await until_shared(database, (first, 1), (second, 1))
        assert "is refereed by another process" in second.log.read_text()


async def end_process(process: RefereeProcess) -> None:
    if process.running:
        await process.stop()
