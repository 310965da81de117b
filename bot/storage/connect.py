"""Opens a database: the driver's settings, and the migrations before anybody uses it."""

import asyncio
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Dialect, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from bot.storage.failures import StoreError, plain
from bot.storage.migrate import migrate


def make_engine(url: str, patience: timedelta) -> AsyncEngine:
    """The engine of a database URL, not connected yet; StoreError if it is no such address."""
    try:
        engine = create_async_engine(url, pool_pre_ping=not url.startswith("sqlite"))
    except (SQLAlchemyError, ImportError, ValueError):
        # The error may quote the URL, and with it a password: it is not passed on.
        raise StoreError(
            "DATABASE_URL can't be used: write sqlite+aiosqlite:///file or "
            'postgresql+asyncpg://user:password@host/name (with the extra "postgres")'
        ) from None
    if engine.dialect.name == "sqlite":
        _set_up_sqlite(engine, patience)
    event.listen(engine.sync_engine, "do_connect", _connect_plainly)
    return engine


def _connect_plainly(dialect: Dialect, _: ConnectionPoolEntry, places: Any, names: Any) -> Any:
    """What a driver raises of its own while connecting is no database error to SQLAlchemy."""
    assert dialect.loaded_dbapi is not None  # noqa: S101
    try:
        return dialect.connect(*places, **names)
    except (dialect.loaded_dbapi.Error, OSError):
        raise
    except Exception as error:
        raise StoreError(f"the database can't be opened: {plain(error)}") from error


def sqlite_file(url: str) -> Path | None:
    """The file of an SQLite database, None for one in memory or on a server."""
    address = make_url(url)
    name = (address.database or "").removeprefix("file:")
    if address.get_backend_name() != "sqlite" or name in ("", ":memory:"):
        return None
    return Path(name)


async def connect(url: str, patience: timedelta) -> AsyncEngine:
    """The engine of a database URL, migrated; StoreError says in plain words what is wrong."""
    engine = make_engine(url, patience)
    file = sqlite_file(url)
    if file is not None:
        await asyncio.to_thread(_try_to_open, file)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(migrate)
    except DBAPIError as error:
        await engine.dispose()
        raise StoreError(f"the database can't be opened: {plain(error.orig or error)}") from error
    except (SQLAlchemyError, OSError) as error:
        await engine.dispose()
        raise StoreError(f"the database can't be opened: {plain(error)}") from error
    except BaseException:
        await engine.dispose()
        raise
    return engine


def _try_to_open(file: Path) -> None:
    """Opens and closes the file: the driver's thread complains to nobody where that fails."""
    try:
        with closing(sqlite3.connect(file)):
            pass
    except sqlite3.Error as error:
        raise StoreError(f"the database can't be opened: {plain(error)}") from error


def _set_up_sqlite(engine: AsyncEngine, patience: timedelta) -> None:
    milliseconds = patience // timedelta(milliseconds=1)

    def connected(connection: Any, _: ConnectionPoolEntry) -> None:
        # The driver would begin transactions by itself, but not before creating tables.
        connection.isolation_level = None
        try:
            cursor = connection.cursor()
            # WAL lets a backup read while we write; FULL makes a ruling survive a power cut.
            for pragma in (
                f"busy_timeout={milliseconds}",
                "journal_mode=WAL",
                "synchronous=FULL",
                "foreign_keys=ON",
            ):
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()
        except BaseException:
            # The pool does not know the connection yet; its thread would outlive the loop.
            connection.close()
            raise

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    event.listen(engine.sync_engine, "connect", connected)
    event.listen(engine.sync_engine, "begin", begin)
