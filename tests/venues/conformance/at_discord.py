"""Discord, as far as the loopback goes, as an arena."""

import asyncio
import re
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path

from end_to_end.house import DiscordHouse, house
from loopback import Channel, InteractionResult, Message, Reset

from bot.commands.catalogue import COMMANDS, Name
from venues.conformance.arena import Arena, HandMovedArena, colours, plain


class DiscordArena(HandMovedArena):
    """People on the loopback Discord, and the whole referee on a real discord.py."""

    shows_buttons = True

    def __init__(self, place: DiscordHouse) -> None:
        self._place = place
        self._alone: dict[str, list[str]] = defaultdict(list)
        self._room = place.room
        self.clock, self.bell = place.clock, place.discord.bell
        self._people = {
            "Ann": place.red, "Bob": place.blue, "Host": place.host, "Fan": place.fan
        }  # fmt: skip

    async def set_up(self, **terms: object) -> None:
        """By slash command; what only this game has is an option of options."""
        place = self._place
        seats = dict(zip(colours(terms), (place.red, place.blue), strict=True))
        known = COMMANDS[Name.START].options
        own = " ".join(f"{name}={value}" for name, value in terms.items() if name not in known)
        usual = {name: value for name, value in terms.items() if name in known}
        given = usual | {"options": own or None}
        self._keep("Host", await place.slash(place.host, "match start", **seats, **given))

    async def press(self, who: str, label: str, words: str, *, theirs: bool = True) -> None:
        """Below the newest message that has it; all may press, whoever may do it."""
        del words, theirs
        shown = (await self.until(lambda: [it for it in self._own() if label in _labels(it)]))[-1]
        self._keep(who, await self._place.click(shown, label, self._people[who]))

    def offered(self, who: str) -> list[str]:
        del who
        return next((labels for one in reversed(self._own()) if (labels := _labels(one))), [])

    def newest(self, part: str) -> Message:
        return [one for one in self._own() if part in plain(one.content)][-1]

    async def go_to_pairing(self, *names: str) -> None:
        """A thread; two of one name are an error."""

        def found() -> list[Channel]:
            return [one for one in self._place.guild.threads if all(map(one.name.count, names))]

        (self._room,) = await self.until(found)

    async def go_back(self) -> None:
        self._room = self._place.room

    async def be_killed(self, rooms: int = 0) -> None:
        """Discord forgets its nonces."""
        del rooms
        await self._place.kill()
        self._place.discord.nonces.clear()
        await self._place.open()

    async def say(self, who: str, text: str) -> str:
        return str((await self._place.discord.say(self._room, self._people[who], text)).id)

    async def say_unheard(self, who: str, text: str) -> str:
        place = self._place
        return str((await place.discord.say(place.room, self._people[who], text, deliver=False)).id)

    async def edit(self, message: str, text: str) -> None:
        self._place.clock.advance(timedelta(seconds=1))
        await self._place.discord.edit(self._message(message), text)

    async def order(self, who: str, words: str) -> None:
        self._keep(who, await self._slash(who, words))

    async def ask(self, who: str, words: str) -> str:
        result = await self._slash(who, words)
        files = (f"{file.filename} {file.description}" for file in result.files)
        return plain("\n".join((result.content, *files)))

    async def record(self) -> str:
        (file,) = (await self._slash("Fan", "match record")).files
        return file.data.decode()

    def moment(self, at: datetime, zone: str) -> str:
        del zone
        return f"<t:{int(at.timestamp())}:F> (<t:{int(at.timestamp())}:R>)"

    def alone(self, who: str) -> list[str]:
        return self._alone[who]

    def called(self, part: str) -> set[str]:
        return {user.name for user in self.newest(part).mentions.users}

    def told(self) -> list[str]:
        return [plain(one.content) for one in self._own()]

    def answers(self, message: str) -> list[str]:
        return [
            plain(one.content)
            for one in self._own()
            if one.reference is not None and str(one.reference[1]) == message
        ]

    def lose_an_answer(self) -> None:
        """The message is posted, and the connection breaks before Discord says so."""
        self._place.discord.faults.next("POST /channels/*/messages", Reset(after=True))

    async def start(self) -> None:
        await self._place.open()

    async def stop(self) -> None:
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
        for _ in range(5):
            await asyncio.sleep(0)

    async def pass_time(self, length: timedelta) -> None:
        """Of much time larger steps, each seen by the referee however slow the machine is."""
        if length < timedelta(minutes=30):
            return await super().pass_time(length)
        return await self._place.pass_time(length.total_seconds(), step=20)

    def _slash(self, who: str, words: str) -> InteractionResult:
        command = re.split(r" [a-z-]+[:=]", words)[0]
        # What follows an option is its value up to the next one.
        named = "|".join(COMMANDS[Name(command)].options)
        _, *given = re.split(rf" ({named})[:=]", words)
        values = dict(zip(given[::2], (value.strip('"') for value in given[1::2]), strict=True))
        return self._place.discord.slash(self._room, self._people[who], command, **values)

    def _keep(self, who: str, result: InteractionResult) -> None:
        if result.ephemeral:
            self._alone[who].append(plain(result.content))

    def _own(self) -> list[Message]:
        return [one for one in self._place.discord.messages(self._room) if one.author.bot]

    def _message(self, message: str) -> Message:
        (found,) = [one for one in self._place.room.history if str(one.id) == message]
        return found


def _labels(message: Message) -> list[str]:
    return [button.label for button in message.buttons]


@asynccontextmanager
async def discord(folder: Path) -> AsyncIterator[Arena]:
    async with house(folder) as place:
        yield DiscordArena(place)
