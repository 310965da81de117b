"""The venue in memory as an arena."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

from fakes import BLUE, FAN, HOST, RED, ROOM, FakeHouse, house
from thinker import thinker

from bot.commands.clerk import Clerk
from bot.commands.parsing import read_order
from bot.commands.request import Asker, Reply
from bot.desk.thinking import Thinking
from bot.referee.match import Room
from bot.referee.problems import OrderError
from bot.referee.ruling import Refused
from venues.conformance.arena import Arena, HandMovedArena, colours, options, plain

PEOPLE = {one.name: one for one in (RED, BLUE, HOST, FAN)}


class FakeArena(HandMovedArena):
    """People in a `World`, and a referee on a `FakeVenue`."""

    def __init__(self, place: FakeHouse, thinking: Thinking) -> None:
        self._place = place
        self._thinking = place.desk.thinking = thinking
        self._working, self._room = True, ROOM
        self._seats = {"red": RED, "blue": BLUE}
        self._alone: dict[str, list[str]] = defaultdict(list)
        self.clock, self.bell = place.clock, place.world.bell

    async def set_up(self, **terms: object) -> None:
        self._place.watch_deadlines()
        self._seats = dict(zip(colours(terms), (RED, BLUE), strict=True))
        await self.order("Host", f"match start {options(terms)}")

    async def open_cup(self, **plan: object) -> None:
        self._place.run_cups()
        await super().open_cup(**plan)

    async def go_to_pairing(self, *names: str) -> None:
        def found() -> list[Room]:
            made = self._place.world.made.items()
            return [room for title, room in made if all(map(title.count, names))]

        (self._room,) = await self.until(found)

    async def go_back(self) -> None:
        self._room = ROOM

    async def be_killed(self, rooms: int = 0) -> None:
        del rooms
        self._working = False
        await self._place.kill()
        await self.start()

    async def say(self, who: str, text: str) -> str:
        said = self._place.world.say(PEOPLE[who], text)
        answer = await self._place.desk.submit(ROOM, said)
        assert said.message is not None
        if answer is not None and isinstance(answer.ruling, Refused):
            await self._place.venue.reply(ROOM, said.message, answer.text)
        return said.message

    async def say_unheard(self, who: str, text: str) -> str:
        message = self._place.world.say(PEOPLE[who], text).message
        assert message is not None
        return message

    async def edit(self, message: str, text: str) -> None:
        """A second later the world has the new words, and the desk is told if there is one."""
        self.clock.advance(timedelta(seconds=1))
        self._place.world.edit(message, text)
        if self._working:
            await self._place.desk.messages_changed(ROOM, message, deleted=False)

    async def order(self, who: str, words: str) -> None:
        try:
            self._alone[who].append(plain((await self._order(who, words)).text))
        except OrderError as error:
            self._alone[who].append(plain(self._clerk.refusal(error).text))

    async def ask(self, who: str, words: str) -> str:
        reply = await self._order(who, words)
        alt = "" if reply.scene is None else reply.scene.alt
        return plain("\n".join((reply.text, alt, *(name for name, _ in reply.files))))

    async def record(self) -> str:
        ((_, data),) = (await self._order("Fan", "match record")).files
        return data.decode()

    def alone(self, who: str) -> list[str]:
        return self._alone[who]

    def called(self, part: str) -> set[str]:
        text = (self.telling(part))[-1]
        return {name for name in PEOPLE if f"@{name}" in text}

    def told(self) -> list[str]:
        return [plain(one.text) for one in self._place.world.seen if one.room == self._room]

    def answers(self, message: str) -> list[str]:
        return [plain(one.text) for one in self._place.world.seen if one.reply_to == message]

    def lose_an_answer(self) -> None:
        self._place.venue.answers_lost = 1

    async def start(self) -> None:
        await self._place.open()
        self._place.desk.thinking = self._thinking
        self._working = True
        self._place.watch_deadlines()
        self._place.run_cups()

    async def stop(self) -> None:
        self._working = False
        await self._place.close()

    async def be_away(self, length: timedelta) -> None:
        since = self.clock.now()
        self._place.venue.connected = False
        self._place.desk.duty.leave(self._place.venue)
        self.clock.advance(length)
        self._place.venue.connected = True
        await self._place.desk.duty.come_back(self._place.venue, since)

    async def settle(self) -> None:
        for _ in range(10):
            await asyncio.sleep(0)

    async def _order(self, who: str, words: str) -> Reply:
        asker = Asker(PEOPLE[who], self._room, self.clock.now(), seats=self._seats)
        return await self._clerk.carry_out(read_order(words), asker)

    @property
    def _clerk(self) -> Clerk:
        return Clerk(self._place.desk, self._place.store, self._place.venue)


@asynccontextmanager
async def fake(folder: Path) -> AsyncIterator[Arena]:
    async with house(folder) as place, thinker(place.clock) as thinking:
        yield FakeArena(place, thinking)
