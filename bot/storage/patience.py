"""Waiting at the start for a database that will be there soon."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import TypeVar

from bot.storage.failures import UnreachableError

log = logging.getLogger(__name__)

AT_THE_START = timedelta(seconds=10)
"""Nobody plays yet, and whoever holds the database is mostly done soon."""
_PAUSE = 0.2
"""Seconds between two tries."""
_Found = TypeVar("_Found")


async def patiently(work: Callable[[], Awaitable[_Found]], patience: timedelta) -> _Found:
    """Tries until the database can be used, for so long; the log says once what is waited for.

    The last try's UnreachableError if it can't; any other StoreError at once.
    """
    present = asyncio.get_running_loop().time
    until = present() + patience.total_seconds()
    told = False
    while True:
        try:
            return await work()
        except UnreachableError as error:
            if present() + _PAUSE > until:
                raise
            if not told:
                log.warning("%s; waiting for it", error)
                told = True
        await asyncio.sleep(_PAUSE)
