"""A database that is closed while somebody still uses it: nothing is left open behind it."""

import asyncio
import gc
import sqlite3
import warnings
from contextlib import closing
from datetime import timedelta

import pytest

from bot.storage.connect import connect
from bot.storage.failures import StoreError
from bot.storage.store import open_store
from storage.samples import ROOM


async def test_a_transaction_that_outlives_the_database_leaves_no_connection_open(tmp_path):
    """A handler nobody waits for is in the middle of it: it fails, stores nothing, holds nothing.

    The pool forgets the connections that are in use when it is disposed of. One that was given
    back later was never closed, and said so wherever the garbage was collected next.
    """
    file = tmp_path / "referee.sqlite3"
    database = await connect(f"sqlite+aiosqlite:///{file}", timedelta(seconds=5))
    inside, go_on = asyncio.Event(), asyncio.Event()

    async def write() -> None:
        async with database.transaction() as connection:
            await connection.exec_driver_sql("CREATE TABLE scribbles (word TEXT)")
            inside.set()
            await go_on.wait()

    writing = asyncio.create_task(write())
    await inside.wait()
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        await database.close()
        go_on.set()
        with pytest.raises(StoreError):
            await writing
        database = None
        gc.collect()
    assert [str(one.message) for one in told if one.category is ResourceWarning] == []
    with closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        names = other.execute("SELECT name FROM sqlite_master WHERE name = 'scribbles'")
        assert names.fetchall() == []


async def test_a_store_that_has_ended_opens_no_further_connection(tmp_path):
    """Somebody who has not noticed the end asks once more: nobody would close what they opened."""
    store = await open_store(f"sqlite+aiosqlite:///{tmp_path / 'referee.sqlite3'}")
    await store.end()
    with pytest.raises(StoreError, match="closed"):
        await store.latest_in(ROOM)
    with pytest.raises(StoreError, match="closed"):
        await store.close_damaged(ROOM)
