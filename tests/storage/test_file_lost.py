"""SQLite's file is deleted, moved or replaced under a referee at work: nothing is stored in it."""

import contextlib
import os
import shutil
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from handclock import START
from sqlalchemy import select, update

from bot.parts import Part
from bot.storage.failures import FileLostError, StoreError
from bot.storage.schema import matches
from bot.storage.store import Store, open_store
from storage.kept import sqlite
from storage.samples import OPENED, ROOM, TURN


class Told:
    """Somebody who is told of every success and failure."""

    def __init__(self) -> None:
        self.successes = 0
        self.failures: list[StoreError] = []

    def stored(self) -> None:
        """Something was stored."""
        self.successes += 1

    def unusable(self, error: StoreError) -> None:
        """Something was not."""
        self.failures.append(error)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the database is."""
    return tmp_path / "referee.sqlite3"


@pytest.fixture
async def store(file: Path) -> AsyncIterator[Store]:
    """A store with match 1 in it."""
    opened = await open_store(sqlite(file))
    assert await opened.open_match(ROOM, OPENED) == 1
    yield opened
    await opened.close()


def events_in(file: Path) -> int:
    """How many events somebody else finds in the database."""
    with contextlib.closing(sqlite3.connect(file)) as database:
        return int(database.execute("SELECT count(*) FROM events").fetchone()[0])


async def refuses(store: Store, words: str) -> None:
    """Neither writing nor reading is possible, on any connection, and it is said why."""
    with pytest.raises(FileLostError, match=words):
        await store.append(1, 1, (TURN,))
    with pytest.raises(FileLostError, match=words):
        await store.load(1)
    with pytest.raises(FileLostError, match=words):
        await store.rows(select(matches))


async def test_a_file_moved_away_and_back_is_the_same_file(store, file):
    """Nothing is stored meanwhile, no empty file is made; then it goes on."""
    told = Told()
    store.watch(told)
    away = file.with_name("away")
    file.rename(away)
    await refuses(store, "was deleted or moved away")
    assert not file.exists()
    assert told.successes == 0
    assert {type(one) for one in told.failures} == {FileLostError}
    away.rename(file)
    await store.append(1, 1, (TURN,))
    assert told.successes == 1
    assert events_in(file) == 2


async def test_another_file_in_its_place_is_another_past(store, file, tmp_path):
    """A backup was put there while the referee ran: it is neither read nor written."""
    with contextlib.closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    copy = tmp_path / "copy"
    shutil.copyfile(file, copy)
    os.replace(copy, file)
    before = file.read_bytes()
    await refuses(store, "another file was put in the place of the database")
    assert file.read_bytes() == before


async def test_a_write_under_which_the_file_goes_is_not_called_stored(store, file):
    """Deleted between the beginning of a transaction and its end."""
    told = Told()
    store.watch(told)

    async def lose_it_in_the_middle() -> None:
        async with store._database.transaction() as connection:
            await connection.execute(update(matches).values(server="2"))
            file.unlink()

    with pytest.raises(FileLostError):
        await lose_it_in_the_middle()
    assert told.successes == 0


async def test_without_its_companion_the_newest_rulings_would_be_lost(store, file):
    """`-wal` is deleted: nothing more is stored, and what was stored is there at the next start."""
    await store.append(1, 1, (TURN,))
    file.with_name(f"{file.name}-wal").unlink()
    await refuses(store, "companion .* was deleted or replaced")
    await store.close()
    again = await open_store(f"sqlite+aiosqlite:///{file}")
    stored = await again.load(1)
    assert len(stored.events) == 2
    await again.close()


async def test_a_companion_that_sqlite_removes_itself_is_no_loss(store, file):
    """All connections are closed and made anew, as after one that broke off."""
    await store.on_duty(Part("discord"), START)
    await store.close()
    assert not file.with_name(f"{file.name}-wal").exists()
    await store.on_duty(Part("discord"), START)
    await store.append(1, 1, (TURN,))
