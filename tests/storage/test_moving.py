"""A database moved between SQLite and PostgreSQL, as it should be and when things go wrong."""

import asyncio
import contextlib
import os
import sqlite3
import sys
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.findings.database import DatabaseFinding, State
from bot.referee.match import Room
from bot.storage.failures import StoreError, UnreachableError, UnusableDatabaseError
from bot.storage.leases import Leases, Part
from bot.storage.move import Moved, MoveError, Tell, move
from bot.storage.schema import metadata
from bot.storage.store import open_store
from bot.timing import RealTime, wall_clock
from bot.wording.doctor_database import (
    BEGUN_ANEW,
    FROM,
    SAME_DATABASE,
    TO,
    not_equal_text,
    unfit_text,
)
from storage.many import all_of, contents, execute, fill
from storage.postgres import WITH_POSTGRES, fresh_database
from storage.samples import OPENED, thorough, url

ENDED, OPEN = 18, 4
"""Some 600 events: two pages."""


class Ends(NamedTuple):
    """Two addresses: of a database with something in it, and of one where nothing is yet."""

    source: str
    target: str

    @property
    def file(self) -> Path:
        return Path(self.source.removeprefix("sqlite+aiosqlite:///"))

    async def move(self, tell: Tell = lambda *_: None) -> Moved:
        moved = await move(*self, tell)
        assert await contents(self.target) == await contents(self.source)
        return moved

    async def problem(self) -> str:
        """Why a move is not done."""
        with pytest.raises(MoveError) as refused:
            await move(*self, lambda *_: None)
        return str(refused.value)

    async def break_off(self, line: str = "Copying events", count: int = 1) -> None:
        """The power fails when the move says such a line, usually that events are copied."""
        lines: list[str] = []

        def tell(said: str, _: bool) -> None:
            lines.extend([said] if said.startswith(line) else [])
            if len(lines) == count:
                raise EOFError

        with pytest.raises(EOFError):
            await move(*self, tell)


@contextlib.asynccontextmanager
async def address(kind: str, file: Path) -> AsyncIterator[str]:
    async with contextlib.nullcontext(url(file)) if kind == "sqlite" else fresh_database() as found:
        yield found


@pytest.fixture
async def ends(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Ends]:
    """In two files, where a test says nothing else."""
    one, other = getattr(request, "param", ("sqlite", "sqlite"))
    async with address(one, tmp_path / "old") as source, address(other, tmp_path / "new") as target:
        await fill(source, ENDED, OPEN)
        yield Ends(source, target)


def ways(*ways: str) -> pytest.MarkDecorator:
    """Between which kinds of databases a test moves."""
    marks = {way: WITH_POSTGRES if "postgres" in way else () for way in ways}
    given = [pytest.param(way.split("-"), marks=mark, id=way) for way, mark in marks.items()]
    return pytest.mark.parametrize("ends", given, indirect=True)


def unfit(end: str, state: State, detail: str = "") -> str:
    """What is said of a database at one end."""
    return unfit_text(end, DatabaseFinding(state, detail))


FILES, UP, DOWN, ON = "sqlite-sqlite", "sqlite-postgres", "postgres-sqlite", "postgres-postgres"


@ways(FILES, UP, DOWN, ON)
async def test_all_is_there_afterwards_and_the_source_is_as_it_was(ends: Ends) -> None:
    """Each table that the schema has, read without our own code; given again, it is refused."""
    before = await contents(ends.source)
    assert set(before) == set(metadata.tables) - {"leases"}
    assert all(before.values()), "a table is empty, and would not be missed"
    assert await ends.move() == ({name: len(rows) for name, rows in before.items()}, [], [])
    assert f"events {len(before['events'])}" in await ends.problem()
    assert await contents(ends.target) == before == await contents(ends.source)


