"""The databases of referees that run as processes: SQLite, and PostgreSQL where there is one."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from storage.postgres import WITH_POSTGRES, fresh_database


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=WITH_POSTGRES)])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    """The address of an empty database."""
    if request.param == "sqlite":
        yield f"sqlite+aiosqlite:///{tmp_path / 'kept.sqlite3'}"
        return
    async with fresh_database() as address:
        yield address
