"""Brings a database to this program's schema, or refuses one that is newer."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from bot.storage import schema
from bot.storage.failures import ForeignDatabaseError, NewerDatabaseError, StoreError

_FOLDER = Path(__file__).parent / "migrations"
_OURS = {"matches", "events"}
"""Tables that every schema of ours has."""


def migrate(connection: Connection) -> None:
    """Runs the migrations that are missing; an error of `current` where none may be run."""
    found = current(connection)
    if found != newest():
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    check_schema(connection)


def check_schema(connection: Connection) -> None:
    """StoreError if a table or column of the newest schema is not there: the file was damaged."""
    looked = inspect(connection)
    there = set(looked.get_table_names())
    for table in schema.metadata.sorted_tables:
        if table.name not in there:
            raise _damaged(table.name)
        columns = {column["name"] for column in looked.get_columns(table.name)}
        for column in table.columns:
            if column.name not in columns:
                raise _damaged(f"{table.name}.{column.name}")


def _damaged(part: str) -> StoreError:
    return StoreError(f"the database lacks {part}: restore a backup (docs/backup.md)")


def current(connection: Connection) -> str | None:
    """The schema of a database, None where it is empty.

    NewerDatabaseError if it is unknown, ForeignDatabaseError if the database is not the referee's.
    """
    context = MigrationContext.configure(connection)
    found = set(context.get_current_heads())
    tables = set(inspect(connection).get_table_names()) - {context.version_table}
    # Another program may count its schemas as we do. A server's database may hold more than ours,
    # such as an extension's tables; a file is one program's.
    on_server = connection.dialect.name != "sqlite"
    others = tables & set(schema.metadata.tables) if on_server else tables
    if (others or found) and not (found and tables >= _OURS):
        some = ", ".join(sorted(tables)[:3]) or "none"
        raise ForeignDatabaseError(
            f"the database is another program's (its tables: {some}): "
            "name one of the referee's own in DATABASE_URL"
        )
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if found - known:
        raise NewerDatabaseError(
            f"the database is of a newer version of the referee (schema {', '.join(found - known)})"
            ": install that version, or name another database in DATABASE_URL"
        )
    return max(found, default=None)


def newest() -> str | None:
    """The schema of this program."""
    return ScriptDirectory.from_config(_config()).get_current_head()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(_FOLDER))
    return config
