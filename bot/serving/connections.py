"""Limits of the web server's connections: idle ones keep nobody out.

Somebody opens five hundred connections and never finishes a request on any of them. A connection
without a request under way is therefore ended after a timeout. Where one address, or all of them
together, hold too many, the one that has been idle longest is ended at once. So whoever asks for
something is served.
"""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from aiohttp import web

from bot.serving.hosts import network_of
from bot.timing import Timepiece

log = logging.getLogger(__name__)

HEADER_TIMEOUT = timedelta(seconds=5)
"""How long a connection may take from its opening to the end of a request's headers."""
KEEPALIVE_TIMEOUT = timedelta(seconds=30)
"""How long a connection may take from an answer to the end of the next request's headers."""
MOST_IDLE = 40
"""Connections of one address without a request under way."""
FEWEST_CONNECTIONS, MOST_CONNECTIONS = 16, 1000
_MOST_FILES = 16384
ACCEPT_LOG_INTERVAL = timedelta(minutes=1)


class ConnectionLimits:
    """All connections of a web server; `most` of them are held at once.

    `idle` of one address may be without a request; behind a proxy all have the same address.
    """

    def __init__(
        self,
        most: int,
        *,
        header: timedelta = HEADER_TIMEOUT,
        keepalive: timedelta = KEEPALIVE_TIMEOUT,
        idle: int = MOST_IDLE,
    ) -> None:
        self.most = most
        self._header, self._keepalive, self._most_idle = header, keepalive, idle
        self._connections: dict[asyncio.BaseTransport, LimitedConnection] = {}
        self._idle: dict[LimitedConnection, None] = {}

    @contextlib.contextmanager
    def serving(self, transport: asyncio.BaseTransport | None) -> Iterator[None]:
        """Within it, a request of a connection is answered: the connection is not idle."""
        connection = None if transport is None else self._connections.get(transport)
        if connection is not None:
            connection.stop_timer()
            self._idle.pop(connection, None)
        try:
            yield
        finally:
            if connection is not None and transport in self._connections:
                self._wait_for(connection, self._keepalive)

    def enter(self, connection: "LimitedConnection", transport: asyncio.BaseTransport) -> None:
        """A connection was opened; no request has come on it yet."""
        self._connections[transport] = connection
        self._wait_for(connection, self._header)

    def leave(self, connection: "LimitedConnection", transport: asyncio.BaseTransport) -> None:
        """A connection is closed."""
        connection.stop_timer()
        self._idle.pop(connection, None)
        self._connections.pop(transport, None)

    def _wait_for(self, connection: "LimitedConnection", limit: timedelta) -> None:
        """A connection becomes idle: if there are too many, the one idle longest is ended."""
        connection.wait(limit)
        self._idle[connection] = None
        of_address = [idle for idle in self._idle if idle.address == connection.address]
        if len(of_address) > self._most_idle:
            of_address[0].end()
        elif len(self._connections) > self.most:
            next(iter(self._idle)).end()


class LimitedConnection(asyncio.Protocol):
    """One connection: passes everything on to the web server's own protocol."""

    def __init__(self, limits: ConnectionLimits, inner: asyncio.Protocol) -> None:
        self.transport: asyncio.Transport | None = None
        self.address = ""
        self._limits = limits
        self._inner = inner
        self._timer: asyncio.TimerHandle | None = None

    def wait(self, limit: timedelta) -> None:
        """Ends the connection unless a request comes within a time."""
        self.stop_timer()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(limit.total_seconds(), self.end)

    def stop_timer(self) -> None:
        """A request is under way, or the connection is gone."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def end(self) -> None:
        if self.transport is not None:
            self._limits.leave(self, self.transport)
            self.transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The connection was opened."""
        assert isinstance(transport, asyncio.Transport)  # noqa: S101
        self.transport = transport
        self.address = network_of(str((transport.get_extra_info("peername") or ("",))[0]))
        self._inner.connection_made(transport)
        self._limits.enter(self, transport)

    def connection_lost(self, error: Exception | None) -> None:
        """The connection is closed."""
        if self.transport is not None:
            self._limits.leave(self, self.transport)
        self._inner.connection_lost(error)

    def data_received(self, data: bytes) -> None:
        self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        """The other side will send no more."""
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        """The other side reads more slowly than we write."""
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        """The other side has caught up with reading."""
        self._inner.resume_writing()


class LimitedSite(web.BaseSite):
    """Where a web server listens, with limits on its connections."""

    def __init__(
        self, runner: web.AppRunner, host: str, port: int, limits: ConnectionLimits
    ) -> None:
        super().__init__(runner)
        self._host, self._port, self._limits = host, port, limits

    @property
    def name(self) -> str:
        return f"http://{self._host}:{self._port}"

    async def start(self) -> None:
        """Begins to listen; OSError if it can't."""
        await super().start()
        server = self._runner.server
        assert server is not None  # noqa: S101
        where: dict[str, Any] = {"host": self._host, "port": self._port}
        if self._host == "::" and socket.has_dualstack_ipv6():
            # asyncio itself would serve IPv6 alone.
            family = socket.AF_INET6
            where = {
                "sock": socket.create_server(("::", self._port), family=family, dualstack_ipv6=True)
            }
        self._server = await asyncio.get_running_loop().create_server(
            lambda: LimitedConnection(self._limits, server()), **where, backlog=self._backlog
        )


def allow_more_files() -> None:
    """Asks the system for as many open files as it grants: a thousand watchers need them."""
    try:
        import resource
    except ImportError:
        # Windows has no such limit.
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError) as error:
            # Some systems grant less than they say.
            log.info("no more than %s files can be open: %s", soft, error)


def most_connections(most: int = MOST_CONNECTIONS) -> int:
    """How many connections are held at the most: half of what the system lets us open."""
    try:
        import resource
    except ImportError:
        # Windows has no such limit.
        return most
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed == resource.RLIM_INFINITY:
        return most
    return min(most, max(FEWEST_CONNECTIONS, allowed // 2))


def log_accept_failures_seldom(timepiece: Timepiece) -> None:
    """Logs once a minute, and not for every connection, that no more files can be opened."""
    loop = asyncio.get_running_loop()
    before = loop.get_exception_handler()
    said_at: timedelta | None = None

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        nonlocal said_at
        message = str(context.get("message", ""))
        if "._start_serving(" in message and isinstance(context.get("exception"), ValueError):
            # asyncio listens again a second after a failure, even if it was closed meanwhile.
            return
        if not message.startswith("socket.accept()"):
            if before is None:
                loop.default_exception_handler(context)
            else:
                before(loop, context)
            return
        now = timepiece.monotonic()
        if said_at is None or now - said_at >= ACCEPT_LOG_INTERVAL:
            said_at = now
            log.warning("nobody can come in for now: %s", context.get("exception"))

    loop.set_exception_handler(handle)
