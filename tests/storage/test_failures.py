"""Databases that can't be used, for real: each is told in plain words, and mended without restart.

Nothing is simulated: locks are other connections', a full disk is a limit the kernel enforces, a
damaged file is damaged, a read-only folder refuses even root.
"""

import asyncio
import contextlib
import functools
import os
import re
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from datetime import timedelta
from pathlib import Path

import pytest
from handclock import START
from sqlalchemy import Connection

from bot import app
from bot.__main__ import main
from bot.engine.turn import Colour
from bot.referee.events import TurnPlayed
from bot.settings import FIELDS
from bot.storage.failures import StoreError
from bot.storage.store import Store, open_store
from storage.kept import sqlite
from storage.samples import OPENED, ROOM, TURN, number_of_events
from storage.trouble import full_disk, held

NONE, SOON = timedelta(0), timedelta(milliseconds=50)
BULKY = TurnPlayed(START, Colour.FIRST, "E5 " * 10_000)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the database is to be."""
    return tmp_path / "kept" / "referee.sqlite3"


@pytest.fixture
async def store(file: Path) -> AsyncIterator[Store]:
    """A store with match 1 in it."""
    file.parent.mkdir()
    opened = await open_store(sqlite(file), SOON)
    assert await opened.open_match(ROOM, OPENED) == 1
    yield opened
    await opened.close()


async def emptied(file: Path) -> None:
    """Makes a database without a match."""
    await (await open_store(sqlite(file))).close()


async def messages_ruled(store: Store) -> Mapping[str, bool]:
    """The messages that match 1 has ruled."""
    stored = await store.load(1)
    return stored.ruled


@contextlib.contextmanager
def unwritable(folder: Path) -> Iterator[None]:
    """A folder in which nothing can be made; for root, by the attribute that binds root too."""
    as_root = os.geteuid() == 0
    close = ["chattr", "+i"] if as_root else ["chmod", "a-w"]
    reopen = ["chattr", "-i"] if as_root else ["chmod", "u+w"]
    try:
        made = subprocess.run([*close, str(folder)], check=False, capture_output=True)
    except OSError as error:
        pytest.skip(f"{close[0]} is not here: {error}")
    if made.returncode:
        pytest.skip(f"this file system knows no read-only folder for root: {made.stderr!r}")
    try:
        yield
    finally:
        subprocess.run([*reopen, str(folder)], check=True)


@contextlib.contextmanager
def mounted_read_only(folder: Path) -> Iterator[None]:
    """A folder on a file system that is mounted read-only."""
    for command in (
        ["mount", "--bind", str(folder), str(folder)],
        ["mount", "-o", "remount,ro,bind", str(folder)],
    ):
        try:
            mounted = subprocess.run(command, check=False, capture_output=True)
        except OSError as error:
            pytest.skip(f"mount is not here: {error}")
        if mounted.returncode:
            pytest.skip(f"nothing can be mounted here: {mounted.stderr!r}")
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


async def test_a_locked_database_is_waited_for_no_longer_than_said(store, file):
    """Writing fails in plain words, reading goes on, nothing is half stored; then all is well."""
    async with held(file):
        with pytest.raises(StoreError, match="another program holds the database"):
            await store.append(1, 1, (TURN,), ruled="77")
        assert await number_of_events(store) == 1
        assert "77" not in await messages_ruled(store)
    await store.append(1, 1, (TURN,), ruled="77")
    assert await number_of_events(store) == 2


async def test_a_lock_that_is_given_back_in_time_is_no_failure(store, file):
    """Writers take turns: who waits long enough is served."""
    patient = await open_store(f"sqlite+aiosqlite:///{file}", timedelta(seconds=30))
    async with held(file):
        writing = asyncio.create_task(patient.append(1, 1, (TURN,)))
        done, _ = await asyncio.wait({writing}, timeout=0.1)
        assert not done
    await writing
    assert await number_of_events(store) == 2
    await patient.close()


async def test_a_full_disk_stores_all_of_a_ruling_or_nothing(store, file):
    """The disk fills up in the middle of a ruling: none of it is there; then there is room."""
    async with full_disk(file):
        with pytest.raises(StoreError, match="the disk"):
            await store.append(1, 1, (BULKY, BULKY), ruled="77")
        assert await number_of_events(store) == 1
        assert "77" not in await messages_ruled(store)
    await store.append(1, 1, (BULKY, BULKY), ruled="77")
    assert await number_of_events(store) == 3


async def test_sqlites_own_word_for_a_full_disk_is_understood(store):
    """The number of pages is limited: `database or disk is full`, and said so."""

    def fill(connection: Connection) -> None:
        used = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count={used}")

    await store.write(fill)
    with pytest.raises(StoreError, match="the disk is full"):
        await store.append(1, 1, (BULKY,))
    assert await number_of_events(store) == 1


async def test_a_file_that_is_damaged_under_way_is_told_and_not_written_on(store, file):
    """Every page after the first is junk: reading and writing both say that it is damaged."""
    await store.close()
    data = bytearray(file.read_bytes())
    data[4096:] = b"\xa5" * (len(data) - 4096)
    file.write_bytes(data)
    with pytest.raises(StoreError, match="damaged: restore a backup"):
        await store.load(1)
    with pytest.raises(StoreError, match="damaged: restore a backup"):
        await store.append(1, 1, (TURN,))
    assert file.read_bytes()[4096:] == bytes(data[4096:])


@pytest.fixture
def started(tmp_path, monkeypatch, capsys) -> Callable[[str], str]:
    """Starts a referee on an address; the one line that it says and ends with."""
    for name in FIELDS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(app, "open_store", functools.partial(open_store, start_timeout=NONE))

    def start(address: str) -> str:
        monkeypatch.setenv("DATABASE_URL", address)
        assert main(["--port", "0"]) == 1
        told = capsys.readouterr()
        (line,) = told.err.splitlines()
        assert line.startswith("referee: ")
        assert told.out == ""
        return line

    return start


def test_at_the_start_each_trouble_is_one_plain_sentence(tmp_path, started):
    """No folder, a folder in the way, no database, a damaged one, a wrong address."""
    junk, damaged = tmp_path / "junk", tmp_path / "damaged"
    junk.write_bytes(b"these are no pages of a database " * 200)
    asyncio.run(emptied(damaged))
    damaged.write_bytes(damaged.read_bytes()[:4096] + b"\xa5" * 40_000)
    for address, words in {
        f"sqlite+aiosqlite:///{tmp_path}/no/where": "is its folder there, and writable?",
        f"sqlite+aiosqlite:///{tmp_path}": "is its folder there, and writable?",
        f"sqlite+aiosqlite:///{junk}": "the file is no database",
        f"sqlite+aiosqlite:///{damaged}": "damaged: restore a backup",
        "sqlite+aiosqlite//": "DATABASE_URL can't be used",
        "postgresql+asyncpg://referee:hunter2secret@127.0.0.1:9/referee": "Connect call failed",
    }.items():
        line = started(address)
        assert words in line
        assert "secret" not in line


@pytest.mark.parametrize("which", ["file", "folder", "mount"])
def test_a_read_only_database_ends_the_start(file, started, which):
    """One plain line and status 1, and nobody is told that matches are kept there."""
    file.parent.mkdir()
    asyncio.run(emptied(file))
    read_only = mounted_read_only if which == "mount" else unwritable
    with read_only(file if which == "file" else file.parent):
        line = started(f"sqlite+aiosqlite:///{file}")
    assert re.search(r"database file is read-only|is its folder there, and writable\?", line), line
