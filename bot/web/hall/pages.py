"""The pages of a hall: home, games, players, openings, fairness and rules.

Somebody follows the link that `setup` told: matches that run now, the last results, the best
players. Each page is made anew for whoever asks, from the rows of facts; nothing here changes
anything.
"""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import islice
from urllib.parse import urlencode

from aiohttp import web

from bot.commands.search import FIELDS, Form, SearchError
from bot.desk.desk import Desk
from bot.engine.rulesets import RULESETS
from bot.storage.failures import DamagedMatchError
from bot.storage.records import Records, RecordSearch, Shelf
from bot.storage.store import Store
from bot.timing import Timepiece
from bot.web.cup_view import CUP_VOICE
from bot.web.finding import shows
from bot.web.hall import listing
from bot.web.hall.door import HallDoor, OpenHall
from bot.web.hall.fairness_page import fairness_parts
from bot.web.hall.opening_page import opening_parts
from bot.web.hall.player_pages import Leaderboards, PlayerPages
from bot.web.hall.rendering import page, prepare
from bot.web.hall.rules_page import rules_parts
from bot.web.hall.takeaways import HallTakeaways
from bot.web.server import WebServer
from bot.web.view import Json
from bot.wording import hall as words
from bot.wording.cup_pages import status_line
from bot.wording.writing import tidy

LAST, BEST, RUNNING, CUPS, A_PAGE = 10, 10, 12, 5, 50
"""How many matches, players and cups the home page shows, and how many matches stand on a page."""
MOST_LOOKED_AT = 60
"""Open matches, the newest first, among which those are that the home page shows."""
_Maker = Callable[[web.Request, OpenHall], Awaitable[tuple[str, Json]]]


class HallPages:
    """The pages of all halls on a server."""

    def __init__(
        self, server: WebServer, desk: Desk, store: Store, door: HallDoor, timepiece: Timepiece
    ) -> None:
        self._server = server
        self._desk = desk
        self._door = door
        self._people = Leaderboards(store, desk, timepiece)
        self._records = Records(store)
        self._players = PlayerPages(store, self._people)
        HallTakeaways(server, door, self._people, self._records)
        self._preparing: asyncio.Task[None] | None = None
        server.app.on_startup.append(self._prepare)
        server.app.on_cleanup.append(self._close)
        made: dict[str, _Maker] = {
            "": self._home,
            "games": self._games,
            "player/{player}": self._player,
            "openings": self._openings,
            "fairness": self._fairness,
            "rules": self._rules,
        }
        server.add(
            web.get(f"/hall/{{slug}}/{path}", self._answering(make)) for path, make in made.items()
        )
        server.add([web.get("/hall/{slug}", self._with_slash)])

    def _answering(self, make: _Maker) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def answer(request: web.Request) -> web.Response:
            async with self._door.enter(request) as hall:
                try:
                    async with self._records.patiently():
                        name, parts = await make(request, hall)
                except TimeoutError:
                    raise web.HTTPServiceUnavailable(text=words.TOO_LONG) from None
                return await page(request, self._server.base, hall, name, parts)

        return answer

    async def _prepare(self, _: web.Application) -> None:
        self._preparing = asyncio.create_task(asyncio.to_thread(prepare))

    async def _close(self, _: web.Application) -> None:
        await self._people.close()
        if self._preparing is not None:
            await asyncio.wait({self._preparing})

    async def _with_slash(self, request: web.Request) -> web.Response:
        """An address that lost its last sign leads to the home page."""
        hall = await self._door.find(request.match_info["slug"])
        raise web.HTTPFound(hall.root)

    async def _home(self, _: web.Request, hall: OpenHall) -> tuple[str, Json]:
        shelf = hall.shelf
        standings = await self._people.of(shelf)
        last = await self._records.page(shelf, RecordSearch(), 0, LAST)
        return "home", {
            "running": await self._running(shelf),
            "last": [listing.line(found) for found in last],
            "best": [
                listing.person(one.player)
                | {"place": one.place, "rating": one.rating, "total": one.total}
                for one in standings[:BEST]
            ],
            "players": len(standings),
            "cups": [await self._cup(number) for number in await self._records.cups(shelf, CUPS)],
        }

    async def _running(self, shelf: Shelf) -> list[Json]:
        """The newest of the open matches; looking at one takes a moment, at a thousand too many."""
        running = list[Json]()
        newest = self._desk.newest_open(shelf.venue, shelf.server)
        for number, room, look in islice(newest, MOST_LOOKED_AT):
            match = look()
            if shows(room, match):
                running.append(listing.running(number, match))
            if len(running) >= RUNNING:
                break
            await asyncio.sleep(0)
        return running

    async def _cup(self, number: int) -> Json:
        """A cup as the home page shows it."""
        try:
            held = await self._desk.cups.table.find(number)
        except DamagedMatchError:
            held = None
        if held is None:
            return {"number": number, "name": words.cup_text(number), "line": ""}
        state = held.state
        name = tidy(state.opened.name, listing.LONGEST_NAME) or words.cup_text(number)
        return {"number": number, "name": name, "line": status_line(state, CUP_VOICE)}

    async def _games(self, request: web.Request, hall: OpenHall) -> tuple[str, Json]:
        try:
            form, note = await self._people.search(request.query, hall.shelf)
        except SearchError as error:
            return "games", self._form_parts(request) | {"problem": str(error)}
        count = await self._records.count(hall.shelf, form.search)
        pages = max(1, -(-count // A_PAGE))
        if form.page > pages:
            problem = words.no_page_text(form.page, pages)
            return "games", self._form_parts(request) | {"problem": problem}
        found = await self._records.page(hall.shelf, form.search, (form.page - 1) * A_PAGE, A_PAGE)
        query = urlencode(form.fields)
        return "games", self._form_parts(request) | {
            "found": [listing.line(one) for one in found],
            "count": count,
            "number": form.page,
            "pages": pages,
            "note": note,
            "query": query,
            "before": _address(form, form.page - 1) if form.page > 1 else "",
            "after": _address(form, form.page + 1) if form.page < pages else "",
        }

    def _form_parts(self, request: web.Request) -> Json:
        given = {name: request.query.get(name, "")[:200] for name in FIELDS}
        nothing: Json = {"found": [], "count": 0, "number": 1, "pages": 1, "note": "", "query": ""}
        names = [(key, law.name) for key, law in RULESETS.items()]
        blank: Json = {"problem": "", "before": "", "after": "", "rulesets": names}
        return nothing | blank | {"given": given}

    async def _player(self, request: web.Request, hall: OpenHall) -> tuple[str, Json]:
        parts = await self._players.parts(hall, request.match_info["player"])
        if parts is None:
            raise web.HTTPNotFound(text=words.NO_PLAYER)
        search = RecordSearch(players=(request.match_info["player"],))
        last = await self._records.page(hall.shelf, search, 0, LAST)
        return "player", parts | {"last": [listing.line(found) for found in last]}

    async def _openings(self, request: web.Request, hall: OpenHall) -> tuple[str, Json]:
        return "openings", await opening_parts(self._records, self._players, hall, request.query)

    async def _fairness(self, _: web.Request, __: OpenHall) -> tuple[str, Json]:
        return "fairness", fairness_parts()

    async def _rules(self, _: web.Request, __: OpenHall) -> tuple[str, Json]:
        return "rules", await asyncio.to_thread(rules_parts)


def _address(form: Form, number: int) -> str:
    """The address of another page of the same search."""
    return f"games?{urlencode({**form.fields, 'page': number})}"
