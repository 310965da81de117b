"""Checks of the Host and Origin headers, and strict headers of our own.

Somebody with a page of the room open visits another site, whose script sends requests here. It
can't forge the Origin header, nor, with DNS rebinding, the Host header; so both are checked.
"""

import ipaddress
import logging
import socket
from collections.abc import Awaitable, Callable

from aiohttp import web
from yarl import URL

from bot.pages.serving import HEADERS, error_page
from bot.wording.room import BROKEN, CROSS_SITE, NOT_HERE

log = logging.getLogger(__name__)

_TO_START = '<p><a href="/">To the start page</a></p>'
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

LOOPBACK = "localhost"


class OriginCheck:
    """Which names the room answers to; `host` is where it listens."""

    def __init__(self, host: str) -> None:
        self._open = not is_loopback(host)
        own = socket.gethostname().casefold()
        self._names = {LOOPBACK, host.casefold()}
        if self._open:
            self._names |= {own, f"{own}.local"}

    def knows(self, name: str) -> bool:
        """Whether a Host header's name is one of the room's."""
        name = name.casefold().strip("[]").rstrip(".")
        if name in self._names:
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        # Rebinding needs a name that is looked up; an address is not.
        return self._open or address.is_loopback

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
        try:
            name = URL(f"http://{host}").host or ""
        except ValueError:
            name = ""
        if not self.knows(name):
            raise web.HTTPMisdirectedRequest(text=NOT_HERE)
        upgrade = "upgrade" in request.headers.get("Connection", "").casefold()
        if (upgrade or request.method not in ("GET", "HEAD")) and not _same_site(request, host):
            raise web.HTTPForbidden(text=CROSS_SITE)


_FORWARDED = (
    "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via",
)  # fmt: skip


def is_from_this_machine(request: web.Request) -> bool:
    """Whether whoever asks sits at the machine, as far as that can be known.

    What a proxy passes on comes from the machine too, but says that it was passed on.
    """
    forwarded = any(name in request.headers for name in _FORWARDED)
    return is_loopback(request.remote or "") and not forwarded


def is_loopback(host: str) -> bool:
    """Whether a host name or address is this machine's own, out of the network's reach."""
    if host.casefold() == LOOPBACK:
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _same_site(request: web.Request, host: str) -> bool:
    origin = request.headers.get("Origin", "")
    return origin.casefold() in (f"http://{host}".casefold(), f"https://{host}".casefold())
