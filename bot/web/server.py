"""The one web server: pages of all matches, what venues hand in besides, and the port.

Its port is in use when the referee starts. Where the local room is all that is served, the referee
says so and ends; else every match goes on, the log says so once, and the port is tried again.
Behind a proxy it is reached under an address of its own, maybe with a path before everything.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from functools import partial

from aiohttp import web
from yarl import URL

from bot.desk.desk import Desk
from bot.desk.venue import VenueError
from bot.serving import web_servers
from bot.serving.connections import MOST_IDLE, ConnectionLimits, allow_more_files, most_connections
from bot.serving.hosts import Doors, InnerDoor, inner_url
from bot.serving.web_servers import Handler, surrounding
from bot.settings import Settings
from bot.storage.address import hosts_of
from bot.storage.failures import StoreError
from bot.storage.lease_rows import Holders
from bot.storage.leases import Leases
from bot.timing import Timepiece
from bot.web.drawing import Drawings
from bot.web.files import TooManyError
from bot.web.passing import HeldElsewhereError, PassingOn
from bot.web.statics import add_headers, error_page, page, page_file
from bot.wording.web import (
    BUSY,
    CROSS_SITE,
    MANY,
    NOT_HERE,
    inner_text,
    no_port_text,
    port_text,
    served_text,
)

log = logging.getLogger(__name__)

MOST_CONNECTIONS = 6000
_SHARE_PASSED_ON = 0.5
"""Of all connections, those that may be passed on: each of them takes a second one."""
LARGEST_FORM = 65_536
_HEALTH = "/healthz"
_KNOWN = {StoreError: (503, BUSY), TooManyError: (503, MANY)}


class WebServer:
    """The server of one referee."""

    def __init__(
        self, settings: Settings, desk: Desk, timepiece: Timepiece, most: int = MOST_CONNECTIONS
    ) -> None:
        allow_more_files()
        self._settings = settings
        self._timepiece = timepiece
        self.drawings = Drawings(desk)
        """The one drawing of each match, for whoever shows it."""
        # Without it, a referee that has nothing but the local room would serve nobody.
        self._needed = not settings.has_venues
        self.doors = Doors(settings.web_host, settings.web_url, settings.web_proxies)
        self.most = most_connections(most)
        # What comes through a proxy has its address.
        idle = self.most // 2 if settings.web_url else MOST_IDLE
        limits = self._limits = ConnectionLimits(self.most, idle=idle)
        self.base = f"{URL(settings.web_url).path.rstrip('/')}/"
        """The path before everything."""
        answer = partial(error_page, self.base, starts=settings.has_room)
        around = surrounding(limits, self._check, answer, _KNOWN)
        layers = [around, self._here_or_there]
        self.app = web.Application(middlewares=layers, client_max_size=LARGEST_FORM)
        self.app.on_response_prepare.append(add_headers)
        self._passing: PassingOn | None = None
        self._leases: Leases | None = None
        self._opened: asyncio.Future[tuple[str, int]] = asyncio.get_running_loop().create_future()
        if self.base != "/":
            self.app.add_routes([web.get(self.base[:-1], self._with_slash)])
        self.add([web.get("/page/{name}", self._file), web.get("/robots.txt", self._robots)])

    def add(self, routes: Iterable[web.RouteDef]) -> None:
        """Takes routes on, as they are and behind the path: some proxies take it away."""
        for route in routes:
            for path in dict.fromkeys((route.path, f"{self.base[:-1]}{route.path}")):
                self.app.add_routes([web.RouteDef(route.method, path, route.handler, route.kwargs)])

    def outside(self, request: web.Request) -> str:
        """Where whoever asks reaches this server, without the path before everything."""
        url = self._settings.web_url
        return str(URL(url).origin()) if url else f"http://{request.host}"

    def page(self, name: str, **parts: str) -> web.Response:
        """A page, with what stands at its marks."""
        return page(self.base, name, **parts)

    def join(self, holders: Holders, leases: Leases) -> None:
        """Passes on what asks for matches that other processes of a fleet hold.

        With the leases stands where the others reach this one.
        """
        door = self.doors.inner = InnerDoor(self._settings.discord_token)
        self._leases = leases
        most = int(self.most * _SHARE_PASSED_ON)
        passing = self._passing = PassingOn(holders, door, self.doors, most)

        async def close(_: web.Application) -> None:
            await passing.close()

        self.app.on_cleanup.append(close)

    def show_health(self, told: Callable[[], dict[str, bool]]) -> None:
        """Tells whoever asks how this process is: 200 where all of that is so, else 503."""

        async def answer(_: web.Request) -> web.Response:
            found, headers = told(), {"Cache-Control": "no-store"}
            status = 200 if all(found.values()) else 503
            return web.json_response(found, status=status, headers=headers)

        self.add([web.get(_HEALTH, answer)])

    async def opened(self) -> tuple[str, int]:
        """Where it listens, as soon as it does."""
        return await asyncio.shield(self._opened)

    async def run(self) -> None:
        """Serves until cancelled; VenueError where it is needed and can't listen."""
        try:
            await self._serve()
        except VenueError:
            raise
        except Exception:
            log.exception("pages are served no longer; matches go on")
            await asyncio.Event().wait()

    async def _serve(self) -> None:
        host, port = self._settings.web_host, self._settings.web_port
        async with web_servers.server(self.app, self._timepiece) as runner:
            where = await web_servers.listen(
                runner, host, port, self._limits, self._timepiece, self._refused
            )
            await self._tell_others(*where)
            self._opened.set_result(where)
            if self._settings.web_url:
                log.info("%s", served_text(self._settings.web_url, *where))
            await asyncio.Event().wait()

    async def _tell_others(self, host: str, port: int) -> None:
        door, leases, settings = self.doors.inner, self._leases, self._settings
        if door is not None and leases is not None:
            url = settings.web_inner_url or await inner_url(
                host, port, hosts_of(settings.database_url)
            )
            door.url = leases.inner_url = url
            log.info("%s", inner_text(url))

    @web.middleware
    async def _here_or_there(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            return await handler(request)
        except HeldElsewhereError as error:
            if self._passing is None:
                raise web.HTTPNotFound from error
            return await self._passing.answer(request, error.room)

    def _refused(self, why: str) -> None:
        host, port = self._settings.web_host, self._settings.web_port
        if self._needed:
            raise VenueError(no_port_text(host, port, why), lasting=True)
        log.warning("%s", port_text(host, port, why))

    def _check(self, request: web.Request) -> None:
        if self.doors.passed_on(request) is not None:
            # It was looked at where it came in.
            return
        is_known = self.doors.knows(request.headers.get("Host", ""))
        # Whoever watches many machines may know this one by its number alone.
        if not is_known and request.path not in (_HEALTH, self.base + _HEALTH[1:]):
            raise web.HTTPMisdirectedRequest(text=NOT_HERE)
        upgrade = "upgrade" in request.headers.get("Connection", "").casefold()
        acts = upgrade or request.method not in ("GET", "HEAD")
        # What is not here, or can't be done here, is answered as such.
        is_here = request.match_info.http_exception is None
        if is_here and acts and not self.doors.is_from_own_page(request):
            raise web.HTTPForbidden(text=CROSS_SITE)

    async def _with_slash(self, _: web.Request) -> web.Response:
        """The address as it is set and printed, from which what a page loads would not be found."""
        raise web.HTTPFound(self.base)

    async def _file(self, request: web.Request) -> web.Response:
        return page_file(request.match_info["name"])

    async def _robots(self, _: web.Request) -> web.Response:
        # These are left to be read, for what a pasted link shows; headers say what may be listed.
        return web.Response(
            text=f"User-agent: *\nAllow: {self.base}watch/\nAllow: {self.base}hall/\nDisallow: /\n"
        )
