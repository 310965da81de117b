"""Each test of the suite is held at every venue, or at every forum."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from venues.conformance.arena import Arena, Topic
from venues.conformance.arenas import ARENAS, TOPICS


@pytest.fixture(params=ARENAS)
async def arena(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Arena]:
    """Each venue in turn, with a referee on duty."""
    async with request.param(tmp_path) as built:
        yield built


@pytest.fixture(params=TOPICS)
async def topic(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Topic]:
    """Each forum in turn, with a referee on duty."""
    async with request.param(tmp_path) as built:
        yield built
