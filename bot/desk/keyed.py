"""Works on matches or cups side by side, and on each of them once at a time.

A cup is woken by the end of a match, and while its next round is drawn by the end of another one:
it is worked on once more after that, and no other cup waits for it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.logs.fields import about

log = logging.getLogger(__name__)


class Keyed:
    """Does `work` on what is woken, by number; the log names `what` that is, and what `failed`."""

    def __init__(self, what: str, work: Callable[[int], Awaitable[None]], failed: str) -> None:
        self._what, self._work, self._failed = what, work, failed
        self._woken = asyncio.Queue[int]()
        self._again: dict[int, bool] = {}

    def wake(self, number: int) -> None:
        """It is worked on soon; once more, if it is being worked on."""
        if number not in self._again:
            self._woken.put_nowait(number)
        self._again[number] = True

    async def run(self) -> None:
        async with asyncio.TaskGroup() as tasks:
            while True:
                tasks.create_task(self._work_on(await self._woken.get()))

    async def _work_on(self, number: int) -> None:
        with about(**{self._what: number}):
            while self._again[number]:
                self._again[number] = False
                try:
                    await self._work(number)
                except Exception:
                    log.exception("%s %s: %s", self._what, number, self._failed)
        del self._again[number]
