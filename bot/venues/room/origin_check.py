"""Checks of the Host and Origin headers, and strict headers of our own.

Somebody with a page of the room open visits another site, whose script sends requests here. It
can't forge the Origin header, nor, with DNS rebinding, the Host header; so both are checked.
"""

import logging
from collections.abc import Awaitable, Callable

from aiohttp import web

from bot.serving.hosts import KnownHosts
from bot.web.statics import HEADERS, error_page
from bot.wording.room import BROKEN, CROSS_SITE, NOT_HERE

log = logging.getLogger(__name__)

_TO_START = '<p><a href="/">To the start page</a></p>'
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class OriginCheck:
    """Lets through what is asked of the room by its own names; `host` is where it listens."""

    def __init__(self, host: str) -> None:
        self._known = KnownHosts(host)

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Checks a request before it is handled, and gives every answer the strict headers."""
        response: web.StreamResponse
        try:
            self._check(request)
            response = await handler(request)
        except web.HTTPException as error:
            response = error_page(error.status, error.text or error.reason, _TO_START)
        except Exception:
            log.exception("%s %s could not be answered", request.method, request.path)
            response = error_page(500, BROKEN, _TO_START)
        if not response.prepared:
            response.headers.update(HEADERS)
        return response

    def _check(self, request: web.Request) -> None:
        host = request.headers.get("Host", "")
        if not self._known.are_asked(host):
            raise web.HTTPMisdirectedRequest(text=NOT_HERE)
        upgrade = "upgrade" in request.headers.get("Connection", "").casefold()
        if (upgrade or request.method not in ("GET", "HEAD")) and not _same_site(request, host):
            raise web.HTTPForbidden(text=CROSS_SITE)


def _same_site(request: web.Request, host: str) -> bool:
    origin = request.headers.get("Origin", "")
    return origin.casefold() in (f"http://{host}".casefold(), f"https://{host}".casefold())
