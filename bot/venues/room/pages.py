"""The room's pages on the web server: the form that opens a room, pictures, and the WebSocket."""

import asyncio
import contextlib
import logging
from datetime import timedelta

from aiohttp import web
from cachetools import LRUCache

from bot.commands.past import PastRefusedError, past_of
from bot.commands.sparring import FittingLevels
from bot.desk.desk import Desk
from bot.limits import Bucket
from bot.referee.events import MatchOpened, Player
from bot.referee.problems import OrderError, Simple
from bot.storage.failures import StoreError
from bot.storage.links import Halls, Links
from bot.storage.room import RoomStore
from bot.venues.room.boards import TalkPictures, example_board
from bot.venues.room.cups import RoomCups
from bot.venues.room.match_list import MatchList
from bot.venues.room.opening_form import (
    LONGEST_FIELD,
    field_of,
    formats,
    opened_from,
    read_form,
    seat_from,
)
from bot.venues.room.seats import SEATS, RoomVoice, issue, new_room, place, player_id, role_of
from bot.venues.room.topics import SavedTopics
from bot.web.dispatch import Services
from bot.web.kinds import Held, Participant
from bot.web.messages_in import read_json
from bot.web.page_socket import PageSocket
from bot.web.pieces import harmless
from bot.web.puzzle_pages import PuzzlePages
from bot.web.reviews import PageReviews
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
        self,
        server: WebServer,
        desk: Desk,
        store: RoomStore,
        links: Links,
        halls: Halls,
        services: Services,
        pictures: TalkPictures,
        cups: RoomCups,
        levels: FittingLevels,
        *,
        host_only: bool,
    ) -> None:
        self._host_only = host_only
        self._levels = levels
        self._server = server
        self._desk = desk
        self._pictures = pictures
        self._services = services
        self._links = links
        self._cups = cups
        self._now = services.kind.now
        now = services.timepiece.monotonic()
        self._openings = Bucket(ALL_OPENINGS, OPENINGS_REFILL, now)
        self._openings_of: LRUCache[str, Bucket] = LRUCache(MOST_ADDRESSES)
        self._socket = PageSocket(server, services)
        self._reviews = PageReviews(desk, services.entrance)
        PuzzlePages(server, services.timepiece, lambda: self._now(place("puzzles")))
        matches = self._matches = MatchList(desk, store, links, halls, self._now)
        server.add(
            [
                web.get("/", self._start_page),
                web.get("/room/{room}", self._room_page),
                web.get("/room/{room}/socket", self._connect),
                web.get("/room/{room}/review/{match:[0-9]{1,9}}", self._review),
                web.post("/rooms", self._open),
                web.post("/room/{room}/from/{match:[0-9]{1,9}}", self._open_from),
                web.post("/cups", self._open_cup),
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
        await self._matches.check(request.match_info["room"])
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
        room = new_room()
        form = await self._form(request, room)
        if isinstance(form, web.Response):
            return form
        try:
            opened = read_form(form, room, self._now(place(room)), thinks=self._thinks)
        except OrderError as error:
            text = RoomVoice().plain(problem_text(error.problem))
            return _problem(422, text, field_of(error.problem))
        return await self._hold(room, opened, form.get("here") if isinstance(form, dict) else None)

    async def _open_from(self, request: web.Request) -> web.Response:
        """Opens a room in which a match of another one is played on from one of its positions."""
        room = new_room()
        form = await self._form(request, room)
        if isinstance(form, web.Response):
            return form
        wish = form if isinstance(form, dict) else {}
        turn, name = wish.get("turn"), wish.get("name", "")
        # JSON's true is a number in Python.
        if type(turn) is not int or turn < 0 or not isinstance(name, str):
            return _problem(400, words.UNREADABLE)
        seen = await self._reviews.seen(request, request.match_info["room"])
        if not self._thinks:
            return _problem(422, problem_text(Simple.THINKING_OFF))
        try:
            past = await past_of(self._desk, seen.number, seen.match, turn)
        except PastRefusedError as error:
            return _problem(422, str(error))
        seat = seat_from(past, seen.persons)
        try:
            opened = opened_from(past, seat, room, name, self._now(place(room)))
        except OrderError as error:
            return _problem(422, RoomVoice().plain(problem_text(error.problem)))
        return await self._hold(room, opened, SEATS[seat])

    async def _hold(self, room: str, opened: MatchOpened, here: object) -> web.Response:
        """Opens a match in a new room; `here` are the seats that whoever asked for it takes."""
        tokens, links = issue(room)
        try:
            await self._links.add(links)
            opened = await self._levels.settle(opened, place(room))
            number = await self._desk.open(place(room), opened)
        except StoreError as error:
            log.warning("no match could be set up: %s", error)
            with contextlib.suppress(StoreError):
                await self._links.end_room(room)
            return _problem(503, words.BROKEN)
        log.info("match %s set up in room %s", number, room)
        if opened.appointment is None and _is_alone(here, opened):
            await self._start_at_once(room, number)
        taken = {"here": here} if here in SEATS else {}
        return web.json_response({"room": room, "tokens": tokens} | taken)

    async def _open_cup(self, request: web.Request) -> web.Response:
        """Opens a room for a cup, in which there is no match; answers with the host's tokens."""
        room = new_room()
        form = await self._form(request, room)
        if isinstance(form, web.Response):
            return form
        fields = form if isinstance(form, dict) else {}
        options = {
            key: text
            for key, value in fields.items()
            if isinstance(value, str) and (text := harmless(value, LONGEST_FIELD))
        }
        tokens, links = issue(room, ())
        try:
            await self._links.add(links)
            problem = await self._cups.open(
                room, options.pop("host", ""), options, self._now(place(room))
            )
            if problem:
                await self._links.end_room(room)
                return _problem(422, problem)
        except StoreError as error:
            log.warning("no cup could be opened: %s", error)
            return _problem(503, words.BROKEN)
        log.info("a cup was opened in room %s", room)
        return web.json_response({"room": room, "tokens": tokens})

    async def _form(self, request: web.Request, room: str) -> object:
        """What a form asks for, or the answer to one that can't be read or comes too often."""
        await self._services.kind.ready(place(room))
        if self._host_only and not await self._matches.has_key(request):
            return _problem(403, words.OPENED_BY_HOST)
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
        return _problem(400, words.UNREADABLE) if form is None else form

    async def _start_at_once(self, room: str, number: int) -> None:
        """Starts a match with one person at the board; if that fails, *Ready* is still there."""
        here, persons = place(room), frozenset(player_id(room, key) for key in SEATS)
        both = Participant(room, here, room, Player("", ""), persons)
        with contextlib.suppress(StoreError):
            _, match = await self._desk.match(number) or (None, None)
            if match is not None:
                held = Held(number, match, here)
                await self._services.presses.ready(both, held, self._now(here))

    async def _review(self, request: web.Request) -> web.Response:
        return await self._reviews.answer(request, request.match_info["room"])

    async def _connect(self, request: web.Request) -> web.StreamResponse:
        room = request.match_info["room"]
        # Checked before the upgrade, so that no connection is held for a room that does not exist.
        await self._matches.check(room)
        return await self._socket.serve(request, room)

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
