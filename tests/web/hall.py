"""A match on a loopback Discord whose referee serves watch pages."""

import asyncio
import contextlib
import logging
import os
import re
from collections.abc import AsyncIterator
from pathlib import Path

from chaos.process import RefereeProcess
from discord.gateway import DiscordWebSocket
from discord.http import Route
from end_to_end.process import Arena, settings_of
from loopback import LoopbackDiscord, Message, User
from loopback.bell import PATIENCE
from ports import free_port
from storage.kept import sqlite
from venues.room.visitor import SEED_003

from bot.app import serve
from bot.settings import read_settings
from bot.timing import RealTime

LINK = re.compile(r"http://127\.0\.0\.1:\d+/watch/[\w-]{32}")
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "is_mobile": True,
    "has_touch": True,
    "reduced_motion": "reduce",
}
"""A phone of a browser, held upright."""


class RefereeHere:
    """The referee at work in the test's own process, with what `RefereeProcess` can do."""

    def __init__(self, folder: Path, settings: dict[str, str]) -> None:
        self.log = folder / "referee.log"
        self.environment = os.environ | settings
        self.pid = os.getpid()
        self._settings = read_settings(settings)
        self._stop = asyncio.Event()
        self._work: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        return self._work is not None

    async def start(self) -> None:
        self._heard = logging.FileHandler(self.log)
        logging.getLogger("bot").addHandler(self._heard)
        logging.getLogger("bot").setLevel(logging.INFO)
        self._stop = asyncio.Event()
        self._work = asyncio.create_task(serve(self._settings, RealTime(), self._stop))

    async def stop(self) -> None:
        self._stop.set()
        if self._work is not None:
            work, self._work = self._work, None
            await work
        logging.getLogger("bot").setLevel(logging.NOTSET)
        logging.getLogger("bot").removeHandler(self._heard)
        self._heard.close()

    kill = stop


class Hall(Arena):
    """One server with a host and two players, who have the watch pages turned on."""

    def __init__(self, discord: LoopbackDiscord, folder: Path, *, alone: bool, room: str) -> None:
        super().__init__(discord, folder)
        self.host, self.fan = (discord.user(name, guilds=[self.guild]) for name in ("Host", "Fan"))
        self.guild.owner = self.host
        self.database = folder / "referee.sqlite3"
        self.address = f"http://127.0.0.1:{free_port()}"
        settings = settings_of(discord, sqlite(self.database))
        port = self.address.rpartition(":")[2]
        settings |= {"WEB_URL": self.address, "WEB_PORT": port, "ROOM": room}
        self.referee = (RefereeProcess if alone else RefereeHere)(folder, settings)

    async def open(self) -> None:
        """Starts the referee and waits until it is on duty and can be watched."""
        before = self.log.count("pages are served")
        registered = len(self.discord.requests)
        await self.referee.start()
        await self.discord.wait_until(
            lambda: any(
                one.method == "PUT" and one.path.endswith("/commands") and one.status == 200
                for one in self.discord.requests[registered:]
            ),
            PATIENCE,
            what="the commands to be registered",
        )
        await self.discord.gateway.wait_connected(PATIENCE)
        await self.logged("pages are served", before + 1)

    async def turn_on(self, to: str = "on") -> None:
        await self.slash(self.host, "setup", watch=to)

    async def link(self, asker: User | None = None, **options: object) -> str:
        answer = await self.slash(asker or self.fan, "match watch", **options)
        found = LINK.search(answer.content)
        assert found is not None, answer.content
        return found[0]

    async def play(self, player: User, text: str) -> Message:
        """A player types in the room; the referee's announcement of the turn."""
        said = await self.discord.say(self.room, player, text)
        return await self.discord.wait_message(self.room, "played", PATIENCE, after=said)

    async def played(self, turns: int, clock: str = "none") -> str:
        """A match of the first so many turns of a known game, and the link to it."""
        await self.start(clock=clock)
        for number, turn in enumerate(SEED_003[:turns]):
            await self.play((self.ann, self.bob)[number % 2], turn)
        return await self.link()


@contextlib.asynccontextmanager
async def hall(folder: Path, *, alone: bool = False, room: str = "auto") -> AsyncIterator[Hall]:
    """A hall whose referee is at work, in a process alone or in this one; it is ended in any case.

    `room` is the setting of the local room.

    discord.py points elsewhere again afterwards.
    """
    base, gateway = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    async with LoopbackDiscord() as discord:
        built = Hall(discord, folder, alone=alone, room=room)
        try:
            await built.open()
            await built.turn_on()
            yield built
        finally:
            if built.referee.running:
                await built.referee.kill()
            Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, gateway
