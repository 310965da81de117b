"""A room and a tiny discord.py client in it, for the loopback's own tests."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import discord
import pytest
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from .bell import Bell
from .server import LoopbackDiscord
from .world import Channel, User


class Room:
    def __init__(self, server: LoopbackDiscord) -> None:
        self.server = server
        guild = server.guild("Genius")
        self.channel: Channel = server.text_channel(guild, "match")
        self.red: User = server.user("Red", guilds=[guild])


class Tiny(discord.Client):
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


@pytest.fixture
async def room(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    """A room; at the end every request must have been known and by the book, both ways."""
    async with LoopbackDiscord() as server:
        monkeypatch.setattr(Route, "BASE", server.api_url)
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(server.gateway_url))
        yield Room(server)
        server.assert_clean()
        assert not server.schema.answers


@pytest.fixture
async def client(room: Room) -> AsyncIterator[Tiny]:
    client = Tiny()
    task = asyncio.create_task(client.start(room.server.token))
    try:
        # It is set up within `start`, and can't be waited for before.
        await room.server.gateway.wait_connected()
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


@pytest.fixture
def channel(room: Room, client: Tiny) -> discord.TextChannel:
    return client.get_channel(room.channel.id)  # type: ignore[return-value]
