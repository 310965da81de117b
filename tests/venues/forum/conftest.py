"""Each test has a house of its own: on a NodeBB, unless the software makes a difference to it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from loopback_forums import LoopbackForum, LoopbackNodeBB

from venues.forum.house import ForumHouse, house


@pytest.fixture
async def shut(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[ForumHouse]:
    """A house whose referee is not at work yet."""
    async with house(getattr(request, "param", LoopbackNodeBB), tmp_path) as built:
        yield built


@pytest.fixture
async def place(shut: ForumHouse) -> ForumHouse:
    """A house with the referee on duty."""
    await shut.open()
    return shut


@pytest.fixture
async def table(place: ForumHouse) -> ForumHouse:
    """The same where Ann plays Bob, with all the time they need."""
    await place.start("clock:9h+9h")
    return place


@pytest.fixture
def forum(shut: ForumHouse) -> LoopbackForum:
    return shut.forum
