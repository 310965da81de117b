"""Work by key: `Keyed` does it once at a time for each, `Once` does it once and keeps the result.

A cup is woken by the end of a match, and while its next round is drawn by the end of another one:
it is worked on once more after that, and no other cup waits for it.

Forty people ask for the same review: it is shared while it is under way, and kept. Whoever asked
may go away. What failed is done anew for the next.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

from cachetools import LRUCache

from bot.logs.lines import about

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


_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value")


class Once(Generic[_Key, _Value]):
    """The work of so many keys at most; of those used longest ago it is done anew."""

    def __init__(self, most: int) -> None:
        self._tasks: LRUCache[_Key, asyncio.Task[_Value]] = LRUCache(most)

    @property
    def under_way(self) -> int:
        return sum(not task.done() for task in self._tasks.values())

    def known(self, key: _Key) -> asyncio.Task[_Value] | None:
        """The work for a key, done or under way; None where it has to be done."""
        task = self._tasks.get(key)
        failed = task is not None and task.done() and (task.cancelled() or task.exception())
        return None if failed else task

    def begin(self, key: _Key, work: Coroutine[Any, Any, _Value]) -> asyncio.Task[_Value]:
        task = self._tasks[key] = asyncio.create_task(work)
        # Nobody may be left to ask how it ended.
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return task

    async def value(self, key: _Key, work: Callable[[], Coroutine[Any, Any, _Value]]) -> _Value:
        """What the work for a key comes to; it is begun if nobody has asked before."""
        return await asyncio.shield(self.known(key) or self.begin(key, work()))
