"""All matches that are being watched: each is followed while somebody watches it.

Somebody opens a watch page: the match is followed from then on, until its last watcher leaves. A
page that is opened when its server has turned watch pages off, or after `my forget`, finds nothing;
one that is open is ended within ten seconds.
"""

from collections.abc import AsyncGenerator
from functools import partial

from bot.desk.desk import Desk
from bot.desk.pages import PageLinks
from bot.desk.tables import OpenMatch
from bot.desk.venue import Venue
from bot.timing import Timepiece
from bot.web.broadcast import Broadcast
from bot.web.drawing import Drawings
from bot.web.finding import MatchFinder, Watched
from bot.web.frames import StreamFrame
from bot.web.open_broadcasts import OpenBroadcasts
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
        self._running = OpenBroadcasts("match")
        self._drawings = drawings
        self.reviews = WatchReviews(desk, timepiece)
        desk.watchers.append(self._changed)
        desk.handover.closing.append(self._leave)

    @property
    def watchers(self) -> int:
        """How many pages are open."""
        return self._running.watchers

    async def find(self, token: str) -> Watched | None:
        """The match behind a token; None if there is none, or nobody may watch it."""
        return await self._finding.find(token)

    def watch(self, watched: Watched, seen: str) -> AsyncGenerator[StreamFrame, None]:
        """What a watcher is sent; `seen` is the id of the last state that they have."""

        def make() -> Broadcast:
            draw = partial(self._draw, watched.token)
            return Broadcast(watched.number, draw, watched.venue.now, self._timepiece)

        return self._running.watch(watched.token, make, seen)

    async def after(self, watched: Watched, turn: int) -> Json | None:
        """The position after so many turns; None where there is none."""
        return await self._drawings.after(watched.number, watched.match, turn)

    async def close(self) -> None:
        """Ends all broadcasts."""
        await self._running.close()
        await self._finding.close()

    async def _leave(self, _: Venue) -> None:
        """A venue is given up: the streams of its matches are looked at, and end."""
        self._finding.forget()
        for broadcast in self._running:
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

    def _changed(self, live: OpenMatch) -> None:
        self._finding.changed(live.id)
        for broadcast in self._running:
            if broadcast.number == live.id:
                broadcast.change()
