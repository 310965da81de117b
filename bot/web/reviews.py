"""The review of a match, for the pages that are open on it.

Ann presses Review, and her page asks for it. It takes some seconds, longer than some proxies wait:
a page that is told 202 asks again, and is told its place where hundreds wait. Everybody who asks
meanwhile is given the same one; whoever has no link to the page, not even a spectator's, is given
none. Forty who watch press it as well: theirs is one question, and few matches are looked at for
watchers at a time.
"""

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from aiohttp import web
from cachetools import LRUCache

from bot.desk.desk import Desk
from bot.desk.reviews import Queued
from bot.limits import Bucket
from bot.players.review import Review
from bot.referee.match import Match
from bot.timing import Timepiece, break_off
from bot.views.film import history
from bot.web.finding import Watched
from bot.web.findings import findings
from bot.web.hello import MOST_TOKENS, Entrance
from bot.wording.review import asked_often_text, waiting_text
from bot.wording.room import NO_SUCH_ROOM

ANSWERED_WITHIN = timedelta(seconds=10)
MOST_FOR_WATCHERS = 3
"""Matches that are looked at for watchers at once: the venues' own people are not kept waiting."""
QUEUED_AGAIN = timedelta(seconds=3)
"""After so long it is asked again whether it is the turn of a review that watchers wait for."""
AN_ADDRESS_ASKS, ASKS_AGAIN = 20, timedelta(minutes=1)
MOST_ADDRESSES, MOST_KEPT = 1000, 50
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
        self._under_way: dict[tuple[int, int], asyncio.Task[Review | str]] = {}
        self._asked: LRUCache[str, Bucket] = LRUCache(MOST_ADDRESSES)
        self._made: LRUCache[tuple[int, int], Review] = LRUCache(MOST_KEPT)

    async def answer(self, watched: Watched, source: str) -> web.Response:
        """The findings of a watched match; who asks for what nobody waits for has a limit."""
        number, match = watched.number, watched.match
        key = number, match.seen
        review, played = self._made.get(key), history(match.position)
        if review is not None and not await self._desk.likeness.is_played_now(played):
            return web.json_response(findings(number, match, review), headers=_HEADERS)
        task = self._under_way.get(key)
        if task is None:
            if len(self._under_way) >= MOST_FOR_WATCHERS or not self._may_ask(source):
                return _refusal(asked_often_text(), 429)
            task = asyncio.create_task(self._review(watched))
            self._under_way[key] = task
            task.add_done_callback(partial(self._done, key))
        return await _answer(number, match, asyncio.shield(task))

    async def _review(self, watched: Watched) -> Review | str:
        """The review of a watched match, also where many are made before it."""
        while True:
            found = await self._desk.reviews.made(watched.number, watched.match)
            if not isinstance(found, Queued):
                return found
            await self._timepiece.sleep(QUEUED_AGAIN)

    async def close(self) -> None:
        """Gives up what is waited for."""
        await break_off(*self._under_way.values())

    def _done(self, key: tuple[int, int], task: asyncio.Task[Review | str]) -> None:
        del self._under_way[key]
        if not task.cancelled() and task.exception() is None:
            review = task.result()
            if not isinstance(review, str):
                self._made[key] = review

    def _may_ask(self, source: str) -> bool:
        now = self._timepiece.monotonic()
        bucket = self._asked.setdefault(source, Bucket(AN_ADDRESS_ASKS, ASKS_AGAIN, now))
        return bucket.take(now)


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
