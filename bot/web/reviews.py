"""The review of a match, for the pages that are open on it.

Ann presses Review, and her page asks for it. It takes some seconds, longer than some proxies wait:
a page that is told 202 asks again, and is told its place where hundreds wait. Everybody who asks
meanwhile is given the same one; whoever has no link to the page, not even a spectator's, is given
none. Forty who watch press it as well: theirs is one question, and none of theirs is begun where
some wait.
"""

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass
from datetime import timedelta

from aiohttp import web
from cachetools import LRUCache

from bot.desk.desk import Desk
from bot.desk.reviews import Queued
from bot.limits import Bucket
from bot.players.review import Review
from bot.referee.match import Match
from bot.timing import Timepiece
from bot.web.finding import Watched
from bot.web.findings import findings
from bot.web.hello import MOST_TOKENS, Entrance
from bot.wording.review import asked_often_text, waiting_text
from bot.wording.room import NO_SUCH_ROOM

ANSWERED_WITHIN = timedelta(seconds=10)
MOST_FOR_WATCHERS = 3
"""Where so many reviews wait, watchers add none: the venues' own people are not kept waiting."""
AN_ADDRESS_ASKS, ASKS_AGAIN = 120, timedelta(minutes=1)
"""Forty watchers behind one address press the button, and their pages ask again."""
MOST_ADDRESSES = 1000
_HEADERS = {"Cache-Control": "no-store"}


@dataclass(frozen=True, slots=True)
class Seen:
    """A match that a page asks about, and the people whose links the page has."""

    number: int
    match: Match
    persons: frozenset[str]


class PageReviews:
    """What pages of one kind are answered that ask for a review."""

    def __init__(self, desk: Desk, entrance: Entrance) -> None:
        self._desk = desk
        self._entrance = entrance

    async def answer(self, request: web.Request, subject: str) -> web.Response:
        """The findings of a match that pages show; not found for whoever may not see it."""
        seen = await self.seen(request, subject)
        made = self._desk.reviews.made(seen.number, seen.match)
        return await _answer(seen.number, seen.match, made)

    async def seen(self, request: web.Request, subject: str) -> "Seen":
        """The match that a page asks about by its number; not found for whoever may not see it."""
        kind, number = self._entrance.kind, int(request.match_info["match"])
        tokens = request.headers.get("Authorization", "").removeprefix("Bearer ").split(",")
        links = await self._entrance.links.find(tokens[:MOST_TOKENS])
        opens = any(kind.opens(link, subject) for link in links.values())
        held = await self._desk.match(number) if opens else None
        venue = None if held is None else self._desk.serving(held[0])
        if held is None or venue is None or kind.subject(held[0], number) != subject:
            raise web.HTTPNotFound(text=NO_SUCH_ROOM)
        persons = frozenset(link.person for link in links.values())
        return Seen(number, held[1], persons)


class WatchReviews:
    """What watch pages are answered that ask for a review."""

    def __init__(self, desk: Desk, timepiece: Timepiece) -> None:
        self._desk = desk
        self._timepiece = timepiece
        self._asked: LRUCache[str, Bucket] = LRUCache(MOST_ADDRESSES)

    async def answer(self, watched: Watched, source: str) -> web.Response:
        """The findings of a watched match, as often as an address may ask."""
        now = self._timepiece.monotonic()
        bucket = self._asked.setdefault(source, Bucket(AN_ADDRESS_ASKS, ASKS_AGAIN, now))
        if not bucket.take(now):
            return _refusal(asked_often_text(), 429)
        number, match = watched.number, watched.match
        made = self._desk.reviews.made(number, match, most=MOST_FOR_WATCHERS)
        return await _answer(number, match, made)


async def _answer(
    number: int, match: Match, review: Awaitable[Review | Queued | str]
) -> web.Response:
    try:
        async with asyncio.timeout(ANSWERED_WITHIN.total_seconds()):
            found = await review
    except TimeoutError:
        return web.json_response({}, status=202, headers=_HEADERS)
    if isinstance(found, Queued):
        waiting = {"waiting": waiting_text(found.place)}
        return web.json_response(waiting, status=202, headers=_HEADERS)
    if isinstance(found, str):
        return _refusal(found, 422)
    return web.json_response(findings(number, match, found), headers=_HEADERS)


def _refusal(why: str, status: int) -> web.Response:
    return web.json_response({"error": why}, status=status, headers=_HEADERS)
