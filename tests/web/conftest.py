"""A match that can be watched, in the test's own process."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from web.gallery import Gallery, gallery


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Gallery]:
    """Watch pages of a match that is held at the venue in memory."""
    async with gallery(tmp_path) as opened:
        yield opened
