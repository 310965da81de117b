"""Which server's pages are behind an address, and whether they are open.

A server has one address for good. Where its pages were closed, whoever has the address is told so;
an address that never was one is answered as any other that there is not. Nobody is kept waiting by
somebody who asks a hundred times a minute: that one is asked to wait.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta

from aiohttp import web
from cachetools import LRUCache

from bot.limits import Bucket
from bot.servers.settings import OFF, PUBLIC, ROOM_VENUE, Look, ServerSettings
from bot.storage.links import Hall, Halls
from bot.storage.records import Shelf
from bot.storage.store import Servers, Store
from bot.timing import Timepiece
from bot.wording.hall import BUSY_HALL, CLOSED, NO_HALL, TOO_OFTEN

MOST_A_MINUTE, MOST_OF_MATCHES, MOST_EXPORTS_A_MINUTE = 120, 300, 6
"""How many pages, pages and files of matches, and exports one address is given at once, and as many
again in a minute."""
MOST_BUCKETS = 30_000
AT_ONCE, EXPORTS_AT_ONCE, WAITING = 1, 2, 60
"""How many pages are made at once, how many exports are written, and how many pages may wait. Turns
are told later for each page that is made beside them."""
MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class OpenHall:
    """The pages of a server that may be read; `root` is the path at which they begin."""

    hall: Hall
    rules: ServerSettings
    look: Look
    root: str

    @property
    def shelf(self) -> Shelf:
        return Shelf(self.hall.venue, self.hall.server)

    def say_whether_listed(self, response: web.Response) -> None:
        """Tells search engines that they may list a page, where they may."""
        if self.rules.pages == PUBLIC and self.rules.index:
            response.headers["X-Robots-Tag"] = "all"


class HallDoor:
    """Lets people in; `base` is the path before all pages."""

    def __init__(
        self,
        store: Store,
        base: str,
        timepiece: Timepiece,
        source: Callable[[web.Request], str],
    ) -> None:
        self._halls, self._servers = Halls(store), Servers(store)
        self._base = base
        self._timepiece = timepiece
        self._source = source
        self._buckets: LRUCache[tuple[str, int], Bucket] = LRUCache(MOST_BUCKETS)
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0
        self._taking: set[str] = set()

    async def find(self, slug: str) -> OpenHall:
        """The pages at an address; HTTPNotFound where there never were any, HTTPGone if closed."""
        hall = await self._halls.find(slug)
        if hall is None:
            raise web.HTTPNotFound(text=NO_HALL)
        rules = await self._servers.fresh(hall.venue, hall.server)
        if rules.pages == OFF and hall.venue != ROOM_VENUE:
            raise web.HTTPGone(text=CLOSED)
        look = Look(rules.theme, rules.coordinates)
        return OpenHall(hall, rules, look, f"{self._base}hall/{slug}/")

    @asynccontextmanager
    async def enter(self, request: web.Request) -> AsyncIterator[OpenHall]:
        """The pages that a request asks for, and a turn to ask the database.

        HTTPTooManyRequests for an address that asks too often, HTTPServiceUnavailable where too
        many wait.
        """
        self._take(request, MOST_A_MINUTE)
        if self._waiting >= WAITING:
            raise web.HTTPServiceUnavailable(text=BUSY_HALL, headers={"Retry-After": "10"})
        self._waiting += 1
        try:
            async with self._turns:
                yield await self.find(request.match_info["slug"])
        finally:
            self._waiting -= 1

    @asynccontextmanager
    async def enter_to_export(self, request: web.Request) -> AsyncIterator[OpenHall]:
        """The same for whoever takes all of it home: a few at once, and one from each address."""
        self._take(request, MOST_EXPORTS_A_MINUTE)
        source = self._source(request)
        if source in self._taking or len(self._taking) >= EXPORTS_AT_ONCE:
            raise web.HTTPServiceUnavailable(text=BUSY_HALL, headers={"Retry-After": "60"})
        self._taking.add(source)
        try:
            yield await self.find(request.match_info["slug"])
        finally:
            self._taking.discard(source)

    def check_match(self, request: web.Request) -> None:
        """HTTPTooManyRequests for an address that asks too often for matches and their files."""
        self._take(request, MOST_OF_MATCHES)

    def _take(self, request: web.Request, size: int) -> None:
        """Counts a request within a limit of its address; HTTPTooManyRequests beyond it."""
        now, key = self._timepiece.monotonic(), (self._source(request), size)
        bucket = self._buckets.setdefault(key, Bucket(size, MINUTE, now))
        if not bucket.take(now):
            raise web.HTTPTooManyRequests(text=TOO_OFTEN, headers={"Retry-After": "60"})
