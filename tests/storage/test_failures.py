"""Databases that can't be used, for real: each is told in plain words, and mended without restart.

Nothing is simulated: locks are other connections', a full disk is a limit the kernel enforces, a
damaged file is damaged, a read-only folder refuses even root.
"""

import asyncio
import contextlib
import functools
import gc
import os
import re
import shutil
import sqlite3
import subprocess
import warnings
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from handclock import START
from sqlalchemy import Connection, select, update

from bot import app
from bot.__main__ import main
from bot.engine.turn import Colour
from bot.findings.database import DatabaseFinding, Mark, State
from bot.parts import Part
from bot.referee.events import TurnPlayed
from bot.settings import FIELDS
from bot.storage.connect import connect
from bot.storage.database import Database
from bot.storage.failures import FileLostError, StoreError, UnstorableError, UnusableDatabaseError
from bot.storage.forum import ForumStore, KeptPost
from bot.storage.health import examine
from bot.storage.room import SAID, NewLine, RoomStore
from bot.storage.schema import matches
from bot.storage.store import Store, open_store
from storage.kept import sqlite
from storage.samples import OPENED, ROOM, TURN, number_of_events
from storage.trouble import full_disk, held

NONE, SOON = timedelta(0), timedelta(milliseconds=50)
BULKY = TurnPlayed(START, Colour.FIRST, "E5 " * 10_000)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "kept" / "referee.sqlite3"


@pytest.fixture
async def store(file: Path) -> AsyncIterator[Store]:
    file.parent.mkdir()
    opened = await open_store(sqlite(file), SOON)
    assert await opened.open_match(ROOM, OPENED) == 1
    yield opened
    await opened.close()


async def emptied(file: Path) -> None:
    await (await open_store(sqlite(file))).close()


async def messages_ruled(store: Store) -> Mapping[str, bool]:
    return (await store.load(1)).ruled


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

    # One that is given back in time is no failure for whoever waits longer.
    patient = await open_store(f"sqlite+aiosqlite:///{file}", timedelta(seconds=30))
    async with held(file):
        writing = asyncio.create_task(patient.append(1, 2, (TURN,)))
        done, _ = await asyncio.wait({writing}, timeout=0.1)
        assert not done
    await writing
    assert await number_of_events(store) == 3
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


def test_start_trouble_is_one_plain_sentence_each(tmp_path, started):
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
    file.parent.mkdir()
    asyncio.run(emptied(file))
    read_only = mounted_read_only if which == "mount" else unwritable
    with read_only(file if which == "file" else file.parent):
        line = started(f"sqlite+aiosqlite:///{file}")
    assert re.search(r"database file is read-only|is its folder there, and writable\?", line), line


class Told:
    """Somebody who is told of every success and failure."""

    def __init__(self) -> None:
        self.successes = 0
        self.failures: list[StoreError] = []

    def stored(self) -> None:
        self.successes += 1

    def unusable(self, error: StoreError) -> None:
        self.failures.append(error)


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
    with contextlib.closing(sqlite3.connect(file)) as database:
        assert database.execute("SELECT count(*) FROM events").fetchone() == (2,)


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
    told = Told()
    store.watch(told)

    async def lose_it_in_the_middle() -> None:
        async with store.transaction() as connection:
            await connection.execute(update(matches).values(server="2"))
            file.unlink()

    with pytest.raises(FileLostError):
        await lose_it_in_the_middle()
    assert told.successes == 0


async def test_without_its_companion_the_newest_rulings_would_be_lost(store, file):
    """`-wal` is deleted: nothing more is stored, and what was stored is there at the next start."""
    # The one that SQLite removes itself, as all connections are closed, is no loss.
    await store.on_duty(Part("discord"), START)
    await store.close()
    assert not file.with_name(f"{file.name}-wal").exists()
    await store.on_duty(Part("discord"), START)
    await store.append(1, 1, (TURN,))
    await store.append(1, 2, (TURN,))
    file.with_name(f"{file.name}-wal").unlink()
    await refuses(store, "companion .* was deleted or replaced")
    await store.close()
    again = await open_store(f"sqlite+aiosqlite:///{file}")
    assert len((await again.load(1)).events) == 3
    await again.close()


