"""Retries at the start, for a database that can be used soon.

A backup holds the file locked while the referee is started. The log says once what is waited for,
and a second later the referee is at work.
"""

import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import TypeVar

from bot.storage.failures import UnreachableError
from bot.timing import RealTime, retrying

log = logging.getLogger(__name__)

START_TIMEOUT = timedelta(seconds=10)
"""Nobody plays yet, and whoever holds the database is mostly done soon."""
RETRY_FIRST, RETRY_MAX = timedelta(seconds=0.2), timedelta(seconds=0.2)
"""Between two tries."""
_Found = TypeVar("_Found")


async def retry_unreachable(work: Callable[[], Awaitable[_Found]], limit: timedelta) -> _Found:
    """Tries until the database can be used, within a limit; the log says once what is waited for.

    Raises the last try's UnreachableError if it can't; any other StoreError at once.
    """
    logged = False

    def waits(error: BaseException | None) -> None:
        nonlocal logged
        if not logged:
            log.warning("%s; waiting for it", error)
            logged = True

    attempts = retrying(
        RealTime(), RETRY_FIRST, RETRY_MAX, _worth_another_try, timeout=limit, on_retry=waits
    )
    return await attempts(work)


def _worth_another_try(error: BaseException) -> bool:
    return isinstance(error, UnreachableError)
