"""Copies a database to another place, such as from SQLite to PostgreSQL: `referee move`.

It is midnight, and the host moves to PostgreSQL. A referee at work on the old database is named; a
referee that is started meanwhile waits: what is copied is one moment, and nothing is left behind.
The power fails after the first hundred thousand rows. Until all is copied and equal, the new
database bears a mark with which no referee starts on it. The same command empties it again.
"""

import contextlib
import hashlib
import os
import secrets
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, String, Table, delete, func, insert, inspect, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.findings.database import State
from bot.storage import failures, health, lease_rows
from bot.storage.address import read_address
from bot.storage.columns import EVENT, as_kept
from bot.storage.connect import make_engine, sqlite_file
from bot.storage.database import UNUSED, WRITES, Database
from bot.storage.files import make_private
from bot.storage.migrate import migrate
from bot.storage.schema import events, leases, metadata, unfinished_move
from bot.timing import RealTime
from bot.wording import doctor_database as say

_PAGE = 500
"""Rows in memory at once; a row with a picture has some 20 kilobytes."""
_PATIENCE = """SELECT set_config('lock_timeout', '10s', false),
set_config('statement_timeout', '0', false),
set_config('idle_in_transaction_session_timeout', '0', false)"""
"""A server waits as long as the other one takes, but for no program that holds a table."""
_NUMBERS = {
    "sqlite": (
        "SELECT max(seq) FROM sqlite_sequence WHERE name = '{0.table}'",
        "DELETE FROM sqlite_sequence WHERE name = '{0.table}'",
        "INSERT INTO sqlite_sequence VALUES ('{0.table}', {1})",
    ),
    "postgresql": (
        "SELECT last_value - 1 + is_called::int FROM {0.table}_{0.name}_seq",
        "SELECT setval('{0.table}_{0.name}_seq', {1} + 1, false)",
    ),
}
"""What reads the last number that a column was given, and what sets it."""
Tell = Callable[[str, bool], None]
"""Hears how far a move is, in a line, and whether that line is the last of its table."""


class MoveError(Exception):
    """A move is not done; the text says why, without its last full stop."""


class Moved(NamedTuple):
    """Rows by table, matches with an unreadable event, tables and columns that were left."""

    tables: dict[str, int]
    damaged: list[int]
    foreign: list[str]


async def move(source: str, target: str, tell: Tell) -> Moved:
    async with _connected(say.FROM, source) as old:
        before = await health.read_leases(source)
        for holder in await health.at_work(source, RealTime()):
            raise MoveError(say.in_use_text(holder))
        await old.run_sync(_hold, before)
        async with _connected(say.TO, target) as new:
            # Within one greenlet, plain code may use both connections.
            assert new.sync_connection is not None  # noqa: S101
            return await old.run_sync(_move, new.sync_connection, source, target, tell)


@contextlib.contextmanager
def _failures_of(end: str) -> Iterator[None]:
    """Names the database at one end for whatever fails, unless that has become a MoveError."""
    try:
        yield
    except failures.UnusableDatabaseError as error:
        raise MoveError(say.unfit_text(end, error.finding)) from None
    except (failures.StoreError, SQLAlchemyError, OSError) as error:
        raise MoveError(f"{end}: {failures.failure(UNUSED, error)}") from error


@contextlib.asynccontextmanager
async def _connected(end: str, url: str) -> AsyncIterator[AsyncConnection]:
    """The connection to one end, which is named for what fails; a target's file may be made."""
    with _failures_of(end):
        engine = make_engine(url, health.LOCK_TIMEOUT)
        database = Database(engine)
        if not database.on_server and (found := health.without_file(sqlite_file(url))):
            if end == say.FROM or found.state is not State.NO_FILE_YET:
                raise failures.UnusableDatabaseError(found)
            make_private(Path(found.detail))
        try:
            async with engine.execution_options(**{WRITES: True}).connect() as connection:
                if database.on_server:
                    await connection.exec_driver_sql(_PATIENCE)
                    await connection.commit()
                yield connection
        finally:
            await database.close()


