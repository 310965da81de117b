"""`docs/hosting.md` followed: systemd takes its units, its commands are typed one after another."""

import asyncio
import os
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, nullcontext
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest
import yaml
from sqlalchemy.engine import make_url
from storage import postgres, server
from storage.kept import sqlite
from venues.room.process import ask, referee
from venues.room.visitor import FORM, Visitor, at_the_room, browser

from hosting import confined
from hosting.page import INSTALLED, RESTORE, ROOT, TEXT, Unit, section, typed, unit, units

WEEK = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def systemd(*words: str) -> "subprocess.CompletedProcess[str]":
    """What `systemd-analyze` says; the test is skipped where it is missing."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd-analyze here")
    return subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, check=False)


def written(unit: Unit, folder: Path) -> Path:
    file = folder / unit.name
    file.write_text(unit.text.replace(INSTALLED, "/bin/true"))
    return file


def test_the_page_has_a_unit_for_the_referee_and_two_for_each_way_of_copying() -> None:
    assert [one.name for one in units()] == [
        "referee.service", "referee-backup.timer", "referee-backup.service",
        "referee-backup.service",
    ]  # fmt: skip


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
            tokens = [answer["tokens"]["one"]]
            await socket.send_json({"type": "hello", "tokens": tokens, "after": 0})
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


ALONE = ["unshare", "--mount", "--mount-proc", "--pid", "--fork", "--kill-child"]
"""What is started within it ends with it."""
FORGETS = """
set -e
mount --make-rprivate /
mount -t tmpfs tmpfs "$1/upper"
for place in etc opt usr/local/bin var/lib; do
  mkdir -p "$1/upper/$place/files" "$1/upper/$place/work"
  layers="lowerdir=/$place,upperdir=$1/upper/$place/files,workdir=$1/upper/$place/work"
  mount -t overlay -o "$layers" overlay "/$place"
done
exec sh -ex "$1/typed.sh"
"""
"""A namespace in which what is written to these folders is gone afterwards."""
SYSTEMCTL = """
cd /var/lib/referee
case "$*" in
  "enable --now referee")
    referee & echo $! >/var/lib/number
    until referee health; do sleep 0.1; done
    # The unit's user is not whose these tests are.
    chown -R referee:referee . ;;
  "stop referee") kill $(cat /var/lib/number); while referee health; do sleep 0.1; done ;;
  "start referee-backup.service") {backup} ;;
