"""A primary of PostgreSQL and its synchronous standby, two real servers, to be killed and promoted.

The standby hears of the primary by way of a network that can lose everything. What is written must
survive no machine, only the processes: nothing waits for a disk.
"""

import asyncio
import contextlib
import os
import shutil
import signal
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from loopback.bell import patience
from ports import free_port
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine

from storage import server
from storage.postgres import Network, network


class Server:
    """One server; it may be killed and started again as it was."""

    def __init__(self, folder: Path, programs: Path, name: str, options: str = "") -> None:
        self._folder, self._programs, self._options = folder, programs, options
        self.data = folder / name
        self.port = free_port()
        self._process: int | None = None

    @property
    def url(self) -> str:
        """The address of its database."""
        return f"postgresql+asyncpg://referee@127.0.0.1:{self.port}/postgres"

    async def run(self, program: str, *words: str) -> None:
        """Runs one of the programs to its end."""
        await asyncio.to_thread(server.run, self._folder, self._programs / program, *words)

    async def start(self) -> None:
        """Starts it, as it was."""
        given = f"{self._options} -p {self.port} -c unix_socket_directories=''"
        log = f"{self.data}.log"
        words = (
            "-D", str(self.data), "-w", "-t", "120", "-l", log, "-o", f"{server.OPTIONS} {given}",
        )  # fmt: skip
        await self.run("pg_ctl", *words, "start")
        self._process = int((self.data / "postmaster.pid").read_text().split("\n")[0])

    async def stop(self) -> None:
        """Stops it as an operator does."""
        await self.run("pg_ctl", "-D", str(self.data), "-w", "-m", "fast", "stop")
        self._process = None

    async def promote(self) -> None:
        """Makes a standby a primary."""
        await self.run("pg_ctl", "-D", str(self.data), "-w", "promote")

    async def let_in(self, how: str) -> None:
        """Has everybody who connects from now on let in, or not, as pg_hba.conf says it."""
        rules = f"host all all all {how}\nhost replication all all trust\n"
        (self.data / "pg_hba.conf").write_text(rules)
        await self.run("pg_ctl", "-D", str(self.data), "reload")
        async with patience():
            while await self._lets_in() != (how == "trust"):  # noqa: ASYNC110
                await asyncio.sleep(0.05)

    async def kill(self) -> None:
        """Ends it, and all of its processes, as a power cut does."""
        if self._process is None:
            return
        children = Path(f"/proc/{self._process}/task/{self._process}/children")
        all_of_it = (self._process, *map(int, children.read_text().split()))  # noqa: ASYNC240
        self._process = None
        for process in all_of_it:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        async with patience():
            while any(_runs(process) for process in all_of_it):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        # Where nobody looks after dead processes, its number would be taken for a living one's.
        (self.data / "postmaster.pid").unlink()

    async def ask(self, question: str) -> list[Any]:
        """The rows that answer a question."""
        engine = create_async_engine(self.url)
        try:
            async with engine.connect() as connection:
                return list((await connection.execute(text(question))).all())
        finally:
            await engine.dispose()

    async def until(self, question: str) -> None:
        """Waits until a question is answered by some row."""
        async with patience():
            while not await self.ask(question):  # noqa: ASYNC110
                await asyncio.sleep(0.05)

    async def _lets_in(self) -> bool:
        try:
            await self.ask("SELECT 1")
        except DBAPIError as error:
            if "pg_hba.conf" not in str(error):
                raise
            return False
        return True


class Cluster:
    """The two, and the network between them."""

    def __init__(self, first: Server, second: Server, between: Network) -> None:
        self.first, self.second, self.between = first, second, between

    @property
    def url(self) -> str:
        """The address that names both, the primary first."""
        return self.named(self.first.url)

    def named(self, first: str) -> str:
        """An address that names both, the primary by an address that leads to it."""
        return first.replace("/postgres", f",127.0.0.1:{self.second.port}/postgres")


def _runs(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


@contextlib.asynccontextmanager
async def cluster() -> AsyncIterator[Cluster]:
    """Both are up, and the primary waits for the standby at each commit."""
    folder = Path(tempfile.mkdtemp(prefix="referee-cluster-"))
    programs = server.installed(folder)
    server.watch(folder, str(os.getpid()))
    # Who names both servers has each commit wait all the same.
    waits = "-c synchronous_standby_names=* -c synchronous_commit=off"
    first = Server(folder, programs, "first", waits)
    second = Server(folder, programs, "second")
    try:
        await first.run("initdb", "-D", str(first.data), *server.NEW)
        await first.start()
        async with network(first.url) as (between, address):
            port = address.rpartition(":")[2].partition("/")[0]
            where = f"host=127.0.0.1 port={port} user=referee"
            copy = ("-D", str(second.data), "-R", "-X", "stream", "-c", "fast", "-N")
            await second.run("pg_basebackup", "-d", where, *copy)
            await second.start()
            await first.until("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")
            yield Cluster(first, second, between)
    finally:
        for one in (first, second):
            await one.kill()
        shutil.rmtree(folder, ignore_errors=True)
