"""The units of `docs/hosting.md`: systemd takes them, and the referee works within them."""

import asyncio
import os
import shlex
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing, nullcontext
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url
from storage import postgres, server
from storage.kept import sqlite
from venues.room.process import ROOT, ask, referee
from venues.room.visitor import FORM, Visitor, at_the_room, browser

from hosting import confined
from hosting.page import INSTALLED, Unit, unit, units

WEEK = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def systemd(*words: str) -> "subprocess.CompletedProcess[str]":
    """What `systemd-analyze` says; the test is skipped where it is missing."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd-analyze here")
    return subprocess.run(
        ["systemd-analyze", *words], capture_output=True, text=True, timeout=60, check=False
    )


def written(unit: Unit, folder: Path) -> Path:
    file = folder / unit.name
    file.write_text(unit.text.replace(INSTALLED, "/bin/true"))
    return file


def test_the_page_has_a_unit_for_the_referee_and_two_for_each_way_of_copying() -> None:
    assert [one.name for one in units()] == [
        "referee.service",
        "referee-backup.timer",
        "referee-backup.service",
        "referee-backup.service",
    ]


@pytest.mark.parametrize("one", units(), ids=lambda one: one.name)
def test_systemd_takes_each_unit(one: Unit, tmp_path: Path) -> None:
    written(unit("referee-backup.service", "referee backup"), tmp_path)
    done = systemd("verify", str(written(one, tmp_path)))
    said = [line for line in done.stderr.splitlines() if "referee" in line]
    assert (done.returncode, said) == (0, [])


def test_the_time_of_the_copy_comes_every_day() -> None:
    (when,) = unit("referee-backup.timer").values("OnCalendar")
    done = systemd("calendar", "--iterations=3", "--base-time=2026-11-24 12:00:00 UTC", when)
    assert done.returncode == 0, done.stderr
    assert all(f"2026-11-{day} 04:10:00" in done.stdout for day in (25, 26, 27)), done.stdout


@pytest.mark.parametrize("of", ["", "referee backup", "docker compose"])
def test_little_is_left_to_whoever_breaks_in(tmp_path: Path, of: str) -> None:
    """systemd's own measure, from 0 to 100: below 25, where a bare unit has 96."""
    file = written(unit(f"referee{'-backup' if of else ''}.service", of), tmp_path)
    done = systemd("security", "--offline=true", "--threshold=25", str(file))
    assert done.returncode == 0, done.stdout[-200:]


def calls(group: str) -> set[str]:
    found: set[str] = set()
    for line in systemd("syscall-filter", "--no-pager", group).stdout.splitlines():
        word = line.strip()
        if word.startswith("@") and word != group:
            found |= calls(word)
        elif word and word[0] not in "@#":
            found.add(word)
    return found


@pytest.mark.real_time
async def test_the_referee_works_within_the_calls_that_its_unit_leaves_it(tmp_path: Path) -> None:
    """A match against the partner, which thinks in a process of its own; a copy; a stop."""
    allowed, taken = unit("referee.service").values("SystemCallFilter")
    names = calls(allowed) - calls(taken.removeprefix("~"))
    assert len(names) > 200
    within = [sys.executable, confined.__file__, ",".join(sorted(names))]
    tried = subprocess.run([*within, "true"], capture_output=True, check=False)  # noqa: ASYNC221
    if tried.returncode:
        pytest.skip("system calls can't be kept back here")
    # That it holds: `chroot` is none of them.
    kept = "import os; os.chroot('/')"
    tried = subprocess.run([*within, sys.executable, "-c", kept], capture_output=True, check=False)  # noqa: ASYNC221
    assert b"PermissionError" in tried.stderr
    with referee(tmp_path, within=within) as running:
        async with browser() as session:
            form = FORM | {"two": {"name": "", "colour": "blue", "level": "steady"}}
            asked = {"json": form, "headers": {"Origin": running.address}}
            async with session.post(f"{running.address}/rooms", **asked) as made:
                answer = await made.json()
            socket = await at_the_room(session, running.address, answer["room"])
            await socket.send_json(
                {"type": "hello", "tokens": [answer["tokens"]["one"]], "after": 0}
            )
            ann = Visitor(socket, count())
            await ann.act("ready")
            await ann.say("F6")
            # The partner has answered.
            assert (await ann.line("Blue played"))["picture"]
        for words in (("health",), ("backup", str(tmp_path / "copy.sqlite3"))):
            done = await asyncio.to_thread(ask, running, *words)
            assert done.returncode == 0, done.stdout + done.stderr
    assert running.process.returncode == 0
    assert "Traceback" not in (tmp_path / "referee.log").read_text()


def day() -> str:
    return WEEK[datetime.now(UTC).weekday()]


@pytest.mark.parametrize("at_work", [False, pytest.param(True, marks=pytest.mark.thorough)])
def test_each_night_s_copy_is_a_file_for_that_day(tmp_path: Path, at_work: bool) -> None:
    service = unit("referee-backup.service", "referee backup")
    (folder,) = service.values("WorkingDirectory")
    assert [folder] == unit("referee.service").values("WorkingDirectory")
    command = service.command.replace(INSTALLED, f"{sys.executable} -m bot")
    environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "TZ": "UTC", "LC_ALL": "C"}
    environment["DATABASE_URL"] = "sqlite+aiosqlite:///referee.sqlite3"
    sqlite(tmp_path / "referee.sqlite3")
    with referee(tmp_path) if at_work else nullcontext():
        today = {day()}
        for _ in range(2):
            subprocess.run(shlex.split(command), cwd=tmp_path, env=environment, check=True)
        today.add(day())
    (copy,) = (tmp_path / "backups").iterdir()
    assert copy.stem in today
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.postgres
async def test_the_copy_of_the_container_s_database_can_be_read(tmp_path: Path) -> None:
    """The same command, with a `docker` that runs what it is given by itself."""
    programs = server.programs()
    if programs is None:
        pytest.skip("no pg_dump here")
    docker = tmp_path / "docker"
    docker.write_text(
        '#!/bin/sh\n[ "$*" != "${*#compose exec -T database }" ] && shift 4 && "$@"\n'
    )
    docker.chmod(0o755)
    path = f"{tmp_path}:{programs}:/usr/bin:/bin"
    command = unit("referee-backup.service", "docker compose").command
    async with postgres.fresh_database(with_tables=True) as address:
        url = make_url(address)
        assert "--username=referee referee " in command
        command = command.replace(
            "--username=referee referee ", f"--username={url.username} {url.database} "
        ).replace("/var/lib/referee", str(tmp_path))
        there = {"PGHOST": url.host or "", "PGPORT": str(url.port or 5432)}
        environment = os.environ | there | {"PATH": path, "PGPASSWORD": url.password or ""}
        for _ in range(2):
            subprocess.run(shlex.split(command), env=environment, check=True)  # noqa: ASYNC221
        (copy,) = (tmp_path / "backups").iterdir()
        listing = ["pg_restore", "--list", str(copy)]
        listed = subprocess.run(listing, env=environment, capture_output=True, check=True)  # noqa: ASYNC221
    assert copy.suffix == ".dump"
    assert b"TABLE DATA public events" in listed.stdout
    assert b"TABLE DATA public leases" not in listed.stdout
