"""The databases that the store is tested over: SQLite in a file, and PostgreSQL where there is one.

`REFEREE_TEST_POSTGRES` names a PostgreSQL database whose user may create others, such as
`postgresql+asyncpg://postgres@127.0.0.1/postgres`; each test gets one of its own there.
"""

import os
from collections.abc import AsyncIterator
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import create_async_engine

from bot.storage.store import Store, open_store

POSTGRES = os.environ.get("REFEREE_TEST_POSTGRES", "")
_MISSING = pytest.mark.skipif(not POSTGRES, reason="REFEREE_TEST_POSTGRES names no database")


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=_MISSING)])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    """The address of an empty database."""
    if request.param == "sqlite":
        yield f"sqlite+aiosqlite:///{tmp_path / 'referee.sqlite3'}"
        return
    name = f"referee_{uuid4().hex}"
    await _on_server(f"CREATE DATABASE {name}")
    yield make_url(POSTGRES).set(database=name).render_as_string(hide_password=False)
    await _on_server(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
async def any_store(database: str) -> AsyncIterator[Store]:
    """An empty store over each kind of database."""
    store = await open_store(database)
    yield store
    await store.close()


async def _on_server(command: str) -> None:
    engine = create_async_engine(POSTGRES, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text(command))
    await engine.dispose()
