"""Where the referees of the tests keep their matches: in a file, or on a PostgreSQL server.

`pytestmark = pytest.mark.usefixtures("each_database")` has all tests of a module run on both.
Making the tables takes longer than most tests: each process of a run makes them once, and every
test begins with a copy.
"""

import atexit
import shutil
import tempfile
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from bot.storage.migrate import migrate
from storage.postgres import WITH_POSTGRES, fresh_database

_on_server: list[str] = []


def address(folder: Path) -> str:
    """The address of the test's database: a file in its folder, unless it runs on a server."""
    return _on_server[-1] if _on_server else sqlite(folder / "referee.sqlite3")


def sqlite(file: Path) -> str:
    """The address of a database in a file, which has the newest tables if it is new."""
    if not file.exists():
        shutil.copyfile(_template(), file)
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


@cache
def _template() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="referee-template-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    engine = create_engine(f"sqlite:///{folder / 'template.sqlite3'}")
    with engine.begin() as connection:
        migrate(connection)
    engine.dispose()
    return folder / "template.sqlite3"
