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

from bot.findings import moving
from bot.findings.database import DatabaseFinding, State
from bot.findings.moving import Difference, End
from bot.referee.room import Room
from bot.storage.failures import StoreError, UnreachableError, UnusableDatabaseError
from bot.storage.leases import Leases, Part
from bot.storage.migrate import newest
from bot.storage.moving.move import move
from bot.storage.moving.problems import MoveError, OccupiedError, UnmovableError
from bot.storage.schema import metadata
from bot.storage.store import open_store
from bot.timing import RealTime, wall_clock
from bot.wording.moving import SAME_DATABASE, not_equal_text
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
    if kind == "sqlite":
        yield url(folder / name)
        return
    async with fresh_database() as found:
        yield found


@pytest.fixture
async def ends(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[tuple[str, str]]:
    one, other = request.param
    async with address(one, tmp_path, "old") as source, address(other, tmp_path, "new") as target:
        await fill(source, ENDED, OPEN)
        yield source, target


@pytest.fixture
async def files(tmp_path: Path) -> tuple[str, str]:
    await fill(url(tmp_path / "old"), ENDED, OPEN)
    return url(tmp_path / "old"), url(tmp_path / "new")


def ignore(_: moving.MoveStep) -> None: ...


async def steps_of(source: str, target: str) -> list[moving.MoveStep]:
    steps: list[moving.MoveStep] = []
    await move(source, target, steps.append)
    return steps


async def problem_of(source: str, target: str) -> MoveError:
    with pytest.raises(MoveError) as refused:
        await move(source, target, ignore)
    return refused.value


async def unfit(source: str, target: str) -> tuple[End, DatabaseFinding]:
    """Which of the two databases is in the way of a move, and what it is."""
    refused = await problem_of(source, target)
    assert isinstance(refused, UnmovableError), refused
    return refused.end, refused.finding


class BrokenOffError(Exception): ...


async def break_off(source: str, target: str, count: int = 1, table: str = "events") -> None:
    """A move that is broken off at a step, usually when the events begin to be copied."""
    steps: list[moving.MoveStep] = []

    def told(step: moving.MoveStep) -> None:
        if not table or (
            isinstance(step, moving.Copying | moving.Comparing) and step.table == table
        ):
            steps.append(step)
        if len(steps) == count:
            raise BrokenOffError

    with pytest.raises(BrokenOffError):
        await move(source, target, told)


@EACH_WAY
async def test_moving_copies_all_and_leaves_the_source_as_it_was(ends: tuple[str, str]) -> None:
    """Each table that the schema has, row by row, read without our own code; also one to come."""
    source, target = ends
    before = await contents(source)
    assert set(before) == set(metadata.tables) - {"leases"}
    assert all(before.values()), "a table is empty, and would not be missed"
    moved = await move(source, target, ignore)
    assert await contents(target) == before == await contents(source)
    assert dict(moved.tables) == {name: len(rows) for name, rows in before.items()}
    assert (moved.damaged, moved.foreign, moved.before) == ((), (), False)


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
async def test_moving_goes_on_where_it_was_broken_off(files: tuple[str, str], count: int) -> None:
    """The same once more: nothing is missing or there twice, and no referee starts meanwhile."""
    source, target = files
    await break_off(source, target, count, "")
    with pytest.raises(UnusableDatabaseError) as refused:
        await open_store(target, start_timeout=timedelta(0))
    assert refused.value.finding == DatabaseFinding(State.HALF_MOVED)
    steps = await steps_of(source, target)
    assert moving.Remark.GOES_ON in steps
    assert moving.Remark.BEGUN_ANEW not in steps
    assert await contents(target) == await contents(source)


KILLED = """
import asyncio, os, signal, sys
from bot.storage.moving.move import move
def told(step):
    if (type(step).__name__, step.table, step.done) == ("Copying", "events", 500):
        os.kill(os.getpid(), signal.SIGKILL)
asyncio.run(move(sys.argv[1], sys.argv[2], told))
"""


@pytest.mark.thorough
@pytest.mark.parametrize("ends", [FILES, UP, DOWN], indirect=True, ids="-".join)
async def test_moving_goes_on_after_a_kill(ends: tuple[str, str]) -> None:
    """`kill -9` when some of the rows are there: those are compared, and the others follow."""
    source, target = ends
    ran = await asyncio.create_subprocess_exec(sys.executable, "-c", KILLED, source, target)
    assert await ran.wait() == -9
    steps = await steps_of(source, target)
    assert moving.Remark.BEGUN_ANEW not in steps
    of = len((await contents(source))["events"])
    copied = [s.done for s in steps if isinstance(s, moving.Copying) and s.table == "events"]
    assert copied == [500, of]
    assert await contents(target) == await contents(source)


@pytest.mark.parametrize("end", ["source", "target"])
async def test_moving_again_mixes_no_changes(files: tuple[str, str], end: str) -> None:
    """Between two tries the referee ruled on, or somebody meddled with the copy: all is copied."""
    source, target = files
    await break_off(source, target, 2)
    changed = source if end == "source" else target
    await execute(changed, "UPDATE events SET data = '{}' WHERE \"match\" = 3 AND number = 2")
    await execute(changed, "DELETE FROM links")
    steps = await steps_of(source, target)
    assert moving.Remark.BEGUN_ANEW in steps
    assert await contents(target) == await contents(source)


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=WITH_POSTGRES)])
async def test_faults_in_the_copy_are_found(tmp_path: Path, kind: str) -> None:
    source = url(tmp_path / "old")
    await fill(source, ENDED, OPEN)
    async with address(kind, tmp_path, "new") as target:
        await break_off(source, target, 1, "duty")
        for statement in FAULTS[kind]:
            await execute(target, statement)
        faults = [Difference("servers", ("B1", "B1")), Difference("events", (3, 2))]
        assert str(await problem_of(source, target)) == not_equal_text(faults)
        with pytest.raises(UnusableDatabaseError):
            await open_store(target, start_timeout=timedelta(0))


