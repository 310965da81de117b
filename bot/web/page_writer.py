"""Sends one page what there is for it, in order, and a heartbeat while there is nothing.

A page's laptop was closed, and 500 messages wait for it. Its connection is ended instead of holding
more: the page comes back, and catches up from the stored lines.
"""

import asyncio
import json
from collections.abc import Callable
from datetime import datetime, timedelta

from aiohttp import WSCloseCode, web

from bot.web.view import Json, moment
from bot.web.whisper import Whisper, whispered

MOST_WAITING = 500
HEARTBEAT_INTERVAL = timedelta(seconds=10)


class PageWriter:
    """What waits to be sent to one page."""

    def __init__(self, socket: web.WebSocketResponse, now: Callable[[], datetime]) -> None:
        self._socket = socket
        self._now = now
        self._queue: asyncio.Queue[Json | None] = asyncio.Queue(MOST_WAITING)

    def send(self, message: Json) -> None:
        """Sends a message after those that wait."""
        self._put(message)

    def end(self) -> None:
        """Ends the connection after what waits has been sent."""
        self._put(None)

    def _put(self, message: Json | None) -> None:
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            # A page that reads so slowly comes back and catches up from the log.
            self._queue = asyncio.Queue(MOST_WAITING)
            self._queue.put_nowait(None)

    def whisper(self, whisper: Whisper, key: str | None = None) -> None:
        """Tells this page alone; `key` is the key of the message that is answered."""
        self.send(whispered(whisper, key))

    async def run(self) -> None:
        """Sends what waits, and heartbeats, by which the page knows that it is still connected."""
        while not self._socket.closed:
            message: Json | None
            try:
                async with asyncio.timeout(HEARTBEAT_INTERVAL.total_seconds()):
                    message = await self._queue.get()
            except TimeoutError:
                message = {"type": "beat", "now": moment(self._now())}
            if message is None:
                await self._socket.close(code=WSCloseCode.GOING_AWAY)
                return
            try:
                await self._socket.send_str(json.dumps(message, ensure_ascii=False))
            except (ConnectionError, RuntimeError):
                return