@ways(UP, DOWN)
async def test_a_match_goes_on_and_the_next_has_its_own_number(ends: Ends) -> None:
    """The last number is that of a match that is gone; and somebody tried the new database."""
    store = await open_store(ends.source)
    gone = await store.open_match(Room("discord", "9", "gone"), OPENED)
    await store.close()
    await (await open_store(ends.target)).close()
    for rows in (
        "players WHERE match", "events WHERE match", "outbox WHERE match", "matches WHERE id",
    ):  # fmt: skip
        await execute(ends.source, f"DELETE FROM {rows} = {gone}")  # noqa: S608
    await ends.move()
    store = await open_store(ends.target)
    assert await store.open_match(Room("discord", "9", "new"), OPENED) == gone + 1
    numbers = await store.open_rooms("discord")
    assert len(numbers) == OPEN + 1
    assert not (await store.load(min(numbers))).match().ended
    await store.close()


@pytest.mark.parametrize("count", [1, 17, 41, *thorough(9, 25, 33)])
async def test_broken_off_at_any_step_it_begins_anew(ends: Ends, count: int) -> None:
    """No referee starts meanwhile; whatever changes at either end since, nothing is mixed."""
    await ends.break_off("", count)
    with pytest.raises(UnusableDatabaseError) as refused:
        await open_store(ends.target, start_timeout=timedelta(0))
    assert refused.value.finding == DatabaseFinding(State.HALF_MOVED)
    await execute(ends.source, "DELETE FROM links")
    await execute(ends.target, "UPDATE matches SET room = id || ' elsewhere'")
    lines: list[str] = []
    await ends.move(lambda line, _: lines.append(line))
    assert lines[0] == BEGUN_ANEW


MOVES = """
import asyncio, os, resource, signal, sys
from bot.storage.move import MoveError, move
def told(line, _):
    if line.startswith("Copying events: 500 ") and len(sys.argv) < 4:
        os.kill(os.getpid(), signal.SIGKILL)
if sys.argv[3:]:
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]),) * 2)
try:
    asyncio.run(move(sys.argv[1], sys.argv[2], told))
except MoveError as error:
    print(error)
"""
"""Is killed when some of the rows are there, or has a disk of a size."""


@pytest.mark.thorough
@ways(FILES, UP, DOWN)
async def test_killed_it_begins_anew(ends: Ends) -> None:
    """`kill -9` when some of the rows are there."""
    ran = await asyncio.create_subprocess_exec(sys.executable, "-c", MOVES, *ends)
    assert await ran.wait() == -9
    await ends.move()


@ways(DOWN, UP)
async def test_faults_in_the_copy_are_found(ends: Ends) -> None:
    """A row is changed on its way, a table's are dropped, a next match gets another number."""
    await ends.break_off("Copying cups")
    for statement in FAULTS[ends.target.partition("+")[0]]:
        await execute(ends.target, statement)
    assert await ends.problem() == not_equal_text(["matches", "servers", "events"])
    with pytest.raises(UnusableDatabaseError):
        await open_store(ends.target, start_timeout=timedelta(0))


FAULTS = {
    "sqlite": (
        """CREATE TRIGGER one AFTER INSERT ON events WHEN new.match = 3 AND new.number = 2 BEGIN
        UPDATE events SET data = data || ' ' WHERE match = 3 AND number = 2; END""",
        "CREATE TRIGGER two BEFORE INSERT ON servers BEGIN SELECT RAISE(IGNORE); END",
        """CREATE TRIGGER three AFTER INSERT ON results BEGIN
        INSERT INTO matches (venue, server, room, open, opened_at) VALUES ('-', '', '', 0, '');
        DELETE FROM matches WHERE venue = '-'; END""",
    ),
    "postgresql": (
        """CREATE FUNCTION one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF new.match = 3 AND
        new.number = 2 THEN new.data := new.data || ' '; END IF; RETURN new; END $$""",
        "CREATE TRIGGER one BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION one()",
        "CREATE RULE two AS ON INSERT TO servers DO INSTEAD NOTHING",
        """CREATE FUNCTION three() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM nextval('matches_id_seq'); RETURN new; END $$""",
        "CREATE TRIGGER three BEFORE INSERT ON results FOR EACH ROW EXECUTE FUNCTION three()",
    ),
}


