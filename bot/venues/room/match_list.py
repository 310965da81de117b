"""The matches of this database, for whoever has the host's link: open ones and ended ones.

The host has closed the browser and wants to see how last week's matches ended. The start page lists
every match of the database, with its result or its last turn, and where its room is still there a
link: with the seats that this browser holds, or else as a spectator. Matches of other venues have
none, since they are held elsewhere.

Everybody who reaches the server may open the start page, and a room is for those who have a link.
So the list is told to whoever opens the start page by the link that the start has printed, or
`referee room`: a key that only its hash is kept of. All others see the rooms that their browser has
been in.
"""

import asyncio
from collections.abc import Callable
from datetime import datetime
from weakref import WeakValueDictionary

from aiohttp import web
from cachetools import LRUCache

from bot.desk.desk import Desk
from bot.referee.match import Match, Room
from bot.storage.failures import DamagedMatchError
from bot.storage.links import Halls, Link, Links, Role
from bot.storage.room import RoomStore
from bot.venues.room.seats import SERVER, VENUE, RoomRole, main_room, place, player_id
from bot.views.scenes import match_scene
from bot.web.hello import MOST_TOKENS
from bot.web.view import Json, moment
from bot.wording.hall import LOCAL_ROOM
from bot.wording.phrases import colour_name
from bot.wording.room import DAMAGED_MATCH, NO_SUCH_ROOM
from bot.wording.troubles import DAMAGED

MOST_LISTED = 30
"""Matches in one answer; older ones are asked for."""
_LONGEST_NUMBER = 9
_MOST_PASSES = 1000
"""Rooms whose pass is known; another one is made for others."""


async def new_key(links: Links) -> str:
    """A new key to the list; those from before stay good."""
    return await links.make(Link(Role.HOME))


class MatchList:
    """The list, and the way into its rooms as a spectator."""

    def __init__(
        self,
        desk: Desk,
        store: RoomStore,
        links: Links,
        halls: Halls,
        now: Callable[[Room], datetime],
    ) -> None:
        self._desk = desk
        self._store = store
        self._links = links
        self._halls = halls
        self._now = now
        self._passes: LRUCache[str, str] = LRUCache(_MOST_PASSES)
        self._making: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def get(self, request: web.Request) -> web.Response:
        """Answers with the next matches; `before` is the number of the last one listed already."""
        if not await self.has_key(request):
            return _answer({"listed": False, "matches": [], "more": False})
        text = request.query.get("before", "")
        is_number = text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER
        before = int(text) if is_number else 0
        numbers = await self._store.all_matches(MOST_LISTED + 1, before)
        rows = [await self._row(number) for number in numbers[:MOST_LISTED]]
        listed = [row for row in rows if row is not None]
        hall = await self._halls.of(VENUE, SERVER, LOCAL_ROOM)
        more = len(numbers) > MOST_LISTED
        return _answer(
            {"listed": True, "matches": listed, "more": more, "hall": f"hall/{hall.slug}/"}
        )

    async def watch(self, request: web.Request) -> web.Response:
        """Answers with a spectator's token of a room, the same one until the next start."""
        room = request.match_info["room"]
        if not room or not await self.has_key(request):
            raise web.HTTPNotFound
        async with self._making.setdefault(room, asyncio.Lock()):
            if room not in self._passes:
                await self.check(room)
                link = Link(Role.WATCH, room, person=player_id(room, RoomRole.WATCH))
                self._passes[room] = await self._links.make(link)
        return _answer({"token": self._passes[room]})

    async def check(self, room: str) -> None:
        """HTTPNotFound for a room that is not there; a cup's pairing's comes with its match."""
        there = await self._links.of_room(main_room(room))
        if not there or (room != main_room(room) and not await self._desk.latest(place(room))):
            raise web.HTTPNotFound(text=NO_SUCH_ROOM)

    async def has_key(self, request: web.Request) -> bool:
        """Whether a request has the host's key, maybe beside the tokens of seats."""
        scheme, _, keys = request.headers.get("Authorization", "").partition(" ")
        if scheme != "Bearer" or not keys:
            return False
        found = await self._links.find(keys.split(",")[:MOST_TOKENS])
        return any(link.role is Role.HOME for link in found.values())

    async def _row(self, number: int) -> Json | None:
        try:
            room, match = await self._desk.match(number) or (None, None)
        except DamagedMatchError:
            return {"number": number, "room": "", "title": DAMAGED_MATCH.format(number=number)}
        if room is None or match is None:
            return None
        here = room.venue == VENUE and bool(await self._links.of_room(main_room(room.id)))
        places = {
            "room": room.id if here else "",
            "venue": "" if room.venue == VENUE else room.venue,
        }
        return {"number": number} | places | _shown(number, match, self._now(room))


def _shown(number: int, match: Match, now: datetime) -> Json:
    first, second = match.players
    scene = match_scene(match, now, number)
    last = match.turns[-1] if match.turns else None
    turn = "" if last is None else f"{colour_name(match, last.colour)} {last.turn}"
    at = match.opened_at if last is None else last.at
    return {
        "title": f"{first.name} – {second.name}",
        "game": match.ruleset.name,
        "caption": DAMAGED if match.damaged else scene.caption,
        "headline": scene.headline,
        "over": match.over,
        "last": turn,
        "at": moment(at if match.ended is None else match.ended.at),
    }


def _answer(body: Json) -> web.Response:
    return web.json_response(body, headers={"Cache-Control": "no-store"})
