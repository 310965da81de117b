"""`referee backup`: copies taken under way are whole, and a match goes on from one."""

import asyncio
import os
import shutil
import sqlite3
import stat
import sys
import tempfile
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from end_to_end.house import SEED_003, house, play_seed_003
from handclock import START
from storage.samples import OPENED, ROOM, url
from storage.trouble import files_no_larger

from bot.__main__ import main
from bot.engine.turn import Colour
from bot.logs.redaction import hide, secrets_of
from bot.parts import Part
from bot.referee.events import TurnPlayed
from bot.settings import Settings
from bot.storage import copying
from bot.storage.copying import Copied, copy_database
from bot.storage.failures import StoreError, UnusableDatabaseError
from bot.storage.leases import Leases
from bot.storage.owner import rights_of
from bot.storage.process import Process
from bot.storage.store import open_store
from bot.timing import RealTime, wall_clock

COPIED = {"referee.sqlite3", "referee.sqlite3-backup", "out.sqlite3"}
"""The files after a copy, of which one is as old as the copy."""
SERVES = 65_534
pytestmark = pytest.mark.usefixtures("no_settings")


async def backup(*arguments: object) -> int:
    return await asyncio.to_thread(main, ["backup", *map(str, arguments)])


async def test_copies_taken_while_a_match_is_written_to_are_whole(tmp_path):
    """Each of many copies is a beginning of what was written; nobody was held up or lost."""
    source = tmp_path / "referee.sqlite3"
    store = await open_store(url(source))
    number = await store.open_match(ROOM, OPENED)
    done, written_one = asyncio.Event(), asyncio.Event()
    seen = 1

    async def keep_writing() -> None:
        nonlocal seen
        while not done.is_set():
            at = START + timedelta(seconds=seen)
            await store.append(number, seen, (TurnPlayed(at, Colour(seen % 2), f"E{seen}"),))
            seen += 1
            written_one.set()

    writing = asyncio.create_task(keep_writing())
    copies = [tmp_path / f"copy{n}.sqlite3" for n in range(8)]
    for copy in copies:
        # One that was under way while the last copy was made may be in that copy: one more.
        for _ in range(2):
            written_one.clear()
            await written_one.wait()
        await asyncio.to_thread(copy_database, source, copy, overwrite=False)
    done.set()
    await writing
    written = (await store.load(number)).events
    assert len(written) == seen
    lengths = []
    for copy in copies:
        copied = await open_store(url(copy))
        events = (await copied.load(number)).events
        await copied.close()
        assert events == written[: len(events)]
        lengths.append(len(events))
    assert lengths == sorted(lengths)
    assert len(set(lengths)) == len(copies), "each holds what was written before it"
    await store.close()
    assert not list(tmp_path.glob("*.part*"))


async def play_in_time(place, first: int, last: int):
    for number in range(first, last):
        await place.pass_time(1)
        (told,) = await play_seed_003(place, number, number + 1)
    return told


@pytest.mark.parametrize("lost", [2, 3], ids="{} turns later".format)
async def test_a_referee_on_the_copy_goes_on_with_the_match(tmp_path, monkeypatch, capsys, lost):
    """Restored as documented: turns since the backup are read from the room, then play goes on.

    Read at once, the turns have other numbers than before: after two, the announcement of the
    return has the number that one of the turns had, and is made nevertheless.
    """
    monkeypatch.setenv("DATABASE_URL", url(tmp_path / "referee.sqlite3"))
    async with house(tmp_path) as place:
        await place.start()
        await play_in_time(place, 0, 5)
        await place.pass_time(1)
        said = asyncio.create_task(place.play(place.blue, SEED_003[5]))
        assert await backup("kept.sqlite3") == 0
        await said
        assert "kept.sqlite3: 1 matches, " in capsys.readouterr().out
        last = await play_in_time(place, 6, 6 + lost)
        await place.close()

        old = tmp_path / "old"
        old.mkdir()
        for file in tmp_path.glob("referee.sqlite3*"):
            shutil.move(file, old)
        shutil.copy("kept.sqlite3", "referee.sqlite3")
        place.clock.advance(timedelta(hours=3))
        await place.open()

        back = await place.announcement("I was away", after=last)
        assert "Banks: Red 5:00 · Blue 5:00" in back.content
        last = await play_in_time(place, 6 + lost, len(SEED_003))
        assert "Score 4 → 5, Red has 6: Blue is not leading." in last.content


async def test_a_file_that_exists_is_overwritten_only_if_asked(tmp_path, capsys):
    source, out = tmp_path / "referee.sqlite3", tmp_path / "kept.sqlite3"
    await (await open_store(url(source))).close()
    out.write_text("precious")
    assert await backup(out) == 1
    assert "--force" in capsys.readouterr().err
    assert out.read_text() == "precious"
    assert await backup("--force", out) == 0
    with closing(sqlite3.connect(out)) as copied:
        assert copied.execute("SELECT count(*) FROM events").fetchone() == (0,)
    before = source.read_bytes()
    (tmp_path / "link").symlink_to(source)
    for itself in (source, tmp_path / "link"):
        assert await backup("--force", itself) == 1
        assert "is the database itself" in capsys.readouterr().err
    assert source.read_bytes() == before


