"""Sends one page what there is for it, in order, what only it is told, and a heartbeat meanwhile.

A page's laptop was closed, and 500 messages wait for it. Its connection is ended instead of holding
more: the page comes back, and catches up from the stored lines.
"""

import asyncio
import base64
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from aiohttp import WSCloseCode, web

from bot.web.pieces import pieces
from bot.web.view import Json, moment


@dataclass(frozen=True, slots=True)
class Whisper:
    """What only the one who acted is told; `files` are names with their content.

    `refused` says that an order of a dialog was not carried out, `field` which of its fields was
    wrong. `picture` is a PNG that goes with the words, `alt` what it shows.
    `ask` is a button that the page asks about and then presses;
    `save` says that the page saves the files at once, since it asked for them by a button.
    """

    text: str = ""
    files: tuple[tuple[str, bytes], ...] = ()
    ask: Json | None = None
    save: bool = False
    refused: bool = False
    field: str = ""
    picture: bytes = b""
    alt: str = ""
    enters: bool = False
    """Whether the page says hello again: what it may do there has changed with it."""


def whispered(whisper: Whisper, key: str | None = None) -> Json:
    """The message to the page: a question with its button, or words, a picture and files.

    `key` is the key of the message that is answered: a page that sent it twice shows one answer.
    """
    to = {} if key is None else {"key": key}
    if whisper.ask is not None:
        return {"type": "ask", "action": whisper.ask} | to
    shown: Json = {"type": "whisper", "parts": pieces(whisper.text) if whisper.text else []} | to
    if whisper.refused:
        shown |= {"refused": True, "field": whisper.field}
    if whisper.enters:
        shown["enters"] = True
    if whisper.picture:
        shown["picture"] = {"data": _encoded(whisper.picture), "alt": whisper.alt}
    if whisper.files:
        shown["save"] = whisper.save
        shown["files"] = [{"name": name, "data": _encoded(data)} for name, data in whisper.files]
    return shown


def _encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()


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
