"""The local room at work in this process, and visitors who talk to it over TCP."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import aiohttp
from engine import samples
from loopback.bell import patience
from storage.kept import sqlite
from tenacity import AsyncRetrying, retry_if_exception_type, stop_after_attempt, wait_fixed
from yarl import URL

from bot.desk.desk import Desk
from bot.desk.outbox import Outbox
from bot.settings import Settings
from bot.storage.failures import StoreError
from bot.storage.store import LOCK_TIMEOUT, Store, open_store
from bot.timing import RealTime, Timepiece, wall_clock
from bot.venues.room.venue import RoomVenue
from bot.web.server import WebServer

SEED_003 = tuple(samples.SEED_003.split(" / "))
FORM: dict[str, Any] = {
    "format": "genius",
    "one": {"name": "Ann", "colour": "red"},
    "two": {"name": "Bob", "colour": "blue"},
    "first": "one", "clock": "none", "side": "5", "host": "Zoe", "options": {},
}  # fmt: skip


@dataclass
class RoomHouse:
    venue: RoomVenue
    desk: Desk
    store: Store
    session: aiohttp.ClientSession
    keys: count = field(default_factory=count)  # type: ignore[type-arg]

    @property
    def address(self) -> str:
        return self.venue.address

    async def open(self, **changes: Any) -> tuple[str, dict[str, str]]:
        """A new room by the form: its id, and the tokens by role."""
        made = await self.ask(FORM | changes)
        assert made.status == 200, await made.text()
        answer = await made.json()
        return answer["room"], answer["tokens"]

    async def ask(self, form: object, **headers: str) -> aiohttp.ClientResponse:
        headers = {"Origin": self.address} | headers
        return await self.session.post(f"{self.address}/rooms", json=form, headers=headers)

    async def stranger(self, room: str) -> aiohttp.ClientWebSocketResponse:
        return await at_the_room(self.session, self.address, room)

    async def enters(self, room: str, *tokens: str, **hello: Any) -> "Visitor":
        """Somebody who opens the room, once their page has its state."""
        visitor = await self.visit(room, *tokens, **hello)
        await visitor.get("state")
        return visitor

    async def visit(self, room: str, *tokens: str, **hello: Any) -> "Visitor":
        """Somebody who opens the room with these tokens, and says more about themselves."""
        socket = await self.stranger(room)
        await socket.send_json({"type": "hello", "tokens": tokens, "after": 0} | hello)
        return Visitor(socket, self.keys)


async def at_the_room(
    session: aiohttp.ClientSession, address: str, room: str
) -> aiohttp.ClientWebSocketResponse:
    origin = str(URL(address).origin())
    return await session.ws_connect(f"{address}/room/{room}/socket", headers={"Origin": origin})


@dataclass
class Visitor:
    """One page's end of a connection; keeps all that it was sent."""

    socket: aiohttp.ClientWebSocketResponse
    keys: Any
    seen: list[dict[str, Any]] = field(default_factory=list)

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        async with patience():
            while True:
                frame = await self.socket.receive()
                assert frame.type is aiohttp.WSMsgType.TEXT, (frame, self.seen[-3:])
                message = json.loads(frame.data)
                self.seen.append(message)
                if wanted(message):
                    return message

    async def get(self, kind: str) -> dict[str, Any]:
        return await self.until(lambda message: message["type"] == kind)

    async def line(self, part: str, kind: str = "") -> dict[str, Any]:
        found: list[dict[str, Any]] = []

        def has(message: dict[str, Any]) -> bool:
            found[:] = [
                line
                for line in message.get("lines", [])
                if part in words(line) and kind in ("", line["kind"])
            ]
            return bool(found)

        await self.until(has)
        return found[-1]

    async def told(self, part: str) -> dict[str, Any]:
        """The latest of the referee's lines with these words, which may have come already."""
        seen = [one for one in self.lines() if one["kind"] == "told" and part in words(one)]
        return seen[-1] if seen else await self.line(part, "told")

    async def state(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        return await self.until(
            lambda message: message["type"] == "state" and wanted(message["match"])
        )

    async def whisper(self) -> str:
        return plain((await self.get("whisper"))["parts"])

    async def say(self, text: str, key: str = "") -> str:
        """Types a line; the key under which it was sent."""
        key = key or f"key-{next(self.keys)}"
        await self.socket.send_json({"type": "say", "text": text, "key": key})
        return key

    async def says(self, text: str, reader: "Visitor", part: str, kind: str = "") -> None:
        """Types a line, and somebody's page shows one with these words."""
        await self.say(text)
        await reader.line(part, kind)

    async def resigns(self, watcher: "Visitor") -> dict[str, Any]:
        """Gives up; what another page then shows of the end."""
        await self.act("resign")
        return await watcher.state(lambda match: match["status"] == "over")

    async def act(self, act: str, asked: int | None = None) -> None:
        """Presses a button; what the host sets right has a dialog, here as it opens.

        `asked` is the moment of the request that it stands below.
        """
        key = f"key-{next(self.keys)}"
        if act in ("pause", "resume", "undo", "cancel"):
            await self.socket.send_json({"type": "order", "act": act, "options": {}, "key": key})
        else:
            pressed = {"type": "act", "act": act, "asked": asked, "key": key}
            await self.socket.send_json(pressed)

    def lines(self) -> list[dict[str, Any]]:
        return [line for message in self.seen for line in message.get("lines", [])]

    async def close(self) -> None:
        await self.socket.close()


def plain(parts: list[list[dict[str, Any]]]) -> str:
    return "\n".join("".join(part["text"] for part in line) for line in parts)


def words(line: dict[str, Any]) -> str:
    return line["text"] or plain(line["parts"])


@contextlib.asynccontextmanager
async def browser(**settings: Any) -> AsyncIterator[aiohttp.ClientSession]:
    """A session that ends its sockets as well: aiohttp leaves them to the search for garbage."""
    opened: list[aiohttp.ClientWebSocketResponse] = []

    class Socket(aiohttp.ClientWebSocketResponse):
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            opened.append(self)

    async with aiohttp.ClientSession(ws_response_class=Socket, **settings) as session:
        try:
            yield session
        finally:
            for socket in opened:
                # Without taking leave: whoever would answer may be gone, or stand still.
                socket._response.close()


@contextlib.asynccontextmanager
async def house(
    folder: Path,
    timepiece: Timepiece | None = None,
    wall: Callable[[], datetime] = wall_clock,
    host: str = "127.0.0.1",
    lock_timeout: timedelta = LOCK_TIMEOUT,
    port: int = 0,
    *,
    sure: bool = True,
    **also: Any,
) -> AsyncIterator[RoomHouse]:
    """The room, usually on a free port, with its database in a folder; `also` are settings.

    `sure` says whether the machine's clock is set by others.
    """
    timepiece = timepiece or RealTime()
    url = sqlite(folder / "referee.sqlite3")
    settings = Settings(database_url=url, web_host=host, web_port=port, **also)
    store = await open_store(url, lock_timeout)
    desk = Desk(store, Outbox(store, timepiece))
    web = WebServer(settings, desk, timepiece)
    venue = RoomVenue(settings, desk, store, timepiece, wall, web, lambda: sure)
    desk.serve(venue)
    tasks = [
        asyncio.create_task(venue.run()),
        asyncio.create_task(web.run()),
        asyncio.create_task(desk.recovery.run()),
        asyncio.create_task(desk.cups.run()),
        asyncio.create_task(desk.calls.run()),
    ]
    async with browser() as session:
        try:
            async with patience():
                await desk.presence(venue).ready(None)
            yield RoomHouse(venue, desk, store, session)
        finally:
            last = venue.now()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await desk.close()
            # A write that was broken off may hold the file a moment longer than a test is patient.
            patiently = AsyncRetrying(
                retry=retry_if_exception_type(StoreError),
                wait=wait_fixed(0.02),
                stop=stop_after_attempt(50),
                reraise=True,
            )
            await patiently(store.on_duty, venue.part, last)
            await store.close()


async def seated(place: RoomHouse, **changes: Any) -> tuple[str, dict[str, str], list[Visitor]]:
    """A started match with the host and both players at their pages, in that order."""
    room, tokens = await place.open(**changes)
    visitors = [await place.visit(room, tokens[role]) for role in ("host", "one", "two")]
    for visitor in visitors:
        await visitor.get("state")
    for visitor in visitors[1:]:
        await visitor.act("ready")
    for visitor in visitors:
        await visitor.line("Both are ready")
    return room, tokens, visitors


async def order(visitor: Visitor, act: str, **options: str) -> dict[str, Any]:
    key = f"{act}-{len(visitor.seen)}"
    await visitor.socket.send_json({"type": "order", "act": act, "options": options, "key": key})
    return await visitor.until(
        lambda one: one["type"] in ("whisper", "ask") and one.get("key") == key
    )