FAULTS = {
    "sqlite": (
        """CREATE TRIGGER one AFTER INSERT ON events WHEN new.match = 3 AND new.number = 2 BEGIN
        UPDATE events SET data = data || ' ' WHERE match = 3 AND number = 2; END""",
        "CREATE TRIGGER two BEFORE INSERT ON servers BEGIN SELECT RAISE(IGNORE); END",
    ),
    "postgres": (
        """CREATE FUNCTION one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF new.match = 3 AND
        new.number = 2 THEN new.data := new.data || ' '; END IF; RETURN new; END $$""",
        "CREATE TRIGGER one BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION one()",
        "CREATE RULE two AS ON INSERT TO servers DO INSTEAD NOTHING",
    ),
}


async def test_the_number_of_the_next_row_is_compared_too(files: tuple[str, str]) -> None:
    """All rows are equal, and yet the next match would get a number that was given before."""
    source, target = files
    await move(source, target, ignore)
    await execute(target, "UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'matches'")
    assert isinstance(await problem_of(source, target), OccupiedError)


@TO_EACH
async def test_moved_twice_is_moved_once(ends: tuple[str, str]) -> None:
    """Killed after the last step, before it could say so: the second time finds all equal."""
    source, target = ends
    await move(source, target, ignore)
    again = await move(source, target, ignore)
    assert again.before
    assert dict(again.tables)["matches"] == ENDED + OPEN
    await execute(target, "UPDATE servers SET rules = '{}'")
    found = await problem_of(source, target)
    assert isinstance(found, OccupiedError)
    assert f"events {dict(again.tables)['events']}" in str(found)


