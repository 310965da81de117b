"""Time as a process spent it: what it waited for a processor is the machine's, not the program's.

A test that says "within five seconds" is about the program. On a busy machine the same program
takes three times as long by the wall, and nearly all of that it stands in the kernel's queue. Linux
counts that wait for each thread (`/proc/PID/task/*/schedstat`); where it can't be read, nothing is
deducted.
"""

import asyncio
import contextlib
import os
from collections.abc import Awaitable
from datetime import timedelta
from pathlib import Path
from time import monotonic

GLANCE = 0.02
"""Seconds between two looks at a process that may end: after its end nothing can be read."""


class Stopwatch:
    """Runs from when it is made; `process` is the one whose waiting is deducted, else this one."""

    def __init__(self, process: int | None = None) -> None:
        self._process = os.getpid() if process is None else process
        self._begun, self._before = monotonic(), queued(self._process)
        self._queued = self._before

    def spent(self) -> timedelta:
        self._queued = max(self._queued, queued(self._process))
        return timedelta(seconds=monotonic() - self._begun - (self._queued - self._before))

    async def until(self, end: Awaitable[object]) -> timedelta:
        ending = asyncio.ensure_future(end)
        while not ending.done():
            self.spent()
            await asyncio.wait({ending}, timeout=GLANCE)
        ending.result()
        return self.spent()


async def own_sleep(seconds: float) -> None:
    """Sleeps until this process has had so much time, were the machine all its own."""
    watch = Stopwatch()
    while (left := seconds - watch.spent().total_seconds()) > 0:  # noqa: ASYNC110 - no event tells
        await asyncio.sleep(left)


def queued(process: int) -> float:
    return sum(waited for _, waited in _threads(process))


def busy_below(process: int) -> float:
    """Seconds that the children of a process, and theirs, have worked or waited for a processor."""
    busy = 0.0
    with contextlib.suppress(FileNotFoundError):
        for file in Path(f"/proc/{process}/task").glob("*/children"):
            with contextlib.suppress(OSError):
                for child in map(int, file.read_text().split()):
                    busy += sum(map(sum, _threads(child))) + busy_below(child)
    return busy


def _threads(process: int) -> list[tuple[float, float]]:
    found = []
    # The process, or one of its threads, may end at any moment.
    with contextlib.suppress(FileNotFoundError):
        for file in Path(f"/proc/{process}/task").glob("*/schedstat"):
            with contextlib.suppress(OSError, ValueError):
                worked, waited, _ = map(int, file.read_text().split())
                found.append((worked / 1e9, waited / 1e9))
    return found
