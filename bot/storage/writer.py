"""The one connection that writes to an SQLite file, in a thread of its own.

A turn is stored by five statements and a commit. Handed to a thread and back one by one, they cost
ten times what the storing itself does. So what is to be stored is handed over whole, as a function
of the connection, and the answer comes back once, when it is on the disk.

The connection stays with its thread from one transaction to the next: taking it from the pool and
giving it back costs as much as two of those statements. After a failure it is given back, and with
it all that was not committed.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TypeVar

from sqlalchemy import Connection, Engine

Done = TypeVar("Done")


class Writer:
    """One thread, and in it one connection at the most; whoever calls sees to the order."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._thread: ThreadPoolExecutor | None = None
        # A thread that was not waited for may still use its connection beside a new one.
        self._own = threading.local()

    async def run(self, work: Callable[[Connection], Done]) -> Done:
        """Does some work in a transaction of its own.

        Whoever does not wait for the end does not know whether it was stored.
        """
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
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
        ended = asyncio.get_running_loop().run_in_executor(thread, self._disconnect)
        thread.shutdown(wait=False)
        await asyncio.wait({ended}, timeout=limit.total_seconds())

    def _run(self, work: Callable[[Connection], Done]) -> Done:
        connection = self._connection()
        try:
            with connection.begin():
                return work(connection)
        except BaseException:
            self._give_back()
            raise

    def _connection(self) -> Connection:
        connection: Connection | None = getattr(self._own, "connection", None)
        if connection is None:
            connection = self._own.connection = self.engine.connect()
        return connection

    def _give_back(self) -> None:
        connection: Connection | None = getattr(self._own, "connection", None)
        self._own.connection = None
        if connection is not None:
            connection.close()

    def _disconnect(self) -> None:
        self._give_back()
        self.engine.dispose()
