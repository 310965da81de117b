"""A connection to an SQLite file in a thread of its own: one that writes, and one that reads.

A turn is stored by five statements and a commit. Handed to a thread and back one by one, they cost
ten times what the storing itself does; and a page of a thousand rows, handed over row by row, would
keep the loop from ruling meanwhile. So what is to be done is handed over whole, as a function of
the connection, and the answer comes back once.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TypeVar

from sqlalchemy import Connection, Engine

Done = TypeVar("Done")


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
