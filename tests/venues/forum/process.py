"""The referee as a process of its own."""

import asyncio
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path

from loopback_forums import LoopbackForum

REPOSITORY = Path(__file__).parents[3]


class Process:
    """`python -m bot` on forums that are named by their settings."""

    def __init__(self, settings: Mapping[str, str], folder: Path) -> None:
        self.log = folder / "referee.log"
        self._environment = os.environ | dict(settings)
        self._environment |= {
            "FORUM_EVERY": "1s",
            "DATABASE_URL": f"sqlite+aiosqlite:///{folder / 'referee.sqlite3'}",
            "PYTHONPATH": str(REPOSITORY),
            "PYTHONPYCACHEPREFIX": str(folder / "bytecode"),
            "LOG_LEVEL": "DEBUG",
        }
        self._folder = folder
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", cwd=self._folder, env=self._environment,
                stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip

    async def logged(self, words: str) -> None:
        for _ in range(600):
            if self.log.exists() and words in self.log.read_text(encoding="utf-8"):
                return
            await asyncio.sleep(0.1)
        raise AssertionError(self.log.read_text(encoding="utf-8"))

    def kill(self) -> None:
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGKILL)

    async def stop(self) -> None:
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGTERM)
        await self._process.wait()

    async def ended(self) -> None:
        await self._process.wait()


def settings_of(forum: LoopbackForum) -> dict[str, str]:
    return {
        name.upper(): str(value[0]) if isinstance(value, tuple) else str(value)
        for name, value in forum.settings().items()
    }
