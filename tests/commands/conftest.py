"""A house for each test, with the referee on duty."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from fakes import FakeHouse, house


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[FakeHouse]:
    async with house(tmp_path) as built:
        yield built
