"""Discord, as far as the loopback goes, as an arena."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

from end_to_end.house import House, house
from loopback import InteractionResult, Message, Reset

from venues.conformance.arena import Arena, HandMovedArena, plain


class DiscordArena(HandMovedArena):
    """People on the loopback Discord, and the whole referee on a real discord.py."""

    def __init__(self, place: House) -> None:
        self._place = place
        self.clock, self.bell = place.clock, place.discord.bell
        self._people = {
            "Ann": place.red, "Bob": place.blue, "Host": place.host, "Fan": place.fan
        }  # fmt: skip

    async def begin(self, clock: str = "none", side: int = 5, hints: str = "off") -> None:
        """By slash command and button."""
        place = self._place
        players = {"red": place.red, "blue": place.blue}
        await place.slash(place.host, "match start", **players, clock=clock, side=side, hints=hints)
        opened = await place.announcement("Press Ready")
        await place.discord.click(opened, "Start now", place.host)
        await place.announcement("started the match")

    async def say(self, who: str, text: str) -> str:
        """A message in the channel."""
        said = await self._place.discord.say(self._place.room, self._people[who], text)
        return str(said.id)

    async def say_unheard(self, who: str, text: str) -> str:
        """The gateway does not tell of it."""
        place = self._place
        said = await place.discord.say(place.room, self._people[who], text, deliver=False)
        return str(said.id)

    async def edit(self, message: str, text: str) -> None:
        """The message shows that it was edited."""
        await self._place.discord.edit(self._message(message), text)

    async def order(self, who: str, words: str) -> None:
        """A slash command with its options as written."""
        await self._slash(who, words)

    async def ask(self, who: str, words: str) -> str:
        """What is shown to them, for their eyes only or not."""
        result = await self._slash(who, words)
        files = (f"{file.filename} {file.description}" for file in result.files)
        return plain("\n".join((result.content, *files)))

    def told(self) -> list[str]:
        """The referee's messages in the channel."""
        return [plain(one.content) for one in self._own()]

    def answers(self, message: str) -> list[str]:
        """The referee's replies."""
        return [
            plain(one.content)
            for one in self._own()
            if one.reference is not None and str(one.reference[1]) == message
        ]

    def lose_an_answer(self) -> None:
        """The message is posted, and the connection breaks before Discord says so."""
        self._place.discord.faults.next("POST /channels/*/messages", Reset(after=True))

    async def start(self) -> None:
        """A new process, as far as Discord can tell."""
        await self._place.open()

    async def stop(self) -> None:
        """As SIGTERM does."""
        await self._place.close()

    async def be_away(self, length: timedelta) -> None:
        """The gateway breaks and takes nobody for so long."""
        gateway = self._place.discord.gateway
        gateway.accepting = False
        await gateway.drop(resumable=False)
        await gateway.wait_disconnected()
        self.clock.advance(length)
        gateway.accepting = True

    async def settle(self) -> None:
        """Some turns of the loop."""
        for _ in range(5):
            await asyncio.sleep(0)

    def _slash(self, who: str, words: str) -> InteractionResult:
        command = " ".join(one for one in words.split() if "=" not in one)
        given = dict(one.split("=") for one in words.split() if "=" in one)
        return self._place.slash(self._people[who], command, **given)

    def _own(self) -> list[Message]:
        return [one for one in self._place.discord.messages(self._place.room) if one.author.bot]

    def _message(self, message: str) -> Message:
        (found,) = [one for one in self._place.room.history if str(one.id) == message]
        return found


@asynccontextmanager
async def discord(folder: Path) -> AsyncIterator[Arena]:
    """The Discord venue; every request was one that Discord takes."""
    async with house(folder) as place:
        yield DiscordArena(place)
        place.discord.assert_clean()
