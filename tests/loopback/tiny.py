"""A tiny discord.py client for the loopback's own tests, and pointing discord.py at a loopback."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from .bell import Bell
from .server import LoopbackDiscord
from .world import Channel, Guild, User


@contextmanager
def pointed_at(server: LoopbackDiscord) -> Iterator[None]:
    """Within this, every discord.py client of the process speaks to this server."""
    base, gateway = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE = server.api_url
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(server.gateway_url)
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, gateway


class Tiny(discord.Client):
    """Hears messages and notes what else happens; rings `bell` at each."""

    def __init__(self) -> None:
        hears = discord.Intents.default()
        hears.message_content = True
        super().__init__(intents=hears, guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)
        self.bell = Bell()
        self.heard: list[discord.Message] = []
        self.noted: list[str] = []

    @property
    def texts(self) -> list[str]:
        return [message.content for message in self.heard]

    def note(self, what: str) -> None:
        self.noted.append(what)
        self.bell.ring()

    async def until_heard(self, text: str) -> None:
        await self.bell.until(lambda: text in self.texts, what=lambda: f"{text!r} in {self.texts}")

    async def until_noted(self, what: str, times: int = 1) -> None:
        await self.bell.until(
            lambda: self.noted.count(what) >= times, what=lambda: f"{what} in {self.noted}"
        )

    async def before_identify_hook(self, _: int | None, *, initial: bool = False) -> None:
        """Identify at once: the library's own hook waits five seconds before a second one."""

    async def on_message(self, message: discord.Message) -> None:
        if message.author != self.user:
            self.heard.append(message)
            self.bell.ring()

    async def on_ready(self) -> None:
        self.note("ready")

    async def on_resumed(self) -> None:
        self.note("resumed")

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        self.note(f"deleted {channel.name}")

    async def on_thread_update(self, _: discord.Thread, after: discord.Thread) -> None:
        self.note(f"archived {after.name}" if after.archived else f"updated {after.name}")


@asynccontextmanager
async def running(server: LoopbackDiscord, client: Tiny) -> AsyncIterator[Tiny]:
    """A client logged in, connected and ready, until the end of the block."""
    task = asyncio.create_task(client.start(server.token))
    try:
        await client.until_noted("ready")
        yield client
    finally:
        await client.close()
        # Between two attempts to connect the library sleeps on: it need not wake for the end.
        done, _ = await asyncio.wait({task}, timeout=0.1)
        if not done:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


class Room:
    def __init__(self, server: LoopbackDiscord) -> None:
        self.server = server
        self.guild: Guild = server.guild("Genius")
        self.channel: Channel = server.text_channel(self.guild, "match")
        self.red: User = server.user("Red", guilds=[self.guild])
        self.blue: User = server.user("Blue", guilds=[self.guild])

    @property
    def said(self) -> list[str]:
        return [one.content for one in self.server.messages(self.channel)]

    async def say(self, *texts: str) -> None:
        for text in texts:
            await self.server.say(self.channel, self.red, text)


def place(client: Tiny, channel: Channel) -> discord.TextChannel:
    found = client.get_channel(channel.id)
    assert isinstance(found, discord.TextChannel)
    return found
