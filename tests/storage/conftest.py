"""The store that is tested: over SQLite in a file, and PostgreSQL where there is one."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.storage.store import Store, open_store
from storage.kept import address


@pytest.fixture
async def any_store(each_database: None, tmp_path: Path) -> AsyncIterator[Store]:
    store = await open_store(address(tmp_path))
    yield store
    await store.close()