@pytest.mark.thorough
async def test_an_unfinished_copy_of_another_database_is_left(ends: Ends) -> None:
    """Two moves are not mixed, nor is half a database moved on as if it were whole."""
    await ends.break_off()
    other = ends.source.replace("old", "other")
    await fill(other, 6, 1)
    before = await contents(ends.target)
    assert f"({ends.file})" in await Ends(other, ends.target).problem()
    assert await contents(ends.target) == before
    assert await Ends(ends.target, other).problem() == unfit(FROM, State.HALF_MOVED)


@pytest.mark.thorough
@ways(FILES, DOWN)
async def test_moving_refuses_a_source_at_work(ends: Ends) -> None:
    """A referee is: it is named, and nothing is made; its lease is not copied when it has ended."""
    store = await open_store(ends.source)
    leases = Leases(store, RealTime(), wall_clock)
    assert await leases.acquire([Part("discord")], pytest.fail) == {}
    assert f"process {os.getpid()} on " in await ends.problem()
    assert await contents(ends.target) == {}
    await execute(ends.source, "UPDATE leases SET pid = 4194305, started = '1'")
    await store.close()
    await ends.move()
    copied = await open_store(ends.target)
    leases = Leases(copied, RealTime(), wall_clock)
    assert await leases.acquire([Part("discord")], pytest.fail) == {}
    await copied.close()


@ways(FILES, DOWN)
async def test_moving_makes_a_new_referee_wait(ends: Ends) -> None:
    """A referee that is started on the old database during the move rules nothing there."""
    refused: list[StoreError] = []

    async def start() -> None:
        store = await open_store(ends.source, timedelta(0), timedelta(0))
        try:
            await store.open_match(Room("discord", "9", "late"), OPENED)
        finally:
            await store.close()

    def tell(line: str, _: bool) -> None:
        if line.startswith("Comparing") and not refused:
            with ThreadPoolExecutor(1) as pool, pytest.raises(UnreachableError) as found:
                pool.submit(asyncio.run, start()).result()
            refused.append(found.value)

    await ends.move(tell)
    assert refused
    await start()


async def test_moving_knows_a_database_under_two_names(ends: Ends) -> None:
    """A link, or another spelling."""
    link = ends.file.with_name("link")
    link.symlink_to("old")
    assert await Ends(ends.source, url(link)).problem() == SAME_DATABASE


@WITH_POSTGRES
async def test_moving_knows_a_server_under_two_names() -> None:
    """Numbers and names of a host look different."""
    async with fresh_database() as source:
        await (await open_store(source)).close()
        other = source.replace("127.0.0.1", "localhost")
        assert await Ends(source, other).problem() == SAME_DATABASE


@ways(UP, DOWN)
async def test_what_cannot_be_read_is_copied_and_what_is_not_ours_is_left(ends: Ends) -> None:
    """Not a byte is changed: a later program may read it. Neither is passed over in silence."""
    broken = 'no "JSON" \\ 한'
    change = f"UPDATE events SET data = '{broken}' WHERE \"match\" = 5 AND number = 3"  # noqa: S608
    await execute(ends.source, change)
    before = await contents(ends.source)
    assert broken in {dict(row)["data"] for row in before["events"]}
    await execute(ends.source, "ALTER TABLE players ADD COLUMN note TEXT")
    assert (await move(*ends, lambda *_: None))[1:] == ([5], ["players.note"])
    assert await contents(ends.target) == before


@ways(UP)
async def test_a_row_that_the_server_cannot_hold_is_named(ends: Ends) -> None:
    """SQLite takes anything. When the row was mended, the move is done."""
    whole, write = all_of(ends.file), ends.file.write_bytes
    for row, change in UNFIT.items():
        await execute(ends.source, change)
        assert f"--to can't hold a row of {row}: " in await ends.problem()
        write(whole)
    # What is compared does not hang on how a server sorts.
    by_language = 'ALTER COLUMN venue TYPE varchar(32) COLLATE "und-x-icu"'
    await execute(ends.target, f"ALTER TABLE servers {by_language}")
    await ends.move()


UNFIT = {
    "forum_topics (b6, b6, b6)": "UPDATE forum_topics SET category = 9999999999 WHERE category = 6",
    "room_lines (4)": "UPDATE room_lines SET text = text || char(0) WHERE serial = 4",
    "outbox (999, 0)": 'UPDATE outbox SET "match" = 999 WHERE "match" = 2 AND through = 0',
    "players (3, 0)": "UPDATE players SET player = printf('%070d', 0) WHERE \"match\" = 3",
}


