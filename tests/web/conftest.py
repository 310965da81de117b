"""A match that can be watched, in the test's own process."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser
from venues.room.browsing import Browsing, visiting

from bot.timing import RealTime
from web.gallery import Gallery, gallery


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Gallery]:
    """Watch pages of a match that is held at the venue in memory."""
    async with gallery(tmp_path) as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def browsing(tmp_path: Path, browser: Browser) -> AsyncIterator[Browsing]:
    """People with browsers, and a match that can be watched."""
    async with (
        gallery(tmp_path, timepiece=RealTime()) as place,
        visiting(browser, place.address, place) as people,
    ):
        yield people
