"""The databases the store is tested over: SQLite in a file, and PostgreSQL where there is one."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.storage.store import Store, open_store
from storage.kept import address
from storage.postgres import WITH_POSTGRES, fresh_database


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=WITH_POSTGRES)])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    if request.param == "sqlite":
        yield f"sqlite+aiosqlite:///{tmp_path / 'referee.sqlite3'}"
        return
    async with fresh_database() as address:
        yield address


@pytest.fixture
async def any_store(each_database: None, tmp_path: Path) -> AsyncIterator[Store]:
    store = await open_store(address(tmp_path))
    yield store
    await store.close()