async def test_backup_of_what_cannot_be_copied_leaves_nothing(tmp_path, monkeypatch, capsys):
    with closing(sqlite3.connect(tmp_path / "other.sqlite3")) as other:
        other.execute("CREATE TABLE notes (text)")
    (tmp_path / "junk.sqlite3").write_bytes(b"no database at all " * 100)
    for address, words in {
        url(tmp_path / "none.sqlite3"): "there is no database",
        url(tmp_path / "other.sqlite3"): "no database of the referee's",
        url(tmp_path / "junk.sqlite3"): "the file is no database",
        "sqlite+aiosqlite://": "kept in memory",
        "nonsense": "DATABASE_URL can't be used: write sqlite",
    }.items():
        monkeypatch.setenv("DATABASE_URL", address)
        assert await backup("out.sqlite3") == 1
        assert words in capsys.readouterr().err
    monkeypatch.delenv("DATABASE_URL")
    await (await open_store(url(tmp_path / "referee.sqlite3"))).close()
    for target, words in ((tmp_path, "is a folder"), ("no/such/out", "No such file")):
        assert await backup(target) == 1
        assert words in capsys.readouterr().err
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"junk.sqlite3", "other.sqlite3", "referee.sqlite3"}


@pytest.mark.parametrize(
    ("address", "arguments"),
    [
        (
            "postgresql+asyncpg://ref:hunter%32secret@db.local:5433/matches",
            "--host=db.local --port=5433 --username=ref --file=out.part matches",
        ),
        (
            "postgresql+asyncpg://localhost/a%20b?password=hunter2secret",
            "--host=localhost --file=out.part 'a b'",
        ),
    ],
)
async def test_a_server_s_database_is_left_to_its_own_tool(monkeypatch, capsys, address, arguments):
    monkeypatch.setenv("DATABASE_URL", address)
    assert await backup("out") == 1
    told = capsys.readouterr()
    command = f"pg_dump --format=custom --exclude-table-data=leases {arguments}"
    assert f"  {command} && ln out.part out && rm out.part\n" in told.err
    assert "secret" not in told.err + told.out


async def test_a_dump_may_overwrite_only_if_asked(monkeypatch, capsys):
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://localhost/matches")
    assert await backup("--force", "out") == 1
    assert "--file=out.part matches && mv -f out.part out\n" in capsys.readouterr().err


@pytest.mark.parametrize(
    "after", ["x@hunter2secret", *map("hunter2@secret{}hunter2".format, "/?:")]
)
async def test_half_a_password_is_not_taken_for_a_host(monkeypatch, capsys, after):
    """An unescaped @ in the password: the address is refused without showing any of it."""
    address = f"postgresql+asyncpg://ref:{after}@db.local/matches"
    monkeypatch.setenv("DATABASE_URL", address)
    assert await backup("out") == 1
    assert "write %40" in (told := capsys.readouterr().err)
    assert "secret" not in told
    assert "hunter2" not in told
    with pytest.raises(UnusableDatabaseError, match="more than one @") as refused:
        await open_store(address)
    assert "hunter2" not in str(refused.value)


def test_the_pieces_of_a_password_are_hidden_too():
    """Whatever a library takes for host, port or name in a password with an @ in it."""
    address = "postgresql+asyncpg://ref:hunter2@secret/words?more#last@db.local/matches"
    secrets = secrets_of(Settings(database_url=address))
    for piece in ("hunter2", "secret", "words", "more", "last"):
        assert piece not in hide(f"no host {piece!r} was found", secrets)
    assert hide("db.local matches", secrets) == "db.local matches"


@pytest.mark.thorough
async def test_a_backup_that_is_killed_leaves_nothing_under_its_name(tmp_path):
    await (await open_store(url(tmp_path / "referee.sqlite3"))).close()
    program = (
        "import os, signal; from bot.storage import copying; from bot.__main__ import main;"
        "copying._count = lambda part: os.kill(os.getpid(), signal.SIGKILL);"
        "main(['backup', 'out.sqlite3'])"
    )
    assert await (await asyncio.create_subprocess_exec(sys.executable, "-c", program)).wait() == -9
    (left,) = tmp_path.glob("*.part")
    assert not (tmp_path / "out.sqlite3").exists()
    assert await backup("out.sqlite3") == 0
    assert left.exists(), "it might have been another backup at work"
    yesterday = left.stat().st_mtime - 24 * 60 * 60
    os.utime(left, (yesterday, yesterday))
    assert await backup("--force", "out.sqlite3") == 0
    assert {path.name for path in tmp_path.iterdir()} == COPIED


