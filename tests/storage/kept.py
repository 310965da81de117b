"""Where the referees of the tests keep their matches: in a file, or on a PostgreSQL server.

`pytestmark = pytest.mark.usefixtures("each_database")` has all tests of a module run on both.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage.postgres import WITH_POSTGRES, fresh_database

_on_server: list[str] = []


def address(folder: Path) -> str:
    """The address of the test's database: a file in its folder, unless it runs on a server."""
    return _on_server[-1] if _on_server else f"sqlite+aiosqlite:///{folder / 'referee.sqlite3'}"


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=WITH_POSTGRES)])
async def each_database(request: pytest.FixtureRequest) -> AsyncIterator[None]:
    """Has the test's referees keep their matches here, then there."""
    if request.param == "sqlite":
        yield
        return
    async with fresh_database() as found:
        _on_server.append(found)
        yield
        _on_server.remove(found)
