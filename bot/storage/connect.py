"""Opens a database: the driver's settings, and the migrations before anybody uses it."""

import asyncio
import contextlib
import sqlite3
from contextlib import closing
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite
from sqlalchemy import Connection, Dialect, Engine, create_engine, event
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from bot.findings.database import State
from bot.storage.address import read_address
from bot.storage.connections import Worker
from bot.storage.database import ANSWER_TIMEOUT, MOST_CONNECTIONS, WRITES, Database
from bot.storage.failures import StoreError, failure, plain, unusable
from bot.storage.files import FileWatch, kept_from_us, make_private
from bot.storage.migrate import migrate

Opened = TypeVar("Opened", bound=Database)
_UNOPENED = "the database can't be opened"
_POOL = {"pool_size": 5, "max_overflow": MOST_CONNECTIONS - 5, "pool_pre_ping": True}
"""How many connections to a server are kept, and how many more there are in a rush."""
_SERVER_LOST = ("08", "57P", "25006")
"""How a SQLSTATE begins where the connection is lost, where the server ends or starts, and where
it follows another one by now and takes no writes."""
READERS = 4
"""How many questions are answered at once by a file: one that takes long holds up no other."""
_NO_ENTRY = ("28", "3D")
"""How it begins where who we are is not believed, and where there is no such database."""
# Who may not see how a standby follows sees that there is one.
_PROMISES = """
SELECT (current_setting('synchronous_standby_names') = '' OR EXISTS (
    SELECT FROM pg_stat_replication WHERE coalesce(sync_state, 'sync') IN ('sync', 'quorum')
  )) AND set_config('synchronous_commit', CASE current_setting('synchronous_commit')
    WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false) <> ''
"""
"""Whether the standby that commits are to wait for is there; has each of this session wait for it.

Without the standby a commit times out. Once the server is started anew, whoever reads there finds
it all the same, and no other server has it.
"""
_MIGRATION_TIMEOUT = timedelta(minutes=10)
"""How long it may take to bring all old matches to a new schema."""


def make_engine(url: str, lock_timeout: timedelta) -> AsyncEngine:
    """The engine of a database URL, not connected yet; UnusableDatabaseError for no such URL.

    `lock_timeout` is for a locked SQLite database. Connecting alters no database.
    """
    address = read_address(url)
    on_server = not url.startswith("sqlite")
    arguments: dict[str, Any] = {"async_creator_fn": _open_file}
    if on_server:
        arguments = {"timeout": ANSWER_TIMEOUT.total_seconds()}
    if address.servers:
        arguments["async_creator_fn"] = partial(_connect_to_primary, list(address.servers))
    pool = _POOL if on_server else {}
    try:
        engine = create_async_engine(address.url, connect_args=arguments, **pool)
    except ImportError as error:
        lacks_driver = error.name == "asyncpg"
        raise unusable(State.NO_DRIVER if lacks_driver else State.BAD_ADDRESS) from None
    except (SQLAlchemyError, ValueError):
        # The error may quote the URL, and with it a password: it is not passed on.
        raise unusable(State.BAD_ADDRESS) from None
    if engine.driver not in ("aiosqlite", "asyncpg"):
        raise unusable(State.BAD_ADDRESS)
    if engine.dialect.name == "sqlite":
        _set_up_sqlite(engine.sync_engine, lock_timeout)
    if engine.dialect.name == "postgresql":
        event.listen(engine.sync_engine, "handle_error", _leave_server)
    event.listen(engine.sync_engine, "do_connect", _connect_plainly)
    return engine


async def _connect_to_primary(servers: list[tuple[str, int]], **names: Any) -> Any:
    """A connection to the server that takes writes, which is asked first from then on.

    ConnectionError says of each server why it is not the one; where none lets us in, its own error.
    """
    # A transaction waits no longer than `timeout`, and a server may be silent.
    limit, errors = names["timeout"] / len(servers), dict[str, Exception]()
    for host, port in list(servers):
        try:
            async with asyncio.timeout(limit):
                connection = await _promising(**names | {"host": host, "port": port})
        except Exception as error:
            errors[f"{host}:{port}"] = error
        else:
            servers.sort(key=lambda server: server != (host, port))
            return connection
    if all(str(getattr(error, "sqlstate", None))[:2] in _NO_ENTRY for error in errors.values()):
        raise next(iter(errors.values()))
    reasons = "; ".join(f"{place}: {plain(error)}" for place, error in errors.items())
    raise ConnectionError(f"no database server can be written to now ({reasons})")


async def _promising(**names: Any) -> Any:
    """A connection to a server that takes writes, and keeps what it has taken."""
    import asyncpg

    connection = await asyncpg.connect(**names | {"target_session_attrs": "read-write"})
    try:
        if not await connection.fetchval(_PROMISES):
            raise ConnectionError("it waits for a standby, and none follows it")
    except BaseException:
        connection.terminate()
        raise
    return connection


