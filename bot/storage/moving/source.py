"""The database that is moved: it is whole, and nobody writes to it meanwhile, nor does the move.

It is midnight, and the host moves to PostgreSQL. A referee that is still at work is noticed before
anything is copied. One that is started meanwhile has to wait, and then says that another program
holds the database: so what is copied is one moment, and nothing that was ruled is left behind.
"""

import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

from sqlalchemy import DDL, Connection, Table
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.findings.database import DatabaseFinding, State
from bot.findings.moving import End
from bot.storage import lease_rows
from bot.storage.connect import make_engine, sqlite_file
from bot.storage.database import Database
from bot.storage.health import LOCK_TIMEOUT, at_work, read_leases, without_file
from bot.storage.migrate import check_schema, current
from bot.storage.moving.contents import Rows, read_rows
from bot.storage.moving.problems import MoveError, UnmovableError, check_newest, failures_of
from bot.storage.schema import metadata
from bot.timing import RealTime
from bot.wording.moving import in_use_text

WHOLE = timedelta(days=7)
"""How long a whole move may take: only a server that is silent for good ends it."""
_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True)
class Source:
    """The database that is moved, in the one transaction in which it is read."""

    connection: AsyncConnection

    async def ask(self, question: Callable[[Connection], _Found]) -> _Found:
        """The answer to a question about the database."""
        with failures_of(End.FROM):
            return await self.connection.run_sync(question)

    def rows(self, table: Table) -> contextlib.AbstractAsyncContextManager[Rows]:
        """A table's rows in the order of its key."""
        return read_rows(End.FROM, self.connection, table)


@contextlib.asynccontextmanager
async def held_source(url: str) -> AsyncIterator[Source]:
    """The database that is moved; MoveError if it is not fit for it, or in use."""
    with failures_of(End.FROM):
        engine, file = make_engine(url, LOCK_TIMEOUT), sqlite_file(url)
        if engine.dialect.name == "sqlite" and (finding := without_file(file)) is not None:
            raise UnmovableError(End.FROM, finding)
        for holder in await at_work(url, RealTime()):
            raise MoveError(in_use_text(holder))
        before = {(lease.holder, lease.beat) for lease in await read_leases(url)}
        database = Database(engine)
        try:
            async with database.transaction(WHOLE) as connection:
                await connection.run_sync(_check)
                await _keep_others_out(connection)
                for lease in await connection.run_sync(lease_rows.read):
                    # Somebody has begun since we looked.
                    if (lease.holder, lease.beat) not in before:
                        raise MoveError(in_use_text(lease_rows.holder_of(lease.holder, [lease])))
                yield Source(connection)
        finally:
            await database.close()


def _check(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        damage = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
        if damage != "ok":
            raise UnmovableError(End.FROM, DatabaseFinding(State.FILE_DAMAGED))
    version = current(connection)
    if version is None:
        raise UnmovableError(End.FROM, DatabaseFinding(State.EMPTY))
    check_newest(End.FROM, version)
    check_schema(connection)


_LOCK = DDL("LOCK TABLE %(fullname)s IN SHARE ROW EXCLUSIVE MODE")  # type: ignore[no-untyped-call]


async def _keep_others_out(connection: AsyncConnection) -> None:
    """Lets nobody else write: on SQLite the writer is alone; on a server others have to wait."""
    if connection.dialect.name != "sqlite":
        await keep_waiting(connection)
        await connection.exec_driver_sql("SET LOCAL lock_timeout = '10s'")
        for table in metadata.sorted_tables:
            await connection.execute(_LOCK.against(table))


async def keep_waiting(connection: AsyncConnection) -> None:
    """A server keeps this transaction, however long the other database takes."""
    if connection.dialect.name != "sqlite":
        await connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
