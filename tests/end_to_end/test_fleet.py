"""Processes that share the shards out: one comes, one is killed, one is restarted."""

import asyncio
import contextlib
import re

import pytest
from chaos.process import RefereeProcess
from loopback import LoopbackDiscord
from loopback.bell import patience
from loopback_forums import LoopbackNodeBB
from storage.postgres import WITH_POSTGRES
from venues.forum.process import settings_of as settings_of_forum

from bot.storage.health import read_leases
from bot.storage.store import open_store
from end_to_end.fleets import FleetProcess, Hall, end_process, until_shared


async def until_it_comes(database: str, process: RefereeProcess) -> None:
    """Waits until a process has its place in the fleet: from then on shards change hands."""
    async with patience():
        while process.pid not in {one.process.pid for one in await read_leases(database)}:  # noqa: ASYNC110
            await asyncio.sleep(0.1)


@pytest.mark.real_time
@WITH_POSTGRES
async def test_a_fleet_shares_shards_and_loses_none(server_database, tmp_path):
    """A second process comes, the first is killed and comes back: each turn is told once."""
    async with LoopbackDiscord() as discord, contextlib.AsyncExitStack() as stack:
        discord.gateway.recommended = discord.gateway.max_concurrency = 2
        hall = Hall(discord)
        first, second, third = (
            FleetProcess(hall, tmp_path / f"{n}", server_database) for n in range(3)
        )
        for process in (first, second, third):
            stack.push_async_callback(end_process, process)
        await first.start()
        await until_shared(server_database, (first, 2))
        await asyncio.gather(hall.start(0), hall.start(1))
        for shard in range(2):
            await hall.play(shard, hall.red, "E5")

        # Another one comes, and a turn is typed while the shard changes hands.
        await second.start()
        await until_it_comes(server_database, second)
        said = [await discord.say(room, hall.blue, "C3 F3") for room in hall.rooms]
        await until_shared(server_database, (first, 1), (second, 1))
        for shard in range(2):
            await hall.answered(shard, said[shard])

        await first.kill()
        said = [await discord.say(room, hall.red, "B2") for room in hall.rooms]
        await until_shared(server_database, (second, 2))
        for shard in range(2):
            await hall.answered(shard, said[shard])

        # A rolling restart: one comes, the other is stopped.
        await third.start()
        await until_shared(server_database, (second, 1), (third, 1))
        await second.stop()
        said = [await discord.say(room, hall.blue, "G4") for room in hall.rooms]
        await until_shared(server_database, (third, 2))
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
    store = await open_store(server_database)
    for number in await store.open_rooms("discord"):
        assert [turn.turn for turn in (await store.load(number)).match().turns] == turns
    assert await store.unannounced("discord") == {}
    await store.close()
    hall.discord.assert_clean()


@pytest.mark.real_time
@WITH_POSTGRES
async def test_of_a_fleet_one_process_serves_the_forum(server_database, tmp_path):
    """All have the same settings; whoever comes second says who has the forum, and serves on."""
    async with (
        LoopbackDiscord() as discord,
        LoopbackNodeBB() as forum,
        contextlib.AsyncExitStack() as stack,
    ):
        discord.gateway.recommended = discord.gateway.max_concurrency = 2
        hall, more = Hall(discord), settings_of_forum(forum)
        first, second = (
            FleetProcess(hall, tmp_path / f"{n}", server_database, **more) for n in range(2)
        )
        for process in (first, second):
            stack.push_async_callback(end_process, process)
        await first.start()
        await until_shared(server_database, (first, 2))
        await second.start()
        await until_shared(server_database, (first, 1), (second, 1))
        assert "is refereed by another process" in second.log.read_text()
