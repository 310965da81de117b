"""The referee as a process of its own: started, killed, stopped as SIGTERM does, made to stall."""

import asyncio
import os
import signal
import sys
from datetime import timedelta
from pathlib import Path
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
