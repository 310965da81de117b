"""What is done to the machine under the referee: the store fails, the process stands still. Seeded.

Nothing is pretended. A lock is another connection in the middle of writing; a full disk is a small
file system of its own (or, without the right to mount one, a limit that the kernel enforces); a cut
connection is a network that loses everything.
"""

from __future__ import annotations

import asyncio
import contextlib
import resource
import shutil
import sqlite3
import subprocess
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Protocol

from storage.postgres import Network

from chaos.process import RefereeProcess
from chaos.timesheet import Marks, Timesheet

ROOM = 2 * 1024 * 1024 * 1024
"""Of a small file system that is not full; it takes only what is used, such as 36 kB a picture."""
FILLINGS, PAGE = 20, 4096
NOTICED = timedelta(seconds=12)
"""A store that can't be written is noticed by the next heartbeat that fails."""
NOTICED_ON_SERVER = timedelta(seconds=25)
Fault = Callable[[Random, float, Marks], Awaitable[None]]
"""Fails for so many seconds, and marks from when to when."""


class Store(Protocol):
    """A database that fails in several ways, by name; `noticed` is after how long at the latest."""

    noticed: timedelta
    faults: dict[str, Fault]


class SqliteStore:
    """A file, on a file system of its own where that is allowed."""

    noticed = NOTICED

    def __init__(self, file: Path, process: RefereeProcess) -> None:
        self._file = file
        self._process = process
        self.mounted = False
        self.faults = {"locked": self._locked, "slow": self._slow, "full": self._full}

    @contextlib.contextmanager
    def mount(self) -> Iterator[SqliteStore]:
        """Mounts a small file system for the file; without the right to, there is none."""
        folder = self._file.parent
        folder.mkdir(exist_ok=True)
        asked = ["mount", "-t", "tmpfs", "-o", f"size={ROOM}", "referee-chaos", str(folder)]
        done = subprocess.run(asked, check=False, capture_output=True)
        self.mounted = done.returncode == 0
        try:
            yield self
        finally:
            if self.mounted:
                kept = self._file.read_bytes() if self._file.exists() else b""
                subprocess.run(["umount", "--lazy", str(folder)], check=False)
                self._file.write_bytes(kept)

    async def _locked(self, _: Random, seconds: float, marks: Marks) -> None:
        async with held(self._file):
            await marks.last(seconds)

    async def _slow(self, dice: Random, seconds: float, marks: Marks) -> None:
        marks.begin()
        left = seconds
        while left > 0:
            moment = dice.uniform(0.1, 1.2)
            async with held(self._file):
                await asyncio.sleep(moment)
            await asyncio.sleep(dice.uniform(0.05, 0.4))
            left -= moment
        marks.end()

    async def _full(self, _: Random, seconds: float, marks: Marks) -> None:
        with self._filled():
            await marks.last(seconds)

    @contextlib.contextmanager
    def _filled(self) -> Iterator[None]:
        if self.mounted:
            self._fill()
            try:
                yield
            finally:
                self._resize(ROOM)
            return
        pid = self._process.pid
        if pid is None:
            yield
            return
        _, most = resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
        try:
            yield
        finally:
            with contextlib.suppress(ProcessLookupError):
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, most))

    def _fill(self) -> None:
        for more in range(1, FILLINGS):
            # Something may have been written since it was asked how much there is; and a size of
            # nothing at all would be no limit.
            if self._resize(shutil.disk_usage(self._file.parent).used + more * PAGE):
                return
        raise OSError(f"{self._file.parent} can't be filled")

    def _resize(self, size: int) -> bool:
        asked = ["mount", "-o", f"remount,size={size}", str(self._file.parent)]
        return subprocess.run(asked, check=False, capture_output=True).returncode == 0


