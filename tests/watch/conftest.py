"""The browser that all tests of the watch pages share."""

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser
from venues.room.browsing import chromium


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """One Chromium for all of them; every person in it has a memory of their own."""
    async with chromium() as running:
        yield running
