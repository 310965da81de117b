"""The room's web server: its pages, the form that opens a room, pictures, and the WebSocket."""

import json
import logging
from datetime import timedelta
from importlib.resources import files

from aiohttp import web

from bot.desk.desk import Desk
from bot.engine.rulesets import OptionError
from bot.storage.failures import StoreError
from bot.venues.room.acts import place
from bot.venues.room.connection import LONGEST_FRAME, LONGEST_MESSAGE, Connection, Hosts
from bot.venues.room.example import example_board
from bot.venues.room.guard import Bucket, Guard
from bot.venues.room.openings import formats, read_form
from bot.venues.room.seats import hashed, issue, new_room
from bot.venues.room.table import paints
from bot.wording.room import BROKEN, NO_PAGE, NO_SUCH_ROOM, TOO_FAST, TOO_MANY, UNREADABLE

log = logging.getLogger(__name__)

MOST_SOCKETS = 300
_KINDS = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
_FONTS = ("Inter-Medium.otf", "Inter-Bold.otf")
_A_DAY = "max-age=86400"


class Server:
    """The routes of the room."""

    def __init__(self, host: str, desk: Desk, hosts: Hosts) -> None:
        self._desk = desk
        self._hosts = hosts
        self._openings = Bucket(hosts.timepiece, 10, timedelta(seconds=5))
        self._sockets = 0
        folder = files("bot.venues.room") / "page"
        self._files = {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}
        self.app = web.Application(
            middlewares=[Guard(host).watch], client_max_size=LONGEST_MESSAGE * 2
        )
        self.app.add_routes(
            [
                web.get("/", self._start_page),
                web.get("/room/{room}", self._room_page),
                web.get("/room/{room}/socket", self._socket),
                web.post("/rooms", self._open),
                web.get("/formats.json", self._formats),
                web.get("/example.svg", self._example),
                web.get("/page/{name}", self._file),
                web.get("/font/{name}", self._font),
                web.get("/pictures/{name}.png", self._picture),
                web.get("/{rest:.*}", self._nothing),
            ]
        )

    async def _start_page(self, _: web.Request) -> web.Response:
        return self._served("page.html")

    async def _room_page(self, request: web.Request) -> web.Response:
        if not await self._hosts.store.roles(request.match_info["room"]):
            raise web.HTTPNotFound(text=NO_SUCH_ROOM)
        return self._served("page.html")

    async def _file(self, request: web.Request) -> web.Response:
        return self._served(request.match_info["name"])

    async def _font(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        if name not in _FONTS:
            raise web.HTTPNotFound(text=NO_PAGE)
        data = (files("renderers") / "fonts" / name).read_bytes()
        return web.Response(body=data, content_type="font/otf", headers={"Cache-Control": _A_DAY})

    async def _formats(self, _: web.Request) -> web.Response:
        return web.json_response(
            formats() | {"paints": paints()}, headers={"Cache-Control": "no-cache"}
        )

    async def _example(self, _: web.Request) -> web.Response:
        return web.Response(
            text=example_board(), content_type=_KINDS["svg"], headers={"Cache-Control": _A_DAY}
        )

    async def _picture(self, request: web.Request) -> web.Response:
        data = await self._hosts.store.picture(request.match_info["name"])
        if data is None:
            raise web.HTTPNotFound(text=NO_PAGE)
        lasting = {"Cache-Control": "private, max-age=31536000, immutable"}
        return web.Response(body=data, content_type="image/png", headers=lasting)

    async def _nothing(self, _: web.Request) -> web.Response:
        raise web.HTTPNotFound(text=NO_PAGE)

    async def _open(self, request: web.Request) -> web.Response:
        """Opens a room with a match in it; answers with the tokens of all its seats."""
        await self._hosts.ready()
        if not self._openings.take():
            return _problem(429, TOO_FAST)
        try:
            form = json.loads(await request.text())
        except (ValueError, RecursionError):
            return _problem(400, UNREADABLE)
        room = new_room()
        try:
            opened = read_form(form, room, self._hosts.clock.now())
        except OptionError as error:
            return _problem(422, f"{str(error)[:1].upper()}{str(error)[1:]}.")
        tokens = issue()
        seats = {hashed(token): str(role) for role, token in tokens.items()}
        try:
            await self._hosts.store.add_seats(room, seats)
            number = await self._desk.open(place(room), opened)
        except StoreError as error:
            log.warning("no match could be set up: %s", error)
            return _problem(503, BROKEN)
        log.info("match %s set up in room %s", number, room)
        return web.json_response({"room": room, "tokens": tokens})

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        room = request.match_info["room"]
        if self._sockets >= MOST_SOCKETS:
            raise web.HTTPServiceUnavailable(text=TOO_MANY)
        socket = web.WebSocketResponse(heartbeat=30, max_msg_size=LONGEST_FRAME)
        if not socket.can_prepare(request).ok:
            raise web.HTTPBadRequest(text=NO_PAGE)
        await socket.prepare(request)
        self._sockets += 1
        try:
            await self._hosts.ready()
            await Connection(socket, room, self._hosts).serve()
        finally:
            self._sockets -= 1
        return socket

    def _served(self, name: str) -> web.Response:
        data = self._files.get(name)
        if data is None:
            raise web.HTTPNotFound(text=NO_PAGE)
        return web.Response(
            body=data,
            content_type=_KINDS[name.rpartition(".")[2]],
            charset="utf-8",
            headers={"Cache-Control": "no-cache"},
        )


def _problem(status: int, text: str) -> web.Response:
    return web.json_response({"error": text}, status=status)
