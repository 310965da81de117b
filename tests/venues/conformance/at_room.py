"""The local room as an arena: pages over TCP, and one that watches."""

import asyncio
import json
from base64 import b64decode
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

from handclock import HandClock
from loopback.bell import Bell
from thinker import thinker

from bot.desk.thinking import Thinking
from bot.desk.venue import Announcement, Posted, VenueError
from bot.referee.match import Room
from bot.storage.room import SAID, NewLine, RoomStore
from venues.conformance.arena import FAN, HOST, Arena, HandMovedArena, colours
from venues.room.cup_pages import opened
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
        self._room, self._cup = "", ""
        self._tokens: dict[str, tuple[str, ...]] = {}
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
        self._room, tokens = await self._place.open(
            **{"host": "Host", "options": game} | seats | form
        )
        self._tokens = {who: (tokens[role],) for who, role in ROLES.items()}
        await self._enter()

    async def set_up_again(self, **terms: object) -> None:
        del terms
        await self.press(HOST, "Rematch, the other starts", "")

    async def open_cup(self, **plan: object) -> None:
        self._room, tokens = await opened(
            self._place, **{"host": HOST} | {name: str(value) for name, value in plan.items()}
        )
        self._cup = self._room
        self._tokens = {who: (tokens["host" if who == HOST else "watch"],) for who in ROLES}
        await self._enter()

    async def join(self, who: str, label: str = "Join") -> None:
        """Whoever signs up comes again, by a link of their own too."""
        if label == "Join":
            token = token_urlsafe(24)
            if (await self._settle(who, "cup-join", name=who, token=token)).get("enters"):
                self._tokens[who] += (token,)
                await self._come(who)
            return
        players = self._latest(who, "cup")["cup"]["players"]
        (player,) = [one["id"] for one in players if one["name"] == who]
        await self._settle(who, "cup-check-in", player=player)

    async def _settle(self, who: str, act: str, **options: str) -> dict[str, Any]:
        page, key = self._pages[who], f"key-{next(self._keys)}"
        given = {"type": "order", "act": act, "options": options, "key": key}
        await page.socket.send_json(given)
        return (await self.until(lambda: [one for one in page.seen if one.get("key") == key]))[0]

    async def go_to_pairing(self, *names: str) -> None:
        def found() -> list[str]:
            playing = self._latest(HOST, "cup")["cup"]["playing"]
            return [one["room"] for one in playing if one["room"] and {*one["names"]} == {*names}]

        (room,) = await self.until(found)
        await self._go(room)

    async def go_back(self) -> None:
        await self._go(self._cup)

    async def _go(self, room: str) -> None:
        await self._leave()
        self._room = room
        self._lines.clear()
        await self._enter()

    async def _leave(self) -> None:
        for task in self._watching:
            task.cancel()
        await asyncio.gather(*self._watching, return_exceptions=True)
        self._watching.clear()

    async def press(self, who: str, label: str, words: str, *, theirs: bool = True) -> None:
        """On their page, once it is there; who has no such button types."""
        if not theirs:
            await self.order(who, words)
            return
        page = self._pages[who]
        await self.until(lambda: label in self.offered(who))
        actions = self._latest(who, "state")["actions"]
        pressed = next(one for one in actions if one["label"] == label)
        await page.act(pressed["act"], pressed.get("asked"))

    def offered(self, who: str) -> list[str]:
        return [one["label"] for one in self._latest(who, "state").get("actions", ())]

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
        await self._leave()
        await self._running.__aexit__(None, None, None)

    async def be_away(self, length: timedelta) -> None:
        self.clock.advance(length)
        await self.settle()

    async def settle(self) -> None:
        for _ in range(10):
            await asyncio.sleep(0)

    async def _enter(self) -> None:
        for who in ROLES:
            await self._come(who)
        self._watch(await self._place.visit(self._room, *self._tokens[FAN][:1]))

    async def _come(self, who: str) -> None:
        page = await self._place.visit(self._room, *self._tokens[who])
        if (before := self._pages.get(who)) is not None:
            page.seen += before.seen
        self._pages[who] = page
        await page.until(lambda message: message["type"] in ("state", "cup"))
        self._watch(page)

    def _watch(self, page: Visitor) -> None:
        self._watching.append(asyncio.create_task(self._keep(page)))

    async def _keep(self, page: Visitor) -> None:
        while True:
            message = await page.socket.receive_json()
            page.seen.append(message)
            # A reminder that is taken back was told all the same.
            for line in message.get("lines", []):
                self._lines[line["serial"]] = line
            self.bell.ring()

    def _latest(self, who: str, kind: str) -> dict[str, Any]:
        seen = reversed(self._pages[who].seen)
        return next((one for one in seen if one["type"] == kind), {})

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
