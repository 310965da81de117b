"""The server as tests hold it: started and stopped, built, acted upon, observed."""

# ruff: noqa: ASYNC109 - a timeout here is an assertion with a message, not a scope

from typing import Self, TypeVar

from aiohttp import web

from .bell import PATIENCE
from .building import Building
from .core import Request
from .http_api import API, application
from .people import People
from .schema import Violation
from .snowflakes import Clock, real_clock
from .world import SYSTEM, Channel, Message

Found = TypeVar("Found")
HOST = "127.0.0.1"


class LoopbackDiscord(Building, People):
    """A Discord on a port of its own, from `async with` to its end.

    `clock` stamps everything: a callable returning an aware datetime; real time by default.
    """

    def __init__(self, clock: Clock = real_clock) -> None:
        super().__init__(clock)
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        # A handler whose client is gone is cancelled, so that a hanging one ends with its client.
        self._runner = web.AppRunner(
            application(self), handler_cancellation=True, shutdown_timeout=0.2, access_log=None
        )
        await self._runner.setup()
        await web.TCPSite(self._runner, HOST, 0).start()
        port = self._runner.addresses[0][1]
        self.base_url, self.gateway.url = f"http://{HOST}:{port}", f"ws://{HOST}:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.gateway.drop()
        for handler in self._runner.server.connections:
            if handler.transport is not None:
                handler.transport.abort()
        await self._runner.cleanup()

    @property
    def api_url(self) -> str:
        return self.base_url + API

    @property
    def gateway_url(self) -> str:
        return self.gateway.url + "/"

    async def cut(self) -> None:
        self.faults.cut_off = True
        await self.gateway.drop()

    def mend(self) -> None:
        self.faults.cut_off = False

    def messages(self, channel: Channel) -> list[Message]:
        """What stands in a channel, oldest first; without "is thinking" and Discord's own."""
        return [one for one in channel.history if not one.loading and one.type not in SYSTEM]

    @property
    def ephemerals(self) -> list[Message]:
        return [one for one in self.world.ephemerals if not one.loading]

    async def wait_message(self, channel, predicate=None, timeout=PATIENCE, *, after=None):
        """The first message of the bot that fits: by a predicate or a part of its content.

        Messages already there count, unless they are not `after` the one given; a predicate is
        also asked about other people's messages.
        """

        def fits(one: Message) -> bool:
            if predicate is None or isinstance(predicate, str):
                return one.author is self.world.bot and (predicate or "") in one.content
            return predicate(one)

        def first() -> Message | None:
            later = [one for one in self.messages(channel) if after is None or one.id > after.id]
            return next((one for one in later if fits(one)), None)

        def what() -> str:
            there = "\n".join(f"  {one.author.name}: {one.content}" for one in channel.history)
            return f"a message {predicate!r} in {channel.name}, where there is\n{there}"

        return await self.bell.until(first, timeout, what)

    async def wait_until(self, check, timeout=PATIENCE, what="a condition") -> Found:
        return await self.bell.until(check, timeout, what)

    def count(self, method: str, route_prefix: str) -> int:
        return len(self._asked(method, route_prefix))

    def _asked(self, method: str, begins: str) -> list[Request]:
        made = (one for one in self.requests if one.method == method)
        return [one for one in made if one.route.startswith(begins) or one.path.startswith(begins)]

    async def wait_request(self, method, route_prefix, number=1, timeout=PATIENCE) -> Request:
        """The request of this number (from 1) with this method and beginning, once it was dealt
        with: answered, or given a fault."""

        def fitting() -> list[Request]:
            made = self._asked(method, route_prefix)
            dealt = [one for one in made if one.status is not None or one.fault is not None]
            return dealt if len(dealt) >= number else []

        def what() -> str:
            lines = "\n".join(f"  {one.line} {one.status} {one.fault}" for one in self.requests)
            return f"{number} requests {method} {route_prefix}, where there were\n{lines}"

        return (await self.bell.until(fitting, timeout, what))[number - 1]

    @property
    def violations(self) -> list[Violation]:
        return self.schema.requests

    def assert_clean(self) -> None:
        assert not self.unknown_requests, self.unknown_requests
        assert not self.violations, self.violations
