"""Brings a database to this program's schema, or refuses one that is newer."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from bot.storage.failures import NewerDatabaseError

_FOLDER = Path(__file__).parent / "migrations"


def migrate(connection: Connection) -> None:
    """Runs the migrations that are missing; NewerDatabaseError if there are unknown ones."""
    found = current(connection)
    if found != newest():
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def current(connection: Connection) -> str | None:
    """The schema of a database, None where there is none; NewerDatabaseError if it is unknown."""
    found = set(MigrationContext.configure(connection).get_current_heads())
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