@pytest.mark.parametrize("linkless", [False, True])
async def test_a_file_that_takes_the_name_is_not_overwritten(tmp_path, monkeypatch, linkless):
    """Somebody writes a file of that name while the copy grows; also where no links can be made."""
    source, out = tmp_path / "referee.sqlite3", tmp_path / "out.sqlite3"
    await (await open_store(url(source))).close()
    if linkless:

        def no_links(*_: object) -> None:
            raise PermissionError(1, "Operation not permitted")

        monkeypatch.setattr(os, "link", no_links)
    assert copy_database(source, out, overwrite=False).matches == 0
    out.unlink()
    count = copying._count

    def overtaken(part: Path) -> Copied:
        out.write_text("precious")
        return count(part)

    monkeypatch.setattr(copying, "_count", overtaken)
    with pytest.raises(StoreError, match="exists; --force"):
        copy_database(source, out, overwrite=False)
    assert out.read_text() == "precious"
    assert {path.name for path in tmp_path.iterdir()} == COPIED


@pytest.mark.skipif(getattr(os, "geteuid", lambda: 1)() != 0, reason="root becomes anybody")
async def test_the_age_of_the_last_copy_is_known_after_a_copy_by_root():
    """Root made one by hand; from then on the user who serves makes them."""
    with tempfile.TemporaryDirectory() as home:
        source, mark = Path(home, "referee.sqlite3"), Path(home, "referee.sqlite3-backup")
        await (await open_store(url(source))).close()
        copy_database(source, Path(home, "by hand"), overwrite=False)
        os.utime(mark, (0, 0))
        for path in (home, source):
            os.chown(path, SERVES, SERVES)
        os.seteuid(SERVES)
        try:
            copy_database(source, Path(home, "nightly"), overwrite=False)
        finally:
            os.seteuid(0)
        age = copying.age_of_copy(source, wall_clock)
        assert age is not None
        assert age < timedelta(minutes=5)


async def test_a_full_disk_leaves_no_half_copy(tmp_path, capsys):
    store = await open_store(url(tmp_path / "referee.sqlite3"))
    number = await store.open_match(ROOM, OPENED)
    turns = [TurnPlayed(START, Colour.FIRST, "E5" * 100) for _ in range(500)]
    await store.append(number, 1, turns)
    await store.close()
    with files_no_larger(65536):
        assert await backup("out.sqlite3") == 1
    assert "no backup was made: the disk" in capsys.readouterr().err
    assert {path.name for path in tmp_path.iterdir()} == {"referee.sqlite3"}


async def test_a_copy_holds_no_lease(tmp_path, monkeypatch):
    """A referee is at work on the database; whoever starts on its copy waits for nobody."""
    monkeypatch.setenv("DATABASE_URL", url(tmp_path / "referee.sqlite3"))
    store = await open_store(url(tmp_path / "referee.sqlite3"))
    far = Process("arena", "another machine", 7, "1")
    await Leases(store, RealTime(), wall_clock, far).acquire([Part("room")], pytest.fail)
    assert await backup("copy.sqlite3") == 0
    copied = await open_store(url(tmp_path / "copy.sqlite3"))
    assert await Leases(copied, RealTime(), wall_clock).acquire([Part("room")], pytest.fail) == {}
    await copied.close()
    await store.close()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid(), reason="root gives files away")
def test_a_copy_by_root_leaves_the_age_of_later_ones_known():
    """Root's mark can't be made younger by the user who serves, so that it is replaced."""
    with tempfile.TemporaryDirectory() as home:
        file, mark = Path(home, "referee.sqlite3"), Path(home, "referee.sqlite3-backup")
        file.touch()
        for name in ("alembic_version", "matches", "events"):
            with closing(sqlite3.connect(file)) as database:
                database.execute(f"CREATE TABLE {name} (id)")
        for path in (home, file):
            os.chown(path, 65534, 65534)
        copy_database(file, Path(home, "out"), overwrite=True)
        os.chown(Path(home, "out"), 65534, 65534)
        os.utime(mark, (0, 0))
        with rights_of(os.stat(home)):
            copy_database(file, Path(home, "out"), overwrite=True)
        age = copying.age_of_copy(file, wall_clock)
        assert age is not None
        assert age < timedelta(hours=1)


async def test_database_and_copies_are_for_their_owner_alone(tmp_path, monkeypatch):
    """Whatever the umask, and whatever the mode of the database by now."""
    file, mask = tmp_path / "referee.sqlite3", os.umask(0)
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{file}")
    try:
        store = await open_store(f"sqlite+aiosqlite:///{file}")
        await store.open_match(ROOM, OPENED)
        assert {name: mode(tmp_path, name) for name in os.listdir(tmp_path)} == {
            f"referee.sqlite3{end}": 0o600 for end in ("", "-shm", "-wal")
        }
        os.chmod(file, 0o644)
        assert await backup(tmp_path / "copy") == 0
        assert mode(tmp_path, "copy") == 0o600
        assert mode(tmp_path, "referee.sqlite3-backup") == 0o600
        await store.close()
    finally:
        os.umask(mask)


def mode(folder: Path, name: str) -> int:
    return stat.S_IMODE((folder / name).stat().st_mode)
