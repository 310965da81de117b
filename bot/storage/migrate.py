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
    config = Config()
    config.set_main_option("script_location", str(_FOLDER))
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    found = set(MigrationContext.configure(connection).get_current_heads())
    if found - known:
        raise NewerDatabaseError(
            f"the database is of a newer version of the referee (schema {', '.join(found - known)})"
            ": install that version, or name another database in DATABASE_URL"
        )
    if found != set(ScriptDirectory.from_config(config).get_heads()):
        command.upgrade(config, "head")
