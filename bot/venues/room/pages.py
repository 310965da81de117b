"""The room's pages on the web server: the form that opens a room, pictures, and the WebSocket."""

import asyncio
import contextlib
import logging
from datetime import timedelta

from aiohttp import web
from cachetools import LRUCache

from bot.desk.desk import Desk
from bot.limits import Bucket
from bot.referee.events import MatchOpened
from bot.referee.problems import OrderError
from bot.storage.failures import StoreError
from bot.venues.room.example_board import example_board
from bot.venues.room.frames import LONGEST_FRAME, read_json
from bot.venues.room.match_list import MatchList
from bot.venues.room.opening_form import field_of, formats, read_form
from bot.venues.room.page_connection import PageConnection
from bot.venues.room.page_limits import PageLimits
from bot.venues.room.pictures import TalkPictures
from bot.venues.room.place import place
from bot.venues.room.seats import SEATS, Participant, hashed, issue, new_room, role_of
from bot.venues.room.services import Services
from bot.venues.room.topics import SavedTopics
from bot.venues.room.voice import RoomVoice
from bot.web.server import WebServer
from bot.web.statics import A_DAY, KINDS
from bot.wording import room as words
from bot.wording.problems import problem_text

log = logging.getLogger(__name__)

BOTH = "both"
"""How the form says that one browser plays both seats."""
BODY_TIMEOUT = timedelta(seconds=5)
"""How long a form may take from the end of its headers to its own end."""
OPENINGS, OPENINGS_REFILL = 10, timedelta(minutes=1)
"""Rooms that one address may open at once, and in which time as many again."""
ALL_OPENINGS = 30
"""Rooms that all addresses together may open at once."""
MOST_ADDRESSES = 1000


class RoomPages:
    """The routes of the room."""

    def __init__(
        self, server: WebServer, desk: Desk, services: Services, pictures: TalkPictures
    ) -> None:
        self._server = server
        self._desk = desk
        self._pictures = pictures
        self._services = services
        now = services.timepiece.monotonic()
        self._openings = Bucket(ALL_OPENINGS, OPENINGS_REFILL, now)
        self._openings_of: LRUCache[str, Bucket] = LRUCache(MOST_ADDRESSES)
        self._limits = PageLimits()
        matches = MatchList(desk, services.store, services.clock)
        server.add(
            [
                web.get("/", self._start_page),
                web.get("/room/{room}", self._room_page),
                web.get("/room/{room}/socket", self._socket),
                web.post("/rooms", self._open),
                web.post("/topics", SavedTopics(services.timepiece).post),
                web.get("/formats.json", self._formats),
                web.get("/matches.json", matches.get),
                web.post("/watch/{room}", matches.watch),
                web.get("/example.svg", self._example),
                web.get("/pictures/{name}.png", self._picture),
            ]
        )

    @property
    def _thinks(self) -> bool:
        """Whether the sparring partner can be seated."""
        return self._desk.thinking is not None

    async def _start_page(self, _: web.Request) -> web.Response:
        return self._server.page("page")

    async def _room_page(self, request: web.Request) -> web.Response:
        if not await self._services.store.roles(request.match_info["room"]):
            raise web.HTTPNotFound(text=words.NO_SUCH_ROOM)
        return self._server.page("page")

    async def _formats(self, _: web.Request) -> web.Response:
        offered = formats(thinks=self._thinks)
        return web.json_response(offered, headers={"Cache-Control": "no-cache"})

    async def _example(self, _: web.Request) -> web.Response:
        return web.Response(
            text=example_board(), content_type=KINDS["svg"], headers={"Cache-Control": A_DAY}
        )

    async def _picture(self, request: web.Request) -> web.Response:
        data = await self._pictures.get(request.match_info["name"])
        if data is None:
            raise web.HTTPNotFound
        lasting = {"Cache-Control": "private, max-age=31536000, immutable"}
        return web.Response(body=data, content_type="image/png", headers=lasting)

    async def _open(self, request: web.Request) -> web.Response:
        """Opens a room with a match in it; answers with the tokens of all its seats."""
        await self._services.ready()
        if not self._may_open(self._server.doors.source(request)):
            return _problem(429, words.TOO_MANY_ROOMS)
        try:
            async with asyncio.timeout(BODY_TIMEOUT.total_seconds()):
                body = await request.text()
        except TimeoutError:
            return _problem(408, words.TOO_SLOW)
        except (ValueError, LookupError):
            return _problem(400, words.UNREADABLE)
        form = read_json(body)
        if form is None:
            return _problem(400, words.UNREADABLE)
        room = new_room()
        try:
            opened = read_form(form, room, self._services.clock.now(), thinks=self._thinks)
        except OrderError as error:
            text = RoomVoice().plain(problem_text(error.problem))
            return _problem(422, text, field_of(error.problem))
        tokens = issue()
        seats = {hashed(token): str(role) for role, token in tokens.items()}
        try:
            await self._services.store.add_seats(room, seats)
            number = await self._desk.open(place(room), opened)
        except StoreError as error:
            log.warning("no match could be set up: %s", error)
            with contextlib.suppress(StoreError):
                await self._services.store.forget_room(room)
            return _problem(503, words.BROKEN)
        log.info("match %s set up in room %s", number, room)
        if isinstance(form, dict) and _is_alone(form.get("here"), opened):
            await self._start_at_once(room, number)
        return web.json_response({"room": room, "tokens": tokens})

    async def _start_at_once(self, room: str, number: int) -> None:
        """Starts a match with one person at the board; if that fails, *Ready* is still there."""
        both = Participant(room, frozenset(SEATS))
        with contextlib.suppress(StoreError):
            _, match = await self._desk.match(number) or (None, None)
            if match is not None:
                now = self._services.clock.now()
                await self._services.presses.ready(both, number, match, now)

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        room = request.match_info["room"]
        # Checked before the upgrade, so that no connection is held for a room that does not exist.
        if not await self._services.store.roles(room):
            raise web.HTTPNotFound(text=words.NO_SUCH_ROOM)
        socket = web.WebSocketResponse(heartbeat=30, max_msg_size=LONGEST_FRAME)
        if not socket.can_prepare(request).ok:
            raise web.HTTPBadRequest
        await socket.prepare(request)
        source = self._server.doors.source(request)
        await PageConnection(socket, room, self._services, self._limits).serve(request, source)
        return socket

    def _may_open(self, source: str) -> bool:
        """Whether one more room is within the limits of an address and of all together."""
        now = self._services.timepiece.monotonic()
        bucket = self._openings_of.get(source)
        if bucket is None:
            bucket = self._openings_of[source] = Bucket(OPENINGS, OPENINGS_REFILL, now)
        return bucket.take(now) and self._openings.take(now)


def _is_alone(here: object, opened: MatchOpened) -> bool:
    """Whether nobody has to be waited for: one browser plays all seats but the partner's."""
    people = [role_of(player.id) for player in opened.players if not player.level]
    return here == BOTH or people == [here]


def _problem(status: int, text: str, field: str = "") -> web.Response:
    about = {"field": field} if field else {}
    return web.json_response({"error": text} | about, status=status)
