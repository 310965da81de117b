"""How much work of an event loop is done in other threads just now: writes, reads, pictures.

A test that lets time pass by hand goes on when the program has done what it can do without. On a
busy machine a thread may wait long for a processor; meanwhile nothing seems to happen, and time
must not pass. Nothing is changed: what is handed to a thread is counted until it is done.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from aiosqlite.core import Connection


class ThreadWork:
    """Counts while `counting`."""

    def __init__(self) -> None:
        self.under_way = 0

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Counts what the running loop hands to threads, and the statements of its readers."""
        loop: Any = asyncio.get_running_loop()
        submit, execute = loop.run_in_executor, Connection._execute

        def submitted(executor: Any, work: Callable[..., Any], *given: Any) -> Any:
            doing = submit(executor, work, *given)
            self.under_way += 1
            doing.add_done_callback(self._done)
            return doing

        async def executed(connection: Connection, *given: Any, **named: Any) -> Any:
            self.under_way += 1
            try:
                return await execute(connection, *given, **named)
            finally:
                self._done()

        loop.run_in_executor, Connection._execute = submitted, executed
        try:
            yield
        finally:
            del loop.run_in_executor
            Connection._execute = execute

    def _done(self, _: Any = None) -> None:
        self.under_way -= 1
