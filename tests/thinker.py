"""What thinks for a desk of the tests: the real process, started at the first question."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.desk.thinking import Thinking
from bot.timing import Timepiece


@asynccontextmanager
async def thinker(timepiece: Timepiece) -> AsyncIterator[Thinking]:
    """Whoever is to think gets it as `desk.thinking`; in the end the process is gone."""
    thinking = Thinking(timepiece)
    work = asyncio.create_task(thinking.run())
    try:
        yield thinking
    finally:
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)
