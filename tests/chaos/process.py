"""The referee as a process of its own, and those in which its sparring partner thinks."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from random import Random
from time import monotonic

from stopwatch import Stopwatch

from chaos.timesheet import Marks

REPOSITORY = Path(__file__).parents[2]
STOPS_WITHIN = timedelta(seconds=5)
OURS = (
    "DISCORD", "SHARD", "NODEBB", "DISCOURSE", "FORUM", "ROOM", "WATCH", "METRICS", "LOG",
    "DATABASE",
)  # fmt: skip
"""Settings of whoever runs the tests are not the referee's here."""


class RefereeProcess:
    """`python -m bot` on one database; one process at a time."""

    def __init__(
        self,
        folder: Path,
        settings: dict[str, str],
        arguments: tuple[str, ...] = (),
        code: Path = REPOSITORY,
    ) -> None:
        self.log = folder / "referee.log"
        self.starts = 0
        self.broke_down: list[str] = []
        """How it ended where nobody ended it."""
        self._folder = folder
        self._arguments = arguments
        kept = {key: text for key, text in os.environ.items() if not key.startswith(OURS)}
        self.environment = kept | settings | {
            "PYTHONPATH": str(code),
            # Every start would compile everything anew otherwise.
            "PYTHONDONTWRITEBYTECODE": "",
            "PYTHONUNBUFFERED": "1",
            "LOG_LEVEL": "INFO",
        }  # fmt: skip
        self._process: asyncio.subprocess.Process | None = None
        self._log_begins = 0

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None and self.running else None

    @property
    def last_words(self) -> str:
        with self.log.open("rb") as log:
            log.seek(self._log_begins)
            return log.read().decode(errors="replace").rstrip().rpartition("\n")[2]

    async def start(self) -> None:
        self.starts += 1
        with self.log.open("ab") as log:
            self._log_begins = log.tell()
            log.write(f"=== start {self.starts}\n".encode())
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", *self._arguments,
                cwd=self._folder, env=self.environment,
                stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip

    async def kill(self) -> bool:
        """Ends it without a word; False if it had ended by itself."""
        return await self._end(signal.SIGKILL)

    async def stop(self) -> timedelta:
        """Ends it as a deploy does; how long that took it, on a machine all its own.

        What it asked of the venue, and waited for because this process had to, is deducted too.
        """
        begun, ours = monotonic(), Stopwatch()
        took = await Stopwatch(self._process.pid).until(self._end(signal.SIGTERM))
        return took + ours.spent() - timedelta(seconds=monotonic() - begun)

    async def stall(self, length: timedelta, marks: Marks) -> None:
        """Stops it in its tracks for a while, as a sleeping laptop does, unless it is killed."""
        process = self._process
        if process is None or process.returncode is not None:
            return
        process.send_signal(signal.SIGSTOP)
        marks.begin()
        try:
            await asyncio.wait(
                {asyncio.ensure_future(process.wait())}, timeout=length.total_seconds()
            )
        finally:
            marks.end()
            if process.returncode is None:
                process.send_signal(signal.SIGCONT)

    async def _end(self, number: signal.Signals) -> bool:
        if self._process.returncode is not None:
            self.broke_down.append(f"start {self.starts}: status {self._process.returncode}")
            return False
        self._process.send_signal(number)
        if number is signal.SIGTERM:
            # One that stands still hears of it when it goes on.
            self._process.send_signal(signal.SIGCONT)
        await self._process.wait()
        return True


MODULE = b"bot.desk.thinking_process"
LEAVES_WITHIN = 10.0
LOOK = 0.1
MOST_KILLED = 2
"""Of one referee: the third that dies of the same question would be given up, and rightly so."""


class Thinkers:
    """The processes that think, found from outside by the folder in which they work.

    Each is killed with `kill -9` now and then, which must cost no ruling, and when its referee is
    gone it has to go as well.
    """

    def __init__(self, folder: Path, process: RefereeProcess, dice: Random) -> None:
        self.killed = 0
        self._folder = folder.resolve()
        self._process = process
        self._dice = dice

    async def rage(self) -> None:
        """Kills some of them, mostly while they start for a question, until cancelled."""
        referee, of_this_one, known = None, 0, set[int]()
        while True:
            await asyncio.sleep(LOOK)
            if self._process.pid != referee:
                referee, of_this_one = self._process.pid, 0
            for one in self._children(referee):
                if one not in known and of_this_one < MOST_KILLED and self._dice.random() < 0.6:
                    await asyncio.sleep(self._dice.uniform(0.0, 0.5))
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(one, signal.SIGKILL)
                        self.killed, of_this_one = self.killed + 1, of_this_one + 1
                known.add(one)

    async def leave(self) -> list[int]:
        for _ in range(int(LEAVES_WITHIN / LOOK)):
            if not list(self.alive()):
                break
            await asyncio.sleep(LOOK)
        return list(self.alive())

    def alive(self) -> Iterator[int]:
        for one in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if (one / "cwd").resolve() == self._folder and _thinks(one):
                    yield int(one.name)

    def _children(self, referee: int | None) -> Iterator[int]:
        # The referee, or one of its threads, may end at any moment.
        with contextlib.suppress(OSError):
            for one in Path(f"/proc/{referee}/task").glob("*/children"):
                for child in one.read_text().split():
                    if _thinks(Path("/proc") / child):
                        yield int(child)


def _thinks(process: Path) -> bool:
    return MODULE in (process / "cmdline").read_bytes().split(b"\0")
