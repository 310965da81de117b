"""Looks at a database without changing it: is it there, whole, writable, and of this schema?"""

import os
from datetime import timedelta
from pathlib import Path

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.findings import Finding, bad, good, note
from bot.storage.connect import make_engine, sqlite_file
from bot.storage.failures import StoreError, plain
from bot.storage.migrate import current, newest

PATIENCE = timedelta(seconds=5)


async def examine(url: str) -> list[Finding]:
    """What is to be said about the database at a URL; never fails, never makes or alters one."""
    try:
        engine = make_engine(url, PATIENCE)
    except StoreError as error:
        return [bad(f"Database: {error}.")]
    file = sqlite_file(url)
    if engine.dialect.name == "sqlite":
        before = _without_file(file)
        if before is not None:
            return [before]
    try:
        return await _look_inside(engine)
    finally:
        await engine.dispose()


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
                return [await connection.run_sync(_look)]
            finally:
                await connection.rollback()
    except DBAPIError as error:
        return [bad(f"Database: {plain(error.orig or error)}.")]
    except (StoreError, SQLAlchemyError, OSError) as error:
        return [bad(f"Database: {plain(error)}.")]


def _look(connection: Connection) -> Finding:
    # What is made here is taken back with the transaction: it shows that writing is allowed.
    connection.exec_driver_sql("CREATE TABLE referee_doctor (looked INTEGER)")
    connection.exec_driver_sql("INSERT INTO referee_doctor VALUES (1)")
    found, wanted = current(connection), newest()
    if connection.dialect.name == "sqlite":
        damage = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
        if damage != "ok":
            return bad("Database: the file is damaged. Restore a backup (docs/backup.md).")
    if found is None:
        return note("Database: reached and writable, but empty; it is set up at the next start.")
    if found != wanted:
        return note(f"Database: of schema {found}; the next start brings it to {wanted}.")
    return good(f"Database: reached, writable, whole, of schema {found}.")