class PostgresStore:
    noticed = NOTICED_ON_SERVER

    def __init__(self, url: str, network: Network) -> None:
        self._url = url
        self._network = network
        self.faults = {"locked": self._locked, "silent": self._silent, "cut": self._cut}

    async def _locked(self, _: Random, seconds: float, marks: Marks) -> None:
        import asyncpg

        line = await asyncpg.connect(self._url.replace("+asyncpg", ""))
        try:
            async with line.transaction():
                # Whoever reads may go on.
                await line.execute("LOCK TABLE events, duty, outbox IN EXCLUSIVE MODE")
                await marks.last(seconds)
        finally:
            await line.close()

    async def _silent(self, _: Random, seconds: float, marks: Marks) -> None:
        self._network.dead = True
        try:
            await marks.last(seconds)
        finally:
            self._network.dead = False

    async def _cut(self, _: Random, seconds: float, marks: Marks) -> None:
        """Every connection breaks, and each new one as soon as it is used."""
        self._network.dead = True
        try:
            await self._network.close()
            await marks.last(seconds)
        finally:
            self._network.dead = False
            await self._network.close()


@contextlib.asynccontextmanager
async def held(file: Path) -> AsyncIterator[None]:
    line = sqlite3.connect(file, timeout=30, isolation_level=None, check_same_thread=False)
    try:
        await asyncio.to_thread(line.execute, "BEGIN IMMEDIATE")
        yield
        line.execute("ROLLBACK")
    finally:
        line.close()


@dataclass(slots=True)
class Faults:
    """Every few seconds the store fails or the process stands still.

    `free` is cleared while something is done that nobody may interrupt by a kill.
    """

    _store: Store
    _process: RefereeProcess
    _timesheet: Timesheet
    _now: Callable[[], datetime]
    _dice: Random
    happened: Counter[str] = field(default_factory=Counter)
    stalls: int = 0
    store_faults: int = 0
    failing: bool = False
    free: asyncio.Event = field(default_factory=asyncio.Event)
    _stopping: bool = False

    def __post_init__(self) -> None:
        self.free.set()

    async def rage(self, pause: float) -> None:
        """Runs until cancelled; `pause` is about how many seconds lie between two faults."""
        while True:
            await asyncio.sleep(self._dice.uniform(0.3, 1.7) * pause)
            if not self._process.running:
                continue
            if self._dice.random() < 0.3:
                self.free.clear()
            try:
                if self._dice.random() >= 0.5:
                    await self._fail()
                elif not self._stopping:
                    await self._stall()
            finally:
                self.free.set()

    @contextlib.asynccontextmanager
    async def none_begins(self) -> AsyncIterator[None]:
        """A planned stop has its time limit: meanwhile the process is not made to stand still."""
        self._stopping = True
        try:
            yield
        finally:
            self._stopping = False

    async def _stall(self) -> None:
        chance, seconds = self._dice.random(), self._dice.uniform(0.5, 5.0)
        if chance < 0.04:
            seconds = self._dice.uniform(20.0, 90.0)
        elif chance < 0.2:
            seconds = self._dice.uniform(5.0, 20.0)
        self.happened["process stalled"] += 1
        marks = Marks(self._now)
        await self._process.stall(timedelta(seconds=seconds), marks)
        if marks.span is not None:
            self.stalls += 1
            self._timesheet.stalled(*marks.span)

    async def _fail(self) -> None:
        name = self._dice.choice(sorted(self._store.faults))
        long = self._dice.random() < 0.25
        seconds = self._dice.uniform(8.0, 30.0) if long else self._dice.uniform(1.0, 8.0)
        self.happened[f"store {name}"] += 1
        marks, self.failing = Marks(self._now), True
        try:
            await self._store.faults[name](self._dice, seconds, marks)
        except (sqlite3.OperationalError, OSError):
            # Another fault, or the referee itself, was first.
            self.happened[f"store {name}, in vain"] += 1
        finally:
            self.failing = False
        if marks.span is not None:
            self.store_faults += 1
            # Short locks, and a full disk with room left in its files, need not be noticed.
            noticed = None if name in ("slow", "full") else self._store.noticed
            self._timesheet.store_failed(f"store {name}", *marks.span, noticed)
