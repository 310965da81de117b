"""A page of a match, without a browser; and players on Discord who tap on pages of their own."""

import asyncio
import contextlib
import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import aiohttp

from chaos.history import Played, Said
from chaos.ledger import Ledger

PAUSES = (0.25, 0.5, 1.0, 2.0, 4.0)
DRIP = 0.6
"""Between two messages, where the room has asked for some of them again."""
SILENCE = 25.0
STRONG, END, SMALL = "**", "**", "-# "
REFUSAL = "refusal"


@dataclass(slots=True)
class Sent:
    """Words of this page: when they were first handed over, and what the room made of them."""

    text: str
    first: datetime
    serial: int | None = None
    heard: datetime | None = None


class Page:
    """One page, connected until it is closed; `home` is the address of its person's machine.

    It does what `bot/web/page/line.js` does: words wait until the room calls them taken, are sent
    again with the same key after a new connection, and one by one where the room asks for that.
    """

    def __init__(
        self, address: str, path: str, token: str, news: Callable[[], None], home: str = "127.0.0.1"
    ) -> None:
        self.lines: dict[int, dict[str, Any]] = {}
        self.repeated: list[int] = []
        """Serial numbers of lines that came twice on one connection."""
        self.state: dict[str, Any] = {}
        self.sent: dict[str, Sent] = {}
        self._address = address
        self.path = path
        self._token = token
        self._news = news
        self._waiting: dict[str, str] = {}
        self._unsent: deque[str] = deque()
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._welcome = False
        self._drips: asyncio.Task[None] | None = None
        self._work = asyncio.create_task(self._run(home))

    async def _run(self, home: str) -> None:
        tries = 0
        async with session_of(home) as session:
            while True:
                with contextlib.suppress(aiohttp.ClientError, OSError, TimeoutError):
                    tries = await self._connected(session, tries)
                self._welcome, self._socket = False, None
                await asyncio.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
                tries += 1

    async def close(self) -> None:
        self._work.cancel()
        await asyncio.gather(self._work, return_exceptions=True)

    async def say(self, text: str) -> str:
        """Sends words once: now, or when the room is back. The key under which they are sent."""
        key = uuid4().hex
        self.sent[key] = Sent(text, datetime.now(UTC))
        self._waiting[key] = json.dumps({"type": "say", "text": text, "key": key})
        self._unsent.append(key)
        if self._welcome and self._drips is None:
            await self._send_next()
        return key

    def is_taken(self, key: str) -> bool:
        return key not in self._waiting

    def refusals(self, serial: int | None) -> tuple[str, ...]:
        """How the page was told that words of a number do not count."""
        return tuple(
            plain(line)
            for line in self.lines.values()
            if line["kind"] == REFUSAL and line["replyTo"] == serial is not None
        )

    async def press(self, act: str) -> None:
        if self._welcome and self._socket is not None:
            with contextlib.suppress(aiohttp.ClientError, ConnectionError):
                await self._socket.send_json({"type": "act", "act": act})

    async def _connected(self, session: aiohttp.ClientSession, tries: int) -> int:
        url = f"{self._address}/{self.path}/socket"
        async with session.ws_connect(url, headers={"Origin": self._address}) as socket:
            self._socket = socket
            last = max(self.lines, default=0)
            await socket.send_json({"type": "hello", "tokens": [self._token], "after": last})
            while True:
                frame = await socket.receive(SILENCE)
                if frame.type is not aiohttp.WSMsgType.TEXT:
                    return tries
                message = json.loads(frame.data)
                tries = 0 if message["type"] == "welcome" else tries
                await self._hear(message)
                self._news()

    async def _hear(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "welcome":
                self._welcome = True
                self._unsent = deque(self._waiting)
                while await self._send_next():
                    pass
            case "taken":
                self._waiting.pop(message["key"], None)
            case "again" if message["key"] in self._waiting:
                self._unsent.append(message["key"])
                self._drips = self._drips or asyncio.create_task(self._drip())
            case "lines":
                for line in message["lines"]:
                    self._take(line)
            case "state":
                self.state = message["match"]

    def _take(self, line: dict[str, Any]) -> None:
        if line["serial"] in self.lines:
            self.repeated.append(line["serial"])
        self.lines[line["serial"]] = line
        mine = self.sent.get(line["key"])
        if mine is not None and mine.serial is None:
            mine.serial, mine.heard = line["serial"], datetime.now(UTC)

    async def _send_next(self) -> bool:
        """Sends the oldest words that wait to be sent; False if there are none."""
        while self._unsent:
            text = self._waiting.get(self._unsent.popleft())
            if text is not None and self._socket is not None:
                with contextlib.suppress(aiohttp.ClientError, ConnectionError):
                    await self._socket.send_str(text)
                return True
        return False

    async def _drip(self) -> None:
        while self._unsent:
            await asyncio.sleep(DRIP)
            if self._welcome:
                await self._send_next()
        self._drips = None


def session_of(home: str) -> aiohttp.ClientSession:
    """Asks from an address of the machine: the room counts what each of them asks for."""
    return aiohttp.ClientSession(connector=aiohttp.TCPConnector(local_addr=(home, 0)))


Log = dict[int, tuple[str, datetime, str]]
"""What the store has of a room: nonce, stamp and kind by serial number."""


async def stamp(ledger: Ledger, log: str, played: Played, letter: str = "") -> Log:
    """Takes the stamps of what pages sent from the store: they know them to the millisecond only.

    The ids of messages are serial numbers with a letter before them.
    """
    rows = await ledger.fetch("SELECT serial, nonce, at, kind FROM room_lines WHERE room = ?", log)
    kept: Log = {
        int(one): (str(nonce), datetime.fromisoformat(at), str(kind))
        for one, nonce, at, kind in rows
    }
    serials = {nonce: serial for serial, (nonce, _, kind) in kept.items() if kind == "said"}
    for said in played.said:
        if said.tapped is not None and said.at is None:
            serial = serials.get(f"{log}/{said.tapped.key}")
            if serial is not None:
                said.id, said.at = f"{letter}{serial}", kept[serial][1]
    return kept


def misdated(room: str, sent: Sent, at: datetime, early: timedelta, late: timedelta) -> list[str]:
    """What is wrong with a stamp that lies before the sending of words, or after their showing."""
    if sent.first - early <= at and (sent.heard is None or at <= sent.heard + late):
        return []
    return [
        f"{room}: {sent.text!r} is stamped {at}; it was sent {sent.first} and seen {sent.heard}"
    ]


def plain(line: dict[str, Any]) -> str:
    """A line of the referee's, with the marks of Discord for what is strong or small."""
    return "\n".join(_plain(parts) for parts in line["parts"])


def _plain(parts: list[dict[str, Any]]) -> str:
    text = "".join(
        f"{STRONG}{part['text']}{END}" if part.get("strong") else str(part["text"])
        for part in parts
    )
    return f"{SMALL}{text}" if parts and all(part.get("small") for part in parts) else text


EARLIEST = timedelta(seconds=8)
"""By so much a turn may be stamped before it was sent: Discord's present is known to a second and a
half, and a process that stood still for twice its grace stamps what arrived as of its beginning.
"""
LATEST = timedelta(milliseconds=200)


@dataclass(frozen=True, slots=True)
class Tapped:
    """Words that a page sent under a key, which lie in a log; `after` a message of the channel."""

    page: Page
    log: str
    key: str
    after: int = 0

    @property
    def sent(self) -> Sent:
        return self.page.sent[self.key]

    @property
    def refusals(self) -> tuple[str, ...]:
        return self.page.refusals(self.sent.serial)


class Tapping:
    """The pages of a run; `address` is where they are served, "" where there are none.

    `ahead` is how far the venue's clock is ahead of this machine's.
    """

    def __init__(self, address: str, ledger: Ledger, ahead: timedelta) -> None:
        self.address = address
        self.complaints: list[str] = []
        self._ledger = ledger
        self._ahead = ahead
        self._pages: dict[int, tuple[str, Page]] = {}
        self._ruled: dict[str, bool] = {}
        self.counted = 0
        """How many turns that were tapped count."""

    def hand(self, played: Played, person: str, link: str) -> None:
        path, _, token = link.removeprefix(f"{self.address}/").partition("#")
        self._pages[id(played)] = person, Page(self.address, path, token, lambda: None)

    def has_page(self, played: Played, said: Said) -> bool:
        held = self._pages.get(id(played))
        return held is not None and held[0] == said.author and said.reads

    async def say(self, played: Played, said: Said, after: int) -> None:
        person, page = self._pages[id(played)]
        log = f"{page.path.replace('/', '.')}.{person}"
        said.tapped = Tapped(page, log, await page.say(said.text), after)

    def answered(self, said: Said) -> bool:
        """Whether a turn was ruled; what the page was told is no turn is not kept."""
        tapped = said.tapped
        if tapped.sent.serial is None:
            return tapped.page.is_taken(tapped.key)
        return f"w{tapped.sent.serial}" in self._ruled or bool(tapped.refusals)

    async def look(self) -> None:
        if self.address:
            query = "SELECT message, accepted FROM rulings WHERE message LIKE 'w%'"
            rows = await self._ledger.fetch(query)
            self._ruled = {str(message): bool(accepted) for message, accepted in rows}

    async def stamp(self, played: Played) -> None:
        waiting = [one for one in played.said if one.at is None and one.tapped]
        if waiting:
            await stamp(self._ledger, waiting[0].tapped.log, played, "w")

    async def leave(self, played: Played) -> None:
        await self.stamp(played)
        await self.look()
        self.counted += sum(self._ruled.get(said.id, False) for said in played.said)
        if held := self._pages.pop(id(played), None):
            await held[1].close()
        for said in played.said:
            if said.at is not None and said.tapped:
                sent, at = said.tapped.sent, said.at - self._ahead
                self.complaints += misdated(played.room, sent, at, EARLIEST, LATEST)

    async def close(self) -> None:
        for _, page in self._pages.values():
            await page.close()
