"""Several processes on one database, with shards of their own or shared out between them."""

import asyncio
import contextlib
import re
import socket
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from chaos.process import RefereeProcess
from discord.gateway import DiscordWebSocket
from discord.http import Route
from handclock import HandClock
from loopback import LoopbackDiscord
from loopback.bell import PATIENCE, patience
from stopwatch import own_sleep
from storage import kept
from storage.postgres import WITH_POSTGRES

from bot.app import serve
from bot.desk.venue import VenueError
from bot.parts import Part
from bot.settings import read_settings
from bot.storage.health import read_leases
from bot.storage.store import open_store
from bot.timing import RealTime
from end_to_end.fleets import FleetProcess, Hall, end_process, until_shared
from end_to_end.process import settings_of

IDENTIFY_INTERVAL = timedelta(seconds=5)
"""Discord's own."""


class ShardProcess(RefereeProcess):
    """`python -m bot` for one shard."""

    def __init__(
        self, hall: Hall, folder: Path, database: str, ids: str = "", count: str = "2"
    ) -> None:
        folder.mkdir()
        shards = {"SHARD_COUNT": count, "SHARD_IDS": ids}
        super().__init__(folder, settings_of(hall.discord, database) | shards)

    async def ended(self) -> int:
        async with patience():
            return await self._process.wait()


@pytest.fixture
async def hall() -> AsyncIterator[Hall]:
    """Two servers on a Discord that insists on its interval between two IDENTIFYs."""
    async with LoopbackDiscord() as discord:
        discord.gateway.identify_interval = IDENTIFY_INTERVAL
        yield Hall(discord)


@pytest.mark.real_time
async def test_one_of_two_processes_is_killed_in_mid_match_and_replaced(hall, tmp_path):
    """Its matches stand until the next one takes them up; the other's go on; none is doubled."""
    gateway, database = hall.discord.gateway, kept.address(tmp_path)
    processes = [ShardProcess(hall, tmp_path / f"{n}", database, f"{n}") for n in range(2)]
    async with contextlib.AsyncExitStack() as stack:
        for process in processes:
            await process.start()
            stack.push_async_callback(end_process, process)
        for shard in range(2):
            await gateway.wait_connected(PATIENCE, shard=shard)
        # Both were started at once, and none came too soon for Discord.
        assert gateway.identifies == len(gateway.identified) >= 2
        await asyncio.gather(hall.start(0), hall.start(1))
        for shard in range(2):
            await hall.play(shard, hall.red, "E5")

        await processes[1].kill()
        missed = await hall.discord.say(hall.rooms[1], hall.blue, "C3 F3")
        await hall.play(0, hall.blue, "C3 F3")
        await hall.play(0, hall.red, "B2")

        third = ShardProcess(hall, tmp_path / "third", database, "0")
        await third.start()
        assert await third.ended() == 1
        assert "another referee serves Discord (shard 0 of 2) on this data" in third.last_words
        assert f"(process {processes[0].pid} on {socket.gethostname()}, since " in third.last_words
        other = ShardProcess(hall, tmp_path / "other", database, "1", count="3")
        await other.start()
        assert await other.ended() == 1
        assert "stop all referees before you change SHARD_COUNT" in other.last_words

        successor = ShardProcess(hall, tmp_path / "next", database, "1")
        await successor.start()
        stack.push_async_callback(end_process, successor)
        await hall.answered(1, missed)
        await hall.play(1, hall.red, "B2")
        await hall.play(0, hall.blue, "G4")
        await hall.play(1, hall.blue, "G4")
        assert gateway.identifies == len(gateway.identified) >= 3
        # Only shard 0 registers the commands, whenever it connects.
        registered = hall.discord.count(
            "PUT", f"/applications/{hall.discord.world.bot.id}/commands"
        )
        assert 1 <= registered <= sum(shard == 0 for shard, _ in gateway.identified)

    turns = ["E5", "C3 F3", "B2", "G4"]
    for shard in range(2):
        assert [hall.times_told(shard, turn) for turn in turns] == [1, 1, 1, 1]
    store = await open_store(database)
    numbers = list(await store.open_rooms("discord"))
    assert len(numbers) == 2
    for number in numbers:
        stored = await store.load(number)
        assert [turn.turn for turn in stored.match().turns] == turns
    assert await store.unannounced("discord") == {}
    # Each was on duty by itself.
    for shard in range(2):
        assert await store.last_on_duty(Part("discord", shard, 2)) is not None
    await store.close()
    hall.discord.assert_clean()


@pytest.fixture
def discord_elsewhere() -> Iterator[None]:
    """discord.py points where it did afterwards."""
    base, address = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    yield
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, address


async def _tick(clock: HandClock) -> None:
    """Lets time pass for what waits between two tries."""
    while True:
        clock.advance(timedelta(seconds=0.4))
        await own_sleep(0.02)


@pytest.mark.thorough
@pytest.mark.usefixtures("discord_elsewhere")
async def test_a_bot_that_has_grown_goes_on_with_the_recommended_shards(tmp_path, caplog):
    """Nobody set a number. The connection of one shard breaks, and only its rooms were away."""
    clock, stop = HandClock(), asyncio.Event()
    async with LoopbackDiscord(clock=clock.now) as discord:
        hall, gateway = Hall(discord), discord.gateway
        gateway.most_guilds, gateway.recommended, gateway.max_concurrency = 1, 2, 2
        settings = read_settings(settings_of(discord, kept.address(tmp_path)))
        serving = asyncio.create_task(serve(settings, clock, stop))
        try:
            for shard in range(2):
                await gateway.wait_connected(PATIENCE, shard=shard)
            assert "Set SHARD_COUNT=2" in caplog.text
            await asyncio.gather(hall.start(0), hall.start(1))
            clock.advance(timedelta(seconds=10))
            gateway.accepting = False
            await gateway.drop(shard=1)
            # It has noticed, and tries to come back.
            await discord.wait_until(lambda: gateway.refused)
            missed = await discord.say(hall.rooms[1], hall.red, "E5")
            clock.advance(timedelta(seconds=30))
            await hall.play(0, hall.red, "E5")
            gateway.accepting = True
            ticking = asyncio.create_task(_tick(clock))
            await hall.answered(1, missed)
            away = await discord.wait_message(hall.rooms[1], "I was away", PATIENCE)
            ticking.cancel()
            assert "Banks: Red 5:00 · Blue 5:00" in away.content
        finally:
            stop.set()
            await serving


@pytest.mark.parametrize(
    ("code", "says"),
    [
        (4010, "Discord refuses shard 0 of 1: check SHARD_COUNT and SHARD_IDS"),
        (4011, "Discord asks for more shards than 1: stop all referees, and start them with SHARD"),
    ],
)
@pytest.mark.usefixtures("discord_elsewhere")
async def test_shards_that_discord_refuses_end_the_referee_with_words(tmp_path, code, says):
    async with LoopbackDiscord() as discord:
        discord.guild("Hall")
        discord.gateway.recommended = 4
        shards = {"SHARD_COUNT": "1", "SHARD_IDS": "0"}
        settings = read_settings(settings_of(discord, kept.address(tmp_path)) | shards)
        serving = asyncio.create_task(serve(settings, RealTime(), asyncio.Event()))
        await discord.gateway.wait_connected(PATIENCE)
        await discord.gateway.drop(code=code)
        with pytest.raises(VenueError) as error:
            await serving
        assert str(error.value).startswith(says)


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
