"""The review of a match, for the pages that are open on it.

Ann presses Review, and her page asks for it. It takes some seconds, longer than some proxies wait:
a page that is told 202 asks again. Everybody who asks meanwhile is given the same one, spectators
of the watch page too; whoever has no link to a page is given none.
"""

import asyncio
from datetime import timedelta

from aiohttp import web

from bot.desk.desk import Desk
from bot.desk.venue import Venue
from bot.referee.match import Match
from bot.web.findings import findings
from bot.web.hello import MOST_TOKENS, Entrance
from bot.wording.room import NO_SUCH_ROOM

ANSWERED_WITHIN = timedelta(seconds=10)


class PageReviews:
    """What pages of one kind are answered that ask for a review."""

    def __init__(self, desk: Desk, entrance: Entrance) -> None:
        self._desk = desk
        self._entrance = entrance

    async def answer(self, request: web.Request, subject: str) -> web.Response:
        """The findings of a match that pages show; not found for whoever may not see it."""
        kind, number = self._entrance.kind, int(request.match_info["match"])
        tokens = request.headers.get("Authorization", "").removeprefix("Bearer ").split(",")
        links = await self._entrance.links.find(tokens[:MOST_TOKENS])
        opens = any(kind.opens(link, subject) for link in links.values())
        held = await self._desk.match(number) if opens else None
        venue = None if held is None else self._desk.serving(held[0])
        if held is None or venue is None or kind.subject(held[0], number) != subject:
            raise web.HTTPNotFound(text=NO_SUCH_ROOM)
        return await reviewed(self._desk, number, held[1], venue)


async def reviewed(desk: Desk, number: int, match: Match, venue: Venue) -> web.Response:
    """The findings of a match, 202 while they are worked out, or why there are none."""
    headers = {"Cache-Control": "no-store"}
    try:
        async with asyncio.timeout(ANSWERED_WITHIN.total_seconds()):
            review = await desk.reviews.made(number, match, venue)
    except TimeoutError:
        return web.json_response({}, status=202, headers=headers)
    if isinstance(review, str):
        return web.json_response({"error": review}, status=422, headers=headers)
    return web.json_response(findings(number, match, review), headers=headers)
