"""A connection to an SQLite file in a thread of its own: one that writes, and one that reads.

A turn is stored by five statements and a commit. Handed to a thread and back one by one, they cost
ten times what the storing itself does; and a page of a thousand rows, handed over row by row, would
keep the loop from ruling meanwhile. So what is to be done is handed over whole, as a function of
the connection, and the answer comes back once.
"""

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable
from datetime import timedelta
from typing import Any, TypeVar

import aiosqlite
from sqlalchemy import URL, Connection, StaticPool, create_engine

Done = TypeVar("Done")


class Worker:
    """One thread, and in it one connection at the most; whoever calls sees to the order."""

    def __init__(self, address: URL, *, writes: bool) -> None:
        self.engine = create_engine(address, creator=self._connection, poolclass=StaticPool)
        """Used in the thread alone, and connected there by the driver."""
        self._writes = writes
        self._line: aiosqlite.Connection | None = None

    async def run(self, work: Callable[[Connection], Done]) -> Done:
        """Does some work in a transaction of its own.

        Whoever does not wait for the end does not know whether it was stored.
        """
        if self._line is None:
            dialect = self.engine.dialect
            places, names = dialect.create_connect_args(self.engine.url)
            self._line = await open_file(*places, **names)
            self.engine.dispose(close=False)
        try:
            # Handed over whole, to the driver's own thread.
            done: Done = await self._line._execute(self._run, work)  # type: ignore[no-untyped-call]  # noqa: SLF001
        except BaseException:
            if not self._writes:
                # Where it left rows unread, the connection would show for ever what was there then,
                # also where nobody waits for the answer any more.
                self._end()
            raise
        return done

    async def close(self, limit: timedelta) -> None:
        """Closes the connection after what it is doing now; the next use opens it again."""
        if (ended := self._end()) is not None:
            await asyncio.wait({ended}, timeout=limit.total_seconds())

    def _end(self) -> "asyncio.Future[Any] | None":
        line, self._line = self._line, None
        return None if line is None else line.stop()

    def _run(self, work: Callable[[Connection], Done]) -> Done:
        with self.engine.begin() as connection:
            return work(connection)

    def _connection(self) -> sqlite3.Connection:
        if self._line is None:
            raise sqlite3.OperationalError("the connection was closed")
        return self._line._conn  # noqa: SLF001


async def open_file(*places: Any, **names: Any) -> aiosqlite.Connection:
    """A connection to a file; it is closed if its opening is broken off.

    The driver would forget it, and leave it open until the garbage collector comes.
    """
    connection = aiosqlite.connect(*places, **names)
    # Nobody waits at the end for a file that does not answer.
    connection._thread.daemon = True  # noqa: SLF001 - as SQLAlchemy does where it makes it

    async def opened() -> aiosqlite.Connection:
        try:
            return await connection
        except RuntimeError as error:
            raise OSError(f"no thread can be started: {error}") from error

    opening = asyncio.create_task(opened())
    try:
        return await asyncio.shield(opening)
    except asyncio.CancelledError:
        with contextlib.suppress(sqlite3.Error):
            await (await opening).close()
        raise
