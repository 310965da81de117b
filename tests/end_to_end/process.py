"""The referee as a process of its own on a loopback Discord, with its database beside it."""

import asyncio
import signal
from datetime import timedelta
from pathlib import Path
from typing import Any

from chaos.process import RefereeProcess
from loopback import Channel, InteractionResult, LoopbackDiscord, Message, User
from loopback.bell import PATIENCE, patience


def settings_of(discord: LoopbackDiscord, database: str) -> dict[str, str]:
    return {
        "DISCORD_TOKEN": discord.token,
        "DISCORD_API_URL": discord.api_url,
        "DISCORD_GATEWAY_URL": discord.gateway_url,
        "DATABASE_URL": database,
    }


class DiscordReferee(RefereeProcess):
    """One process at a time; the next one goes on with the same database."""

    def __init__(self, discord: LoopbackDiscord, folder: Path) -> None:
        self.database = folder / "referee.sqlite3"
        super().__init__(folder, settings_of(discord, f"sqlite+aiosqlite:///{self.database}"))

    async def freeze(self, length: timedelta) -> None:
        """Stops it in its tracks for a while, as a sleeping laptop does."""
        process = self._process
        process.send_signal(signal.SIGSTOP)
        try:
            await asyncio.sleep(length.total_seconds())
        finally:
            if process.returncode is None:
                process.send_signal(signal.SIGCONT)


class Arena:
    """One room with two players, and a referee in a process of its own."""

    def __init__(self, discord: LoopbackDiscord, folder: Path) -> None:
        self.discord = discord
        self.guild = discord.guild("The Genius")
        self.room: Channel = discord.text_channel(self.guild, "death-match")
        self.ann, self.bob = (discord.user(name, guilds=[self.guild]) for name in ("Ann", "Bob"))
        self.host = self.ann
        self.referee: Any = DiscordReferee(discord, folder)

    async def open(self) -> None:
        """Starts the referee and waits until it is on duty."""
        await self.referee.start()
        await self.discord.wait_request("PUT", "/applications", timeout=PATIENCE)
        await self.discord.gateway.wait_connected(PATIENCE)

    async def start(self, room: Channel | None = None, **options: object) -> Message:
        """A match of the two, under way; the message that tells so."""
        room = room or self.room
        before = next(reversed(self.discord.messages(room)), None)
        options = {"red": self.ann, "blue": self.bob} | options
        await self.discord.slash(room, self.host, "match start", **options)
        opened = await self.discord.wait_message(room, "Press Ready", PATIENCE, after=before)
        await self.discord.click(opened, "Start now", self.host)
        return await self.discord.wait_message(room, "started the match", PATIENCE, after=opened)

    def slash(self, user: User, command: str, **options: object) -> InteractionResult:
        return self.discord.slash(self.room, user, command, **options)

    async def logged(self, words: str, times: int = 1) -> None:
        async with patience():
            while self.log.count(words) < times:  # noqa: ASYNC110 - another process tells no event
                await asyncio.sleep(0.02)

    @property
    def log(self) -> str:
        return self.referee.log.read_text(encoding="utf-8") if self.referee.log.exists() else ""
