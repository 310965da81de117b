"""All matches that are being watched: each is followed while somebody watches it.

Somebody opens a watch page: the match is followed from then on, until its last watcher leaves. A
page that is opened when its server has turned watch pages off, or after `my forget`, finds nothing;
one that is open is ended within ten seconds.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from datetime import datetime
from functools import partial

from bot.desk.desk import Desk
from bot.desk.page_links import PageLinks
from bot.referee.match import Match
from bot.referee.room import Room
from bot.timing import Timepiece
from bot.web.broadcast import Broadcast
from bot.web.finding import MatchFinder, Watched
from bot.web.frames import StreamFrame
from bot.web.moves import MoveLists, PastPositions
from bot.web.view import Json, MatchView, paints
from bot.wording.troubles import DAMAGED
from bot.wording.web import STANDS


class Broadcasts:
    """The matches that are watched, and what else their pages ask for."""

    def __init__(self, desk: Desk, pages: PageLinks, timepiece: Timepiece) -> None:
        self._desk = desk
        self._finding = MatchFinder(desk, pages)
        self._timepiece = timepiece
        self._running: dict[str, tuple[Broadcast, asyncio.Task[None]]] = {}
        self._moves = MoveLists()
        self._past = PastPositions()
        self._stepping = asyncio.Lock()
        desk.watchers.append(self._changed)

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
        drawn = partial(self._past.after, watched.number, watched.match, turn, watched.look)
        # A large board takes ten milliseconds, in which the loop is left to the rulings.
        async with self._stepping:
            return await asyncio.to_thread(drawn)

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
        draw = _Drawing(self, watched.token).draw
        broadcast = Broadcast(watched.number, draw, watched.venue.now, self._timepiece)
        name = f"watchers of match {watched.number}"
        self._running[watched.token] = broadcast, asyncio.create_task(broadcast.run(), name=name)
        return broadcast

    async def view(self, watched: Watched, stands: datetime | None) -> MatchView:
        """The match as its pages show it now; `stands` is the moment its clock stopped."""
        number, match, venue = watched.number, watched.match, watched.venue
        trouble = "" if stands is None or match.over else STANDS
        trouble = DAMAGED if match.damaged else trouble
        moves = self._moves.of(number, match)
        drawn = partial(
            MatchView.of, number, match, venue.now(), stands, trouble, moves, watched.look
        )
        view = await asyncio.to_thread(drawn)
        return replace(view, shown=view.shown | {"paints": paints(watched.look.theme)})

    def stands(self, watched: Watched) -> datetime | None:
        """The moment since which nothing is ruled in a match, None while it is ruled."""
        return self._desk.stands_since(watched.number)

    def _end(self, token: str, broadcast: Broadcast) -> None:
        running = self._running.get(token)
        if running is not None and running[0] is broadcast:
            del self._running[token]
            running[1].cancel()

    def _changed(self, _: Room, number: int, __: Match) -> None:
        self._finding.changed(number)
        for broadcast, _task in self._running.values():
            if broadcast.number == number:
                broadcast.change()


class _Drawing:
    """The last drawing of one match, which is kept while nothing changes."""

    def __init__(self, broadcasts: Broadcasts, token: str) -> None:
        self._broadcasts = broadcasts
        self._token = token
        self._of: tuple[Watched, datetime | None] | None = None
        self._view: MatchView | None = None

    async def draw(self) -> MatchView | None:
        """The match as it stands; None if it may be watched no more."""
        watched = await self._broadcasts.find(self._token)
        if watched is None:
            return None
        stands = self._broadcasts.stands(watched)
        if self._view is None or self._of != (watched, stands):
            self._view = await self._broadcasts.view(watched, stands)
            self._of = watched, stands
        return self._view
