"""Discord's shards: whose a server is, and the turns that connections take."""

import asyncio
from datetime import timedelta

import pytest
from loopback import LoopbackDiscord

from bot.parts import Part
from bot.storage.failures import StoreError
from bot.storage.identifies import Identifies
from bot.storage.store import open_store
from bot.timing import uptime
from bot.venues.discord import gateway
from bot.venues.discord.gateway import SharedIdentifyLimit

INTERVAL = timedelta(seconds=0.3)


@pytest.mark.parametrize(
    ("server", "count", "shard"),
    [
        # Discord's own example of an id, of 41944705796 ms after the beginning of 2015.
        pytest.param("175928847299117063", 1, 0, id="one has all"),
        pytest.param("175928847299117063", 2, 0, id="even"),
        pytest.param("175928847299117063", 10, 6, id="the last digit of ten"),
        pytest.param(str(2**22 * 7), 4, 3, id="7 of 4"),
        pytest.param(str(2**22 * 8 - 1), 4, 3, id="the lower bits don't count"),
        pytest.param(str(2**22 * 8), 4, 0, id="8 of 4"),
        pytest.param("0", 4, 0, id="direct messages"),
        pytest.param("", 4, 0, id="no server"),
    ],
)
def test_a_server_is_of_the_shard_that_discord_says(server, count, shard):
    parts = [Part("discord", one, count) for one in range(count)]
    assert [part.shard for part in parts if part.has(server)] == [shard]


async def test_the_loopback_partitions_alike():
    async with LoopbackDiscord() as discord:
        for shard in range(5):
            assert Part("discord", shard, 5).has(str(discord.guild("Hall", shard=(shard, 5)).id))


@pytest.fixture
async def limits(tmp_path, monkeypatch):
    monkeypatch.setattr(gateway, "SHARED_INTERVAL", INTERVAL)
    address = f"sqlite+aiosqlite:///{tmp_path / 'referee.sqlite3'}"
    stores = [await open_store(address) for _ in range(2)]
    yield [SharedIdentifyLimit(Identifies(store, INTERVAL)) for store in stores]
    for store in stores:
        await store.close()


async def test_shards_of_two_processes_take_turns(limits):
    moments = []

    async def identify(limit: SharedIdentifyLimit, shard: int) -> None:
        await limit.wait(shard)
        moments.append(uptime())

    work = (identify(limits[shard % 2], shard) for shard in range(4))
    await asyncio.gather(*work)
    # The database counts in milliseconds, and its answer takes a moment.
    assert moments[-1] - moments[0] > 3 * INTERVAL - timedelta(seconds=0.1)


async def test_the_shards_of_one_process_are_started_one_after_the_other(limits):
    limit, started = limits[0], {}
    limit.learn(2)

    async def start(shard: int) -> None:
        await limit.wait_to_start(shard)
        started[shard] = uptime()

    await asyncio.gather(*(start(shard) for shard in range(4)))
    for first, second in ((0, 2), (1, 3)):
        assert started[second] - started[first] >= INTERVAL * 0.9
    assert max(started[0], started[1]) < min(started[2], started[3])


async def test_where_no_session_is_left_shards_wait_until_the_count_begins_anew(limits):
    """One more would have Discord end all connections and reset the token."""
    begun = uptime()
    limits[0].pause(INTERVAL / 2)
    await limits[0].wait(0)
    assert uptime() - begun >= INTERVAL / 2


async def test_a_database_that_is_gone_keeps_nobody_from_connecting(tmp_path, monkeypatch, caplog):
    """Nothing could be ruled either; but it is tried, and the log says what is not known."""
    monkeypatch.setattr(gateway, "SHARED_INTERVAL", INTERVAL)
    store = await open_store(f"sqlite+aiosqlite:///{tmp_path / 'referee.sqlite3'}")
    store.shut(StoreError("the database is gone"))
    await SharedIdentifyLimit(Identifies(store, INTERVAL)).wait(0)
    assert "whether another process connects to Discord just now is not known" in caplog.text
    await store.close()