@pytest.mark.thorough
async def test_a_source_that_is_not_fit_is_told(tmp_path: Path) -> None:
    """Not there, in memory, no address, older, newer, a part lost, empty, no database."""
    file, target = tmp_path / "old", url(tmp_path / "new")
    for source, expected in {
        url(tmp_path / "none"): (State.NO_FILE_YET, str(tmp_path / "none")),
        "sqlite+aiosqlite://": (State.IN_MEMORY,),
        "nonsense": (State.BAD_ADDRESS,),
        "mysql://root@localhost/x": (State.BAD_ADDRESS,),
    }.items():
        assert await Ends(source, target).problem() == unfit(FROM, *expected)
    await (await open_store(url(file))).close()
    whole = all_of(file)
    for change, expected in {
        "UPDATE alembic_version SET version_num = '0003'": (State.TOO_OLD, "0003"),
        "UPDATE alembic_version SET version_num = '9999'": (State.NEWER_SCHEMA, "9999"),
        "DROP TABLE outbox": (State.PART_LOST, "outbox"),
        "ALTER TABLE room_lines DROP COLUMN alt": (State.PART_LOST, "room_lines.alt"),
    }.items():
        file.write_bytes(whole)
        await execute(url(file), change)
        assert await Ends(url(file), target).problem() == unfit(FROM, *expected)
    file.write_bytes(b"")
    assert await Ends(url(file), target).problem() == unfit(FROM, State.EMPTY)
    file.write_bytes(b"no database at all " * 100)
    no_database = "--from: the database can't be used: the file is no database"
    assert await Ends(url(file), target).problem() == no_database
    assert os.listdir(tmp_path) == ["old"]


async def test_a_damaged_file_is_not_moved(tmp_path: Path) -> None:
    """SQLite's own check fails: what can be read of it may not be all."""
    old, new = tmp_path / "old", tmp_path / "new"
    await fill(url(old), 10, 1)
    whole = all_of(old)
    # The last page but one is filled last: it holds rows, and not what the tables are.
    page = len(whole) - 2 * 4096
    old.write_bytes(whole[:page] + b"\xff" * 4096 + whole[page + 4096 :])
    assert await Ends(url(old), url(new)).problem() == unfit(FROM, State.FILE_DAMAGED)
    assert not new.exists()


@pytest.mark.thorough
async def test_a_target_that_is_not_fit_is_told(tmp_path: Path) -> None:
    """No folder, another program's, an older one, no address; a server that is not there."""
    source, older = url(tmp_path / "old"), url(tmp_path / "older")
    await fill(source, 6, 1)
    with closing(sqlite3.connect(tmp_path / "other")) as other:
        other.execute("CREATE TABLE notes (text)")
    await (await open_store(older)).close()
    await execute(older, "UPDATE alembic_version SET version_num = '0003'")
    for target, expected in {
        url(tmp_path / "no" / "such"): (State.NO_FOLDER, str(tmp_path / "no")),
        url(tmp_path / "other"): (State.FOREIGN_TABLES, "notes"),
        older: (State.TOO_OLD, "0003"),
        "sqlite+aiosqlite://": (State.IN_MEMORY,),
        "nonsense": (State.BAD_ADDRESS,),
    }.items():
        assert await Ends(source, target).problem() == unfit(TO, *expected)
    gone = Ends(source, "postgresql+asyncpg://nobody@127.0.0.1:1/none")
    assert (await gone.problem()).startswith("--to: the database can't be used: ")


@pytest.mark.thorough
async def test_a_full_disk_is_told_and_the_move_is_done_later(ends: Ends) -> None:
    """Somebody has made room."""
    command = (sys.executable, "-c", MOVES, *ends, str(ends.file.stat().st_size * 3 // 4))
    ran = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    told, _ = await ran.communicate()
    assert told.decode().startswith("--to: "), told
    assert "the disk" in told.decode()
    await ends.move()
