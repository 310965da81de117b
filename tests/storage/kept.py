"""Where the referees of the tests keep their matches: in a file, or on a PostgreSQL server.

`pytestmark = pytest.mark.usefixtures("each_database")` has all tests of a module run on both.
Making the tables takes longer than most tests: each process of a run makes them once, and every
test begins with a copy. A copy's tables are not looked at again for as long as they are the
template's, and all engines of a process share the statements that one of them has compiled.
"""

import atexit
import shutil
import tempfile
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.util import LRUCache

from bot.storage import migrate as migrations
from bot.storage.migrate import check_schema, migrate
from storage.postgres import WITH_POSTGRES, fresh_database

_on_server: list[str] = []
_copies: set[str] = set()


def address(folder: Path) -> str:
    """The address of the test's database: a file in its folder, unless it runs on a server."""
    return _on_server[-1] if _on_server else sqlite(folder / "referee.sqlite3")


def sqlite(file: Path) -> str:
    """The address of a database in a file, which has the newest tables if it is new."""
    if not file.exists():
        shutil.copyfile(_template()[0], file)
        _copies.add(str(file))
    return f"sqlite+aiosqlite:///{file}"


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=WITH_POSTGRES)])
async def each_database(request: pytest.FixtureRequest) -> AsyncIterator[None]:
    """Has the test's referees keep their matches here, then there."""
    if request.param == "sqlite":
        yield
        return
    async with fresh_database(with_tables=True) as found:
        _on_server.append(found)
        yield
        _on_server.remove(found)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=WITH_POSTGRES)])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    """The address of an empty database, without tables."""
    if request.param == "sqlite":
        yield f"sqlite+aiosqlite:///{tmp_path / 'empty.sqlite3'}"
        return
    async with fresh_database() as found:
        yield found


@cache
def _template() -> tuple[Path, int]:
    """An empty database, and the number that SQLite raises whenever a table changes."""
    folder = Path(tempfile.mkdtemp(prefix="referee-template-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    engine = create_engine(f"sqlite:///{folder / 'template.sqlite3'}")
    with engine.begin() as connection:
        migrate(connection)
        number = _schema_number(connection)
    engine.dispose()
    return folder / "template.sqlite3", number


def _schema_number(connection: Connection) -> int:
    return int(connection.exec_driver_sql("PRAGMA schema_version").scalar_one())


def _check_unless_copied(connection: Connection) -> None:
    """Looks at every table, but for those of a copy that are still the template's."""
    copied = connection.engine.url.database in _copies
    if not (copied and _schema_number(connection) == _template()[1]):
        check_schema(connection)


class _Compiled(LRUCache[Any, Any]):
    """Compiled statements by the driver they are for, where SQLAlchemy keeps them by engine."""

    def get(self, key: Any, default: Any = None) -> Any:
        """What was compiled for any engine with this driver."""
        return super().get((type(key[0]), *key[1:]), default)

    def __setitem__(self, key: Any, compiled: Any) -> None:
        super().__setitem__((type(key[0]), *key[1:]), compiled)


_compiled = _Compiled(1000)


@event.listens_for(Engine, "engine_connect")
def _share_compiled(connection: Connection) -> None:
    connection.engine._compiled_cache = _compiled


migrations.check_schema = _check_unless_copied
