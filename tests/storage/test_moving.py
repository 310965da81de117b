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

import pytest

from bot.findings.database import DatabaseFinding, State
from bot.referee.room import Room
from bot.storage.failures import StoreError, UnreachableError, UnusableDatabaseError
from bot.storage.leases import Leases, Part
from bot.storage.move import MoveError, move
from bot.storage.schema import metadata
from bot.storage.store import open_store
from bot.timing import RealTime, wall_clock
from bot.wording.moving import BEGUN_ANEW, FROM, SAME_DATABASE, TO, not_equal_text, unfit_text
from storage.many import contents, execute, fill
from storage.postgres import WITH_POSTGRES, fresh_database
from storage.samples import OPENED, thorough, url

FILES = ("sqlite", "sqlite")
UP, DOWN, ON = (
    pytest.param(way, marks=WITH_POSTGRES)
    for way in (("sqlite", "postgres"), ("postgres", "sqlite"), ("postgres", "postgres"))
)
EACH_WAY = pytest.mark.parametrize("ends", [FILES, UP, DOWN, ON], indirect=True, ids="-".join)
ACROSS = pytest.mark.parametrize("ends", [UP, DOWN], indirect=True, ids="-".join)
FROM_EACH = pytest.mark.parametrize("ends", [FILES, DOWN], indirect=True, ids="-".join)
TO_EACH = pytest.mark.parametrize("ends", [FILES, UP], indirect=True, ids="-".join)
ENDED, OPEN = 18, 4
"""Some 600 events: two pages."""


@contextlib.asynccontextmanager
async def address(kind: str, folder: Path, name: str) -> AsyncIterator[str]:
    """The address of a database of a kind, where nothing is yet."""
    if kind == "sqlite":
        yield url(folder / name)
        return
    async with fresh_database() as found:
        yield found


@pytest.fixture
async def ends(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[tuple[str, str]]:
    """Two addresses: of a database with something in it, and of an empty one."""
    one, other = request.param
    async with address(one, tmp_path, "old") as source, address(other, tmp_path, "new") as target:
        await fill(source, ENDED, OPEN)
        yield source, target


@pytest.fixture
async def files(tmp_path: Path) -> tuple[str, str]:
    """The same in two files."""
    await fill(url(tmp_path / "old"), ENDED, OPEN)
    return url(tmp_path / "old"), url(tmp_path / "new")


def ignore(_: str, __: bool) -> None:
    """Nobody looks how far it is."""


async def problem_of(source: str, target: str) -> str:
    """Why a move is not done."""
    with pytest.raises(MoveError) as refused:
        await move(source, target, ignore)
    return str(refused.value)


class BrokenOffError(Exception):
    """The power fails."""


async def break_off(source: str, target: str, line: str = "Copying events", count: int = 1) -> None:
    """A move that is broken off when it says such a line, usually that events are copied."""
    lines: list[str] = []

    def told(said: str, _: bool) -> None:
        lines.extend([said] if said.startswith(line) else [])
        if len(lines) == count:
            raise BrokenOffError

    with pytest.raises(BrokenOffError):
        await move(source, target, told)


@EACH_WAY
async def test_all_is_there_afterwards_and_the_source_is_as_it_was(ends: tuple[str, str]) -> None:
    """Each table that the schema has, read without our own code; given again, it is refused."""
    source, target = ends
    before = await contents(source)
    assert set(before) == set(metadata.tables) - {"leases"}
    assert all(before.values()), "a table is empty, and would not be missed"
    moved = await move(source, target, ignore)
    assert await contents(target) == before == await contents(source)
    assert moved == ({name: len(rows) for name, rows in before.items()}, [], [])
    assert f"events {len(before['events'])}" in await problem_of(source, target)
    assert await contents(target) == before == await contents(source)


@ACROSS
async def test_a_match_goes_on_and_the_next_has_its_own_number(ends: tuple[str, str]) -> None:
    """The highest number was given to a match that is gone: its links must not lead elsewhere."""
    source, target = ends
    store = await open_store(source)
    gone = await store.open_match(Room("discord", "9", "gone"), OPENED)
    await store.close()
    for table in ("players", "events", "outbox"):
        await execute(source, f'DELETE FROM {table} WHERE "match" = {gone}')  # noqa: S608
    await execute(source, f"DELETE FROM matches WHERE id = {gone}")  # noqa: S608
    await move(source, target, ignore)
    store = await open_store(target)
    assert await store.open_match(Room("discord", "9", "new"), OPENED) == gone + 1
    numbers = await store.open_rooms("discord")
    assert len(numbers) == OPEN + 1
    stored = await store.load(min(numbers))
    assert not stored.match().ended
    await store.close()


@pytest.mark.parametrize("count", [1, 17, 41, *thorough(9, 25, 33)])
async def test_broken_off_at_any_step_it_begins_anew(files: tuple[str, str], count: int) -> None:
    """No referee starts meanwhile; whatever changes at either end since, nothing is mixed."""
    source, target = files
    await break_off(source, target, "", count)
    with pytest.raises(UnusableDatabaseError) as refused:
        await open_store(target, start_timeout=timedelta(0))
    assert refused.value.finding == DatabaseFinding(State.HALF_MOVED)
    await execute(source, "DELETE FROM links")
    await execute(target, "UPDATE matches SET room = id || ' elsewhere'")
    lines: list[str] = []
    await move(source, target, lambda line, _: lines.append(line))
    assert lines[0] == BEGUN_ANEW
    assert await contents(target) == await contents(source)


KILLED = """
import asyncio, os, signal, sys
from bot.storage.move import move
def told(line, _):
    if line.startswith("Copying events: 500 "):
        os.kill(os.getpid(), signal.SIGKILL)
asyncio.run(move(sys.argv[1], sys.argv[2], told))
"""


@pytest.mark.thorough
@pytest.mark.parametrize("ends", [FILES, UP, DOWN], indirect=True, ids="-".join)
async def test_killed_it_begins_anew(ends: tuple[str, str]) -> None:
    """`kill -9` when some of the rows are there."""
    source, target = ends
    ran = await asyncio.create_subprocess_exec(sys.executable, "-c", KILLED, source, target)
    assert await ran.wait() == -9
    await move(source, target, ignore)
    assert await contents(target) == await contents(source)


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=WITH_POSTGRES)])
async def test_faults_in_the_copy_are_found(tmp_path: Path, kind: str) -> None:
    """A row is changed on its way, a table's are dropped, a next match gets another number."""
    source = url(tmp_path / "old")
    await fill(source, ENDED, OPEN)
    async with address(kind, tmp_path, "new") as target:
        await break_off(source, target, "Copying cups")
        for statement in FAULTS[kind]:
            await execute(target, statement)
        faults = not_equal_text(["matches", "servers", "events"])
        assert await problem_of(source, target) == faults
        with pytest.raises(UnusableDatabaseError):
            await open_store(target, start_timeout=timedelta(0))


