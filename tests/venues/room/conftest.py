"""The room that a test's people visit, at work in the test's own process."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from handclock import HandClock
from playwright.async_api import Browser

from venues.room.browsing import Browsing, visiting
from venues.room.visitor import RoomHouse, house


@pytest_asyncio.fixture(loop_scope="session")
async def browsing(tmp_path: Path, browser: Browser) -> AsyncIterator[Browsing]:
    """People with browsers, and a room of the test's own."""
    async with house(tmp_path) as place, visiting(browser, place.address, place) as people:
        yield people


@pytest_asyncio.fixture(loop_scope="session")
async def by_hand(tmp_path: Path, browser: Browser) -> AsyncIterator[tuple[Browsing, HandClock]]:
    """The same, and the clock by which the room goes: it passes as the test wants it to."""
    clock = HandClock()
    async with (
        house(tmp_path, clock, clock.now) as place,
        visiting(browser, place.address, place) as people,
    ):
        yield people, clock


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[RoomHouse]:
    """The room, open on a free port, with a database of the test's own."""
    async with house(tmp_path) as opened:
        yield opened
