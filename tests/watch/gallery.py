"""Watch pages served in the test's own process, of matches that are held at the venue in memory."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from aiohttp import ClientSession
from aiohttp.test_utils import TestServer
from fakes import BLUE, HOST, RED, ROOM, House, house

from bot.desk.watch_pages import WatchPages
from bot.pages.connection_limits import ConnectionLimits
from bot.referee.match import Match
from bot.servers.settings import ServerSettings
from bot.storage.servers import Servers
from bot.watch.broadcasts import Broadcasts
from bot.watch.server import WatchServer

TURNS = ("E5", "D4 D5", "F6", "C3 C4")
"""Of Red, then of Blue, and so on."""


class Gallery:
    """One match in a house whose server has turned watch pages on."""

    def __init__(self, place: House, most: int) -> None:
        self.place = place
        self.pages = WatchPages(place.store, "")
        self.broadcasts = Broadcasts(place.desk, self.pages, place.clock)
        self._server = WatchServer(self.broadcasts, self.pages.address, ConnectionLimits(most))
        self.number = 0

    async def open(self, stack: contextlib.AsyncExitStack) -> None:
        """Serves the pages, and starts the match."""
        await Servers(self.place.store).settle(ROOM.venue, ROOM.server, ServerSettings(watch=True))
        self.number = await self.place.start()
        stack.push_async_callback(self.broadcasts.close)
        served = await stack.enter_async_context(TestServer(self._server.app))
        self.session = await stack.enter_async_context(ClientSession(str(served.make_url("/"))))

    async def play(self, turns: int) -> None:
        """The first so many turns."""
        for number, text in enumerate(TURNS[:turns]):
            await self.place.hear((RED, BLUE)[number % 2], text)

    async def link(self) -> str:
        """The path of the page."""
        return await self.pages.link(self.number)

    async def found(self, link: str) -> Match:
        """The match that is found by a link."""
        watched = await self.broadcasts.find(link.rpartition("/")[2])
        assert watched is not None
        return watched.match


@contextlib.asynccontextmanager
async def gallery(folder: Path, most: int = 1000) -> AsyncIterator[Gallery]:
    """A gallery whose web server holds so many connections."""
    async with house(folder) as place, contextlib.AsyncExitStack() as stack:
        built = Gallery(place, most)
        await built.open(stack)
        yield built


__all__ = ["HOST", "TURNS", "Gallery", "gallery"]
