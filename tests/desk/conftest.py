"""Each test has a house of its own; `each_database` beside it makes that one on each kind."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from fakes import FakeHouse, house


@pytest.fixture
async def idle(tmp_path: Path) -> AsyncIterator[FakeHouse]:
    """A house with the referee on duty."""
    async with house(tmp_path) as built:
        yield built


@pytest.fixture
async def place(idle: FakeHouse) -> FakeHouse:
    """The same where a match has begun: it is Red's turn."""
    await idle.start()
    return idle
