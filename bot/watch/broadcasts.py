"""All matches that are being watched: each is followed while somebody watches it.

Somebody opens a watch page: the match is followed from then on, until its last watcher leaves. A
page that is opened when its server has turned watch pages off, or after `forget me`, finds nothing;
one that is open is ended within ten seconds.
"""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from bot.desk.desk import Desk
from bot.desk.venue import Venue
from bot.desk.watch_pages import WatchPages
from bot.pages.match_view import Json, MatchView, paints
from bot.pages.moves import MoveLists, PastPositions
from bot.referee.match import Match
from bot.referee.room import Room
from bot.servers.settings import Look
from bot.timing import Timepiece
from bot.watch.broadcast import Broadcast
from bot.watch.frames import Frame
from bot.wording.watch import STANDS


@dataclass(frozen=True, slots=True)
class Watched:
    """A match that may be watched, as it stands, and the looks of its server."""

    token: str
    number: int
    match: Match
    venue: Venue
    look: Look


class Broadcasts:
    """The matches that are watched, and what else their pages ask for."""

    def __init__(
        self, desk: Desk, pages: WatchPages, venues: Mapping[str, Venue], timepiece: Timepiece
    ) -> None:
        self._desk = desk
        self._pages = pages
        self._venues = venues
        self._timepiece = timepiece
        self._running: dict[str, tuple[Broadcast, asyncio.Task[None]]] = {}
        self._moves = MoveLists()
        self._past = PastPositions()
        desk.watchers.append(self._changed)

    @property
    def watchers(self) -> int:
        """How many pages are open."""
        return sum(broadcast.watchers for broadcast, _ in self._running.values())

    async def find(self, token: str) -> Watched | None:
        """The match behind a token; None if there is none, or nobody may watch it."""
        number = await self._pages.match(token)
        found = None if number is None else await self._desk.match(number)
        if number is None or found is None:
            return None
        room, match = found
        venue = self._venues.get(room.venue)
        if venue is None or not await self._pages.allowed(venue, room):
            return None
        return Watched(token, number, match, venue, await self._pages.look(room))

    async def watch(self, watched: Watched, seen: str) -> AsyncGenerator[Frame, None]:
        """What a watcher is sent; `seen` is the id of the last state that they have."""
        broadcast = self._broadcast(watched)
        frames = broadcast.watch(seen)
        try:
            async for frame in frames:
                yield frame
        finally:
            await frames.aclose()
            if not broadcast.watchers:
                self._end(watched.token, broadcast)

    async def view(self, watched: Watched) -> MatchView:
        """The match as its pages show it now."""
        number, match, venue = watched.number, watched.match, watched.venue
        stands = self._desk.stands_since(number)
        trouble = "" if stands is None or match.over else STANDS
        moves = self._moves.of(number, match)
        drawn = partial(
            MatchView.of, number, match, venue.now(), stands, trouble, moves, watched.look
        )
        view = await asyncio.to_thread(drawn)
        return replace(view, shown=view.shown | {"paints": paints(watched.look.theme)})

    def after(self, watched: Watched, turn: int) -> Json | None:
        """The position after so many turns; None where there is none."""
        return self._past.after(watched.number, watched.match, turn, watched.look)

    async def close(self) -> None:
        """Ends all of them."""
        tasks = [task for _, task in self._running.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _broadcast(self, watched: Watched) -> Broadcast:
        running = self._running.get(watched.token)
        if running is not None and not running[1].done():
            return running[0]

        async def draw() -> MatchView | None:
            found = await self.find(watched.token)
            return None if found is None else await self.view(found)

        broadcast = Broadcast(watched.number, draw, watched.venue.now, self._timepiece)
        name = f"watchers of match {watched.number}"
        self._running[watched.token] = broadcast, asyncio.create_task(broadcast.run(), name=name)
        return broadcast

    def _end(self, token: str, broadcast: Broadcast) -> None:
        running = self._running.get(token)
        if running is not None and running[0] is broadcast:
            del self._running[token]
            running[1].cancel()

    def _changed(self, _: Room, number: int, __: Match) -> None:
        for broadcast, _task in self._running.values():
            if broadcast.number == number:
                broadcast.change()
