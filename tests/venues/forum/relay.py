"""A relay on loopback between the referee and a forum, which sees each request and can break in."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable
from datetime import timedelta
from enum import Enum, auto
from typing import Self

import aiohttp
from aiohttp import web
from loopback.bell import Bell

from bot.venues.forum.voice import nonce_in

HOST = "127.0.0.1"
LEFT_OUT = {
    "connection", "content-encoding", "content-length", "host", "keep-alive", "transfer-encoding",
}  # fmt: skip
"""Headers that belong to one connection only."""
ROUND_TIMEOUT = timedelta(minutes=11)
"""The longest pause of a referee that the forum did not answer, and a round."""


class Moment(Enum):
    """How far a request to post has come."""

    UNSENT = auto()
    """The referee has sent it, and the forum has not had it."""
    MADE = auto()
    """The forum has answered, and the referee has not read it."""
    ANSWERED = auto()
    """The referee has read the answer, and asks for the next thing."""


class Relay:
    """What the referee takes for the forum, from `async with` to its end.

    A strike is made once, at the first post in the topic to get to its moment; none is struck that
    was struck before. It says whether the post goes on from there: to the forum, or back to the
    referee.
    """

    def __init__(self, upstream: str) -> None:
        self._upstream = upstream
        self._strike: Callable[[], bool] | None = None
        self._moment = Moment.UNSENT
        self._path = ""
        self._answered = False
        self._nonce, self._nonces = "", set[str]()
        """Of the latest post, and of those that were struck."""
        self._bell = Bell()
        self._rounds = 0
        self.struck = asyncio.Event()
        self.silent = False
        """Whether every connection is cut before anything is asked of the forum."""
        self.posts = 0
        """How many requests to post in the topic the forum got since the first strike was armed."""

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar())
        app = web.Application(client_max_size=1 << 24)
        app.router.add_route("*", "/{path:.*}", self._pass_on)
        # A request whose sender is killed is passed on all the same.
        self._runner = web.AppRunner(app, shutdown_timeout=0.2, access_log=None)
        await self._runner.setup()
        await web.TCPSite(self._runner, HOST, 0).start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()
        await self._session.close()

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self._runner.addresses[0][1]}"

    def arm(self, topic, moment, strike) -> Callable[[], Awaitable[object]]:
        self._path = f"/api/v3/topics/{topic}"
        self._moment, self._strike, self._answered = moment, strike, False
        self.struck.clear()
        return self.struck.wait

    async def round(self, number: int = 1) -> None:
        end = self._rounds + number
        await self._bell.until(lambda: self._rounds >= end, ROUND_TIMEOUT, "a round")

    async def _pass_on(self, request: web.Request) -> web.StreamResponse:
        if self.silent:
            return _cut(request)
        body = await request.read()
        if self._answered:
            self._hit()
        posting = request.method == "POST" and request.path == self._path
        new = posting and self._is_new(body)
        if new and self._due(Moment.UNSENT) and not self._hit():
            return _cut(request)
        self.posts += posting
        async with self._session.request(
            request.method, self._upstream + request.raw_path, data=body,
            headers=_kept(request.headers.items()), allow_redirects=False,
        ) as answer:  # fmt: skip
            data = await answer.read()
        if request.path.startswith("/api/category/"):
            self._rounds += 1
            self._bell.ring()
        if new and self._due(Moment.MADE) and not self._hit():
            return _cut(request)
        if new and self._due(Moment.ANSWERED):
            # Other requests are under way meanwhile.
            self._answered = True
        return web.Response(status=answer.status, body=data, headers=_kept(answer.headers.items()))

    def _due(self, moment: Moment) -> bool:
        return self._strike is not None and self._moment is moment

    def _is_new(self, body: bytes) -> bool:
        self._nonce = nonce_in(str(json.loads(body)["content"]))
        return self._nonce not in self._nonces

    def _hit(self) -> bool:
        assert self._strike is not None
        strike, self._strike, self._answered = self._strike, None, False
        self._nonces.add(self._nonce)
        goes_on = strike()
        self.struck.set()
        return goes_on


def _kept(headers: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(name, text) for name, text in headers if name.casefold() not in LEFT_OUT]


def _cut(request: web.Request) -> web.StreamResponse:
    if request.transport is not None:
        request.transport.abort()
    return web.Response()
