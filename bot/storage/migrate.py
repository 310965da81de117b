"""Brings a database to this program's schema, or refuses one that is newer, or too old.

An empty database gets the tables of `schema.py` as they are today. A migration changes a database
that somebody has, from one release to the next.
"""

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, inspect, select

from bot.findings.database import State
from bot.storage import schema
from bot.storage.failures import StoreError, unusable

_FOLDER = Path(__file__).parent / "migrations"
_LOCK = int.from_bytes(b"referee")
"""The lock on a database server under which a process looks at the schema and changes it."""
_OURS = {"matches", "events"}
"""Tables that every schema of ours has."""


def migrate(connection: Connection) -> None:
    """Makes what is missing; an error of `current` where nothing may be made."""
    if connection.dialect.name == "postgresql":
        # Several processes may be started at once. On SQLite a transaction that may write is the
        # only one.
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
    config, version = Config(), current(connection)
    config.set_main_option("script_location", str(_FOLDER))
    config.attributes["connection"] = connection
    if version is None:
        schema.metadata.create_all(connection)
        command.stamp(config, "head")
    elif version != newest():
        command.upgrade(config, "head")
    check_schema(connection)


def check_schema(connection: Connection) -> None:
    """UnusableDatabaseError if a table or column of the newest schema was lost."""
    looked = inspect(connection)
    there = set(looked.get_table_names())
    for table in schema.metadata.sorted_tables:
        if table.name not in there:
            raise unusable(State.PART_LOST, table.name)
        columns = {column["name"] for column in looked.get_columns(table.name)}
        for column in table.columns:
            if column.name not in columns:
                raise unusable(State.PART_LOST, f"{table.name}.{column.name}")


def current(connection: Connection) -> str | None:
    """The schema of a database, None where it is empty.

    UnusableDatabaseError if it is unknown here, or if the database is not the referee's, or is half
    of one.
    """
    context = MigrationContext.configure(connection)
    versions = set(context.get_current_heads())
    tables = set(inspect(connection).get_table_names()) - {context.version_table}
    if schema.unfinished_move.name in tables:
        raise unusable(State.HALF_MOVED)
    # Another program may count its schemas as we do. A server's database may hold more than ours,
    # such as an extension's tables; a file is one program's.
    on_server = connection.dialect.name != "sqlite"
    ours = tables & set(schema.metadata.tables) if on_server else tables
    if (ours or versions) and not (versions and tables >= _OURS):
        raise unusable(State.FOREIGN_TABLES, ", ".join(sorted(tables)[:3]))
    known = {script.revision for script in _scripts().walk_revisions()}
    if others := versions - known:
        old = max(others) < min(known)
        raise unusable(State.TOO_OLD if old else State.NEWER_SCHEMA, ", ".join(sorted(others)))
    return max(versions, default=None)


def is_ours(connection: Connection) -> bool:
    """Whether there are tables at all; StoreError where they are not this program's."""
    version = current(connection)
    if version is None:
        return False
    if version != newest():
        raise StoreError(
            f"the database is of an older version (schema {version}): start the referee once, "
            f"which brings it to {newest()}"
        )
    check_schema(connection)
    return True


def newest() -> str | None:
    return _scripts().get_current_head()


@cache
def _scripts() -> ScriptDirectory:
    # A process may open several databases; each look would run every migration's module anew.
    return ScriptDirectory(str(_FOLDER))
