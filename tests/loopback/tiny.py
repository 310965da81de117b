"""A tiny discord.py client for the loopback's own tests, and pointing discord.py at a loopback."""

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
    """Hears messages, and rings `bell` at each."""

    def __init__(self) -> None:
        hears = discord.Intents.default()
        hears.message_content = True
        super().__init__(intents=hears, guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)
        self.bell = Bell()
        self.texts: list[str] = []
        """What other people said, in the order heard."""

    async def on_message(self, message: discord.Message) -> None:
        if message.author != self.user:
            self.texts.append(message.content)
            self.bell.ring()

    async def on_guild_channel_delete(self, _: discord.abc.GuildChannel) -> None:
        self.bell.ring()


@asynccontextmanager
async def running(server: LoopbackDiscord, client: Tiny) -> AsyncIterator[Tiny]:
    """A client logged in, connected and ready, until the end of the block."""
    task = asyncio.create_task(client.start(server.token))
    try:
        # It is set up within `start`, and can't be waited for before.
        await server.gateway.wait_connected()
        await client.wait_until_ready()
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


def place(client: Tiny, channel: Channel) -> discord.TextChannel:
    return client.get_channel(channel.id)  # type: ignore[return-value]
