"""A PostgreSQL for one run of the tests, where `REFEREE_TEST_POSTGRES` names none.

It is started by the first test that asks for it, in a folder of its own, on a free loopback port.
The processes of a run share it; the one that began the run ends it, by its id. The programs are
those of the system, or else those that the package `pgserver` brings along.
"""

import contextlib
import fcntl
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from ports import free_port

FOLDER = "REFEREE_TEST_POSTGRES_FOLDER"
"""The setting by which the processes of a run know where their server is, or is to be."""
_ENDED_WITHIN = 30.0
_WATCH = """
while kill -0 "$0" 2>/dev/null; do sleep 2; done
kill -INT $(head -qn 1 "$1"/*/postmaster.pid 2>/dev/null) 2>/dev/null && sleep 5
rm -rf "$1"
"""
"""Ends the servers of a folder where the run was killed, and so could not."""
NEW = ("-A", "trust", "-U", "referee", "-E", "UTF8", "-N")
"""How a database's files are made."""
OPTIONS = (
    # What is kept need not survive the machine.
    "-c fsync=off -c full_page_writes=off -c max_connections=200 -c listen_addresses=127.0.0.1"
)


def programs() -> Path | None:
    """The folder of PostgreSQL's programs; None where there are none."""
    folders = [*Path("/usr/lib/postgresql").glob("*/bin")]
    folders.sort(key=lambda folder: [int(part) for part in folder.parent.name.split(".")])
    package = importlib.util.find_spec("pgserver")
    if package is not None and package.submodule_search_locations:
        folders.insert(0, Path(package.submodule_search_locations[0]) / "pginstall" / "bin")
    return next((one for one in reversed(folders) if (one / "initdb").exists()), None)


def begin() -> None:
    """Says where this run's server would be."""
    os.environ[FOLDER] = tempfile.mkdtemp(prefix="referee-postgres-")
    (Path(os.environ[FOLDER]) / "run").write_text(str(os.getpid()))


def end() -> None:
    """Ends the server of the run that this process began, if one was started."""
    folder = Path(os.environ.pop(FOLDER))
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        process = int((folder / "data" / "postmaster.pid").read_text().split("\n")[0])
        os.kill(process, signal.SIGINT)
        until = time.monotonic() + _ENDED_WITHIN
        while (folder / "data" / "postmaster.pid").exists() and time.monotonic() < until:
            time.sleep(0.05)
    shutil.rmtree(folder, ignore_errors=True)


def address() -> str:
    """The address of this run's server, which is started if it is not."""
    folder = Path(os.environ[FOLDER])
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        known = folder / "address"
        if not known.exists():
            known.write_text(_start(folder))
            watch(folder, (folder / "run").read_text())
        return known.read_text()


def _start(folder: Path) -> str:
    found, port = installed(folder), free_port()
    data, log = str(folder / "data"), str(folder / "log")
    run(folder, found / "initdb", "-D", data, *NEW)
    options = f"{OPTIONS} -c synchronous_commit=off -p {port} -k {folder}"
    run(folder, found / "pg_ctl", "-D", data, "-w", "-l", log, "-o", options, "start")
    return f"postgresql+asyncpg://referee@127.0.0.1:{port}/postgres"


def installed(folder: Path) -> Path:
    """The programs, for a server in a folder, which is given to the user that it runs as."""
    found, user = programs(), _user()
    assert found is not None
    if user is not None:
        # The server does not run as root, and its user may not reach what root has installed.
        if not found.is_relative_to("/usr"):
            found = _copied(found, folder / "installed")
        shutil.chown(folder, user)
        folder.chmod(0o755)
    return found


def watch(folder: Path, run: str) -> None:
    """Ends the servers in a folder, and removes it, where the run of that number was killed."""
    command = ("sh", "-c", f"({_WATCH}) &", run, str(folder))
    nothing = subprocess.DEVNULL
    subprocess.run(
        command, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True, check=True
    )


def _copied(found: Path, to: Path) -> Path:
    """The programs of the package where everybody can read them, and what they need beside it."""
    installed = found.parent
    shutil.copytree(installed, to / installed.parent.name / installed.name)
    libraries = installed.parent.with_suffix(".libs")
    if libraries.exists():
        shutil.copytree(libraries, to / libraries.name)
    return to / installed.parent.name / installed.name / "bin"


def run(folder: Path, *words: str | Path) -> None:
    user, other = _user(), dict[str, Any]()
    if user is not None:
        other = {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}
    # Not a pipe: the server would keep it open.
    with (folder / "said").open("w") as said:
        ran = subprocess.run(words, cwd=folder, stdout=said, stderr=said, check=False, **other)
    if ran.returncode:
        raise RuntimeError(f"{words[0]} failed: {(folder / 'said').read_text()}")


def _user() -> str | None:
    """Whom the server runs as; None for whoever runs the tests."""
    if os.getuid() != 0:
        return None
    names = {one.pw_name for one in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in names)
