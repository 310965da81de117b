"""The store beside a referee at work: for a command that adds something and rules nothing.

`referee room` is typed while forty people play. Nothing is migrated under the referee that runs,
and no lease is asked for, since what is added changes no match.
"""

from datetime import timedelta

from sqlalchemy import Connection

from bot.storage.connect import make_engine, sqlite_file
from bot.storage.database import Database
from bot.storage.failures import StoreError
from bot.storage.migrate import check_schema, current, newest
from bot.storage.store import Store

LOCK_TIMEOUT = timedelta(seconds=5)
"""How long a locked SQLite database is waited for."""


async def open_beside(url: str) -> Store | None:
    """The store at a database URL as it is; None where there is no database yet.

    StoreError if it can't be used, or is of another schema than this program's.
    """
    engine, file = make_engine(url, LOCK_TIMEOUT), sqlite_file(url)
    if engine.dialect.name == "sqlite" and (file is None or not file.is_file()):
        return None
    database = Database(engine)
    try:
        async with database.reading() as connection:
            there = await connection.run_sync(_is_ours)
    except BaseException:
        await database.close()
        raise
    if not there:
        await database.close()
        return None
    return Store(database)


def _is_ours(connection: Connection) -> bool:
    """Whether there are tables at all; StoreError where they are not this program's."""
    schema = current(connection)
    if schema is None:
        return False
    if schema != newest():
        raise StoreError(
            f"the database is of an older version (schema {schema}): start the referee once, "
            f"which brings it to {newest()}"
        )
    check_schema(connection)
    return True
