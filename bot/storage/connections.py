"""The open connections of a database: those to a server that is silent are cut, not closed.

The network cuts the server off. To close a connection properly, its driver asks the server, and
waits for minutes; what is cut fails at once. SQLite's connections have a thread each, which ends
after what it is doing now.

A file has one connection that writes, and some that read, in threads of their own. A turn is stored
by five statements and a commit. Handed to a thread and back one by one, they cost ten times what
the storing itself does; and a page of a thousand rows, handed over row by row, would keep the loop
from ruling meanwhile. So what is to be done is handed over whole, as a function of the connection,
and the answer comes back once.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any, TypeVar
from weakref import WeakSet

from sqlalchemy import Connection, Engine, event
from sqlalchemy.pool import ConnectionPoolEntry

Done = TypeVar("Done")
STATEMENT_TIMEOUT = timedelta(seconds=10)
"""How long a server works on a statement whose asker it can't reach any more."""


class OpenConnections:
    def __init__(self, engine: Engine) -> None:
        self._open: WeakSet[Any] = WeakSet()
        self._idle: WeakSet[Any] = WeakSet()
        self._on_server = engine.dialect.name != "sqlite"
        event.listen(engine, "connect", self._connected)
        event.listen(engine, "close", self._closed)
        if self._on_server:
            event.listen(engine, "checkout", self._taken)
            event.listen(engine, "checkin", self._given_back)

    def cut(self, *, idle_only: bool = False) -> None:
        lines = self._idle if idle_only else self._open
        for line in list(lines):
            line.terminate()
        lines.clear()

    async def end(self, limit: timedelta) -> None:
        """Ends those that are still in use; SQLite's each after what it is doing now."""
        if self._on_server:
            self.cut()
            return
        ends = [end for line in list(self._open) if (end := line.stop()) is not None]
        self._open.clear()
        if ends:
            await asyncio.wait(ends, timeout=limit.total_seconds())

    def _connected(self, connection: Any, _: ConnectionPoolEntry) -> None:
        if self._on_server:
            _set_up_session(connection)
        self._open.add(connection.driver_connection)

    def _closed(self, connection: Any, _: ConnectionPoolEntry) -> None:
        self._open.discard(connection.driver_connection)

    def _taken(self, connection: Any, _: ConnectionPoolEntry, __: Any) -> None:
        # Only here, since one that is being tried whether it is alive counts as idle.
        self._idle.discard(connection.driver_connection)

    def _given_back(self, connection: Any, _: ConnectionPoolEntry) -> None:
        # One that has failed is given back as nothing.
        if connection is not None:
            self._idle.add(connection.driver_connection)


def _set_up_session(connection: Any) -> None:
    cursor = connection.cursor()
    # Where we are cut off in the middle of a ruling, the server must not hold its rows for us:
    # the same ruling would wait for them when we are back.
    cursor.execute("SET idle_in_transaction_session_timeout = '10s'")
    cursor.execute(f"SET statement_timeout = {STATEMENT_TIMEOUT // timedelta(milliseconds=1)}")
    cursor.close()
    connection.commit()


class Worker:
    """One thread, and in it one connection at the most; whoever calls sees to the order."""

    def __init__(self, engine: Engine, *, writes: bool) -> None:
        self.engine = engine
        self._writes = writes
        self._thread: ThreadPoolExecutor | None = None

    async def run(self, work: Callable[[Connection], Done]) -> Done:
        """Does some work in a transaction of its own.

        Whoever does not wait for the end does not know whether it was stored.
        """
        if self._thread is None:
            self._thread = ThreadPoolExecutor(
                1, thread_name_prefix="writer" if self._writes else "reader"
            )
        loop = asyncio.get_running_loop()
        try:
            doing = loop.run_in_executor(self._thread, self._run, work)
        except RuntimeError as error:
            # The work is in the queue all the same, and must not be done by the next use.
            self._thread.shutdown(wait=False, cancel_futures=True)
            self._thread = None
            raise OSError(f"no thread can be started: {error}") from error
        return await doing

    async def close(self, limit: timedelta) -> None:
        """Closes the connection after what it is doing now; the next use opens it again."""
        if self._thread is None:
            return
        thread, self._thread = self._thread, None
        ended = asyncio.get_running_loop().run_in_executor(thread, self.engine.dispose)
        thread.shutdown(wait=False)
        await asyncio.wait({ended}, timeout=limit.total_seconds())

    def _run(self, work: Callable[[Connection], Done]) -> Done:
        try:
            with self.engine.begin() as connection:
                return work(connection)
        except Exception:
            if not self._writes:
                # Where it left rows unread, the connection would show for ever what was there then.
                self.engine.dispose()
            raise
