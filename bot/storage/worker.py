"""A connection to an SQLite file that works in the driver's own thread: one writes, others read.

A turn is stored by five statements and a commit. Handed to the thread and back one by one, they
cost ten times what the storing itself does; and a page of a thousand rows, handed over row by row,
would keep the loop from ruling meanwhile. So what is to be done is handed over whole, as a function
of a connection that is used in that thread alone, and the answer comes back once.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.pool import StaticPool

Done = TypeVar("Done")
WRITES = "writes"
"""The option of a connection whose transaction may write."""


class Worker:
    """One connection, opened with its first use; whoever calls sees to the order."""

    def __init__(self, engine: AsyncEngine, executed: Callable[..., None], *, writes: bool) -> None:
        self._engine, self._executed, self._writes = engine, executed, writes
        self._opened: tuple[Any, Engine] | None = None

    async def run(self, work: Callable[[Connection], Done]) -> Done:
        """Does some work in a transaction of its own.

        Whoever does not wait for the end does not know whether it was stored.
        """
        line, engine = self._opened or await self._open()

        def whole() -> Done:
            with engine.begin() as connection:
                return work(connection)

        try:
            done: Done = await line._execute(whole)  # noqa: SLF001 - nothing else runs a function
        except BaseException:
            if not self._writes:
                # Where it left rows unread, the connection would show for ever what was there then.
                # It ends after what it is doing now, for somebody who waits no more.
                self.leave()
                line.stop()
            raise
        return done

    def leave(self) -> object:
        """Its connection, which somebody else ends: the next use opens another."""
        left, self._opened = self._opened, None
        return left

    async def _open(self) -> tuple[Any, Engine]:
        connection = await (await self._engine.connect()).get_raw_connection()
        line: Any = connection.driver_connection
        connection.detach()
        database, options = line._conn, {WRITES: self._writes}  # noqa: SLF001
        engine = create_engine(
            "sqlite+pysqlite://",
            creator=lambda: database,
            poolclass=StaticPool,
            execution_options=options,
        )
        event.listen(engine, "begin", begin)
        event.listen(engine, "after_cursor_execute", self._executed)
        self._opened = line, engine
        return self._opened


def begin(connection: Connection) -> None:
    """A writer takes the lock first: one that has read already can't wait for it any more."""
    writes = connection.get_execution_options().get(WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
