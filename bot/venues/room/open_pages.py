"""The pages that are open, by room, and the match that each room shows.

Red moves, and five pages are open in the room. The match is drawn once, and each page is sent what
it may see of it. A room whose last page closes is forgotten until somebody opens it again.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable
from datetime import datetime
from typing import Protocol

from bot.desk.desk import Desk
from bot.referee.match import Match
from bot.referee.room import Room
from bot.storage.failures import DamagedMatchError
from bot.venues.room.page_view import Surroundings
from bot.venues.room.place import VENUE, place
from bot.venues.room.rematches import Rematches
from bot.venues.room.seats import Participant
from bot.venues.room.series import Series
from bot.web.drawing import Drawings
from bot.web.view import MatchView
from bot.wording.room import DAMAGED_ROOM

log = logging.getLogger(__name__)


class OpenPage(Protocol):
    """One open page."""

    participant: Participant
    host_token: str
    """The host's token, "" for everybody else's page."""

    def show(self, view: MatchView, around: Surroundings) -> None:
        """Shows how the match stands now, and what the room knows beside it."""

    def tell(self, text: str) -> None:
        """Tells this page alone."""

    def go(self) -> None:
        """Closes the connection; the page comes back by itself."""


class OpenPages:
    """All open pages; shows them every change of their match."""

    def __init__(
        self,
        desk: Desk,
        drawings: Drawings,
        now: Callable[[], datetime],
        series: Series,
        rematches: Rematches,
    ) -> None:
        self._desk = desk
        self._series = series
        self._rematches = rematches
        self._now = now
        self._pages: dict[str, set[OpenPage]] = defaultdict(set)
        self._matches: dict[str, tuple[int, Match]] = {}
        self._views: dict[str, MatchView] = {}
        self._to_draw: asyncio.Queue[str] = asyncio.Queue()
        self.drawings = drawings
        rematches.watchers.append(self._show)
        desk.watchers.append(self._changed)

    def match(self, room: str) -> tuple[int, Match] | None:
        """The match of a room as it stands, and its number; None where no page is open."""
        return self._matches.get(room)

    async def run(self) -> None:
        """Draws and shows what has changed, room by room; no ruling waits for a drawing."""
        while True:
            room = await self._to_draw.get()
            try:
                await self._draw(room)
            except Exception:
                # A page that fails never holds up the others.
                log.exception("room %s could not be shown its match", room)

    def host_tokens(self, room: str) -> frozenset[str]:
        """The tokens of the hosts whose pages are open in a room."""
        return frozenset(page.host_token for page in self._pages.get(room, ())) - {""}

    async def enter(self, page: OpenPage) -> None:
        """Adds a page, and shows everybody in its room that it is there."""
        room = page.participant.room
        self._pages[room].add(page)
        if room not in self._matches:
            await self._series.read(room)
            try:
                latest = await self._desk.latest(place(room))
            except DamagedMatchError as error:
                log.warning("room %s: %s", room, error)
                page.tell(DAMAGED_ROOM)
                return
            if latest is not None:
                await self._rematches.read(room, latest[0])
                self._matches.setdefault(room, latest)
                await self._draw(room)
                return
        self._show(room)

    def leave(self, page: OpenPage) -> None:
        """Removes a page."""
        room = page.participant.room
        self._pages[room].discard(page)
        if self._pages[room]:
            self._show(room)
        else:
            self._pages.pop(room)
            self._matches.pop(room, None)
            self._views.pop(room, None)
            self._series.forget(room)
            self._rematches.forget(room)

    def tell(self, text: str) -> None:
        """Tells all pages something that can't be stored."""
        for pages in tuple(self._pages.values()):
            for page in tuple(pages):
                page.tell(text)

    def close(self) -> None:
        """Closes all connections."""
        for pages in tuple(self._pages.values()):
            for page in tuple(pages):
                page.go()

    def _changed(self, room: Room, number: int, match: Match) -> None:
        if room.venue != VENUE or not self._pages.get(room.id):
            return
        self._series.take(room.id, number, match)
        shown = self._matches.get(room.id)
        if shown is not None and shown[0] > number and match.over:
            # The news of a match's end may come when its rematch is open already.
            return
        self._matches[room.id] = number, match
        self._to_draw.put_nowait(room.id)

    async def _draw(self, room: str) -> None:
        held = self._matches.get(room)
        if held is None:
            return
        view = await self.drawings.of(*held, self._now)
        # It may have changed meanwhile, and then waits to be drawn; or nobody looks any more.
        if self._matches.get(room) is held:
            self._views[room] = view
            self._show(room)

    def _show(self, room: str) -> None:
        view = self._views.get(room)
        if view is None:
            return
        pages = tuple(self._pages.get(room, ()))
        here = frozenset(key for page in pages for key in page.participant.keys)
        around = Surroundings(
            here,
            self._series.text(room, view.number, view.match),
            self._rematches.asked_by(room, view.number),
            self._desk.thinking is not None,
        )
        for page in pages:
            page.show(view, around)
