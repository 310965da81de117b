"""Looks at a database without changing it: is it there, whole, writable, and of this schema?

`referee doctor` asks it beside a referee at work: nobody is held up, since all that takes long is
reading.
"""

import asyncio
import os
from datetime import timedelta
from pathlib import Path

from sqlalchemy import Connection, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.findings.database import (
    DatabaseEmpty,
    DatabaseFails,
    DatabaseFinding,
    DatabaseSound,
    FileDamaged,
    FolderReadOnly,
    InMemory,
    MatchesDamaged,
    MatchesSound,
    NoFileYet,
    NoFolder,
    NoMatches,
    NotAFile,
    OlderSchema,
    StampsDamaged,
)
from bot.findings.mark import Mark
from bot.storage import schema
from bot.storage.connect import make_engine, sqlite_file
from bot.storage.database import Database
from bot.storage.failures import DamagedMatchError, StoreError, UnusableDatabaseError, plain
from bot.storage.migrate import check_schema, current, newest
from bot.storage.rows import stored
from bot.storage.schema import room_lines
from bot.storage.stamps import read_stamp

LOCK_TIMEOUT = timedelta(seconds=5)
_SERVER_TIMEOUT = timedelta(seconds=30)
"""For all that a database server is asked."""


async def examine(url: str) -> list[DatabaseFinding]:
    """What is to be said about the database at a URL; never fails, never makes or alters one."""
    try:
        engine = make_engine(url, LOCK_TIMEOUT)
    except UnusableDatabaseError as error:
        return [error.problem]
    database, file = Database(engine), sqlite_file(url)
    if engine.dialect.name == "sqlite":
        before = _without_file(file)
        if before is not None:
            return [before]
    # A file is read for as long as that takes.
    limit = None if file is not None else _SERVER_TIMEOUT.total_seconds()
    try:
        async with asyncio.timeout(limit):
            return await _look_inside(engine)
    except TimeoutError as error:
        return [DatabaseFails(plain(error))]
    finally:
        await database.close()


def _without_file(file: Path | None) -> DatabaseFinding | None:
    """What can be said before opening an SQLite file, if that is all there is to say."""
    if file is None:
        return InMemory()
    folder = file.absolute().parent
    if not folder.is_dir():
        return NoFolder(folder)
    if not os.access(folder, os.W_OK | os.X_OK):
        return FolderReadOnly(folder)
    if not file.exists():
        return NoFileYet(file.absolute())
    return None if file.is_file() else NotAFile(file)


async def _look_inside(engine: AsyncEngine) -> list[DatabaseFinding]:
    try:
        async with engine.connect() as connection:
            try:
                found = await connection.run_sync(_read)
                if found.mark is Mark.BAD:
                    return [found]
                matches = await _contents(connection) if found.mark is Mark.GOOD else []
                await connection.rollback()
                await connection.run_sync(_try_to_write)
                return [found, *matches]
            finally:
                await connection.rollback()
    except UnusableDatabaseError as error:
        return [error.problem]
    except (StoreError, SQLAlchemyError, OSError) as error:
        return [DatabaseFails(plain(getattr(error, "orig", None) or error))]


def _read(connection: Connection) -> DatabaseFinding:
    if connection.dialect.name == "sqlite":
        damage = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
        if damage != "ok":
            return FileDamaged()
    found, wanted = current(connection), newest()
    if found is None:
        return DatabaseEmpty()
    if found != wanted:
        return OlderSchema(found, wanted)
    check_schema(connection)
    return DatabaseSound(found)


def _try_to_write(connection: Connection) -> None:
    """What is made here is taken back with the transaction, at once."""
    connection.exec_driver_sql("CREATE TABLE referee_doctor (looked INTEGER)")
    connection.exec_driver_sql("INSERT INTO referee_doctor VALUES (1)")


async def _contents(connection: AsyncConnection) -> list[DatabaseFinding]:
    """What lies in a database of our schema."""
    damaged = [
        f"{table.name} {key}"
        for table, name in ((schema.duty, schema.duty.c.venue), (room_lines, room_lines.c.serial))
        for key, at in (await connection.execute(select(name, table.c.at))).all()
        if read_stamp(at) is None
    ]
    matches: list[DatabaseFinding] = [await _matches(connection)]
    if not damaged:
        return matches
    return [*matches, StampsDamaged(tuple(damaged))]


async def _matches(connection: AsyncConnection) -> DatabaseFinding:
    """Whether every open match can be taken up, as it will be at the next start."""
    query = select(schema.matches).where(schema.matches.c.open).order_by(schema.matches.c.id)
    rows = (await connection.execute(query)).all()
    damaged = []
    for row in rows:
        try:
            (await stored(connection, row)).match()
        except DamagedMatchError:
            damaged.append(row.id)
    if not rows:
        return NoMatches()
    if not damaged:
        return MatchesSound(len(rows))
    return MatchesDamaged(tuple(damaged), len(rows))
