"""Work that is done once for each key, whoever asks: shared while it is under way, and kept.

Whoever asked may go away: others wait for the same. What failed is done anew for the next.
"""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

from cachetools import LRUCache

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
