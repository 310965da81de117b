"""The part of a loopback forum that every forum has: a port, a Date, a journal, and faults."""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC
from email.utils import format_datetime
from typing import Any, Self, TypeVar

from aiohttp import web
from loopback.bell import PATIENCE
from loopback.snowflakes import Clock, real_clock

from .world import ForumPost, Topic, World

HOST = "127.0.0.1"
KEPT = ("Location", "Retry-After")
Asked = TypeVar("Asked")
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(slots=True)
class Faults:
    answers_lost: int = 0
    """Posts that are made, and whose answer is cut off."""
    status: list[int] = field(default_factory=list)
    """Answers to the next requests, whatever they ask."""
    down: bool = False
    """Every connection is cut before anything is done."""
    without_pictures: bool = False
    messages_refused: int = 0
    """Private messages that are not taken."""
    guests_fail: bool = False
    """Nobody who is not signed in is told anything."""
    busy: int = 0
    """Posts refused because one is under way."""
    spoilt: Callable[[Any], Any] | None = None
    """Makes something else of each answer to a question."""

    def takes_message(self) -> bool:
        self.messages_refused -= (refused := self.messages_refused > 0)
        return not refused


class LoopbackForum(World):
    """A forum on a port of its own, from `async with` to its end.

    Each has the `routes` that it answers, the `author` of a request by the token, its words for
    `trouble`, and the referee's `settings` for it.
    """

    name = ""

    def __init__(self, clock: Clock = real_clock) -> None:
        super().__init__(clock)
        self.faults = Faults()
        self.posted: set[int] = set()
        self.journal: list[tuple[str, str, int]] = []
        self.posting_now, self.most_posting = 0, 0
        """How many topics and replies are being made, and how many were at once at the most."""
        self.under_way = 0
        """How many requests have come and not been answered yet."""
        self.journal_hook: Callable[[], None] = lambda: None
        """Called at every request."""
        self.made_hook: Callable[[], None] = lambda: None
        """Called when a post was made, before whoever asked for it is answered."""
        self.posting = False
        """Whether the latest request is to post in a topic."""
        self.refuses_posts, self.refused_posts = False, 0
        """Whether posts come to nothing, and how many did."""
        self.cookies: set[str] = set()
        """The names of those that were sent."""
        self.referee = self.user("Referee")
        self.ann, self.bob, self.host, self.fan = map(self.user, ("Ann", "Bob", "Host", "Fan"))
        self.place = self.category(self.referee)
        self._runner: web.AppRunner | None = None
        self._port = 0

    async def __aenter__(self) -> Self:
        app = web.Application(middlewares=[self._around], client_max_size=1 << 24)
        self.routes(app)
        # A post whose sender is gone is made all the same.
        self._runner = web.AppRunner(app, shutdown_timeout=0.2, access_log=None)
        await self._runner.setup()
        await web.TCPSite(self._runner, HOST, self._port).start()
        self._port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self._port}"

    async def until(self, check: Callable[[], Any], what: str = "a change on the forum") -> Any:
        return await self.bell.until(check, PATIENCE, lambda: f"{what}; there is:\n{self.show()}")

    async def said(self, topic: Topic, part: str, *, after: ForumPost | None = None) -> ForumPost:
        start = -1 if after is None else after.id

        def found() -> ForumPost | None:
            mine = self.said_by(self.referee, topic)
            return next((one for one in mine if one.id > start and part in one.raw), None)

        post: ForumPost = await self.until(found, f"{part!r}")
        return post

    def show(self) -> str:
        return "\n".join(
            f"{post.topic}/{post.id} {post.at:%H:%M:%S} {post.uid}: {post.raw}"
            for post in self.posts.values()
        )

    @web.middleware
    async def _around(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        self.under_way += 1
        try:
            return await self._answer(request, handler)
        finally:
            self.under_way -= 1

    async def _answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        faults = self.faults
        path = request.path
        in_topic = "topics/" in path and not path.endswith("/thumbs")
        self.posting = request.method == "POST" and (in_topic or path == "/posts.json")
        self.journal_hook()
        self.cookies |= set(request.cookies)
        if faults.down:
            return self._cut(request)
        if self.refuses_posts and self.posting:
            self.refused_posts += 1
            return self._cut(request)
        if faults.guests_fail and self.author(request) is None:
            return web.Response(status=500)
        if faults.status:
            response: web.StreamResponse = web.json_response({}, status=faults.status.pop(0))
        else:
            try:
                response = await handler(request)
            except ConnectionError:
                # Whoever asked was killed in the middle of asking.
                return self._cut(request)
            except ValueError:
                # What the referee was told is an id need not be one.
                response = web.json_response({}, status=400)
            except web.HTTPException as error:
                where = {key: error.headers[key] for key in KEPT if key in error.headers}
                told = self.trouble(error)
                response = web.json_response(told, status=error.status, headers=where)
        if (
            faults.spoilt is not None
            and request.method == "GET"
            and isinstance(response, web.Response)
        ):
            response = web.json_response(faults.spoilt(json.loads(response.text or "null")))
        self.journal.append((request.method, request.path_qs, response.status))
        response.headers["Date"] = format_datetime(self.now().astimezone(UTC), usegmt=True)
        response.headers["Set-Cookie"] = "express.sid=dead; Path=/"
        self.bell.ring()
        if id(request) in self.posted:
            self.posted.discard(id(request))
            self.made_hook()
            if faults.answers_lost:
                faults.answers_lost -= 1
                return self._cut(request)
        return response

    def asked_for(self, these: Mapping[int, Asked], request: web.Request, key: str) -> Asked:
        return self.known(these, int(request.match_info[key]))

    @staticmethod
    def known(these: Mapping[int, Asked], number: int) -> Asked:
        if number not in these:
            raise web.HTTPNotFound
        return these[number]

    def _cut(self, request: web.Request) -> web.StreamResponse:
        if request.transport is not None:
            request.transport.abort()
        return web.Response()
