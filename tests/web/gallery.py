"""Watch pages served in the test's own process, of matches that are held at the venue in memory."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from aiohttp import ClientSession
from aiohttp.test_utils import TestServer
from fakes import BLUE, RED, ROOM, FakeHouse, house
from venues.room.visitor import SEED_003

from bot.desk.pages import PageLinks
from bot.referee.events import Terms
from bot.referee.match import Match
from bot.servers.settings import ServerSettings
from bot.settings import Settings
from bot.storage.store import Servers
from bot.timing import Timepiece
from bot.web.broadcasts import Broadcasts
from bot.web.cup_watch import CupWatchPages
from bot.web.server import WebServer
from bot.web.watch import WatchPages


class Gallery:
    """One match in a house whose server has turned watch pages on."""

    def __init__(self, place: FakeHouse, most: int, timepiece: Timepiece) -> None:
        self.place = place
        self.pages = PageLinks(place.store, "")
        self._server = WebServer(Settings(), place.desk, timepiece, most)
        self.broadcasts = Broadcasts(place.desk, self._server.drawings, self.pages, timepiece)
        WatchPages(self._server, self.broadcasts, self._public)
        CupWatchPages(self._server, place.desk, self.pages, timepiece)
        self.number = self.turns = 0
        self.address = ""

    async def open(self, stack: contextlib.AsyncExitStack, terms: Terms | None) -> None:
        """Serves the pages, and starts the match; one of given terms waits to begin."""
        await self.settle(watch=True)
        self.number = await self.place.start(terms, begun=terms is None)
        served = await stack.enter_async_context(TestServer(self._server.app))
        self.address = str(served.make_url("")).rstrip("/")
        self.session = await stack.enter_async_context(ClientSession(f"{self.address}/"))

    async def settle(self, *, watch: bool) -> None:
        settled = ServerSettings(watch=watch)
        await Servers(self.place.store).change(ROOM.venue, ROOM.server, lambda _: settled)

    async def play(self, turns: int) -> None:
        for text in SEED_003[self.turns : self.turns + turns]:
            await self.place.hear((RED, BLUE)[self.turns % 2], text)
            self.turns += 1

    def _public(self, token: str) -> str:
        return f"{self.address}{self.pages.watch_address(token)}"

    async def link(self) -> str:
        return await self.pages.watch(self.number)

    async def found(self, link: str) -> Match:
        return (await self.broadcasts.find(link.rpartition("/")[2])).match


@contextlib.asynccontextmanager
async def gallery(
    folder: Path, most: int = 1000, timepiece: Timepiece | None = None, terms: Terms | None = None
) -> AsyncIterator[Gallery]:
    """A gallery whose web server holds so many connections; its pauses are by hand, or as said."""
    async with house(folder) as place, contextlib.AsyncExitStack() as stack:
        built = Gallery(place, most, timepiece or place.clock)
        await built.open(stack, terms)
        yield built
