"""The review of a match, for the pages that are open on it: made once, sent as JSON.

Ann presses Review, and her page asks for it. It takes some seconds, longer than some proxies wait:
a page that is told 202 asks again, and is told its place where hundreds wait. Everybody who asks
meanwhile is given the same one; whoever has no link to the page, not even a spectator's, is given
none. Forty who watch press it as well: theirs is one question, and none of theirs is begun where
some wait.

The page draws the shares of wins as a curve over the race, the marked turns on it, and the one that
is chosen on the board. What a solved position proves is told apart from what a search estimates, in
words here and by sign, colour and line there.
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
from bot.players.review import Review, interval
from bot.referee.match import Match
from bot.timing import Timepiece
from bot.web.finding import Watched
from bot.web.hello import MOST_TOKENS, Entrance
from bot.web.view import Json
from bot.wording.review import (
    asked_often_text,
    certain_text,
    cost_text,
    costly_text,
    curve_text,
    outcome_text,
    share_text,
    waiting_text,
    worst_text,
)
from bot.wording.room import NO_SUCH_ROOM


def findings(number: int, match: Match, review: Review) -> Json:
    """The review of a match; its marked turns stand in the order in which they were played.

    `proven` says whether the better turn's outcome is certain, `would` the same in words; `certain`
    whether what the turn cost is. `worst` are the numbers of the marked turns, worst first.
    """
    spelling, size = match.spelling, match.position.board.size
    return {
        "match": number,
        "text": certain_text(review),
        "marks": [
            {
                "turn": turn.number,
                "text": worst_text(turn, match.ruleset, spelling),
                "better": [spelling.board.name(code % size) for code in turn.better if code >= 0],
                "proven": turn.best_exact,
                "would": outcome_text(turn.best, proven=turn.best_exact),
                "certain": turn.exact and turn.best_exact,
                "cost": cost_text(turn),
                "line": costly_text(turn, spelling),
            }
            for turn in sorted(review.worst, key=lambda turn: turn.number)
        ],
        "worst": [turn.number for turn in review.worst],
        "curve": _curve(spelling.colours, review),
    }


def _curve(colours: tuple[str, str], review: Review) -> Json:
    """The first player's share of wins: before the first turn, then after each."""
    known = [(review.before, review.before_exact)]
    known += [(turn.chance, turn.exact) for turn in review.turns]
    return {
        "text": curve_text(colours[0]),
        "points": [_point(colours, chance, proven=proven) for chance, proven in known],
    }


def _point(colours: tuple[str, str], chance: float, *, proven: bool) -> Json:
    """One point of the curve, with its bounds; what is proven has none beside itself."""
    low, high = (chance, chance) if proven else interval(chance)
    return {
        "share": round(chance, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "proven": proven,
        "text": share_text(*colours, chance, proven=proven),
    }


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