def _hold(old: Connection, before: Sequence[lease_rows.Lease]) -> None:
    """The source has to be whole and not taken since `before`; from now on nobody writes to it."""
    if (found := health.state_of(old)).state is not State.SOUND:
        raise failures.UnusableDatabaseError(found)
    if old.dialect.name != "sqlite":
        # A file's transaction has begun as a writer's, of which there is one.
        names = ", ".join(metadata.tables)
        old.exec_driver_sql(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE")
    for lease in lease_rows.read(old):
        if lease not in before:
            raise MoveError(say.in_use_text(lease_rows.holder_of(lease.holder, [lease])))


def _move(old: Connection, new: Connection, source: str, target: str, tell: Tell) -> Moved:
    """Copies each table, reads each back, and compares; only then the mark goes."""
    _check_apart(old, new, source, target)
    _prepare(new, source, tell)
    # Leases stay: whoever is at work on a database is not at work on its copy.
    tables = [table for table in metadata.sorted_tables if table is not leases]
    sums, damaged = defaultdict[str, set[bytes]](set), set[int]()
    for table in tables:
        for page in _pages(say.FROM, old, table, tell, sums):
            _store(new, table, page)
            if table is events:
                damaged |= {it.match for it in page if EVENT.process_result_value(it.data) is None}
        _last_number(new, table, _last_number(old, table))
        new.commit()
    for table in tables:
        for _ in _pages(say.TO, new, table, tell, sums):
            pass
    if unlike := [name for name, found in sums.items() if len(found) > 1]:
        raise MoveError(say.not_equal_text(unlike))
    unfinished_move.drop(new)
    new.commit()
    return Moved(
        {table.name: _count(new, table) for table in tables}, sorted(damaged), _foreign(old)
    )


def _check_apart(old: Connection, new: Connection, *urls: str) -> None:
    """MoveError if both are one database, by whatever names."""
    source, target = map(sqlite_file, urls)
    same = source and target and source.samefile(target)
    if source is None and target is None:
        # An advisory lock belongs to one database, and everybody there sees it.
        key = secrets.randbits(62)
        old.execute(select(func.pg_advisory_xact_lock(key)))
        same = not new.scalar(select(func.pg_try_advisory_xact_lock(key)))
    if same:
        raise MoveError(say.SAME_DATABASE)


def _prepare(new: Connection, source: str, tell: Tell) -> None:
    """Has the target be empty, and marked as an unfinished copy of `source`, without a password."""
    file, at = sqlite_file(source), read_address(source)
    name = os.path.realpath(file) if file else f"{at.host}:{at.port}/{at.url.database or ''}"
    tables, begun = metadata.sorted_tables, inspect(new).has_table(unfinished_move.name)
    if begun:
        if (other := new.execute(select(unfinished_move.c.source)).scalar_one()) != name:
            raise MoveError(say.others_copy_text(other))
        tell(say.BEGUN_ANEW, True)
        unfinished_move.drop(new)
    migrate(new)
    for table in reversed(tables) if begun else ():
        new.execute(delete(table))
    if filled := {table.name: rows for table in tables if (rows := _count(new, table))}:
        raise MoveError(say.occupied_text(filled))
    unfinished_move.create(new)
    new.execute(insert(unfinished_move).values(source=name))
    new.commit()


def _pages(
    end: str, at: Connection, table: Table, tell: Tell, sums: defaultdict[str, set[bytes]]
) -> Iterator[Sequence[Row[Any]]]:
    """A table's rows in an order that is the same everywhere; one more checksum goes to `sums`."""
    bytewise = "BINARY" if at.dialect.name == "sqlite" else "C"
    order = [
        key.collate(bytewise) if isinstance(key.type, String) else key for key in table.primary_key
    ]
    query = select(*as_kept(table).c).order_by(*order).execution_options(yield_per=_PAGE)
    digest, done = hashlib.sha256(), 0
    with _failures_of(end):
        rows = _count(at, table)
        for page in at.execute(query).partitions():
            yield page
            digest.update("".join(map(repr, page)).encode())
            done += len(page)
            tell(say.step_text(end, table.name, done, rows), done == rows)
        digest.update(f"{done} {_last_number(at, table)}".encode())
    sums[table.name].add(digest.digest())


def _store(new: Connection, table: Table, page: Sequence[Row[Any]]) -> None:
    """Adds rows to a table; MoveError names the first row that it can't hold."""
    try:
        with new.begin_nested():
            new.execute(insert(as_kept(table)), [row._asdict() for row in page])
    except SQLAlchemyError as error:
        if not failures.is_of_the_data(error):
            raise
        if len(page) == 1:
            key = [getattr(page[0], column.name) for column in table.primary_key]
            raise MoveError(
                say.row_not_taken_text(table.name, key, failures.plain(error))
            ) from error
        for row in page:
            _store(new, table, [row])


def _count(at: Connection, table: Table) -> int:
    return at.execute(select(func.count()).select_from(table)).scalar_one()


def _last_number(at: Connection, table: Table, new: int | None = None) -> int:
    """The last number that a row of a table was given, which may be gone; `new` sets it."""
    if table.autoincrement_column is None:
        return 0
    read, *change = _NUMBERS[at.dialect.name]
    for statement in [*change, read] if new is not None else [read]:
        result = at.exec_driver_sql(statement.format(table.autoincrement_column, new))
    return result.scalar() or 0


def _foreign(old: Connection) -> list[str]:
    """The tables, and the columns of our tables, that are not the referee's."""
    looked, ours = inspect(old), metadata.tables
    tables = set(looked.get_table_names()) - {"alembic_version"}
    there = {(name, it["name"]) for name in tables & ours.keys() for it in looked.get_columns(name)}
    columns = {f"{name}.{column}" for name, column in there if column not in as_kept(ours[name]).c}
    return sorted(columns | tables - ours.keys())