@TO_EACH
async def test_moving_leaves_what_is_there_already(ends: tuple[str, str]) -> None:
    source, target = ends
    store = await open_store(target)
    await store.open_match(Room("discord", "1", "2"), OPENED)
    await store.close()
    before = await contents(target)
    assert isinstance(await problem_of(source, target), OccupiedError)
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
    source, target = files
    await break_off(source, target)
    other = source.replace("old", "other")
    await fill(other, 6, 1)
    before = await contents(target)
    found = await problem_of(other, target)
    assert f"({source.removeprefix('sqlite+aiosqlite:///')})" in str(found)
    assert await contents(target) == before
    # Nor is half a database moved on as if it were whole.
    assert await unfit(target, other) == (End.FROM, DatabaseFinding(State.HALF_MOVED))


@pytest.mark.thorough
@FROM_EACH
async def test_moving_refuses_a_source_at_work(ends: tuple[str, str]) -> None:
    """A referee is: it is named, and nothing is made; its lease is not copied when it has ended."""
    source, target = ends
    store = await open_store(source)
    leases = Leases(store, RealTime(), wall_clock)
    assert await leases.acquire([Part("discord")], pytest.fail) == {}
    found = await problem_of(source, target)
    assert f"process {os.getpid()} on " in str(found)
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
    source, target = ends
    refused: list[StoreError] = []

    async def start() -> None:
        store = await open_store(source, timedelta(0), timedelta(0))
        try:
            await store.open_match(Room("discord", "9", "late"), OPENED)
        finally:
            await store.close()

    def told(step: moving.MoveStep) -> None:
        if isinstance(step, moving.Comparing) and not refused:
            with ThreadPoolExecutor(1) as pool, pytest.raises(UnreachableError) as found:
                pool.submit(asyncio.run, start()).result()
            refused.append(found.value)

    await move(source, target, told)
    assert refused
    assert await contents(target) == await contents(source)
    await start()


async def test_moving_knows_a_database_under_two_names(tmp_path):
    await fill(url(tmp_path / "old"), 6, 1)
    (tmp_path / "link").symlink_to(tmp_path / "old")
    same = await problem_of(url(tmp_path / "old"), url(tmp_path / "link"))
    assert str(same) == SAME_DATABASE
    source = url(tmp_path / "old")
    await fill(source, 6, 1)
    await execute(source, "ALTER TABLE players ADD COLUMN note TEXT")
    moved = await move(source, url(tmp_path / "new"), ignore)
    assert moved.foreign == ("players.note",)


@WITH_POSTGRES
async def test_moving_knows_a_server_under_two_names() -> None:
    async with fresh_database() as source:
        await (await open_store(source)).close()
        other = source.replace("127.0.0.1", "localhost")
        assert str(await problem_of(source, other)) == SAME_DATABASE


@ACROSS
async def test_an_event_that_cannot_be_read_is_copied_and_told(ends: tuple[str, str]) -> None:
    """Not a byte is changed: a later program may read it, or somebody may mend it."""
    source, target = ends
    broken = 'no "JSON" \\ 한'
    change = 'UPDATE events SET data = \'no "JSON" \\ 한\' WHERE "match" = 5 AND number = 3'
    await execute(source, change)
    moved = await move(source, target, ignore)
    assert moved.damaged == (5,)
    assert await contents(target) == await contents(source)
    assert broken in {dict(row)["data"] for row in (await contents(target))["events"]}


