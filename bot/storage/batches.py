"""What waits to be written to an SQLite file at the same time is written in one transaction.

A commit takes three milliseconds, nearly all of them the disk's. While one turn is stored, thirty
others arrive: one after the other they would take a tenth of a second. So they wait together, and
are stored together; each is answered once all of them are on the disk.

That a turn became visible is stored apart from the turn. At fifty turns a second that would be a
hundred commits: so what may wait goes with the next turn, which is there in a moment.

Where one of them can't be written (others came first), nothing of that transaction is kept, and
each is written by itself: nobody fails for what another one brought.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from bot.storage.failures import UnreachableError

Work = Callable[[Connection], Any]
MOST = 32
"""So many are stored at once; those after them wait for the next transaction."""
BUSY, WITHIN = 20, 0.5
"""After so many works in so many seconds the next one is taken to be near."""
LONGEST = 0.06
"""What may wait for the next one waits for so many seconds."""


@dataclass(frozen=True, slots=True)
class Waiting:
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
        if not self.answer.done():
            self.answer.set_result(result)


class OneOfManyError(Exception):
    """One of several works that were done together could not be done."""


def do_all(works: Sequence[Work], connection: Connection) -> list[object]:
    """Does some works in one transaction; OneOfManyError where one of several fails."""
    try:
        return [work(connection) for work in works]
    except Exception as error:
        if len(works) == 1:
            raise
        raise OneOfManyError from error


class Batches:
    """Gathers what waits for its turn, which is `in_order`; `write` does it in one transaction."""

    def __init__(
        self,
        in_order: Callable[[], AbstractAsyncContextManager[None]],
        write: Callable[[Sequence[Work]], Awaitable[Sequence[object]]],
    ) -> None:
        self._in_order = in_order
        self._write = write
        self._open: list[Waiting] | None = None
        self._hurry = asyncio.Event()
        self._lately = deque[float](maxlen=BUSY)
        self._tasks: set[asyncio.Task[None]] = set()

    async def do(self, work: Work, *, may_wait: bool = False) -> Any:
        """What some work comes to, once it is stored; where it `may_wait`, with the next one.

        Whoever does not wait for the end does not know whether it was stored.
        """
        loop = asyncio.get_running_loop()
        if self._open is None or len(self._open) >= MOST:
            self._hurry.set()
            self._open, self._hurry = [], asyncio.Event()
            task = loop.create_task(self._run(self._open, self._hurry))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        if not may_wait:
            self._lately.append(loop.time())
        if not may_wait or len(self._lately) < BUSY or loop.time() - self._lately[0] > WITHIN:
            self._hurry.set()
        waiting = Waiting(work, loop.create_future())
        self._open.append(waiting)
        return await waiting.answer

    async def _run(self, batch: list[Waiting], hurry: asyncio.Event) -> None:
        try:
            if not hurry.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(hurry.wait(), LONGEST)
            async with self._in_order():
                await self._write_all(self._close(batch))
        except BaseException as error:
            for waiting in self._close(batch):
                waiting.fail(error)
            if not isinstance(error, Exception):
                raise

    def _close(self, batch: list[Waiting]) -> list[Waiting]:
        """Nothing is added to a batch any more; those in it that are still waited for."""
        if self._open is batch:
            self._open = None
        return [waiting for waiting in batch if not waiting.answer.done()]

    async def _write_all(self, batch: list[Waiting]) -> None:
        try:
            await self._write_together(batch)
        except OneOfManyError:
            for one in batch:
                try:
                    await self._write_together([one])
                except UnreachableError:
                    # It is so for all that come after it: they need not wait as long again.
                    raise
                except Exception as error:
                    one.fail(error)

    async def _write_together(self, batch: list[Waiting]) -> None:
        if batch:
            results = await self._write([waiting.work for waiting in batch])
            for waiting, result in zip(batch, results, strict=True):
                waiting.succeed(result)
