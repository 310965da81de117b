"""The local room as an arena: pages over TCP, and one that watches."""

import asyncio
import json
from base64 import b64decode
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from handclock import HandClock
from loopback.bell import Bell
from thinker import thinker

from bot.desk.thinking import Thinking
from bot.desk.venue import Announcement, Posted, VenueError
from bot.referee.room import Room
from bot.storage.room import SAID, NewLine, RoomStore
from venues.conformance.arena import Arena, HandMovedArena, colours
from venues.room.visitor import FORM, RoomHouse, Visitor, house

FIELDS = {*FORM, "at", "zone", "dmo", "hints"}
"""What the form asks for in every game."""
ROLES = {"Ann": "one", "Bob": "two", "Host": "host", "Fan": "watch"}


class RoomArena(HandMovedArena):
    """Four pages in one room, and a fifth that keeps all that it is shown."""

    edits = False
    shows_buttons = own_pages = True
    step = timedelta(seconds=0.1)

    def __init__(self, folder: Path, clock: HandClock, thinking: Thinking) -> None:
        self._folder = folder
        self._thinking = thinking
        # What somebody says after a restart is no repeat of what they said before.
        self._keys = count()
        self.clock, self.bell = clock, Bell()
        self._room, self._tokens = "", {}
        self._pages: dict[str, Visitor] = {}
        self._lines: dict[int, dict[str, Any]] = {}
        self._watching: list[asyncio.Task[None]] = []

    async def set_up(self, **terms: object) -> None:
        taken = colours(terms)
        seats = {
            seat: {"name": name, "colour": colour}
            for seat, name, colour in zip(("one", "two"), ("Ann", "Bob"), taken, strict=True)
        }
        if "dmo" in terms:
            terms |= {"dmo": ("one", "two")[taken.index(str(terms["dmo"]))], "first": "dmo"}
        form = {name: str(value) for name, value in terms.items() if name in FIELDS}
        game = {name: value for name, value in terms.items() if name not in FIELDS}
        self._room, self._tokens = await self._place.open(
            **{"host": "Host", "options": game} | seats | form
        )
        await self._enter()

    async def press(self, who: str, label: str, words: str, *, theirs: bool = True) -> None:
        """On their page, once it is there; who has no such button types."""
        if not theirs:
            await self.order(who, words)
            return
        page = self._pages[who]
        await self.until(lambda: label in self.offered(who))
        pressed = next(one for one in _state(page)["actions"] if one["label"] == label)
        await page.act(pressed["act"], pressed.get("asked"))

    def offered(self, who: str) -> list[str]:
        return [one["label"] for one in _state(self._pages[who])["actions"]]

    async def say(self, who: str, text: str) -> str:
        before = max(self._lines, default=0)
        await self._pages[who].say(text)
        return await self._shown(text, before)

    async def say_in_stall(self, who: str, text: str, length: timedelta) -> str:
        """It lies in the socket, and all at once it is later."""
        before = max(self._lines, default=0)
        await self._pages[who].say(text)
        self.clock.advance(length)
        return await self._shown(text, before)

    async def _shown(self, text: str, before: int) -> str:
        def shown() -> list[int]:
            return [
                serial
                for serial, line in self._lines.items()
                if serial > before and line["kind"] == SAID and line["text"] == text
            ]

        return str((await self.until(shown))[0])

    async def say_unheard(self, who: str, text: str) -> str:
        """Kept, and then the program was busy with something else: nothing was ruled."""
        found = await self._place.desk.latest(Room("room", "local", self._room))
        player = next(one for one in found[1].players if one.name == who)
        new = NewLine(
            self._room, self.clock.now(), SAID, text, speaker=player.id, name=who, nonce=text
        )
        return str((await RoomStore(self._place.store).add(new)).serial)

    async def edit(self, message: str, text: str) -> None:
        raise NotImplementedError

    async def order(self, who: str, words: str) -> None:
        await self._pages[who].say(words)

    async def ask(self, who: str, words: str) -> str:
        """All that their page is sent from then on until the answer, but for pictures."""
        page = self._pages[who]
        known, key = len(page.seen), await page.say(words)
        await self.until(
            lambda: [
                one
                for one in page.seen[known:]
                if one["type"] == "whisper" and one.get("key") == key
            ]
        )
        return "\n".join(_shown(message) for message in page.seen[known:])

    async def record(self) -> str:
        page = self._pages["Fan"]
        await page.say("match record")
        files = await self.until(
            lambda: [file for one in page.seen if "files" in one for file in one["files"]]
        )
        return b64decode(files[-1]["data"]).decode()

    def moment(self, at: datetime, zone: str) -> str:
        del zone
        return f"[{round(at.timestamp() * 1000)}]"

    def alone(self, who: str) -> list[str]:
        seen = self._pages[who].seen
        return [_plain(one["parts"]) for one in seen if one["type"] == "whisper"]

    def told(self) -> list[str]:
        return [_words(line) for line in self._own()]

    def answers(self, message: str) -> list[str]:
        return [_words(line) for line in self._own() if str(line["replyTo"]) == message]

    def lose_an_answer(self) -> None:
        """The line is kept and shown; the venue raises all the same."""
        venue, announce = self._place.venue, self._place.venue.announce

        async def lost(room: Room, announcement: Announcement) -> Posted:
            del venue.announce
            await announce(room, announcement)
            raise VenueError("the answer was lost")

        venue.announce = lost

    async def start(self) -> None:
        self._running: AbstractAsyncContextManager[RoomHouse] = house(
            self._folder, self.clock, self.clock.now
        )
        self._place = await self._running.__aenter__()
        self._place.desk.thinking = self._thinking
        self._place.keys = self._keys
        if self._room:
            await self._enter()

    async def stop(self) -> None:
        for task in self._watching:
            task.cancel()
        await asyncio.gather(*self._watching, return_exceptions=True)
        await self._running.__aexit__(None, None, None)

    async def be_away(self, length: timedelta) -> None:
        self.clock.advance(length)
        await self.settle()

    async def settle(self) -> None:
        for _ in range(10):
            await asyncio.sleep(0)

    async def _enter(self) -> None:
        for who, role in ROLES.items():
            self._pages[who] = await self._place.visit(self._room, self._tokens[role])
            await self._pages[who].get("state")
        eyes = await self._place.visit(self._room, self._tokens["watch"])
        pages = (*self._pages.values(), eyes)
        self._watching = [asyncio.create_task(self._watch(page)) for page in pages]

    async def _watch(self, page: Visitor) -> None:
        while True:
            message = await page.socket.receive_json()
            page.seen.append(message)
            # A reminder that is taken back was told all the same.
            for line in message.get("lines", []):
                self._lines[line["serial"]] = line
            self.bell.ring()

    def _own(self) -> list[dict[str, Any]]:
        return [line for _, line in sorted(self._lines.items()) if line["kind"] != SAID]


@asynccontextmanager
async def room(folder: Path) -> AsyncIterator[Arena]:
    clock = HandClock()
    async with thinker(clock) as thinking:
        arena = RoomArena(folder, clock, thinking)
        await arena.start()
        try:
            yield arena
        finally:
            await arena.stop()


def _state(page: Visitor) -> dict[str, Any]:
    return next(one for one in reversed(page.seen) if one["type"] == "state")


def _words(line: dict[str, Any]) -> str:
    return line["text"] or _plain(line["parts"])


def _plain(parts: list[list[dict[str, Any]]]) -> str:
    """The referee's words, and the moments in them."""
    return "\n".join(
        "".join(f"[{piece['on']}]" if "on" in piece else piece["text"] for piece in line)
        for line in parts
    )


def _shown(message: dict[str, Any]) -> str:
    names = [file["name"] for file in message.get("files", [])]
    picture = message.get("picture", {}).get("alt", "")
    return json.dumps({**message, "files": names, "picture": picture}, ensure_ascii=False)
