"""The web server of the watch pages: GET and HEAD, and nothing that could change a match.

Forty people follow a link. Each is served the page, and then one stream of events, which is the
same for all of them (`broadcast.py`). Whoever has no link finds nothing: a token has 128 bits, and
a match whose server has turned watch pages off is answered as one that does not exist.
"""

import logging
from collections.abc import Awaitable, Callable
from contextlib import aclosing

from aiohttp import web
from cachetools import LRUCache

from bot.serving.connections import ConnectionLimits
from bot.serving.places import SharedPlaces, source_of
from bot.storage.failures import StoreError
from bot.web import frames
from bot.web.broadcasts import Broadcasts
from bot.web.files import Takeaways, TooManyError
from bot.web.finding import Watched
from bot.web.head import page_head
from bot.web.statics import HEADERS, PageFiles, error_page, font
from bot.wording.room import NO_PAGE
from bot.wording.watch import BUSY, FULL, MANY, NOTHING, READ_ONLY

log = logging.getLogger(__name__)

MOST_WATCHERS = 3000
_SHARE_OF_WATCHERS = 0.75
"""The watchers' share of all connections, where the system grants few; on the others people are
told that all is full."""
_MOST_HEADS = 100
_COMES_BACK = "20"
"""Seconds after which a page that found no place comes again."""
_LONGEST_TURN = 4
"""How many digits a turn's number may have."""
_HEAD_MARK = b"<!--head-->"
_FRAMED_ANYWHERE = "frame-ancestors *"
"""Says of an answer that other sites may show it in a frame."""
_NOT_LISTED = {"X-Robots-Tag": "noindex, nofollow, noarchive"}
_STREAM = {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-store",
    # Tells proxies not to buffer: one that does would hold turns back.
    "X-Accel-Buffering": "no",
}
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class WatchServer:
    """The routes of the watch pages; `address` gives the public address behind a token."""

    def __init__(
        self, broadcasts: Broadcasts, address: Callable[[str], str], limits: ConnectionLimits
    ) -> None:
        self._broadcasts = broadcasts
        self._address = address
        self._limits = limits
        self._places = SharedPlaces(min(MOST_WATCHERS, int(limits.most * _SHARE_OF_WATCHERS)))
        self._takeaways = Takeaways()
        self._heads: LRUCache[str, tuple[Watched, bytes]] = LRUCache(_MOST_HEADS)
        self._files = PageFiles()
        self.app = web.Application(middlewares=[self._serving])
        self.app.add_routes(
            [
                web.get("/watch/{token}", self._page),
                web.get("/watch/{token}/events", self._events, allow_head=False),
                web.get("/watch/{token}/turns/{turn}", self._turn),
                web.get("/watch/{token}/board.png", self._board),
                web.get("/watch/{token}/record.txt", self._record),
                web.get("/watch/{token}/replay.gif", self._film),
                web.get("/watch/{token}/race.png", self._race),
                web.get("/page/{name}", self._file),
                web.get("/font/{name}", self._font),
                web.get("/robots.txt", self._robots),
            ]
        )

    async def close(self) -> None:
        """Gives up drawing files that people asked for."""
        await self._takeaways.close()

    @web.middleware
    async def _serving(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Gives every answer the strict headers; a failure is logged without the token."""
        response: web.StreamResponse
        with self._limits.serving(request.transport):
            try:
                response = await handler(request)
            except web.HTTPMethodNotAllowed as error:
                response = error_page(405, READ_ONLY)
                response.headers["Allow"] = ", ".join(sorted(error.allowed_methods))
            except web.HTTPNotFound as error:
                unknown = request.match_info.http_exception is not None
                response = error_page(404, NO_PAGE if unknown else error.text or NO_PAGE)
            except web.HTTPException as error:
                response = error_page(error.status, error.text or error.reason)
            except TooManyError:
                response = error_page(503, MANY)
            except StoreError as error:
                log.warning("a watch page could not be served: %s", error)
                response = error_page(503, BUSY)
            except Exception:
                log.exception("a watch page could not be served")
                response = error_page(500, BUSY)
        if not response.prepared:
            response.headers.update(_NOT_LISTED | HEADERS | dict(response.headers))
            if _FRAMED_ANYWHERE in response.headers["Content-Security-Policy"]:
                del response.headers["X-Frame-Options"]
        return response

    async def _page(self, request: web.Request) -> web.Response:
        """The page, with what a pasted link shows in its head."""
        watched = await self._watched(request)
        if not self._places.has_room(source_of(request), watched.number):
            # A page without its stream would stay empty.
            full = error_page(503, FULL)
            full.headers["Refresh"] = _COMES_BACK
            return full
        page = self._files.served("watch.html")
        assert page is not None  # noqa: S101
        assert isinstance(page.body, bytes)  # noqa: S101
        page.body = page.body.replace(_HEAD_MARK, self._head(watched))
        if "embed" in request.query or "overlay" in request.query:
            # A read-only page may be framed: it has no button that a frame could trick people into.
            policy = HEADERS["Content-Security-Policy"]
            page.headers["Content-Security-Policy"] = policy.replace(
                "frame-ancestors 'none'", _FRAMED_ANYWHERE
            )
            page.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        return page

    async def _events(self, request: web.Request) -> web.StreamResponse:
        """The stream: how the match stands, each change of it, and that all is connected."""
        watched = await self._watched(request)

        def end() -> None:
            if request.transport is not None:
                request.transport.abort()

        with self._places.take(source_of(request), watched.number, end) as free:
            if not free:
                raise web.HTTPServiceUnavailable(text=FULL)
            return await self._stream(request, watched)

    async def _stream(self, request: web.Request, watched: Watched) -> web.StreamResponse:
        packed = frames.takes_packed(request.headers)
        headers = _STREAM | ({"Content-Encoding": "gzip"} if packed else {})
        response = web.StreamResponse(headers=HEADERS | _NOT_LISTED | headers)
        seen = request.headers.get("Last-Event-ID") or request.query.get("seen", "")
        try:
            await response.prepare(request)
            await response.write(frames.head(packed=packed))
            async with aclosing(self._broadcasts.watch(watched, seen)) as stream:
                async for frame in stream:
                    await response.write(frame.packed if packed else frame.plain)
        except ConnectionError:
            # The page was closed.
            pass
        return response

    async def _turn(self, request: web.Request) -> web.Response:
        watched = await self._watched(request)
        turn = _number(request.match_info["turn"])
        position = None if turn is None else await self._broadcasts.after(watched, turn)
        if position is None:
            raise web.HTTPNotFound(text=NO_PAGE)
        return web.json_response(position, headers={"Cache-Control": "no-store"})

    async def _board(self, request: web.Request) -> web.Response:
        watched = await self._watched(request)
        asked = request.query.get("turn")
        turn = None if asked is None else _number(asked)
        if asked is not None and turn is None:
            raise web.HTTPNotFound(text=NO_PAGE)
        name = f"match-{watched.number}" + ("" if turn is None else f"-turn-{turn}")
        return _to_keep(await self._takeaways.board(watched, turn), "image/png", f"{name}.png")

    async def _record(self, request: web.Request) -> web.Response:
        watched = await self._watched(request)
        data = await self._takeaways.record(watched)
        return _to_keep(data, "text/plain", f"match-{watched.number}.txt", saved=True)

    async def _film(self, request: web.Request) -> web.Response:
        watched = await self._watched(request)
        data = await self._takeaways.film(watched)
        return _to_keep(data, "image/gif", f"match-{watched.number}.gif", saved=True)

    async def _race(self, request: web.Request) -> web.Response:
        watched = await self._watched(request)
        data = await self._takeaways.race(watched)
        return _to_keep(data, "image/png", f"match-{watched.number}-race.png", saved=True)

    async def _file(self, request: web.Request) -> web.Response:
        return _found(self._files.served(request.match_info["name"]))

    async def _font(self, request: web.Request) -> web.Response:
        return _found(font(request.match_info["name"]))

    async def _robots(self, _: web.Request) -> web.Response:
        # /watch/ is left to be read, for what a pasted link shows; its header says not to list it.
        return web.Response(text="User-agent: *\nAllow: /watch/\nDisallow: /\n")

    def _head(self, watched: Watched) -> bytes:
        """What a pasted link shows: worked out once for all who open the page meanwhile."""
        before, head = self._heads.get(watched.token, (None, b""))
        if before != watched:
            head = page_head(watched, self._address(watched.token)).encode()
            self._heads[watched.token] = watched, head
        return head

    async def _watched(self, request: web.Request) -> Watched:
        watched = await self._broadcasts.find(request.match_info["token"])
        if watched is None:
            raise web.HTTPNotFound(text=NOTHING)
        return watched


def _number(text: str) -> int | None:
    if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_TURN):
        return None
    return int(text)


def _found(response: web.Response | None) -> web.Response:
    if response is None:
        raise web.HTTPNotFound(text=NO_PAGE)
    return response


def _to_keep(data: bytes | None, kind: str, name: str, *, saved: bool = False) -> web.Response:
    """A file of the match; one that is `saved` is not meant to be shown in the browser."""
    if data is None:
        raise web.HTTPNotFound(text=NO_PAGE)
    how = "attachment" if saved else "inline"
    headers = {
        "Content-Disposition": f'{how}; filename="{name}"',
        "Cache-Control": "no-cache",
        # Other sites show the picture where a link is pasted.
        "Cross-Origin-Resource-Policy": "cross-origin",
    }
    return web.Response(body=data, content_type=kind, headers=headers)
