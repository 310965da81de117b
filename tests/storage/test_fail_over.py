"""Two real servers of PostgreSQL, one of which follows the other: which of them is written to."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from loopback.bell import patience
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import create_async_engine

from bot.storage.failures import StoreError, UnreachableError, UnusableDatabaseError
from bot.storage.health import examine
from bot.storage.store import Store, open_store
from bot.wording.doctor_database import NO_STANDBY
from storage.cluster import Cluster, cluster
from storage.postgres import WITH_POSTGRES, fresh_database, network
from storage.samples import OPENED, ROOM, TURN, number_of_events

AT_ONCE = timedelta(0)
REJECTED = r"pg_hba\.conf rejects"


@pytest.fixture
async def two() -> AsyncIterator[Cluster]:
    async with cluster() as built:
        yield built


async def _until_stored(store: Store, seen: int) -> None:
    """Tries to store a turn, as the desk does, until it is stored."""
    async with patience():
        while await number_of_events_or_none(store) != seen + 1:
            with contextlib.suppress(StoreError):
                await store.append(1, seen, [TURN])


async def number_of_events_or_none(store: Store) -> int | None:
    try:
        return await number_of_events(store)
    except UnreachableError:
        await asyncio.sleep(0.2)
        return None


@pytest.mark.real_time
@WITH_POSTGRES
async def test_after_a_fail_over_the_old_primary_is_never_written_to(two):
    """It comes back as it was, beside the new one and later alone; an old process and a new one."""
    async with contextlib.AsyncExitStack() as stack:
        store = await open_store(two.url)
        stack.push_async_callback(store.end)
        assert await store.open_match(ROOM, OPENED) == 1
        await store.append(1, 1, [TURN])
        examined = await examine(two.url)
        assert len(examined) > 1

        await two.first.kill()
        with pytest.raises(UnreachableError):
            await store.append(1, 2, [TURN])
        # A standby takes no writes, and says so.
        with pytest.raises(UnreachableError, match="follows another one"):
            await open_store(two.url, start_timeout=AT_ONCE)
        await two.second.promote()
        assert NO_STANDBY not in examined
        await _until_stored(store, 2)
        assert NO_STANDBY in await examine(two.url)

        before = await two.first.seen_alone()
        assert len(before["events"]) == 2
        await two.first.start()
        await _until_stored(store, 3)
        newcomer = await open_store(two.url)
        stack.push_async_callback(newcomer.end)
        await _until_stored(newcomer, 4)

        # Of the two only the old one answers: neither who knows better nor who doesn't writes.
        await two.second.kill()
        with pytest.raises(UnreachableError):
            await store.append(1, 5, [TURN])
        with pytest.raises(UnreachableError, match="waits for a standby, and none follows it"):
            await open_store(two.url, start_timeout=AT_ONCE)
        # Even where nobody set it up to wait for a standby.
        await two.first.stop()
        assert await two.first.seen_alone() == before
        await two.first.start(options="-c synchronous_standby_names=")
        with pytest.raises(UnreachableError, match="was replaced by one that was promoted"):
            await store.load(1)
        assert await two.first.contents() == before


@pytest.mark.real_time
@WITH_POSTGRES
async def test_replaced_server_stores_no_unpromised_write(two):
    """The old primary never died: its network was cut, and connections to it are still open."""
    store = await open_store(two.url)
    assert await store.open_match(ROOM, OPENED) == 1
    two.between.dead = True
    with pytest.raises(UnreachableError):
        # It waits for a standby that hears nothing.
        await store.append(1, 1, [TURN])
    await two.second.promote()
    await _until_stored(store, 1)
    assert len((await two.second.contents())["events"]) == 2
    await store.end()


@WITH_POSTGRES
async def test_no_connection_to_a_replaced_server_is_used_again(two):
    """Nothing failed: somebody else has heard of the new one, and one more connection tells."""
    store = await open_store(two.url)
    assert await store.open_match(ROOM, OPENED) == 1
    await asyncio.gather(*[store.load(1) for _ in range(4)])
    two.between.dead = True
    await two.second.promote()
    newcomer = await open_store(two.url)
    await newcomer.append(1, 1, [TURN])
    # More than are kept.
    await asyncio.gather(*[store.load(1) for _ in range(10)])
    assert {await number_of_events(store) for _ in range(10)} == {2}
    await newcomer.end()
    await store.end()


@WITH_POSTGRES
async def test_a_server_that_takes_no_writes_is_left(two):
    """One name, behind which another server stands by now; the connection is to the former one."""
    async with network(two.first.url) as (name, address):
        store = await open_store(address)
        assert await store.open_match(ROOM, OPENED) == 1
        await store.close()
        name.server = make_url(two.second.url)
        await two.second.until("SELECT 1 WHERE to_regclass('matches') IS NOT NULL")
        await two.second.until("SELECT 1 FROM matches")
        with pytest.raises(UnreachableError, match="read-only transaction"):
            await store.append(1, 1, [TURN])
        name.server = make_url(two.first.url)
        await store.append(1, 1, [TURN])
        await store.end()


@pytest.mark.real_time
@WITH_POSTGRES
async def test_a_standby_that_lets_nobody_in_is_waited_for_like_any_other(two):
    """Its pg_hba.conf is not set up; the primary dies, and what is to be mended is told and mended.

    A password that is wrong everywhere is waited for nowhere.
    """
    await two.second.let_in("reject")
    store = await open_store(two.url)
    assert await store.open_match(ROOM, OPENED) == 1
    await two.first.kill()
    with pytest.raises(UnreachableError, match=REJECTED):
        await store.append(1, 1, [TURN])
    with pytest.raises(UnreachableError, match=REJECTED):
        await open_store(two.url, start_timeout=AT_ONCE)
    await two.second.let_in("trust")
    await two.second.promote()
    await _until_stored(store, 1)
    await store.end()
    await two.second.let_in("reject")
    await two.first.start()
    await two.first.let_in("reject")
    with pytest.raises(StoreError, match=REJECTED) as caught:
        await open_store(two.url)
    assert not isinstance(caught.value, UnreachableError)


@WITH_POSTGRES
async def test_primary_can_be_asked_for_without_superuser(two):
    """As a host is told to set it up: the referee's user is no superuser."""
    async with create_async_engine(two.first.url).begin() as connection:
        for command in ("CREATE ROLE modest LOGIN", "GRANT ALL ON SCHEMA public TO modest"):
            await connection.exec_driver_sql(command)
    store = await open_store(two.url.replace("referee@", "modest@"))
    assert await store.open_match(ROOM, OPENED) == 1
    await store.end()


@WITH_POSTGRES
async def test_servers_that_are_no_copies_of_each_other_are_refused(two):
    async with fresh_database() as other:
        host = other.rpartition("@")[2].partition("/")[0]
        url = two.first.url.replace("@127.0.0.1", f"@{host},127.0.0.1")
        with pytest.raises(UnusableDatabaseError, match="are not copies of one another"):
            await open_store(url)
