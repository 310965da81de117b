"""Two real servers of PostgreSQL, one of which follows the other: which of them is written to."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from loopback.bell import patience
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import create_async_engine

from bot.storage.connect import make_engine
from bot.storage.failures import StoreError, UnreachableError
from bot.storage.health import examine
from bot.storage.store import Store, open_store
from bot.wording.doctor_database import NO_STANDBY
from storage.cluster import Cluster, cluster
from storage.postgres import WITH_POSTGRES, network
from storage.samples import OPENED, ROOM, TURN, number_of_events

AT_ONCE = timedelta(0)
APPLY = "ALTER ROLE modest SET synchronous_commit = remote_apply"
REJECTED = r"pg_hba\.conf rejects"


@pytest.fixture
async def two() -> AsyncIterator[Cluster]:
    """A primary, and the standby that it waits for."""
    async with cluster() as built:
        yield built


async def _until_stored(store: Store, seen: int) -> None:
    """Tries to store a turn, as the desk does, until it is stored."""
    async with patience():
        while await number_of_events_or_none(store) != seen + 1:
            with contextlib.suppress(StoreError):
                await store.append(1, seen, [TURN])


async def number_of_events_or_none(store: Store) -> int | None:
    """How many events match 1 has, as far as the database answers."""
    try:
        return await number_of_events(store)
    except UnreachableError:
        await asyncio.sleep(0.2)
        return None


@pytest.mark.real_time
@WITH_POSTGRES
async def test_what_was_acknowledged_is_there_after_a_promotion(two):
    """The primary's machine is gone without a word; an old process and a new one go on."""
    async with contextlib.AsyncExitStack() as stack:
        name, address = await stack.enter_async_context(network(two.first.url))
        url = two.named(address)
        store = await open_store(url)
        stack.push_async_callback(store.end)
        assert await store.open_match(ROOM, OPENED) == 1
        await store.append(1, 1, [TURN])
        examined = await examine(url)
        assert len(examined) > 1

        name.dead = True
        with pytest.raises(UnreachableError):
            await store.append(1, 2, [TURN])
        # A standby takes no writes, and says so.
        with pytest.raises(UnreachableError, match=r"does not answer.*follows another one"):
            await open_store(url, start_timeout=AT_ONCE)
        await two.second.promote()
        assert NO_STANDBY not in examined
        await _until_stored(store, 2)
        assert NO_STANDBY in await examine(url)
        newcomer = await open_store(url)
        stack.push_async_callback(newcomer.end)
        await _until_stored(newcomer, 3)
        assert await number_of_events(store) == 4


@pytest.mark.real_time
@WITH_POSTGRES
async def test_what_no_standby_has_is_not_read_as_stored(two):
    """A commit waits for a standby that is down, and the primary is started anew: now it is there.

    It may vanish yet, and so nobody is told of it.
    """
    store = await open_store(two.url)
    assert await store.open_match(ROOM, OPENED) == 1
    await two.second.stop()
    with pytest.raises(UnreachableError):
        await store.append(1, 1, [TURN])
    await two.first.kill()
    await two.first.start()
    assert await two.first.ask("SELECT count(*) FROM events") == [(2,)]
    with pytest.raises(UnreachableError, match="waits for a standby, and none follows it"):
        await store.load(1)
    await two.first.kill()
    await two.second.start()
    await two.second.promote()
    await _until_stored(store, 1)
    assert await two.second.ask("SELECT count(*) FROM events") == [(2,)]
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
    """As a host is told to set it up: the referee's user is no superuser.

    Who has each commit wait until it can be read on the standby keeps that.
    """
    async with create_async_engine(two.first.url).begin() as connection:
        for command in ("CREATE ROLE modest LOGIN", "GRANT ALL ON SCHEMA public TO modest", APPLY):
            await connection.exec_driver_sql(command)
    url = two.url.replace("referee@", "modest@")
    store = await open_store(url)
    assert await store.open_match(ROOM, OPENED) == 1
    await store.end()
    engine = make_engine(url, AT_ONCE)
    async with engine.connect() as connection:
        asked = await connection.exec_driver_sql("SHOW synchronous_commit")
        assert asked.scalar_one() == "remote_apply"
    await engine.dispose()
