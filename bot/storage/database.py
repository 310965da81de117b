"""An opened database: its transactions, and what is done where its server does not answer.

The network cuts the database server off in the middle of a ruling: it answers nothing, and closing
its connections properly takes minutes as well. So every transaction has a timeout, after which the
connections are cut. SQLite is waited for as long as its file is locked, by its own timeout.

SQLite takes one writer at a time. Thirty rooms write in the same second: what waits is written
together (`batches.py`), in the order in which it came, so that only another program can make one
wait for a lock. Whoever only reads waits for nobody. After an outage a thousand matches are taken
up at once. A server takes as many transactions at a time as there may be connections; the others
wait for their turn, which is no failure of the server's.
"""

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any, Protocol

from sqlalchemy import Connection, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.storage import failures
from bot.storage.batches import Batches, Work, do_all
from bot.storage.connections import STATEMENT_TIMEOUT, Done, OpenConnections, Worker
from bot.storage.files import FileWatch
from bot.timing import uptime

log = logging.getLogger(__name__)

UNUSED = "the database can't be used"
MOST_CONNECTIONS = 15
"""How many there may be to a server."""
ANSWER_TIMEOUT = timedelta(seconds=3)
"""How long a server may take to be reached, and for a whole transaction."""
_CLOSE_TIMEOUT = timedelta(seconds=1)
"""How long closing the connections may take."""
_ORDER_TIMEOUT = timedelta(seconds=30)
"""How long a transaction may wait for its turn."""
WRITES = "writes"
"""The option of a connection whose transaction may write."""
_WROTE = "wrote"
"""Under this name a connection keeps whether its transaction changed anything."""


class Watcher(Protocol):
    """Somebody who has to know whether the database can be used."""

    def stored(self) -> None:
        """Something was stored just now."""

    def unusable(self, error: failures.StoreError) -> None:
        """Something could not be stored or read, whoever asked for it."""


Fence = Callable[[Connection], None]
"""Called before a transaction that wrote is committed; raises a StoreError if it may not be.

It may be asked in the writer's thread.
"""


