"""The commands of `docs/hosting.md`, typed one after another on a machine that forgets them."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from hosting.page import RESTORE, ROOT, TEXT, section, typed, unit, units

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
