"""What waits to be written to an SQLite file at the same time is written in one transaction.

A commit takes three milliseconds, nearly all of them the disk's. While one turn is stored, thirty
others arrive: one after the other they would take a tenth of a second. So they wait together, and
are stored together; each is answered once all of them are on the disk.

Where one of them can't be written (others came first), nothing of that transaction is kept, and
each is written by itself: nobody fails for what another one brought.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

Work = Callable[[Connection], Any]
MOST = 32
"""So many are stored at once; those after them wait for the next transaction."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Some work that is to be done, and its answer."""

    work: Work
    answer: "asyncio.Future[Any]"

    def fail(self, error: BaseException) -> None:
        """It was not done, or nobody knows whether it was; nothing where it has its answer."""
        if self.answer.done():
            return
        if isinstance(error, asyncio.CancelledError):
            self.answer.cancel()
        else:
            self.answer.set_exception(error)

    def succeed(self, result: object) -> None:
        """It was done; whoever asked may not wait any more."""
        if not self.answer.done():
            self.answer.set_result(result)


Batch = list[Waiting]


class Batches:
    """Gathers work; `write` waits for its turn, closes the batch, and does all that is in it."""

    def __init__(self, write: Callable[[Batch], Awaitable[None]]) -> None:
        self._write = write
        self._open: Batch | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def do(self, work: Work) -> Any:
        """What some work comes to, once it is stored.

        Whoever does not wait for the end does not know whether it was stored.
        """
        loop = asyncio.get_running_loop()
        if self._open is None or len(self._open) >= MOST:
            self._open = []
            task = loop.create_task(self._run(self._open))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        waiting = Waiting(work, loop.create_future())
        self._open.append(waiting)
        return await waiting.answer

    def close(self, batch: Batch) -> Batch:
        """Nothing is added to a batch any more; those in it that are still waited for."""
        if self._open is batch:
            self._open = None
        return [waiting for waiting in batch if not waiting.answer.done()]

    async def _run(self, batch: Batch) -> None:
        try:
            await self._write(batch)
        except BaseException as error:
            for waiting in self.close(batch):
                waiting.fail(error)
            if not isinstance(error, Exception):
                raise
