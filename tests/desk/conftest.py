"""Each test has a house of its own; `each_database` beside it makes that one on each kind."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from fakes import House, house


@pytest.fixture
async def idle(tmp_path: Path) -> AsyncIterator[House]:
    """A house with the referee on duty."""
    async with house(tmp_path) as built:
        yield built


@pytest.fixture
async def place(idle: House) -> House:
    """The same where a match has begun: it is Red's turn."""
    await idle.start()
    return idle
