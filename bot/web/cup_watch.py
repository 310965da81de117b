"""The watch page of a cup: its bracket or table, what is played and the results, as they come.

Forty people follow the link that `cup status` tells. They are served the page, and one stream that
is the same for all of them, as on the watch page of a match. A cup whose server has turned watching
off is answered as one that does not exist.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass
from functools import partial
from html import escape

from aiohttp import web

from bot.desk.cup_table import HeldCup
from bot.desk.desk import Desk
from bot.desk.pages import PageLinks
from bot.desk.venue import Venue
from bot.serving.places import SharedPlaces
from bot.timing import Timepiece
from bot.web.broadcasts import Broadcast, OpenBroadcasts
from bot.web.cup_view import CupDrawings, CupView
from bot.web.finding import AT_ONCE
from bot.web.frames import StreamFrame, stream
from bot.web.passing import HeldElsewhereError
from bot.web.server import WebServer
from bot.wording.cup_pages import page_title
from bot.wording.web import FULL, NOTHING

MOST_WATCHERS = 1000


@dataclass(frozen=True, slots=True)
class _Watched:
    """A cup that may be watched."""

    token: str
    held: HeldCup
    venue: Venue


class CupWatchPages:
    """The watch pages of cups on a server."""

    def __init__(
        self, server: WebServer, desk: Desk, pages: PageLinks, timepiece: Timepiece
    ) -> None:
        self._server = server
        self._desk = desk
        self._pages = pages
        self._timepiece = timepiece
        self._drawings = CupDrawings()
        self._broadcasts = OpenBroadcasts("cup")
        self._places = SharedPlaces(min(MOST_WATCHERS, server.most // 4))
        self._turns = asyncio.Semaphore(AT_ONCE)
        desk.cups.table.watchers.append(self._changed)
        desk.handover.closing.append(self._leave)
        server.add(
            [
                web.get("/cup/{token}", self._page),
                web.get("/cup/{token}/events", self._events, allow_head=False),
            ]
        )
        server.app.on_cleanup.append(self._close)

    async def _close(self, _: web.Application) -> None:
        await self._broadcasts.close()

    async def _page(self, request: web.Request) -> web.Response:
        """The page, with what a pasted link and a browser without scripts show of the cup."""
        watched = await self._watched(request.match_info["token"])
        view = await self._drawings.of(watched.held)
        address = self._pages.cup_address(watched.token)
        return self._server.page("cup-watch", head=_head(view, address), plain=_plain(view))

    async def _events(self, request: web.Request) -> web.StreamResponse:
        watched = await self._watched(request.match_info["token"])

        def end() -> None:
            if request.transport is not None:
                request.transport.abort()

        source = self._server.doors.source(request)
        with self._places.take(source, watched.held.id, end) as free:
            if not free:
                raise web.HTTPServiceUnavailable(text=FULL)
            return await stream(request, self._frames(watched))

    def _frames(self, watched: _Watched) -> Callable[[str], AsyncGenerator[StreamFrame, None]]:
        def make() -> Broadcast:
            draw = partial(self._draw, watched.token)
            return Broadcast(watched.held.id, draw, watched.venue.now, self._timepiece)

        return partial(self._broadcasts.watch, watched.token, make)

    async def _draw(self, token: str) -> CupView | None:
        try:
            watched = await self._find(token)
        except HeldElsewhereError:
            return None
        return None if watched is None else await self._drawings.of(watched.held)

    async def _watched(self, token: str) -> _Watched:
        watched = await self._find(token)
        if watched is None:
            raise web.HTTPNotFound(text=NOTHING)
        return watched

    async def _find(self, token: str) -> _Watched | None:
        """The cup behind a token; HeldElsewhereError where another process runs it."""
        async with self._turns:
            number = await self._pages.watched_cup(token)
            held = None if number is None else await self._desk.cups.table.find(number)
            if held is not None and self._desk.handover.is_elsewhere(held.room):
                raise HeldElsewhereError(held.room)
            venue = None if held is None else self._desk.serving(held.room)
            if held is None or venue is None:
                return None
            may = await self._pages.may_watch(venue, held.room)
            return _Watched(token, held, venue) if may else None

    async def _leave(self, _: Venue) -> None:
        """A venue is given up: the streams of its cups are looked at, and end."""
        for broadcast in self._broadcasts:
            broadcast.change()

    def _changed(self, held: HeldCup) -> None:
        for broadcast in self._broadcasts:
            if broadcast.number == held.id:
                broadcast.change()


def _head(view: CupView, address: str) -> str:
    """The title, and the OpenGraph description."""
    title = page_title(view.shown["name"])
    about = {
        "og:site_name": "The Referee",
        "og:type": "website",
        "og:title": title,
        "og:description": f"{view.shown['line']}. {view.shown['plan']}",
        "og:url": address,
    }
    lines = [f"<title>{escape(title)} · The Referee</title>"]
    lines += [f'<meta property="{key}" content="{escape(text)}">' for key, text in about.items()]
    return "\n".join(lines)


def _plain(view: CupView) -> str:
    """The cup as it stands, for a browser without scripts."""
    shown = view.shown
    lines = [f"<h1>{escape(shown['name'])}</h1>", f"<p>{escape(shown['line'])}</p>"]
    lines += [f"<p>{escape(shown['plan'])}</p>", *view.pictures]
    names = [f"<li>{escape(player['name'])}</li>" for player in shown["players"]]
    return "\n".join([*lines, "<h2>Players</h2>", "<ol>", *names, "</ol>"])
