"""All matches that are being watched: each is followed while somebody watches it.

Somebody opens a watch page: the match is followed from then on, until its last watcher leaves. A
page that is opened when its server has turned watch pages off, or after `my forget`, finds nothing;
one that is open is ended within ten seconds.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import partial

from bot.desk.desk import Desk
from bot.desk.open_match import OpenMatch
from bot.desk.page_links import PageLinks
from bot.desk.venue import Venue
from bot.timing import Timepiece
from bot.web.broadcast import Broadcast
from bot.web.drawing import Drawings
from bot.web.finding import MatchFinder, Watched
from bot.web.frames import StreamFrame
from bot.web.passing import HeldElsewhereError
from bot.web.reviews import WatchReviews
from bot.web.view import Json, MatchView


class Broadcasts:
    """The matches that are watched, and what else their pages ask for."""

    def __init__(
        self, desk: Desk, drawings: Drawings, pages: PageLinks, timepiece: Timepiece
    ) -> None:
        self._finding = MatchFinder(desk, pages)
        self._timepiece = timepiece
        self._running: dict[str, tuple[Broadcast, asyncio.Task[None]]] = {}
        self._drawings = drawings
        self.reviews = WatchReviews(desk, timepiece)
        desk.watchers.append(self._changed)
        desk.handover.closing.append(self._leave)

    @property
    def watchers(self) -> int:
        """How many pages are open."""
        return sum(broadcast.watchers for broadcast, _ in self._running.values())

    async def find(self, token: str) -> Watched | None:
        """The match behind a token; None if there is none, or nobody may watch it."""
        return await self._finding.find(token)

    async def watch(self, watched: Watched, seen: str) -> AsyncGenerator[StreamFrame, None]:
        """What a watcher is sent; `seen` is the id of the last state that they have."""
        broadcast = self._broadcast(watched)
        try:
            async with aclosing(broadcast.watch(seen)) as frames:
                async for frame in frames:
                    yield frame
        finally:
            if not broadcast.watchers:
                self._end(watched.token, broadcast)

    async def after(self, watched: Watched, turn: int) -> Json | None:
        """The position after so many turns; None where there is none."""
        return await self._drawings.after(watched.number, watched.match, turn)

    async def close(self) -> None:
        """Ends all broadcasts."""
        tasks = [task for _, task in self._running.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._finding.close()

    def _broadcast(self, watched: Watched) -> Broadcast:
        running = self._running.get(watched.token)
        if running is not None and not running[1].done():
            return running[0]
        draw = partial(self._draw, watched.token)
        broadcast = Broadcast(watched.number, draw, watched.venue.now, self._timepiece)
        name = f"watchers of match {watched.number}"
        self._running[watched.token] = broadcast, asyncio.create_task(broadcast.run(), name=name)
        return broadcast

    async def _leave(self, _: Venue) -> None:
        """A venue is given up: the streams of its matches are looked at, and end."""
        self._finding.forget()
        for broadcast, _task in self._running.values():
            broadcast.change()

    async def _draw(self, token: str) -> MatchView | None:
        try:
            watched = await self.find(token)
        except HeldElsewhereError:
            return None
        if watched is None:
            return None
        number, match, venue = watched.number, watched.match, watched.venue
        return await self._drawings.of(number, match, venue.now, watched.look)

    def _end(self, token: str, broadcast: Broadcast) -> None:
        running = self._running.get(token)
        if running is not None and running[0] is broadcast:
            del self._running[token]
            running[1].cancel()

    def _changed(self, live: OpenMatch) -> None:
        self._finding.changed(live.id)
        for broadcast, _task in self._running.values():
            if broadcast.number == live.id:
                broadcast.change()
