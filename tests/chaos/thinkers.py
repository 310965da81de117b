"""The processes in which the sparring partner thinks: found from outside, and killed.

Each belongs to a referee; it is killed with `kill -9` now and then, which must cost no ruling, and
when its referee is gone it has to go as well.
"""

import asyncio
import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random

from chaos.process import RefereeProcess

MODULE = b"bot.desk.thinking_process"
LEAVES_WITHIN = 10.0
LOOK = 0.1
MOST_KILLED = 2
"""Of one referee: the third that dies of the same question would be given up, and rightly so."""


class Thinkers:
    """Those that work in one folder."""

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
