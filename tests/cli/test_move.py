"""`referee move`: what is said of it, and that no password is among it."""

import asyncio
import re
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from handclock import HandClock
from storage.many import contents, execute, fill
from storage.postgres import WITH_POSTGRES, fresh_database
from storage.samples import url

from bot.__main__ import main
from bot.cli.live import LiveLine
from bot.cli.move import Progress
from bot.storage.store import open_store

ROOT = Path(__file__).parents[2]
PASSWORD = "hunter2secret"  # noqa: S105
TWO_AT_SIGNS = f"postgresql+asyncpg://x:{PASSWORD}@{PASSWORD}@h/n"


async def move(source: str, target: str) -> int:
    return await asyncio.to_thread(main, ["move", "--from", source, "--to", target])


@pytest.mark.thorough
async def test_move_says_how_far_it_is_and_what_to_do_next(tmp_path, capsys):
    source, target = url(tmp_path / "old"), url(tmp_path / "new")
    await fill(source, 8, 2)
    rows = {name: len(found) for name, found in (await contents(source)).items()}
    assert await move(source, target) == 0
    told = capsys.readouterr()
    count = f"{rows['events']:,}"
    assert f"Copying events: {count} of {count}\n" in told.err
    assert f"Comparing events: {count} of {count}\n" in told.err
    lines = told.out.splitlines()
    assert lines[0].startswith(
        "Moved. Every row was read back; the rows and checksums of all tables"
    )
    assert set(lines[1:-3]) == {f"{name} {number:,}" for name, number in rows.items()}
    assert lines[-3:] == [
        "Now set this, and start the referee:",
        f"DATABASE_URL={target}",
        "The old database is as it was. Keep it until you are sure (docs/scaling.md).",
    ]


@WITH_POSTGRES
async def test_the_password_is_not_shown(tmp_path, capsys):
    await fill(url(tmp_path / "old"), 6, 1)
    async with fresh_database() as address:
        target = re.sub("//([^:@]+)@", rf"//\1:{PASSWORD}@", address)
        assert PASSWORD in target
        assert await move(url(tmp_path / "old"), target) == 0
        told = capsys.readouterr()
        assert f"DATABASE_URL={target.replace(PASSWORD, '***')}\n" in told.out
        assert await move(url(tmp_path / "old"), target) == 1
        assert await move(target, target) == 1
        told_then = capsys.readouterr()
        assert "--from and --to are the same database" in told_then.err
    assert PASSWORD not in told.out + told.err + told_then.out + told_then.err


@pytest.mark.parametrize(
    ("source", "target", "words"),
    [
        ("nonsense", "new", "referee: --from can't be used: write sqlite+aiosqlite:///file or"),
        ("none", "new", "referee: --from: there is no database "),
        ("old", "old", "--from and --to are the same database"),
        ("old", "full", "--to holds something already (rows: events 195, "),
        ("old", "no/new", "--to: there is no folder"),
        (
            "older",
            "new",
            "--from: the database is from before the first release (schema 0003): start",
        ),
        ("old", TWO_AT_SIGNS, "referee: --to has more than one @: write %40"),
        ("old", f"postgresql+asyncpg://x:{PASSWORD}@127.0.0.1:1/n", "--to: the database can't be"),
    ],
)
async def test_why_not_is_told_in_plain_words(tmp_path, capsys, source, target, words):
    await fill(url(tmp_path / "old"), 6, 1)
    await fill(url(tmp_path / "full"), 6, 1)
    await (await open_store(url(tmp_path / "older"))).close()
    await execute(url(tmp_path / "older"), "UPDATE alembic_version SET version_num = '0003'")

    def full(name: str) -> str:
        return name if name == "nonsense" or ":" in name else url(tmp_path / name)

    assert await move(full(source), full(target)) == 1
    told = capsys.readouterr()
    assert words in told.err
    assert told.out == ""
    assert PASSWORD not in told.err


async def test_move_tells_of_a_missing_extra_for_postgresql(tmp_path, capsys, monkeypatch):
    await fill(url(tmp_path / "old"), 6, 1)
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    assert await move(url(tmp_path / "old"), "postgresql+asyncpg://r@127.0.0.1/none") == 1
    assert "needs the package asyncpg" in capsys.readouterr().err


INTERRUPTED = """
import os, signal, sys
# A run of tests in the background passes on that Ctrl-C is to be ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
from bot.cli import move
from bot.__main__ import main
say = move.Progress.tell
def tell(self, line, is_whole):
    say(self, line, is_whole)
    if " events" in line:
        os.kill(os.getpid(), signal.SIGINT)
move.Progress.tell = tell
sys.exit(main(["move", "--from", sys.argv[1], "--to", sys.argv[2]]))
"""


@pytest.mark.thorough
async def test_stopped_by_hand_it_says_how_to_go_on(tmp_path, capsys):
    """Ctrl-C is no breakdown; nobody starts on the half, and the same command does all of it."""
    source, target = url(tmp_path / "old"), url(tmp_path / "new")
    await fill(source, 6, 1)
    command = (sys.executable, "-c", INTERRUPTED, source, target)
    ran = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    _, told = await ran.communicate()
    assert ran.returncode == 1
    assert told.decode().endswith(
        "referee: stopped. No referee starts on what was copied: the same command empties it and "
        "begins anew.\n"
    )
    assert await move(source, target) == 0
    assert "An unfinished copy of this database is there" in capsys.readouterr().err
    assert await contents(target) == await contents(source)


def test_within_a_long_table_it_speaks_every_five_seconds():
    """A line for each of ten thousand pages would hide the others."""

    said: list[str] = []
    clock = HandClock()
    progress = Progress(said.append, LiveLine("", None), clock)
    for page in range(1, 13):
        clock.advance(timedelta(seconds=1))
        progress.tell(f"Copying events: {page * 500:,} of 6,000", page == 12)
    assert said == [
        "Copying events: 2,500 of 6,000",
        "Copying events: 5,000 of 6,000",
        "Copying events: 6,000 of 6,000",
    ]
