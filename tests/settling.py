"""Waits until a desk is at rest.

Red's turn is ruled, and its announcement fails twice before the room takes it. A test that looks
now would see either; it waits until nothing is under way.
"""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from bot.desk.desk import Desk


async def settled(desk: Desk) -> None:
    """Returns when every announcement under way has been made or put off.

    Only while recovery runs: it is recovery that puts off what a room does not take.
    """
    ledger = desk._ledger
    await ledger.troubles.join()
    while ledger._tasks:
        # Not gather: where all of them are done it returns at once, and they never leave the set.
        await asyncio.wait(ledger._tasks)
        await ledger.troubles.join()


@asynccontextmanager
async def meanwhile(work: Coroutine[Any, Any, object]) -> AsyncIterator["asyncio.Task[object]"]:
    task = asyncio.create_task(work)
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
