"""Waiting at the start for a database that will be there soon."""

import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import TypeVar

from bot.storage.failures import UnreachableError
from bot.timing import RealTime, retrying

log = logging.getLogger(__name__)

AT_THE_START = timedelta(seconds=10)
"""Nobody plays yet, and whoever holds the database is mostly done soon."""
_PAUSE = timedelta(seconds=0.2)
"""Between two tries, at most."""
_Found = TypeVar("_Found")


async def patiently(work: Callable[[], Awaitable[_Found]], patience: timedelta) -> _Found:
    """Tries until the database can be used, for so long; the log says once what is waited for.

    The last try's UnreachableError if it can't; any other StoreError at once.
    """
    told = False

    def waits(error: BaseException | None) -> None:
        nonlocal told
        if not told:
            log.warning("%s; waiting for it", error)
            told = True

    attempts = retrying(
        RealTime(), _PAUSE, _PAUSE, _worth_another_try, timeout=patience, told=waits
    )
    return await attempts(work)


def _worth_another_try(error: BaseException) -> bool:
    return isinstance(error, UnreachableError)