class InOrder:
    """Turns for `most` at a time; whoever is `patient` waits for as long as it takes."""

    def __init__(self, most: int, *, patient: bool = False) -> None:
        self._order = asyncio.Semaphore(most)
        self._timeout = None if patient else _ORDER_TIMEOUT.total_seconds()
        self._unreached: failures.UnreachableError | None = None
        """The last failure to get the file's lock, or an answer of the server's; None once anybody
        got it since."""
        self._answers = 0
        """How many transactions have got it."""

    @contextlib.asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Lets so many transactions go on at a time, in the order in which they came.

        If another program held the file for as long as may be waited, or the server was silent, it
        was so for everybody who waited meanwhile: they need not wait as long again, one after the
        other. Where it answered somebody else meanwhile, only that one transaction took too long.
        """
        before = self._unreached
        try:
            async with asyncio.timeout(self._timeout):
                await self._order.acquire()
        except TimeoutError:
            raise failures.UnreachableError(f"{UNUSED}: too many wait for it") from None
        try:
            unreached = self._unreached
            if unreached is not None and unreached is not before:
                raise failures.UnreachableError(str(unreached))
            answers = self._answers
            try:
                yield
            except failures.UnreachableError as error:
                if answers == self._answers:
                    self._unreached = error
                raise
            self._answers, self._unreached = self._answers + 1, None
        finally:
            self._order.release()


@dataclass(frozen=True, slots=True)
class Use:
    """A transaction that is over, for whoever counts how long the database takes.

    A turn is stored in 3 ms: `Use(writes=True, took=3 ms)`. The file is locked by another program
    for a second and a half: there is the error too. Waiting for one's place in the queue of writers
    is counted, since whoever asked has waited for that too.
    """

    writes: bool
    took: timedelta
    error: failures.StoreError | None = None


class Database:
    """An engine and its open connections; one that is cut fails at once, and is made anew."""

    def __init__(
        self, engine: AsyncEngine, writer: Worker | None = None, readers: Sequence[Worker] = ()
    ) -> None:
        self._engine = engine
        self._workers = [*readers, *([] if writer is None else [writer])]
        self._free = asyncio.LifoQueue[Worker]()
        for reader in readers:
            self._free.put_nowait(reader)
        self.on_server = engine.dialect.name != "sqlite"
        self._order = InOrder(MOST_CONNECTIONS) if self.on_server else InOrder(1, patient=True)
        self._batches: Batches | None = None
        if writer is not None:
            self._batches = Batches(self._order.turn, partial(self._write_works, writer))
        self._writing = engine.execution_options(**{WRITES: True})
        self._connections = OpenConnections(engine.sync_engine)
        self._refusal: failures.StoreError | None = None
        self._closings = 0
        self.watchers: list[Watcher] = []
        self.meters: list[Callable[[Use], None]] = []
        """They count uses; whatever they raise is logged, and holds up nothing."""
        self.fence: Fence | None = None
        self.file: FileWatch | None = None
        event.listen(engine.sync_engine, "after_cursor_execute", _executed)
        if writer is not None:
            event.listen(writer.engine, "after_cursor_execute", _executed)

    @contextlib.asynccontextmanager
    async def transaction(
        self, limit: timedelta = ANSWER_TIMEOUT, trouble: str = UNUSED, *, writes: bool = True
    ) -> AsyncIterator[AsyncConnection]:
        """One transaction, which a server may take no longer over than `limit`.

        StoreError if it fails, which says that `trouble` is so, and why; UnreachableError where a
        server did not answer: then nobody knows whether anything was stored.
        """
        engine = self._writing if writes else self._engine
        ordered = self._order.turn() if writes or self.on_server else contextlib.nullcontext()
        with self._measuring(writes=writes):
            async with ordered, self._begun(engine, limit, trouble) as connection:
                yield connection

    async def write(
        self,
        work: Callable[[Connection], Done],
        limit: timedelta = ANSWER_TIMEOUT,
        *,
        may_wait: bool = False,
    ) -> Done:
        """Does some work on a connection in one transaction; StoreError as for `transaction`.

        The work is handed over whole, and does nothing but use the connection: on SQLite it is done
        in the writer's thread, and once more where it was taken back with what others brought.
        """
        if self._batches is None:
            async with self.transaction(limit) as connection:
                return await connection.run_sync(work)
        with self._measuring(writes=True):
            done: Done = await self._batches.do(work, may_wait=may_wait)
            return done

    async def _write_works(self, writer: Worker, works: Sequence[Work]) -> list[object]:
        with self._failures(UNUSED):
            results, wrote = await writer.run(partial(self._worked, works))
        if wrote:
            self._stored()
        return results

    async def read(
        self, question: Callable[[Connection], Done], limit: timedelta = ANSWER_TIMEOUT
    ) -> Done:
        """What a question comes to; StoreError as for `transaction`.

        On a file it is answered in a thread, rows and all: nothing is ruled later for it.
        """
        if not self._workers:
            async with self.transaction(limit, writes=False) as connection:
                return await connection.run_sync(question)
        with self._measuring(writes=False):
            reader = await self._free.get()
            try:
                with self._failures(UNUSED):
                    return await reader.run(question)
            finally:
                self._free.put_nowait(reader)

    @contextlib.contextmanager
    def _measuring(self, *, writes: bool) -> Iterator[None]:
        """Around one transaction; one that is broken off from outside is not counted."""
        begun = uptime()
        try:
            yield
        except Exception as error:
            # Where it is no StoreError the database answered, whatever else went wrong.
            failed = error if isinstance(error, failures.StoreError) else None
            self._count(Use(writes, uptime() - begun, failed))
            raise
        self._count(Use(writes, uptime() - begun))

    def _count(self, use: Use) -> None:
        for meter in self.meters:
            try:
                meter(use)
            except Exception:
                log.exception("a use of the database could not be counted")

    @contextlib.asynccontextmanager
    async def _begun(
        self, engine: AsyncEngine, limit: timedelta, trouble: str
    ) -> AsyncIterator[AsyncConnection]:
        closings = self._closings
        first = ANSWER_TIMEOUT.total_seconds() if self.on_server else None
        with self._failures(trouble):
            async with asyncio.timeout(first) as bound, engine.begin() as connection:
                if self.on_server:
                    present = asyncio.get_running_loop().time()
                    bound.reschedule(present + limit.total_seconds())
                    await allow(connection, limit)
                await connection.run_sync(_wrote)
                yield connection
                wrote = await connection.run_sync(self._fenced)
                if closings != self._closings:
                    # The driver takes a commit on a closed connection for done.
                    raise failures.UnreachableError(f"{trouble}: it was closed meanwhile")
        if wrote:
            self._stored()

    def _worked(self, works: Sequence[Work], connection: Connection) -> tuple[list[object], bool]:
        """Does some works in the writer's thread; also says whether they wrote anything."""
        _wrote(connection)
        return do_all(works, connection), self._fenced(connection)

    def _fenced(self, connection: Connection) -> bool:
        """Whether a transaction wrote anything; an error of the fence where it may not have."""
        wrote = _wrote(connection)
        if wrote and self.fence is not None:
            self.fence(connection)
        return wrote

    @contextlib.contextmanager
    def _failures(self, trouble: str) -> Iterator[None]:
        """Turns what a driver raises into a StoreError, and tells the watchers of it."""
        if self._refusal is not None:
            raise self._refusal
        self._check_file()
        try:
            yield
        except TimeoutError as error:
            # Idle connections have most likely gone silent too: nobody need wait for each of them.
            self._connections.cut(idle_only=True)
            raise self._unusable(failures.failure(trouble, error)) from error
        except failures.UnreachableError as error:
            # It could not be connected to, or was closed.
            raise self._unusable(error) from None
        except OverflowError as error:
            raise failures.UnstorableError(f"{trouble}: {error}") from error
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            if failures.is_of_the_data(error):
                raise failures.UnstorableError(f"{trouble}: {failures.plain(error)}") from error
            raise self._unusable(failures.failure(trouble, error)) from error

    async def close(self) -> None:
        """Closes every connection; those to a silent server are cut.

        A transaction under way fails. The pool would let it finish and then forget its connection,
        which would stay open.
        """
        self._closings += 1
        await asyncio.gather(*(worker.close(_CLOSE_TIMEOUT) for worker in self._workers))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_CLOSE_TIMEOUT.total_seconds() if self.on_server else None):
                await self._engine.dispose()
        await self._connections.end(_CLOSE_TIMEOUT)

    async def end(self) -> None:
        """Closes for good: no further connection can be opened, and so none is left open."""
        self.shut(failures.UnreachableError("the store is closed"))
        await self.close()

    def hang_up(self) -> None:
        """Cuts all connections to a server for good: whatever waits for an answer fails now."""
        if self.on_server:
            self.shut(failures.UnreachableError(f"{UNUSED}: it is not asked any more"))
            self._connections.cut()

    def watch(self, watcher: Watcher) -> None:
        self.watchers.append(watcher)

    def shut(self, error: failures.StoreError) -> None:
        """Has every transaction from now on fail with the first such error, before it begins."""
        self._refusal = self._refusal or error

    def _check_file(self) -> None:
        if self.file is None:
            return
        try:
            self.file.check()
        except failures.FileLostError as error:
            raise self._unusable(error) from None

    def _stored(self) -> None:
        self._check_file()
        for watcher in self.watchers:
            watcher.stored()

    def _unusable(self, error: failures.StoreError) -> failures.StoreError:
        for watcher in self.watchers:
            watcher.unusable(error)
        return error


async def allow(connection: AsyncConnection, limit: timedelta) -> None:
    if limit > STATEMENT_TIMEOUT and connection.dialect.name != "sqlite":
        longest = limit // timedelta(milliseconds=1)
        await connection.exec_driver_sql(f"SET LOCAL statement_timeout = {longest}")


def _wrote(connection: Connection) -> bool:
    """Whether a connection has written anything since this was asked last."""
    return bool(connection.info.pop(_WROTE, False))


def _executed(
    connection: Connection, _: object, __: str, ___: object, context: Any, ____: bool
) -> None:
    if context is not None and (context.isinsert or context.isupdate or context.isdelete):
        connection.info[_WROTE] = True
