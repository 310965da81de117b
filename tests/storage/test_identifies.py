"""Turns to identify: one in an interval, whichever process asks; on each kind of database."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select, update

from bot.storage.identifies import Identifies
from bot.storage.schema import identifies
from bot.storage.store import Store, open_store
from storage.kept import address

HOUR, SECOND, ZERO = timedelta(hours=1), timedelta(seconds=1), timedelta(0)


@pytest.fixture
async def stores(each_database: None, tmp_path: Path) -> AsyncIterator[list[Store]]:
    """Those of two processes on one database."""
    opened = [await open_store(address(tmp_path)) for _ in range(2)]
    yield opened
    for store in opened:
        await store.close()


async def moved(store: Store, by: timedelta) -> None:
    """What was noted is as if it had been noted earlier, or later."""

    async with store._database.transaction() as connection:
        later = identifies.c.at + by // timedelta(milliseconds=1)
        await connection.execute(update(identifies).values(at=later))


async def test_identifies_are_one_in_an_interval(stores):
    """The second waits for what is left of the hour, another bucket for nothing."""
    first, second = (Identifies(store, HOUR) for store in stores)
    assert await first.take(0) == ZERO
    left = await second.take(0)
    assert HOUR - 10 * timedelta(minutes=1) < left <= HOUR
    assert await second.take(1) == ZERO
    await moved(stores[0], -HOUR + SECOND * 600)
    assert ZERO < await second.take(0) <= SECOND * 600
    await moved(stores[0], -SECOND * 600)
    assert await second.take(0) == ZERO
    assert await first.take(0) > ZERO


async def test_of_many_who_ask_at_once_one_may(stores):
    """Also for the very first turn of a bucket, which nobody has noted yet."""
    both = [Identifies(store, HOUR) for store in stores]
    for bucket in (3, 3):
        taken = await asyncio.gather(*(one.take(bucket) for one in both * 5))
        assert taken.count(ZERO) == 1
        await moved(stores[0], -HOUR)


async def test_a_clock_that_was_set_back_holds_up_nobody(stores):
    """The database's machine was a day ahead when the last turn was taken."""
    first, second = (Identifies(store, HOUR) for store in stores)
    assert await first.take(0) == ZERO
    await moved(stores[0], timedelta(days=1))
    assert await second.take(0) == ZERO
    assert await first.take(0) > ZERO


async def test_the_database_s_clock_is_noted(stores):
    """In milliseconds, as large as they are."""
    await Identifies(stores[0], HOUR).take(0)
    async with stores[1]._database.reading() as connection:
        at = (await connection.execute(select(identifies.c.at))).scalar_one()
    assert 1_700_000_000_000 < at < 10_000_000_000_000
