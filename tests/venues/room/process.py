"""The referee as a process of its own, on a free port of 127.0.0.1."""

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from loopback.bell import LONGEST
from stopwatch import Stopwatch

ROOT = Path(__file__).parents[3]


@dataclass(frozen=True)
class Running:
    process: "subprocess.Popen[str]"
    address: str
    command: list[str]
    environment: dict[str, str]


@contextlib.contextmanager
def referee(
    folder: Path,
    port: str = "0",
    descriptors: int | None = None,
    database: str = "",
    within: Sequence[str] = (),
    **settings: str,
) -> Iterator[Running]:
    """Starts `referee` in a folder, where its database is, and ends it afterwards.

    `descriptors` is how many files the system lets it have open, `within` the command that starts
    it, such as one that makes a namespace; `settings` are further ones.
    """
    command = [*within, sys.executable, "-m", "bot"]
    if descriptors is not None:
        command = ["sh", "-c", f'ulimit -n {descriptors}; exec "$@"', "sh", *command]
    ours = ("DISCORD", "ROOM", "WEB")
    kept = {key: value for key, value in os.environ.items() if not key.startswith(ours)}
    environment = kept | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    own = f"sqlite+aiosqlite:///{folder / 'referee.sqlite3'}"
    environment |= {"DATABASE_URL": database or own} | settings
    with (folder / "referee.log").open("a") as log:
        process = subprocess.Popen(
            [*command, "--port", port],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
        try:
            yield Running(process, _address(process, folder), command, environment)
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
            process.communicate(timeout=LONGEST.total_seconds())


def ask(running: Running, *words: str, **settings: str) -> "subprocess.CompletedProcess[str]":
    """Runs a command with the settings of a referee that runs, but for some."""
    environment, limit = running.environment | settings, LONGEST.total_seconds()
    command = [*running.command, *words]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=limit, check=False
    )


async def stopped(running: Running, sign: signal.Signals = signal.SIGINT) -> timedelta:
    """Tells a referee to stop; how long it takes, which the stopwatch counts."""
    watch = Stopwatch(running.process.pid)
    running.process.send_signal(sign)
    return await watch.until(asyncio.to_thread(running.process.wait, LONGEST.total_seconds()))


def _address(process: "subprocess.Popen[str]", folder: Path) -> str:
    assert process.stdout is not None
    for line in process.stdout:
        found = re.search(r"https?://\S+", line)
        if found is not None:
            return found[0]
    raise AssertionError((folder / "referee.log").read_text())
