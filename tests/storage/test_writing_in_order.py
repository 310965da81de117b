"""Many rooms write to one SQLite file at the same time: one after the other, and nobody in vain."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from threading import Event, Thread

import pytest
from loopback.bell import patience
from sqlalchemy import Connection, insert, select
from stopwatch import Stopwatch

from bot.parts import Part
from bot.storage.failures import StaleError, UnreachableError
from bot.storage.schema import duty
from bot.storage.store import Store, open_store
from storage.kept import sqlite
from storage.samples import OPENED, ROOM, TURN
from storage.trouble import held

ROOMS = 40
LOCK_WAIT = timedelta(milliseconds=100)
LITTLE = timedelta(milliseconds=1)


async def opened(file: Path, patience: timedelta) -> Store:
    """A store that waits for a locked file for so long."""
    return await open_store(sqlite(file), patience)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """A store that hardly waits for a lock, with a match in each of forty rooms."""
    made = await opened(tmp_path / "referee.sqlite3", LITTLE)
    for number in range(ROOMS):
        await made.open_match(replace(ROOM, id=str(number)), OPENED)
    yield made
    await made.close()


async def test_forty_rooms_write_at_once_and_none_meets_a_lock(store):
    """Each would wait a millisecond for a lock, and a commit takes longer than that."""
    matches = range(1, ROOMS + 1)
    await asyncio.gather(*(store.append(match, 1, (TURN,), ruled="7") for match in matches))
    stored = [await store.load(match) for match in matches]
    assert [len(one.events) for one in stored if one is not None] == [2] * ROOMS


async def test_writes_keep_the_order_of_asking(store):
    """Later ones never overtake, however many wait."""
    done: list[int] = []

    async def write(number: int) -> None:
        async with store._database.transaction() as connection:
            row = {"venue": str(number), "shards": 1, "shard": 0, "at": "now"}
            await connection.execute(insert(duty).values(row))
            done.append(number)

    await asyncio.gather(*(write(number) for number in range(ROOMS)))
    assert done == list(range(ROOMS))


async def test_reading_waits_for_no_writer(store):
    """A transaction that writes is under way; a match is loaded meanwhile, as it was before."""
    async with store._database.transaction() as connection:
        await connection.execute(insert(duty).values(venue="v", shards=1, shard=0, at="now"))
        async with patience():
            assert await store.load(1) is not None
            assert await store.last_on_duty(Part("v")) is None


async def test_a_lock_of_another_program_is_waited_for_by_all_at_once(tmp_path):
    """Forty wait as long as one: when the first has waited in vain, so have those behind it."""
    file = tmp_path / "referee.sqlite3"
    store = await opened(file, LOCK_WAIT)
    await store.open_match(ROOM, OPENED)
    async with held(file):
        watch = Stopwatch()
        writes = [store.on_duty(Part(str(number)), OPENED.at) for number in range(ROOMS)]
        errors = await asyncio.gather(*writes, return_exceptions=True)
        # One after the other they would have waited for four seconds.
        assert watch.spent() < LOCK_WAIT * ROOMS / 2
        assert {type(one) for one in errors} == {UnreachableError}
        assert await store.load(1) is not None
    await store.append(1, 1, (TURN,), ruled="7")
    await store.close()


async def test_a_writer_that_is_broken_off_lets_the_next_one_in(store):
    """Its transaction is taken back, and the order goes on."""
    inside = asyncio.Event()

    async def write() -> None:
        async with store._database.transaction() as connection:
            await connection.execute(insert(duty).values(venue="v", shards=1, shard=0, at="now"))
            inside.set()
            await asyncio.Event().wait()

    writing = asyncio.create_task(write())
    await inside.wait()
    waiting = asyncio.create_task(store.append(1, 1, (TURN,), ruled="7"))
    await asyncio.sleep(0)
    writing.cancel()
    await asyncio.gather(writing, return_exceptions=True)
    await waiting
    assert await store.last_on_duty(Part("v")) is None


async def test_work_that_fails_is_taken_back_whole_and_holds_up_nobody(store):
    """It wrote something and then met a match that others had changed."""

    def work(connection: Connection) -> None:
        connection.execute(insert(duty).values(venue="v", shards=1, shard=0, at="now"))
        raise StaleError("others came first")

    with pytest.raises(StaleError):
        await store.write(work)
    await store.append(1, 1, (TURN,), ruled="7")
    found = await store.load(1)
    assert found.ruled == {"7": True}
    assert await store.rows(select(duty)) == []


async def test_work_that_nobody_waits_for_any_more_is_whole(store):
    """Whoever asked was broken off: it is stored or it is not, and what comes next comes after."""
    begun, go_on = Event(), Event()

    def work(connection: Connection) -> None:
        connection.execute(insert(duty).values(venue="v", shards=1, shard=0, at="now"))
        begun.set()
        go_on.wait(60)
        connection.execute(insert(duty).values(venue="w", shards=1, shard=0, at="now"))

    writing = asyncio.create_task(store.write(work))
    await asyncio.to_thread(begun.wait, 60)
    writing.cancel()
    await asyncio.gather(writing, return_exceptions=True)
    after = asyncio.create_task(store.append(1, 1, (TURN,), ruled="7"))
    go_on.set()
    await after
    venues = await store.scalars(select(duty.c.venue))
    assert sorted(venues) in ([], ["v", "w"])


async def test_write_without_a_thread_is_not_written_later(store, monkeypatch):
    """It was told that it failed; the next one writes what it has to write, and nothing else."""
    await store.close()
    start = Thread.start

    def refused(thread: Thread) -> None:
        if thread.name.startswith("writer"):
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(Thread, "start", refused)
    with pytest.raises(UnreachableError):
        await store.on_duty(Part("never"), OPENED.at)
    monkeypatch.setattr(Thread, "start", start)
    await store.on_duty(Part("now"), OPENED.at)
    assert await store.last_on_duty(Part("never")) is None
    assert await store.last_on_duty(Part("now")) == OPENED.at
