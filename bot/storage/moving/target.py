"""The database that is moved to: it is empty, or an unfinished copy of the same source.

Until all is there and equal it bears a mark, with which no referee starts on it.
"""

import contextlib
import os
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection, Table, delete, insert, inspect, select, text

from bot.findings.database import State
from bot.findings.moving import End
from bot.storage.address import read_address
from bot.storage.connect import make_engine, sqlite_file
from bot.storage.database import Database
from bot.storage.failures import UnstorableError, plain
from bot.storage.health import LOCK_TIMEOUT, without_file
from bot.storage.migrate import check_schema, current, migrate
from bot.storage.moving import problems
from bot.storage.moving.contents import Row, Rows, count_rows, key_of, moved_tables, read_rows
from bot.storage.moving.source import WHOLE, Source, keep_waiting
from bot.storage.owner import make_private
from bot.storage.schema import metadata, unfinished_move
from bot.wording import moving as say

_STEP = timedelta(minutes=5)
"""How long a server may take to store a page, or to make the tables, however busy it is."""
_Done = TypeVar("_Done")


@dataclass(frozen=True, slots=True)
class Target:
    """The database that is moved to."""

    database: Database

    async def ask(self, question: Callable[[Connection], _Done]) -> _Done:
        """The answer to a question about the database."""
        with problems.failures_of(End.TO):
            async with self.database.reading(_STEP) as connection:
                return await connection.run_sync(question)

    async def do(self, work: Callable[[Connection], _Done], limit: timedelta = _STEP) -> _Done:
        """Does some work on the database in one transaction."""
        with problems.failures_of(End.TO):
            async with self.database.transaction(limit) as connection:
                return await connection.run_sync(work)

    @contextlib.asynccontextmanager
    async def rows(self, table: Table) -> AsyncIterator[Rows]:
        """A table's rows in the order of its key."""
        with problems.failures_of(End.TO):
            async with self.database.reading(WHOLE) as connection:
                await keep_waiting(connection)
                async with read_rows(End.TO, connection, table) as rows:
                    yield rows

    async def store(self, table: Table, page: Sequence[Row]) -> None:
        """Adds rows to a table; MoveError names the first one that it can't hold."""
        if await self._refusal(table, page) is None:
            return
        for row in page:
            reason = await self._refusal(table, [row])
            if reason is not None:
                raise problems.MoveError(
                    say.row_not_taken_text(table.name, key_of(table, row), reason)
                )

    async def _refusal(self, table: Table, page: Sequence[Row]) -> str | None:
        """Adds rows to a table; why not, if one of them can't be held."""
        names = table.columns.keys()
        rows = [dict(zip(names, row, strict=True)) for row in page]
        with problems.failures_of(End.TO):
            try:
                async with self.database.transaction(_STEP) as connection:
                    await connection.execute(insert(table), rows)
            except UnstorableError as error:
                return plain(getattr(error.__cause__, "orig", None) or error)
        return None

    async def empty(self) -> None:
        """Removes what an earlier try has copied."""

        def work(connection: Connection) -> None:
            for table in reversed(moved_tables()):
                connection.execute(delete(table))

        await self.do(work, WHOLE)


@contextlib.asynccontextmanager
async def opened_target(url: str) -> AsyncIterator[Target]:
    """The database that is moved to, as it is; a file that is not there yet is made."""
    with problems.failures_of(End.TO):
        engine, file = make_engine(url, LOCK_TIMEOUT), sqlite_file(url)
        finding = without_file(file) if engine.dialect.name == "sqlite" else None
        if finding is not None and finding.state is not State.NO_FILE_YET:
            raise problems.UnmovableError(End.TO, finding)
    if file is not None:
        make_private(file)
    database = Database(engine)
    try:
        yield Target(database)
    finally:
        await database.close()


async def check_apart(source: Source, target: Target, urls: tuple[str, str]) -> None:
    """MoveError if both are one database, by whatever names."""
    old, new = (sqlite_file(url) for url in urls)
    if old is not None or new is not None:
        if old is not None and new is not None and new.exists() and old.samefile(new):
            raise problems.MoveError(say.SAME_DATABASE)
        return
    # An advisory lock belongs to one database, and everybody there sees it.
    key = {"key": secrets.randbits(62)}
    taken = text("SELECT pg_advisory_xact_lock(:key)")
    await source.ask(lambda connection: connection.execute(taken, key))
    asked = text("SELECT pg_try_advisory_xact_lock(:key)")
    if not await target.ask(lambda connection: connection.execute(asked, key).scalar_one()):
        raise problems.MoveError(say.SAME_DATABASE)


async def prepare(target: Target, source_url: str) -> bool:
    """Has the target bear the mark of an unfinished copy; whether it did before.

    MoveError if something else is there; where it is an OccupiedError, that may be the whole copy.
    """
    name = _name_of(source_url)
    if await target.ask(partial(_is_unfinished, source=name)):
        return True
    await target.do(partial(_mark, source=name))
    return False


def _name_of(url: str) -> str:
    """A database as an unfinished copy of it names it: no user and no password."""
    file, address = sqlite_file(url), read_address(url)
    if file is not None:
        return os.path.realpath(file)
    return f"{address.host}:{address.port}/{address.url.database or ''}"


def _is_unfinished(connection: Connection, source: str) -> bool:
    unfinished = inspect(connection).has_table(unfinished_move.name)
    version = current(connection, moving=True)
    if version is not None:
        problems.check_newest(End.TO, version)
        check_schema(connection)
    if unfinished:
        of = connection.execute(select(unfinished_move.c.source)).scalar_one()
        if of != source:
            raise problems.MoveError(say.others_copy_text(of))
        return True
    if version is not None:
        counted = [(table.name, count_rows(connection, table)) for table in metadata.sorted_tables]
        if filled := [(name, rows) for name, rows in counted if rows]:
            raise problems.OccupiedError(say.occupied_text(filled))
    return False


def _mark(connection: Connection, source: str) -> None:
    migrate(connection)
    unfinished_move.create(connection)
    connection.execute(insert(unfinished_move).values(source=source))


async def finish(target: Target) -> None:
    """Takes the mark away: from now on it is a database like any other."""
    await target.do(unfinished_move.drop)
