"""A hall of records in the test's own process, of matches that are written into its store."""

import contextlib
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from aiohttp import ClientSession
from aiohttp.test_utils import TestServer
from fakes import BLUE, HOST, RED, ROOM, FakeHouse, house
from referee.tables import at

from bot.desk.pages import PageLinks
from bot.engine.turn import Colour
from bot.referee.events import (
    Event,
    MatchEnded,
    MatchOpened,
    MatchStarted,
    Player,
    Termination,
    Terms,
    TurnPlayed,
)
from bot.referee.match import Room
from bot.servers.settings import ServerSettings
from bot.settings import Settings
from bot.storage.links import Halls
from bot.storage.store import Servers
from bot.timing import Timepiece
from bot.web.broadcasts import Broadcasts
from bot.web.hall.door import HallDoor
from bot.web.hall.pages import HallPages
from bot.web.server import WebServer
from bot.web.watch import WatchPages

NAME = "The <b>Colosseum</b>"
"""Not what a server should be called."""
GENIUS = Terms("genius", "genius", 5, ("red", "blue"), None, warnings=())


class RecordsHouse:
    def __init__(self, place: FakeHouse, timepiece: Timepiece) -> None:
        self.place = place
        self._server = WebServer(Settings(), place.desk, timepiece)
        links = PageLinks(place.store, "")
        broadcasts = Broadcasts(place.desk, self._server.drawings, links, timepiece)
        door = HallDoor(place.store, self._server.base, timepiece, self._server.doors.source)
        WatchPages(self._server, broadcasts, links.watch_address, door)
        HallPages(self._server, place.desk, place.store, door, timepiece)
        self.root = self.address = ""
        self._held = 0

    async def open(self, stack: contextlib.AsyncExitStack, name: str) -> None:
        await self.settle(pages="link")
        hall = await Halls(self.place.store).of(ROOM.venue, ROOM.server, name)
        self.root = f"/hall/{hall.slug}/"
        served = await stack.enter_async_context(TestServer(self._server.app))
        self.address = str(served.make_url("")).rstrip("/")
        self.session = await stack.enter_async_context(ClientSession(self.address))

    async def settle(self, **settings: object) -> None:
        rules = ServerSettings(**settings)  # type: ignore[arg-type]
        await Servers(self.place.store).change(ROOM.venue, ROOM.server, lambda _: rules)

    async def hold(
        self,
        turns: Sequence[str] = ("E5", "D3 F6"),
        *,
        players: tuple[Player, Player] = (RED, BLUE),
        winner: Colour | None = Colour.FIRST,
        ending: Termination = Termination.RESIGNATION,
        terms: Terms = GENIUS,
        public: bool | None = True,
        pages: bool | None = None,
        room: Room | None = None,
    ) -> int:
        """Stores a match that was held an hour after the one before; its number."""
        self._held += 1
        begun = self._held * 3600
        opened = MatchOpened(at(begun), HOST, players, terms, public=public, pages=pages)
        events: list[Event] = [MatchStarted(at(begun))]
        events += [
            TurnPlayed(at(begun + 60 * number), Colour((number - 1) % 2), turn)
            for number, turn in enumerate(turns, 1)
        ]
        events.append(MatchEnded(at(begun + 60 * len(turns)), winner, ending))
        there = room or Room(ROOM.venue, ROOM.server, f"held-{self._held}")
        number = await self.place.store.open_match(there, opened)
        await self.place.store.append(number, 1, events)
        return number

    async def get(self, path: str, status: int = 200, **headers: str) -> str:
        async with self.session.get(f"{self.root}{path}", headers=headers) as answer:
            text = await answer.text()
            assert answer.status == status, text
            return text


@contextlib.asynccontextmanager
async def records_house(
    folder: Path, timepiece: Timepiece | None = None, name: str = NAME
) -> AsyncIterator[RecordsHouse]:
    """A house with pages of a server of a name; their pauses are by hand, or as said."""
    async with house(folder) as place, contextlib.AsyncExitStack() as stack:
        built = RecordsHouse(place, timepiece or place.clock)
        await built.open(stack, name)
        yield built