def _leave_server(context: ExceptionContext) -> None:
    """No connection is kept to a server that ends, or that takes no writes any more."""
    state = str(getattr(context.original_exception, "sqlstate", None) or "")
    if state.startswith(_SERVER_LOST):
        context.is_disconnect = True


def _make_worker(url: str, lock_timeout: timedelta, *, writes: bool) -> Worker:
    address = read_address(url).url.set(drivername="sqlite+pysqlite")
    engine = create_engine(address, pool_size=1, max_overflow=0)
    engine = engine.execution_options(**{WRITES: writes})
    _set_up_sqlite(engine, lock_timeout)
    return Worker(engine, writes=writes)


def _connect_plainly(dialect: Dialect, _: ConnectionPoolEntry, places: Any, names: Any) -> Any:
    """Connects, and turns a driver's own errors into database errors, as SQLAlchemy does not."""
    assert dialect.loaded_dbapi is not None  # noqa: S101
    try:
        return dialect.connect(*places, **names)
    except (dialect.loaded_dbapi.Error, OSError, StoreError):
        raise
    except Exception as error:
        raise failure(_UNOPENED, error) from error


async def _open_file(*places: Any, **names: Any) -> aiosqlite.Connection:
    """A connection to a file; it is closed if its opening is broken off.

    The driver would forget it, and leave it open until the garbage collector comes.
    """
    connection = aiosqlite.connect(*places, **names)
    # Nobody waits at the end for a file that does not answer.
    connection._thread.daemon = True  # noqa: SLF001 - as SQLAlchemy does where it makes it
    opening = asyncio.ensure_future(connection)
    try:
        return await asyncio.shield(opening)
    except asyncio.CancelledError:
        with contextlib.suppress(sqlite3.Error):
            await (await opening).close()
        raise


def sqlite_file(url: str) -> Path | None:
    """The file of an SQLite database, None for one in memory or on a server."""
    address = read_address(url).url
    name = (address.database or "").removeprefix("file:")
    if address.get_backend_name() != "sqlite" or name in ("", ":memory:"):
        return None
    return Path(name)


async def connect(url: str, lock_timeout: timedelta, kind: type[Opened]) -> Opened:
    """The database of a URL, migrated; StoreError says in plain words what is wrong.

    UnreachableError if another try may well succeed.
    """
    engine = make_engine(url, lock_timeout)
    file = sqlite_file(url)
    writer = None if file is None else _make_worker(url, lock_timeout, writes=True)
    count = 0 if file is None else READERS
    readers = [_make_worker(url, lock_timeout, writes=False) for _ in range(count)]
    database = kind(engine, writer, readers)
    try:
        if file is not None:
            await asyncio.to_thread(_prepare, file)
        async with database.transaction(_MIGRATION_TIMEOUT, _UNOPENED) as connection:
            await connection.run_sync(migrate)
        if file is not None:
            # An open connection would be the last to know of the new journal mode.
            await database.close()
            # WAL lets a backup read while we write. It is a property of the file, from now on.
            await asyncio.to_thread(_execute, file, lock_timeout, "PRAGMA journal_mode=WAL")
            database.file = FileWatch(file)
    except BaseException:
        await database.close()
        raise
    return database


def _prepare(file: Path) -> None:
    if file.is_file() and (whose := kept_from_us(file)):
        raise unusable(State.FILE_OF_ANOTHER, whose)
    make_private(file)
    _execute(file, timedelta(0), "SELECT 1")


def _execute(file: Path, lock_timeout: timedelta, statement: str) -> None:
    """Opens the file for it alone: the driver's thread complains to nobody where that fails."""
    try:
        with closing(sqlite3.connect(file, timeout=lock_timeout.total_seconds())) as database:
            database.execute(statement)
    except sqlite3.Error as error:
        raise failure(_UNOPENED, error) from error


def _set_up_sqlite(engine: Engine, lock_timeout: timedelta) -> None:
    milliseconds = lock_timeout // timedelta(milliseconds=1)

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: ConnectionPoolEntry) -> None:
        # The driver would begin transactions by itself, but not before creating tables.
        connection.isolation_level = None
        try:
            cursor = connection.cursor()
            for pragma in (
                f"busy_timeout={milliseconds}",
                # It makes a ruling survive a power cut.
                "synchronous=FULL",
                "foreign_keys=ON",
                # Nothing is written but the database: the rest may be read-only.
                "temp_store=MEMORY",
            ):
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()
        except BaseException:
            # The pool does not know the connection yet; its thread would outlive the loop.
            connection.close()
            raise

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A writer takes the lock first: one that has read already can't wait for it any more.
        writes = connection.get_execution_options().get(WRITES)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