FAULTS = {
    "sqlite": (
        """CREATE TRIGGER one AFTER INSERT ON events WHEN new.match = 3 AND new.number = 2 BEGIN
        UPDATE events SET data = data || ' ' WHERE match = 3 AND number = 2; END""",
        "CREATE TRIGGER two BEFORE INSERT ON servers BEGIN SELECT RAISE(IGNORE); END",
        """CREATE TRIGGER three AFTER INSERT ON ratings BEGIN
        INSERT INTO matches (venue, server, room, open, opened_at) VALUES ('-', '', '', 0, '');
        DELETE FROM matches WHERE venue = '-'; END""",
    ),
    "postgres": (
        """CREATE FUNCTION one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF new.match = 3 AND
        new.number = 2 THEN new.data := new.data || ' '; END IF; RETURN new; END $$""",
        "CREATE TRIGGER one BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION one()",
        "CREATE RULE two AS ON INSERT TO servers DO INSTEAD NOTHING",
        """CREATE FUNCTION three() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM nextval('matches_id_seq'); RETURN new; END $$""",
        "CREATE TRIGGER three BEFORE INSERT ON ratings FOR EACH ROW EXECUTE FUNCTION three()",
    ),
}


@TO_EACH
async def test_moving_leaves_what_is_there_already(ends: tuple[str, str]) -> None:
    """Another referee's matches, and be it only one."""
    source, target = ends
    store = await open_store(target)
    await store.open_match(Room("discord", "1", "2"), OPENED)
    await store.close()
    before = await contents(target)
    assert (await problem_of(source, target)).startswith("--to holds something already (rows: ")
    assert await contents(target) == before


@pytest.mark.thorough
@TO_EACH
async def test_a_database_that_was_only_set_up_is_empty(ends: tuple[str, str]) -> None:
    """Somebody started the referee on the new one to see whether it works, and stopped it."""
    source, target = ends
    await (await open_store(target)).close()
    await move(source, target, ignore)
    assert await contents(target) == await contents(source)


@pytest.mark.thorough
async def test_an_unfinished_copy_of_another_database_is_left(files: tuple[str, str]) -> None:
    """Two moves are not mixed."""
    source, target = files
    await break_off(source, target)
    other = source.replace("old", "other")
    await fill(other, 6, 1)
    before = await contents(target)
    found = await problem_of(other, target)
    assert f"({source.removeprefix('sqlite+aiosqlite:///')})" in found
    assert await contents(target) == before
    # Nor is half a database moved on as if it were whole.
    assert await problem_of(target, other) == unfit_text(FROM, DatabaseFinding(State.HALF_MOVED))