async def test_a_transaction_that_outlives_the_database_leaves_no_connection_open(tmp_path):
    """A handler nobody waits for is in the middle of it: it fails, stores nothing, holds nothing.

    The pool forgets the connections that are in use when it is disposed of. One that was given
    back later was never closed, and said so wherever the garbage was collected next.
    """
    file = tmp_path / "referee.sqlite3"
    database = await connect(f"sqlite+aiosqlite:///{file}", timedelta(seconds=5), Database)
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


def url_in(folder: Path) -> str:
    return sqlite(folder / "referee.sqlite3")


def change(folder: Path, statement: str, *values: str) -> None:
    with closing(sqlite3.connect(folder / "referee.sqlite3")) as database:
        database.execute(statement, values)
        database.commit()


def line(text: str, minutes: int) -> NewLine:
    at = START + timedelta(minutes=minutes)
    return NewLine("r", at, SAID, text, speaker="r.one", nonce=f"n/{text}")


async def complaints(folder: Path) -> str:
    found = await examine(url_in(folder))
    return "\n".join(finding.text for finding in found if finding.mark is Mark.BAD)


@pytest.mark.parametrize("stamp", ["", "yesterday", "2026-11-22T10:00:00", "zzzz"])
async def test_a_damaged_note_of_duty_is_as_good_as_none(tmp_path, stamp):
    """Nobody knows since when the referee was away: then no time of this turn is charged."""
    store = await open_store(url_in(tmp_path))
    await store.on_duty(Part("room"), START)
    await store.close()
    change(tmp_path, "UPDATE duty SET at = ?", stamp)
    store = await open_store(url_in(tmp_path))
    assert await store.last_on_duty(Part("room")) is None
    # The next note mends it.
    assert "duty room" in await complaints(tmp_path)
    await store.on_duty(Part("room"), START)
    assert await store.last_on_duty(Part("room")) == START
    await store.close()
    assert await complaints(tmp_path) == ""


async def test_a_number_too_large_for_the_database_is_the_askers_fault_alone(store):
    with pytest.raises(UnstorableError):
        await store.load(2**70)
    assert await store.load(1)


async def test_a_damaged_line_is_put_aside_alone(tmp_path):
    """All other lines are read, the room's time is that of the latest one that can be read."""
    store = await open_store(url_in(tmp_path))
    room = RoomStore(store)
    for minutes, text in enumerate(("one", "two", "three")):
        await room.add(line(text, minutes))
    change(tmp_path, "UPDATE room_lines SET at = 'zz' WHERE text = 'two'")
    assert [one.text for one in await room.lines("r")] == ["one", "three"]
    said = await room.said_since(START - timedelta(minutes=1), "r")
    assert [one.text for one in said] == ["one", "three"]
    assert await room.last_stamp() == START + timedelta(minutes=2)
    # Whoever says it again under the same key is not taken for having said it.
    assert (await room.add(line("two", 3))).at == START + timedelta(minutes=3)
    assert "room_lines 2" in await complaints(tmp_path)
    await store.close()


async def test_a_post_whose_stamp_is_damaged_is_read_from_its_forum_again(tmp_path):
    store = await open_store(url_in(tmp_path))
    forum = ForumStore(store, "nodebb", "forum.example")
    posts = [KeptPost(str(key), "5", "1", "Ann", "said", START, START, ()) for key in range(2)]
    await forum.read("5", 0, START, posts, ())
    change(tmp_path, "UPDATE forum_posts SET made = 'zz' WHERE post = '1'")
    assert set(await forum.posts("5")) == {"0"}
    await forum.read("5", 0, START, posts[1:], ())
    assert list((await forum.posts("5")).values()) == posts
    await store.close()


@pytest.mark.parametrize(
    ("statement", "part"),
    [
        ("ALTER TABLE events RENAME COLUMN data TO lost", "events.data"),
        ("DROP TABLE outbox", "outbox"),
        ("ALTER TABLE room_lines DROP COLUMN alt", "room_lines.alt"),
    ],
)
async def test_a_damaged_schema_is_named_at_the_start(tmp_path, statement, part):
    await (await open_store(url_in(tmp_path))).close()
    change(tmp_path, statement)
    with pytest.raises(UnusableDatabaseError) as refused:
        await open_store(url_in(tmp_path), start_timeout=timedelta(0))
    assert refused.value.finding == DatabaseFinding(State.PART_LOST, part)
    assert f"lacks {part}: restore a backup" in await complaints(tmp_path)
