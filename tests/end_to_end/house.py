"""A referee at work on a loopback Discord, as a host and two players meet it."""

import asyncio
import contextlib
from collections.abc import Awaitable
from datetime import timedelta
from pathlib import Path
from typing import Any

from discord.gateway import DiscordWebSocket
from discord.http import Route
from elsewhere import Elsewhere
from engine import samples
from handclock import HandClock
from loopback import Channel, InteractionResult, LoopbackDiscord, Message, User
from settling import meanwhile
from storage import kept

from bot.app import serve
from bot.settings import read_settings
from bot.venues.discord import gateway
from end_to_end.process import settings_of

STEP = timedelta(seconds=0.02)


class DiscordHouse:
    """One server with a host, two players, a spectator, and a referee that can be restarted."""

    def __init__(
        self, server: LoopbackDiscord, clock: HandClock, folder: Path, settings: dict[str, str]
    ) -> None:
        self.discord = server
        self.clock = clock
        self.settings = read_settings(settings_of(server, kept.address(folder)) | settings)
        self.guild = server.guild("The Genius")
        self.room = server.text_channel(self.guild, "death-match")
        self.host, self.red, self.blue, self.fan = (
            server.user(name, guilds=[self.guild]) for name in ("Host", "Ann", "Bob", "Fan")
        )
        self.elsewhere = Elsewhere()
        self._stop = asyncio.Event()
        self._work: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Starts the referee and waits until it is on duty."""
        self._stop = asyncio.Event()
        seen = len(self.discord.requests)
        self._work = asyncio.create_task(serve(self.settings, self.clock, self._stop))
        await self.discord.wait_until(
            lambda: any(
                one.method == "PUT" and one.path.endswith("/commands") and one.status == 200
                for one in self.discord.requests[seen:]
            ),
            what="the commands to be registered",
        )
        await self.discord.gateway.wait_connected()

    async def close(self) -> None:
        """Stops the referee as SIGTERM does."""
        self._stop.set()
        if self._work is not None:
            await self._work

    async def kill(self) -> None:
        """Ends the referee in the middle of whatever it does; what is stored stays."""
        work, self._work = self._work, None
        if work is not None:
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)

    async def restart(self) -> None:
        await self.close()
        await self.open()

    async def set_up(
        self, host: User | None = None, room: Channel | None = None, **options: object
    ) -> Message:
        """Somebody, the host unless another is named, sets a match up; its first announcement."""
        before = next(reversed(self.discord.messages(room or self.room)), None)
        await self.match_start(host, room, **options)
        return await self.announcement("Press Ready", after=before, room=room)

    def match_start(
        self, host: User | None = None, room: Channel | None = None, **options: object
    ) -> InteractionResult:
        """The command by which somebody, the host unless another is named, sets a match up."""
        options = {"red": self.red, "blue": self.blue} | options
        return self.discord.slash(room or self.room, host or self.host, "match start", **options)

    async def start(self, room: Channel | None = None, **options: object) -> Message:
        """A match that the host has set up begins; the message that tells so."""
        opened = await self.set_up(room=room, **options)
        for player in (self.red, self.blue):
            await self.discord.click(opened, "Ready", player)
        return await self.announcement("Both are ready", after=opened, room=room)

    async def announcement(
        self, part: str, *, after: Message | None = None, room: Channel | None = None
    ) -> Message:
        """The referee's first message with this part in it."""
        return await self.discord.wait_message(room or self.room, part, after=after)

    async def play(self, player: User, text: str, expect: str = "played") -> Message:
        """A player types in the room; the referee's next message with `expect` in it."""
        said = await self.say(player, text)
        return await self.announcement(expect, after=said)

    async def say(self, user: User, text: str, **more: Any) -> Message:
        return await self.discord.say(self.room, user, text, **more)

    async def order(self, user: User, words: str) -> Message:
        """A command in the room after a mention."""
        return await self.say(user, f"{self.me} {words}")

    def click(self, message: Message, label: str, user: User) -> InteractionResult:
        return self.discord.click(message, label, user)

    def channel(self, name: str) -> Channel:
        return self.discord.text_channel(self.guild, name)

    @property
    def me(self) -> str:
        return self.discord.world.bot.mention

    def slash(self, user: User, command: str, **options: object) -> InteractionResult:
        return self.discord.slash(self.room, user, command, **options)

    async def pass_time(self, seconds: float, step: float = 1.0, *, hanging: int = 0) -> None:
        """Lets time pass in small steps, each seen by the referee.

        So many statements as are `hanging`, since the database is locked, are not waited for.
        """
        left = seconds
        while left > 0:
            self.clock.advance(timedelta(seconds=min(step, left)))
            left -= step
            await self.elsewhere.settle(hanging=hanging)

    async def pass_time_until(self, part: str, *, after: Message | None = None) -> Message:
        await self.pass_while(self.announcement(part, after=after))
        return await self.announcement(part, after=after)

    async def pass_while(self, work: Awaitable[object]) -> None:
        """Lets time pass until work is done, and a twentieth of it for discord.py's own pauses.

        Each step is seen by the referee, however slow the machine is.
        """

        async def tick() -> None:
            while True:
                await self.pass_step()
                self.discord.bell.ring()

        async with meanwhile(tick()):
            await work

    async def pass_step(self, pace: float = 20) -> None:
        """A step for the loop, by which libraries pause, and a `pace` times as long one by hand."""
        self.clock.advance(STEP * pace)
        self.elsewhere.pass_on(STEP.total_seconds())
        await self.elsewhere.settle()


@contextlib.asynccontextmanager
async def house(folder: Path, privileged: set[str] | None = None, **settings: str):
    """A house with the referee on duty; discord.py points elsewhere again afterwards.

    `settings` are set besides, by their names in an environment. In the end all that was asked of
    Discord must have been by the book.

    This Discord takes an IDENTIFY at any time: nobody waits five seconds for the next one.
    """
    base, address = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    interval = gateway.IDENTIFY_INTERVAL
    gateway.IDENTIFY_INTERVAL = timedelta(0)
    clock = HandClock()
    async with LoopbackDiscord(clock=clock.now) as server:
        if privileged is not None:
            server.gateway.privileged = privileged
        built = DiscordHouse(server, clock, folder, settings)
        try:
            with built.elsewhere.counting():
                try:
                    await built.open()
                    yield built
                finally:
                    await built.close()
                server.assert_clean()
        finally:
            Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, address
            gateway.IDENTIFY_INTERVAL = interval


SEED_003 = samples.SEED_003.split(" / ")


async def play_seed_003(place, first=0, last=None):
    said = []
    for number, turn in list(enumerate(SEED_003))[first:last]:
        said.append(await place.play((place.red, place.blue)[number % 2], turn))
    return said