@pytest.mark.thorough
@FROM_EACH
async def test_moving_refuses_a_source_at_work(ends: tuple[str, str]) -> None:
    """A referee is: it is named, and nothing is made; its lease is not copied when it has ended."""
    source, target = ends
    store = await open_store(source)
    leases = Leases(store, RealTime(), wall_clock)
    assert await leases.acquire([Part("discord")], pytest.fail) == {}
    found = await problem_of(source, target)
    assert f"process {os.getpid()} on " in found
    assert await contents(target) == {}
    await execute(source, "UPDATE leases SET pid = 4194305, started = '1'")
    await store.close()
    await move(source, target, ignore)
    copied = await open_store(target)
    leases = Leases(copied, RealTime(), wall_clock)
    assert await leases.acquire([Part("discord")], pytest.fail) == {}
    await copied.close()


@FROM_EACH
async def test_moving_makes_a_new_referee_wait(ends: tuple[str, str]) -> None:
    """A referee that is started on the old database during the move rules nothing there."""
    source, target = ends
    refused: list[StoreError] = []

    async def start() -> None:
        store = await open_store(source, timedelta(0), timedelta(0))
        try:
            await store.open_match(Room("discord", "9", "late"), OPENED)
        finally:
            await store.close()

    def told(line: str, _: bool) -> None:
        if line.startswith("Comparing") and not refused:
            with ThreadPoolExecutor(1) as pool, pytest.raises(UnreachableError) as found:
                pool.submit(asyncio.run, start()).result()
            refused.append(found.value)

    await move(source, target, told)
    assert refused
    assert await contents(target) == await contents(source)
    await start()


async def test_moving_knows_a_database_under_two_names(tmp_path: Path) -> None:
    """A link, or another spelling."""
    await fill(url(tmp_path / "old"), 6, 1)
    (tmp_path / "link").symlink_to(tmp_path / "old")
    assert await problem_of(url(tmp_path / "old"), url(tmp_path / "link")) == SAME_DATABASE


@WITH_POSTGRES
async def test_moving_knows_a_server_under_two_names() -> None:
    """Numbers and names of a host look different."""
    async with fresh_database() as source:
        await (await open_store(source)).close()
        other = source.replace("127.0.0.1", "localhost")
        assert await problem_of(source, other) == SAME_DATABASE


@ACROSS
async def test_an_event_that_cannot_be_read_is_copied_and_told(ends: tuple[str, str]) -> None:
    """Not a byte is changed: a later program may read it, or somebody may mend it."""
    source, target = ends
    broken = 'no "JSON" \\ 한'
    change = 'UPDATE events SET data = \'no "JSON" \\ 한\' WHERE "match" = 5 AND number = 3'
    await execute(source, change)
    moved = await move(source, target, ignore)
    assert moved.damaged == [5]
    assert await contents(target) == await contents(source)
    assert broken in {dict(row)["data"] for row in (await contents(target))["events"]}


@WITH_POSTGRES
async def test_a_row_that_the_server_cannot_hold_is_named(tmp_path: Path) -> None:
    """SQLite takes anything. Whenever a row was mended, the move comes to the next."""
    source = url(tmp_path / "old")
    await fill(source, ENDED, OPEN)
    before = await contents(source)
    for change, _, _ in UNFIT:
        await execute(source, change)
    async with fresh_database() as target:
        for _, named, mend in UNFIT:
            assert f" a row of {named}: " in await problem_of(source, target)
            await execute(source, mend)
        await move(source, target, ignore)
        assert await contents(target) == before


UNFIT = [
    (
        "UPDATE forum_topics SET category = 9999999999 WHERE category = 6",
        "forum_topics (b6, b6, b6)",
        "UPDATE forum_topics SET category = 6 WHERE category > 6000",
    ),
    (
        "UPDATE room_lines SET text = text || char(0) WHERE serial = 4",
        "room_lines (4)",
        "UPDATE room_lines SET text = substr(text, 1, length(text)) WHERE serial = 4",
    ),
    (
        'UPDATE outbox SET "match" = 999 WHERE "match" = 2 AND through = 0',
        "outbox (999, 0)",
        'UPDATE outbox SET "match" = 2 WHERE "match" = 999',
    ),
    (
        "UPDATE players SET player = player || printf('%070d', 0) WHERE \"match\" = 3",
        "players (3, 0)",
        "UPDATE players SET player = replace(player, printf('%070d', 0), '')",
    ),
]
"""What no server takes, the row that is named, and how it is mended; in the order of the tables."""


