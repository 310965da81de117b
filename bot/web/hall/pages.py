"""The pages of a hall: home, games, players, openings, fairness and rules.

Somebody follows the link that `setup` told: matches that run now, the last results, the best
players. Each page is made anew for whoever asks, from the rows of facts; nothing here changes
anything.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from itertools import islice
from urllib.parse import urlencode

from aiohttp import web

from bot.commands.search import FIELDS, Form, SearchError, read_form
from bot.desk.desk import Desk
from bot.engine.rulesets import RULESETS
from bot.storage.failures import DamagedMatchError, StoreError
from bot.storage.records import Records, RecordSearch, Shelf
from bot.storage.store import Store
from bot.timing import Timepiece
from bot.web.cup_view import CUP_VOICE
from bot.web.finding import shows
from bot.web.hall import listing
from bot.web.hall.door import HallDoor, OpenHall
from bot.web.hall.exports import EXPORTS
from bot.web.hall.fairness_page import fairness_parts
from bot.web.hall.feed import ENTRIES, feed
from bot.web.hall.opening_page import opening_parts
from bot.web.hall.people import Leaderboards
from bot.web.hall.player_page import PlayerPages
from bot.web.hall.rendering import page, whole
from bot.web.hall.rules_page import rules_parts
from bot.web.server import WebServer
from bot.web.view import Json
from bot.wording import hall as words
from bot.wording.cup_pages import status_line
from bot.wording.tidy import tidy

log = logging.getLogger(__name__)

LAST, BEST, RUNNING, CUPS, A_PAGE = 10, 10, 12, 5, 50
"""How many matches, players and cups the home page shows, and how many matches stand on a page."""
LONGEST_WRITE = timedelta(seconds=30)
"""How long whoever takes an export home may take nothing of it."""
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
        self.door = door
        self.people = Leaderboards(store, desk, timepiece)
        self.records = Records(store)
        self._players = PlayerPages(store, self.people)
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
        server.add(
            [
                web.get("/hall/{slug}", self._with_slash),
                web.get("/hall/{slug}/results.atom", self._feed),
                web.get("/hall/{slug}/export.{kind:txt|jsonl|csv}", self._export),
            ]
        )

    def _answering(self, make: _Maker) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def answer(request: web.Request) -> web.Response:
            async with self.door.enter(request) as hall:
                try:
                    async with self._patience():
                        name, parts = await make(request, hall)
                except TimeoutError:
                    raise web.HTTPServiceUnavailable(text=words.TOO_LONG) from None
                return await page(request, self._server.base, hall, name, parts)

        return answer

    def _patience(self) -> asyncio.Timeout:
        return asyncio.timeout(self.records.patience.total_seconds())

    async def _close(self, _: web.Application) -> None:
        await self.people.close()

    async def _with_slash(self, request: web.Request) -> web.Response:
        """An address that lost its last sign leads to the home page."""
        hall = await self.door.find(request.match_info["slug"])
        raise web.HTTPFound(hall.root)

    async def _home(self, _: web.Request, hall: OpenHall) -> tuple[str, Json]:
        shelf = hall.shelf
        standings = await self.people.of(shelf)
        last = await self.records.page(shelf, RecordSearch(), 0, LAST)
        return "home", {
            "running": await self._running(shelf),
            "last": [listing.line(found) for found in last],
            "best": [
                listing.person(one.player)
                | {"place": one.place, "rating": one.rating, "total": one.total}
                for one in standings[:BEST]
            ],
            "players": len(standings),
            "cups": [await self._cup(number) for number in await self.records.cups(shelf, CUPS)],
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
            form, note = await self.search(request, hall)
        except SearchError as error:
            return "games", self._form_parts(request) | {"problem": str(error)}
        count = await self.records.count(hall.shelf, form.search)
        pages = max(1, -(-count // A_PAGE))
        if form.page > pages:
            problem = words.no_page_text(form.page, pages)
            return "games", self._form_parts(request) | {"problem": problem}
        found = await self.records.page(hall.shelf, form.search, (form.page - 1) * A_PAGE, A_PAGE)
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

    async def search(self, request: web.Request, hall: OpenHall) -> tuple[Form, str]:
        """The search that an address asks for, and a note on it; SearchError."""
        form = read_form(request.query)
        if not form.player:
            return form, ""
        ids = await self.people.called(hall.shelf, form.player)
        if not ids and await self._players.find(hall.shelf, form.player) is not None:
            ids = (form.player,)
        if not ids:
            raise SearchError(words.NO_PLAYER)
        note = words.several_players_text(len(ids)) if len(ids) > 1 else ""
        return form.of(ids), note

    def _form_parts(self, request: web.Request) -> Json:
        given = {name: request.query.get(name, "")[:200] for name in FIELDS}
        nothing: Json = {"found": [], "count": 0, "number": 1, "pages": 1, "note": "", "query": ""}
        names = [(key, law.name) for key, law in RULESETS.items()]
        blank: Json = {"problem": "", "before": "", "after": "", "rulesets": names}
        return nothing | blank | {"given": given}

    async def _feed(self, request: web.Request) -> web.Response:
        """The last of the matches that a search finds, as a feed."""
        async with self.door.enter(request) as hall:
            form = await self._searched(request, hall)
            try:
                async with self._patience():
                    newest = replace(form.search, order="newest")
                    found = await self.records.page(hall.shelf, newest, 0, ENTRIES)
            except TimeoutError:
                raise web.HTTPServiceUnavailable(text=words.TOO_LONG) from None
        home = f"{self._server.outside(request)}{hall.root}"
        query = f"?{urlencode(form.fields)}" if form.fields else ""
        title = words.feed_text(hall.hall.name)
        made = feed(found, title, f"{home}results.atom{query}", home)
        return whole(request, made, "application/atom+xml")

    async def _export(self, request: web.Request) -> web.StreamResponse:
        """All matches that a search finds, written out as they are read."""
        kind = request.match_info["kind"]
        write, content, begin = EXPORTS[kind]
        async with self.door.enter_to_export(request) as hall:
            form = await self._searched(request, hall)
            headers = {
                "Content-Type": f"{content}; charset=utf-8",
                "Content-Disposition": f'attachment; filename="matches.{kind}"',
                "Cache-Control": "no-store",
            }
            response = web.StreamResponse(headers=headers)
            response.enable_compression()
            try:
                await response.prepare(request)
                await response.write(begin)
                async for found in self.records.stream(hall.shelf, form.search):
                    data = await asyncio.to_thread(write, found)
                    async with asyncio.timeout(LONGEST_WRITE.total_seconds()):
                        await response.write(data)
                await response.write_eof()
            except (ConnectionError, TimeoutError, StoreError) as error:
                # Half of it must not look like all of it.
                log.warning("an export was broken off: %s", error or "nobody took it")
                if request.transport is not None:
                    request.transport.abort()
            return response

    async def _searched(self, request: web.Request, hall: OpenHall) -> Form:
        """The search of an address that shows no form; HTTPBadRequest says what is wrong."""
        try:
            return (await self.search(request, hall))[0]
        except SearchError as error:
            raise web.HTTPBadRequest(text=str(error)) from None

    async def _player(self, request: web.Request, hall: OpenHall) -> tuple[str, Json]:
        parts = await self._players.parts(hall, request.match_info["player"])
        if parts is None:
            raise web.HTTPNotFound(text=words.NO_PLAYER)
        search = RecordSearch(players=(request.match_info["player"],))
        last = await self.records.page(hall.shelf, search, 0, LAST)
        return "player", parts | {"last": [listing.line(found) for found in last]}

    async def _openings(self, request: web.Request, hall: OpenHall) -> tuple[str, Json]:
        return "openings", await opening_parts(self.records, self._players, hall, request.query)

    async def _fairness(self, _: web.Request, __: OpenHall) -> tuple[str, Json]:
        return "fairness", fairness_parts()

    async def _rules(self, _: web.Request, __: OpenHall) -> tuple[str, Json]:
        return "rules", await asyncio.to_thread(rules_parts)


def _address(form: Form, number: int) -> str:
    """The address of another page of the same search."""
    return f"games?{urlencode({**form.fields, 'page': number})}"
