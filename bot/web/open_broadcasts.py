"""The broadcasts that have watchers, by the token of their page; others are not drawn."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing

from bot.web.broadcast import Broadcast
from bot.web.frames import StreamFrame


class OpenBroadcasts:
    """The broadcasts of pages of one kind."""

    def __init__(self, about: str) -> None:
        self._about = about
        self._running: dict[str, tuple[Broadcast, asyncio.Task[None]]] = {}

    def __iter__(self) -> Iterator[Broadcast]:
        return iter([broadcast for broadcast, _ in self._running.values()])

    @property
    def watchers(self) -> int:
        """How many pages are open."""
        return sum(broadcast.watchers for broadcast in self)

    async def watch(
        self, token: str, make: Callable[[], Broadcast], seen: str
    ) -> AsyncGenerator[StreamFrame, None]:
        """What a watcher is sent; `seen` is the id of the last state that they have."""
        broadcast = self._of(token, make)
        try:
            async with aclosing(broadcast.watch(seen)) as frames:
                async for frame in frames:
                    yield frame
        finally:
            if not broadcast.watchers:
                self._end(token, broadcast)

    async def close(self) -> None:
        """Ends all broadcasts."""
        tasks = [task for _, task in self._running.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _of(self, token: str, make: Callable[[], Broadcast]) -> Broadcast:
        running = self._running.get(token)
        if running is not None and not running[1].done():
            return running[0]
        broadcast = make()
        name = f"watchers of {self._about} {broadcast.number}"
        self._running[token] = broadcast, asyncio.create_task(broadcast.run(), name=name)
        return broadcast

    def _end(self, token: str, broadcast: Broadcast) -> None:
        running = self._running.get(token)
        if running is not None and running[0] is broadcast:
            del self._running[token]
            running[1].cancel()