esac
"""
STAND_INS = {
    # What is somebody else's is left alone.
    **dict.fromkeys(("apt-get", "docker", "journalctl"), "exit 0"),
    # Whoever edits the settings sees that the port is free.
    "nano": 'case "$1" in *.env) sed -i "s/^WEB_PORT=.*/WEB_PORT=0/" "$1" ;; esac',
    "systemctl": SYSTEMCTL,
    "git": 'case "$1" in clone) mkdir -p "$3"; cp -R {copied} "$3" ;; esac',
    # The real one says what it would do; what that brings is the referee of these tests.
    "make": '/usr/bin/make -n "$@" && mkdir -p "$2/.venv/bin" && cp {referee} "$2/.venv/bin"',
    # The user is there; the files of these tests may be root's alone.
    "runuser": 'id "$2" && shift 3 && "$@"',
}
COPIED = (".env.example", "Makefile", ".ci", "requirements.lock", "pyproject.toml", "compose.yaml")
Run = Callable[..., str]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    stubs, referee = tmp_path / "stubs", tmp_path / "referee"
    (tmp_path / "upper").mkdir()
    stubs.mkdir()
    referee.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m bot "$@"\n')
    places = {
        "copied": " ".join(str(ROOT / name) for name in COPIED),
        "referee": str(referee),
        "backup": unit("referee-backup.service", "referee backup").command,
    }
    for name, does in STAND_INS.items():
        text = re.sub(r"(?<!\$)\{(\w+)\}", lambda place: places[place[1]], does)
        (stubs / name).write_text(f"#!/bin/sh\n{text}\n")
    for file in (referee, *stubs.iterdir()):
        file.chmod(0o755)
    path = f"{stubs}:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    environment = {"PATH": path, "PYTHONDONTWRITEBYTECODE": "1", "LC_ALL": "C"}

    def commands(*lines: str) -> "subprocess.CompletedProcess[str]":
        (tmp_path / "typed.sh").write_text("\n".join(lines))
        return subprocess.run(
            [*ALONE, "sh", "-c", FORGETS, "sh", str(tmp_path)],
            env=environment, cwd="/", capture_output=True, text=True, timeout=300, check=False,
        )  # fmt: skip

    if commands("true").returncode:
        pytest.skip("no folders that forget can be made here")

    def run(*lines: str) -> str:
        done = commands(*lines)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


@pytest.mark.real_time
def test_the_way_with_systemd_leads_to_a_referee_of_which_nothing_is_missing(run: Run) -> None:
    said = run(
        *typed(section(4)),
        *(line for line in typed(section(5)) if not line.startswith("scp ")),
        *typed(section(6).partition("With systemd:")[2]),
        "cd /var/lib/referee",
        *re.findall(r"`(runuser [^`]+)`", section(7)),
        "mv backups/*day.sqlite3 backups/Monday.sqlite3",
        *typed(RESTORE.partition("In Docker")[0]),
        "stat -c '%U %a %n' /var/lib/referee /var/lib/referee/.env /var/lib/referee/*3",
    )
    # Before the start, before an update, after it, and with a copy in the database's place.
    assert said.count("✓ Settings: read.") == 4
    assert said.count("the database is looked at as referee") == 4
    assert "referee 600 /var/lib/referee/referee.sqlite3\n" in said
    assert "✗" not in said
    assert "referee 700 /var/lib/referee\n" in said
    assert "referee 600 /var/lib/referee/.env\n" in said
    assert len(re.findall(r"\w+day\.sqlite3: 0 matches", said)) == 2
    assert re.search(r"-rw\S+ 1 .* \w+day\.sqlite3", said)
    assert "referee: on duty" in said


@pytest.mark.real_time
def test_the_way_with_docker_keeps_the_settings_to_oneself(run: Run) -> None:
    with_docker = section(6).partition("With Docker:")[2].partition("With systemd:")[0]
    said = run(
        *typed(section(3)),
        *(line for line in typed(with_docker) if not line.startswith("systemctl")),
        "stat -c '%a %n' /opt/referee/.env",
    )
    assert said == "600 /opt/referee/.env\n"


def test_docker_s_commands_are_about_services_that_are_there() -> None:
    services = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]
    image = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    told = re.findall(r"docker compose (?:exec (?:-T )?|logs (?:--since \w+ )?)(\w+)", TEXT)
    assert set(told) == {"bot", "database"} < set(services)
    for program in re.findall(r"exec bot (\S+)", TEXT):
        assert f'ENTRYPOINT ["{program}"]' in image
    profiles = set(re.findall(r"(?:COMPOSE_PROFILES=|--profile )(\w+)", TEXT))
    assert list(profiles) == services["web"]["profiles"]


def test_every_unit_that_is_started_has_a_file_on_the_page() -> None:
    there = {one.name for one in units()}
    told = re.findall(r"systemctl (?:enable --now|start|restart|status|reload) ([\w.-]+)", TEXT)
    told += re.findall(r"journalctl --unit (\w+)", TEXT)
    assert len(told) > 5
    assert {one if "." in one else f"{one}.service" for one in told} - there == {"caddy.service"}


def test_packages_of_debian_are_those_of_the_readme() -> None:
    (packages,) = re.findall(r"apt-get install --yes (git .+)", section(4))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (told,) = re.findall(r"apt-get install ([^`]*git[^`]*)`", readme)
    assert set(told.split()) == set(packages.split())
