"""The referee as a process of its own: started, killed, stopped as SIGTERM does, frozen."""

import asyncio
import os
import signal
import sys
from datetime import timedelta
from pathlib import Path

from loopback import LoopbackDiscord
from stopwatch import Stopwatch

REPOSITORY = Path(__file__).parents[2]
STOPS_WITHIN = timedelta(seconds=5)


class RefereeProcess:
    """`python -m bot` on a loopback Discord; one at a time, on one database."""

    def __init__(self, discord: LoopbackDiscord, folder: Path) -> None:
        self.database = folder / "referee.sqlite3"
        self.log = folder / "referee.log"
        self.starts = 0
        self.broke_down: list[str] = []
        """How it ended where nobody ended it."""
        self._folder = folder
        self._environment = os.environ | {
            "DISCORD_TOKEN": discord.token,
            "DISCORD_API_URL": discord.api_url,
            "DISCORD_GATEWAY_URL": discord.gateway_url,
            "DATABASE_URL": f"sqlite+aiosqlite:///{self.database}",
            "PYTHONPATH": str(REPOSITORY),
            # Every start would compile everything anew otherwise.
            "PYTHONDONTWRITEBYTECODE": "",
            "PYTHONPYCACHEPREFIX": str(folder / "bytecode"),
            "LOG_LEVEL": "INFO",
        }
        self._process: asyncio.subprocess.Process | None = None

    @property
    def running(self) -> bool:
        """Whether there is a living process."""
        return self._process is not None and self._process.returncode is None

    async def start(self) -> None:
        """Starts it, and returns at once."""
        self.starts += 1
        with self.log.open("ab") as log:
            log.write(f"=== start {self.starts}\n".encode())
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", cwd=self._folder, env=self._environment,
                stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip

    async def kill(self) -> None:
        """Ends it without a word."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> timedelta:
        """Ends it as a deploy does; how long that took it, on a machine all its own."""
        assert self._process is not None
        return await Stopwatch(self._process.pid).until(self._end(signal.SIGTERM))

    async def freeze(self, length: timedelta) -> None:
        """Stops it in its tracks for a while, as a sleeping laptop does."""
        process = self._process
        if process is None or process.returncode is not None:
            return
        process.send_signal(signal.SIGSTOP)
        try:
            await asyncio.sleep(length.total_seconds())
        finally:
            if process.returncode is None:
                process.send_signal(signal.SIGCONT)

    async def _end(self, number: signal.Signals) -> None:
        assert self._process is not None
        if self._process.returncode is not None:
            self.broke_down.append(f"start {self.starts}: status {self._process.returncode}")
            return
        self._process.send_signal(number)
        if number is signal.SIGTERM:
            # A frozen process hears of it when it wakes.
            self._process.send_signal(signal.SIGCONT)
        await self._process.wait()
