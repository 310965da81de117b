"""Passes requests for pages on to the process of the fleet that holds the match.

A proxy spreads the pages of one address over three processes. Bob's page asks the first, his match
is held by the third: what he asks for, his stream and all that his page sends go through the first
one. When the match changes hands, its holder ends the connection, and so does the one that passes
it on; the page comes back, and is passed on to the new holder. While nobody holds the match it is
told to come again in a moment.
"""

import logging

from aiohttp import (
    ClientError,
    ClientResponse,
    ClientSession,
    ClientTimeout,
    ClientWebSocketResponse,
    DummyCookieJar,
    TCPConnector,
    WSCloseCode,
    WSMsgType,
    WSServerHandshakeError,
    web,
)
from yarl import URL

from bot.referee.match import Room
from bot.serving.hosts import HEADER, Doors, InnerDoor, is_loopback, unavailable
from bot.serving.places import SharedPlaces
from bot.storage.lease_rows import Holders, Holding
from bot.storage.process import this_process
from bot.timing import first_of
from bot.web.messages_in import LONGEST_FRAME
from bot.wording.web import FULL, not_passed_on_text

log = logging.getLogger(__name__)

_TIMEOUT = ClientTimeout(total=None, sock_connect=2, sock_read=60)
"""A stream beats every ten seconds; a film may take a while to be drawn."""
_OF_ONE_HOP = {
    "connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "te", "trailer",
    "transfer-encoding", "upgrade", "x-forwarded-for", "date", "server", HEADER.lower(),
}  # fmt: skip
"""Headers that are about the connection between two, and no others."""
_OF_A_BODY = {"content-length", "expect"}
"""Headers of a request's body; nothing that is passed on has one."""
_NOBODY_SAID = (1005, 1006)
"""Codes of a connection that ended without one; they can't be sent."""


class HeldElsewhereError(Exception):
    """What is asked for is another process's to answer, since it holds a match in this room."""

    def __init__(self, room: Room) -> None:
        super().__init__("held by another process")
        self.room = room


class PassingOn:
    """What passes on; `most` requests and streams at a time, shared out fairly."""

    def __init__(self, holders: Holders, door: InnerDoor, doors: Doors, most: int) -> None:
        self._holders = holders
        self._door = door
        self._doors = doors
        self._places = SharedPlaces(most)
        self._here = this_process()
        self._said: set[str] = set()
        self._session: ClientSession | None = None

    async def close(self) -> None:
        """Ends all connections to other processes."""
        if self._session is not None:
            await self._session.close()

    async def answer(self, request: web.Request, room: Room) -> web.StreamResponse:
        """What the process answers that holds a room; service unavailable while nobody does."""
        holding = await self._holders.find(room)
        # What was passed on is never passed on again: whoever did so is told, and looks anew.
        if self._door.source(request) is not None or holding is None:
            raise unavailable()
        if not self._is_reachable(holding):
            raise unavailable()

        def end() -> None:
            if request.transport is not None:
                request.transport.abort()

        source = self._doors.source(request)
        with self._places.take(source, room, end) as free:
            if not free:
                raise web.HTTPServiceUnavailable(text=FULL)
            try:
                return await self._pass_on(request, holding.inner_url, source)
            except (ClientError, OSError, TimeoutError) as error:
                log.info("pages of %s do not answer: %s", holding.process.host, error)
                self._holders.look_again()
                raise unavailable() from error

    async def _pass_on(self, request: web.Request, to: str, source: str) -> web.StreamResponse:
        if self._session is None:
            # What is packed stays packed, and nobody's cookies are kept.
            self._session = ClientSession(
                connector=TCPConnector(limit=0),
                timeout=_TIMEOUT,
                auto_decompress=False,
                cookie_jar=DummyCookieJar(),
                skip_auto_headers=("Accept", "Accept-Encoding", "User-Agent"),
            )
        url = URL(f"{to}{request.rel_url.raw_path_qs}", encoded=True)
        headers = {
            name: text
            for name, text in request.headers.items()
            if _passes(name) and name.lower() not in _OF_A_BODY
        }
        headers[HEADER] = self._door.sealed(to, request, source)
        if request.headers.get("Upgrade", "").strip().casefold() == "websocket":
            socket = await self._connect(request, self._session, url, headers)
            if socket is not None:
                return socket
        asked = self._session.request(request.method, url, headers=headers, allow_redirects=False)
        async with asked as told:
            if told.status == web.HTTPServiceUnavailable.status_code:
                self._holders.look_again()
            return await _hand_on(request, told)

    async def _connect(
        self, request: web.Request, session: ClientSession, url: URL, headers: dict[str, str]
    ) -> web.StreamResponse | None:
        """Passes on a socket; None where that is none, and answered as any page is."""
        try:
            beyond = await session.ws_connect(url, headers=headers, heartbeat=30, max_msg_size=0)
        except WSServerHandshakeError as error:
            if error.status < web.HTTPBadRequest.status_code:
                return None
            self._holders.look_again()
            if error.status == web.HTTPServiceUnavailable.status_code:
                raise unavailable() from error
            return web.Response(status=error.status)
        async with beyond:
            socket = web.WebSocketResponse(heartbeat=30, max_msg_size=LONGEST_FRAME)
            try:
                await socket.prepare(request)
            except ConnectionError:
                # The page is gone: nobody hears this.
                return web.Response()
            except ValueError:
                # It names what no answer can name.
                raise web.HTTPBadRequest from None
            await first_of(_talk(socket, beyond), _talk(beyond, socket))
            return socket

    def _is_reachable(self, holding: Holding) -> bool:
        """Whether its pages can be reached from this machine; the log says once if not."""
        host, url = holding.process.host, holding.inner_url
        near = not is_loopback(URL(url).host or "") or host == self._here.host
        if url and not near and host not in self._said:
            self._said.add(host)
            log.warning("%s", not_passed_on_text(host, url))
        return bool(url) and near


def _passes(header: str) -> bool:
    name = header.lower()
    return name not in _OF_ONE_HOP and not name.startswith("sec-websocket-")


async def _hand_on(request: web.Request, told: ClientResponse) -> web.StreamResponse:
    """Answers as another process did, as it comes; one that breaks off is broken off."""
    headers = {name: text for name, text in told.headers.items() if _passes(name)}
    response = web.StreamResponse(status=told.status, reason=told.reason, headers=headers)
    try:
        await response.prepare(request)
        async for data in told.content.iter_any():
            await response.write(data)
        await response.write_eof()
    except (ClientError, OSError, TimeoutError):
        # Either the page is gone, or what it was told is not all.
        if request.transport is not None:
            request.transport.abort()
    return response


_Socket = web.WebSocketResponse | ClientWebSocketResponse


async def _talk(speaker: _Socket, hearer: _Socket) -> None:
    """Hands on what one side says, and at the end how it ended."""
    async for message in speaker:
        if message.type is WSMsgType.TEXT:
            await hearer.send_str(message.data)
        elif message.type is WSMsgType.BINARY:
            await hearer.send_bytes(message.data)
    code = speaker.close_code or WSCloseCode.GOING_AWAY
    await hearer.close(code=WSCloseCode.GOING_AWAY if code in _NOBODY_SAID else code)
