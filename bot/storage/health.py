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

from bot.findings import Finding, Mark, bad, good, note
from bot.storage import schema
from bot.storage.connect import make_engine, sqlite_file
from bot.storage.database import Database
from bot.storage.failures import DamagedMatchError, StoreError, plain
from bot.storage.migrate import check_schema, current, newest
from bot.storage.rows import stored
from bot.storage.schema import room_lines
from bot.storage.stamps import read_stamp

LOCK_TIMEOUT = timedelta(seconds=5)
_SERVER_TIMEOUT = timedelta(seconds=30)
"""For all that a database server is asked."""
_NAMED = 10
"""How many damaged matches are named."""


async def examine(url: str) -> list[Finding]:
    """What is to be said about the database at a URL; never fails, never makes or alters one."""
    try:
        engine = make_engine(url, LOCK_TIMEOUT)
    except StoreError as error:
        return [bad(f"Database: {error}.")]
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
        return [bad(f"Database: {plain(error)}.")]
    finally:
        await database.close()


def _without_file(file: Path | None) -> Finding | None:
    """What can be said before opening an SQLite file, if that is all there is to say."""
    if file is None:
        return bad("Database: it is kept in memory only, and every match is lost at a stop.")
    folder = file.absolute().parent
    if not folder.is_dir():
        return bad(f"Database: there is no folder {folder}. Make it, or change DATABASE_URL.")
    if not os.access(folder, os.W_OK | os.X_OK):
        return bad(f"Database: the folder {folder} can't be written; SQLite needs that.")
    if not file.exists():
        return note(f"Database: {file.absolute()} is made at the first start.")
    return None if file.is_file() else bad(f"Database: {file} is no file.")


async def _look_inside(engine: AsyncEngine) -> list[Finding]:
    try:
        async with engine.connect() as connection:
            try:
                found = await connection.run_sync(_read)
                matches = await _contents(connection) if found.mark is Mark.GOOD else []
                await connection.rollback()
                await connection.run_sync(_try_to_write)
                return [found, *matches]
            finally:
                await connection.rollback()
    except (StoreError, SQLAlchemyError, OSError) as error:
        return [bad(f"Database: {plain(getattr(error, 'orig', None) or error)}.")]


def _read(connection: Connection) -> Finding:
    if connection.dialect.name == "sqlite":
        damage = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
        if damage != "ok":
            raise StoreError("the file is damaged. Restore a backup (docs/backup.md)")
    found, wanted = current(connection), newest()
    if found is None:
        return note("Database: reached and writable, but empty; it is set up at the next start.")
    if found != wanted:
        return note(f"Database: of schema {found}; the next start brings it to {wanted}.")
    check_schema(connection)
    return good(f"Database: reached, writable, whole, of schema {found}.")


def _try_to_write(connection: Connection) -> None:
    """What is made here is taken back with the transaction, at once."""
    connection.exec_driver_sql("CREATE TABLE referee_doctor (looked INTEGER)")
    connection.exec_driver_sql("INSERT INTO referee_doctor VALUES (1)")


async def _contents(connection: AsyncConnection) -> list[Finding]:
    """What lies in a database of our schema."""
    damaged = [
        f"{table.name} {key}"
        for table, name in ((schema.duty, schema.duty.c.venue), (room_lines, room_lines.c.serial))
        for key, at in (await connection.execute(select(name, table.c.at))).all()
        if read_stamp(at) is None
    ]
    matches = [await _matches(connection)]
    if not damaged:
        return matches
    more = ", …" if len(damaged) > _NAMED else ""
    return [
        *matches,
        bad(
            f"Stamps: {len(damaged)} can't be read and are put aside: "
            f"{', '.join(damaged[:_NAMED])}{more}. Restore a backup (docs/backup.md)."
        ),
    ]


async def _matches(connection: AsyncConnection) -> Finding:
    """Whether every open match can be taken up, as it will be at the next start."""
    query = select(schema.matches).where(schema.matches.c.open).order_by(schema.matches.c.id)
    rows = (await connection.execute(query)).all()
    damaged = []
    for row in rows:
        try:
            (await stored(connection, row)).match()
        except DamagedMatchError:
            damaged.append(str(row.id))
    if not rows:
        return good("Matches: none is open.")
    if not damaged:
        return good(f"Matches: {len(rows)} open, and each can be read.")
    more = ", …" if len(damaged) > _NAMED else ""
    return bad(
        f"Matches: {len(damaged)} of {len(rows)} open ones can't be read and stand still: "
        f"{', '.join(damaged[:_NAMED])}{more}. Restore a backup (docs/backup.md)."
    )