@WITH_POSTGRES
async def test_a_row_that_the_server_cannot_hold_is_named(tmp_path: Path) -> None:
    """SQLite takes anything. Whenever a row was mended, the move goes on to the next."""
    source = url(tmp_path / "old")
    await fill(source, ENDED, OPEN)
    before = await contents(source)
    for change, _, _ in UNFIT:
        await execute(source, change)
    async with fresh_database() as target:
        for _, named, mend in UNFIT:
            found = await problem_of(source, target)
            assert f" a row of {named}: " in str(found)
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
    target, file = url(tmp_path / "new"), tmp_path / "old"
    await (await open_store(url(file))).close()
    whole = file.read_bytes()

    async def found(change: str | bytes) -> tuple[End, DatabaseFinding]:
        file.write_bytes(change if isinstance(change, bytes) else whole)
        if isinstance(change, str):
            await execute(url(file), change)
        return await unfit(url(file), target)

    for change, expected in {
        "UPDATE alembic_version SET version_num = '0003'": (State.OLDER_SCHEMA, "0003", newest()),
        "UPDATE alembic_version SET version_num = '9999'": (State.NEWER_SCHEMA, "9999"),
        "DROP TABLE outbox": (State.PART_LOST, "outbox"),
        "ALTER TABLE room_lines DROP COLUMN alt": (State.PART_LOST, "room_lines.alt"),
        b"": (State.EMPTY,),
        b"no database at all " * 100: (
            State.FAILS,
            "the database can't be used: the file is no database",
        ),
    }.items():
        assert await found(change) == (End.FROM, DatabaseFinding(*expected))
    for source, expected in {
        url(tmp_path / "none"): (State.NO_FILE_YET, str(tmp_path / "none")),
        "sqlite+aiosqlite://": (State.IN_MEMORY,),
        "nonsense": (State.BAD_ADDRESS,),
        "mysql://root@localhost/x": (State.BAD_ADDRESS,),
    }.items():
        assert await unfit(source, target) == (End.FROM, DatabaseFinding(*expected))
    assert os.listdir(tmp_path) == ["old"]


async def test_a_damaged_file_is_not_moved(tmp_path: Path) -> None:
    """SQLite's own check fails: what can be read of it may not be all."""
    await fill(url(tmp_path / "old"), 10, 1)
    whole = (tmp_path / "old").read_bytes()
    # The last page but one is filled last: it holds rows, and not what the tables are.
    page = len(whole) - 2 * 4096
    (tmp_path / "old").write_bytes(whole[:page] + b"\xff" * 4096 + whole[page + 4096 :])
    found = await unfit(url(tmp_path / "old"), url(tmp_path / "new"))
    assert found == (End.FROM, DatabaseFinding(State.FILE_DAMAGED))
    assert not (tmp_path / "new").exists()


@pytest.mark.thorough
async def test_a_target_that_is_not_fit_is_told(tmp_path: Path) -> None:
    source = url(tmp_path / "old")
    await fill(source, 6, 1)
    with closing(sqlite3.connect(tmp_path / "other")) as other:
        other.execute("CREATE TABLE notes (text)")
    await (await open_store(url(tmp_path / "older"))).close()
    await execute(url(tmp_path / "older"), "UPDATE alembic_version SET version_num = '0003'")
    for target, expected in {
        url(tmp_path / "no" / "such"): (State.NO_FOLDER, str(tmp_path / "no")),
        url(tmp_path / "other"): (State.FOREIGN_TABLES, "notes"),
        url(tmp_path / "older"): (State.OLDER_SCHEMA, "0003", newest()),
        "sqlite+aiosqlite://": (State.IN_MEMORY,),
        "nonsense": (State.BAD_ADDRESS,),
    }.items():
        assert await unfit(source, target) == (End.TO, DatabaseFinding(*expected))
    end, found = await unfit(source, "postgresql+asyncpg://nobody@127.0.0.1:1/none")
    assert (end, found.state) == (End.TO, State.FAILS)


FULL = """
import asyncio, resource, sys
from bot.storage.moving.move import move
from bot.storage.moving.problems import MoveError
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]),) * 2)
try:
    asyncio.run(move(sys.argv[1], sys.argv[2], lambda step: None))
except MoveError as error:
    print(error)
"""


@pytest.mark.thorough
async def test_a_full_disk_is_told_and_the_move_goes_on_later(files: tuple[str, str]) -> None:
    source, target = files
    room = Path(source.removeprefix("sqlite+aiosqlite:///")).stat().st_size * 3 // 4  # noqa: ASYNC240
    command = (sys.executable, "-c", FULL, source, target, str(room))
    ran = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    told, _ = await ran.communicate()
    assert told.decode().startswith("--to: "), told
    assert "the disk" in told.decode()
    steps = await steps_of(source, target)
    assert moving.Remark.GOES_ON in steps
    assert await contents(target) == await contents(source)
