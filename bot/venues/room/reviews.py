"""The review of a match that was held in a room, for the pages that are open there.

Ann presses Review, and her page asks for it. It takes some seconds, longer than some proxies wait:
a page that is told 202 asks again. Everybody who asks meanwhile is given the same one; whoever has
no link to the room, not even a spectator's, is given none.
"""

import asyncio
from datetime import timedelta

from aiohttp import web

from bot.commands.review import ReviewCommand
from bot.desk.desk import Desk
from bot.storage.room import RoomStore
from bot.venues.room.place import place
from bot.venues.room.seats import MOST_TOKENS, keys_of
from bot.web.findings import findings
from bot.web.server import WebServer
from bot.wording.room import NO_SUCH_ROOM

ANSWERED_WITHIN = timedelta(seconds=10)


class RoomReviews:
    """The route by which pages ask."""

    def __init__(
        self, server: WebServer, desk: Desk, store: RoomStore, reviews: ReviewCommand
    ) -> None:
        self._desk = desk
        self._store = store
        self._reviews = reviews
        server.add([web.get(r"/room/{room}/review/{number:\d{1,9}}", self._get)])

    async def _get(self, request: web.Request) -> web.Response:
        room, number = request.match_info["room"], int(request.match_info["number"])
        tokens = request.headers.get("Authorization", "").removeprefix("Bearer ").split(",")
        seated = keys_of(tokens[:MOST_TOKENS], await self._store.roles(room))
        held = await self._desk.match(number) if seated else None
        if held is None or held[0] != place(room):
            raise web.HTTPNotFound(text=NO_SUCH_ROOM)
        headers, match = {"Cache-Control": "no-store"}, held[1]
        try:
            async with asyncio.timeout(ANSWERED_WITHIN.total_seconds()):
                review = await self._reviews.made(number, match)
        except TimeoutError:
            return web.json_response({}, status=202, headers=headers)
        if isinstance(review, str):
            return web.json_response({"error": review}, status=422, headers=headers)
        return web.json_response(findings(number, match, review), headers=headers)