@pytest.mark.thorough
async def test_a_source_that_is_not_fit_is_told(tmp_path: Path) -> None:
    """Not there, empty, in memory, another program's, older, newer, damaged, no database."""
    target, file = url(tmp_path / "new"), tmp_path / "old"
    await (await open_store(url(file))).close()
    whole = file.read_bytes()

    async def found(change: str | bytes) -> str:
        file.write_bytes(change if isinstance(change, bytes) else whole)
        if isinstance(change, str):
            await execute(url(file), change)
        return await problem_of(url(file), target)

    for change, expected in {
        "UPDATE alembic_version SET version_num = '0003'": (State.TOO_OLD, "0003"),
        "UPDATE alembic_version SET version_num = '9999'": (State.NEWER_SCHEMA, "9999"),
        "DROP TABLE outbox": (State.PART_LOST, "outbox"),
        "ALTER TABLE room_lines DROP COLUMN alt": (State.PART_LOST, "room_lines.alt"),
        b"": (State.EMPTY,),
        b"no database at all " * 100: (
            State.FAILS,
            "the database can't be used: the file is no database",
        ),
    }.items():
        assert await found(change) == unfit_text(FROM, DatabaseFinding(*expected))
    for source, expected in {
        url(tmp_path / "none"): (State.NO_FILE_YET, str(tmp_path / "none")),
        "sqlite+aiosqlite://": (State.IN_MEMORY,),
        "nonsense": (State.BAD_ADDRESS,),
        "mysql://root@localhost/x": (State.BAD_ADDRESS,),
    }.items():
        assert await problem_of(source, target) == unfit_text(FROM, DatabaseFinding(*expected))
    assert os.listdir(tmp_path) == ["old"]


async def test_a_damaged_file_is_not_moved(tmp_path: Path) -> None:
    """SQLite's own check fails: what can be read of it may not be all."""
    await fill(url(tmp_path / "old"), 10, 1)
    whole = (tmp_path / "old").read_bytes()
    # The last page but one is filled last: it holds rows, and not what the tables are.
    page = len(whole) - 2 * 4096
    (tmp_path / "old").write_bytes(whole[:page] + b"\xff" * 4096 + whole[page + 4096 :])
    found = await problem_of(url(tmp_path / "old"), url(tmp_path / "new"))
    assert found == unfit_text(FROM, DatabaseFinding(State.FILE_DAMAGED))
    assert not (tmp_path / "new").exists()


@pytest.mark.thorough
async def test_a_target_that_is_not_fit_is_told(tmp_path: Path) -> None:
    """No folder, another program's, an older one, no address; a server that is not there."""
    source = url(tmp_path / "old")
    await fill(source, 6, 1)
    with closing(sqlite3.connect(tmp_path / "other")) as other:
        other.execute("CREATE TABLE notes (text)")
    await (await open_store(url(tmp_path / "older"))).close()
    await execute(url(tmp_path / "older"), "UPDATE alembic_version SET version_num = '0003'")
    for target, expected in {
        url(tmp_path / "no" / "such"): (State.NO_FOLDER, str(tmp_path / "no")),
        url(tmp_path / "other"): (State.FOREIGN_TABLES, "notes"),
        url(tmp_path / "older"): (State.TOO_OLD, "0003"),
        "sqlite+aiosqlite://": (State.IN_MEMORY,),
        "nonsense": (State.BAD_ADDRESS,),
    }.items():
        assert await problem_of(source, target) == unfit_text(TO, DatabaseFinding(*expected))
    found = await problem_of(source, "postgresql+asyncpg://nobody@127.0.0.1:1/none")
    assert found.startswith("--to: the database can't be used: ")


async def test_moving_tells_and_leaves_foreign_tables(tmp_path: Path) -> None:
    """Somebody keeps notes in the database: they are not copied, and not passed over in silence."""
    source = url(tmp_path / "old")
    await fill(source, 6, 1)
    await execute(source, "ALTER TABLE players ADD COLUMN note TEXT")
    moved = await move(source, url(tmp_path / "new"), ignore)
    assert moved.foreign == ["players.note"]


FULL = """
import asyncio, resource, sys
from bot.storage.move import MoveError, move
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]),) * 2)
try:
    asyncio.run(move(sys.argv[1], sys.argv[2], lambda line, ends: None))
except MoveError as error:
    print(error)
"""


@pytest.mark.thorough
async def test_a_full_disk_is_told_and_the_move_is_done_later(files: tuple[str, str]) -> None:
    """Somebody has made room."""
    source, target = files
    room = Path(source.removeprefix("sqlite+aiosqlite:///")).stat().st_size * 3 // 4  # noqa: ASYNC240
    command = (sys.executable, "-c", FULL, source, target, str(room))
    ran = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    told, _ = await ran.communicate()
    assert told.decode().startswith("--to: "), told
    assert "the disk" in told.decode()
    await move(source, target, ignore)
    assert await contents(target) == await contents(source)
