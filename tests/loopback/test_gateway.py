"""The gateway under a real discord.py: sessions, resuming, breaks, and a client in a process of its
own."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import aiohttp
import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket

from .server import LoopbackDiscord
from .snowflakes import stamp_of
from .tiny import Tiny, pointed_at, running
from .world import Channel, User


class Table:
    """A server with somebody to talk, and a client."""

    def __init__(self, server: LoopbackDiscord) -> None:
        self.server = server
        guild = server.guild("Genius")
        self.channel: Channel = server.text_channel(guild, "match")
        self.red: User = server.user("Red", guilds=[guild])

    async def say(self, text: str) -> None:
        await self.server.say(self.channel, self.red, text)


@pytest.fixture
async def table() -> AsyncIterator[Table]:
    """A server that discord.py is pointed at."""
    async with LoopbackDiscord() as server:
        with pointed_at(server):
            yield Table(server)
        server.assert_clean()


@pytest.fixture
async def client(table: Table) -> AsyncIterator[Tiny]:
    """A client that is ready."""
    async with running(table.server, Tiny()) as ready:
        yield ready


async def test_resume_replays(table: Table, client: Tiny) -> None:
    """After a drop the session is resumed and what was missed is told, in order and once."""
    await table.say("before")
    await client.until_heard("before")
    await table.server.gateway.drop()
    await table.say("missed 1")
    await table.say("missed 2")
    await client.until_noted("resumed")
    await table.say("after")
    await client.until_heard("after")
    assert client.texts == ["before", "missed 1", "missed 2", "after"]
    assert (table.server.gateway.identifies, table.server.gateway.resumes) == (1, 1)


@pytest.mark.parametrize("code", [None, 1000, 4000, 4009])
async def test_drop_not_resumable(table: Table, client: Tiny, code: int | None) -> None:
    """Without a session to resume the client identifies afresh, and nothing is replayed."""
    await table.server.gateway.drop(resumable=False, code=code)
    await table.say("missed")
    await client.until_noted("ready", times=2)
    await table.say("after")
    await client.until_heard("after")
    assert client.texts == ["after"]
    assert table.server.gateway.identifies == 2


async def test_reconnect_asked(table: Table, client: Tiny) -> None:
    """Asked to reconnect, the client resumes."""
    await table.server.gateway.reconnect()
    await client.until_noted("resumed")
    await table.say("after")
    await client.until_heard("after")


async def test_fatal_close(table: Table) -> None:
    """A close code that forbids reconnecting ends the client."""
    client = Tiny()
    task = asyncio.create_task(client.start(table.server.token))
    await client.until_noted("ready")
    await table.server.gateway.drop(code=4004)
    with pytest.raises(discord.ConnectionClosed) as closed:
        await task
    assert closed.value.code == 4004


async def test_resume_host_down(table: Table, client: Tiny) -> None:
    """While the resume host answers 503 the client stays away, believing itself ready."""
    gateway = table.server.gateway
    gateway.resume_host_up = False
    await gateway.drop()
    await client.until_noted("disconnect", times=2)
    assert client.is_ready()
    assert not gateway.live


async def test_frozen_connection(table: Table, client: Tiny) -> None:
    """On a frozen connection nothing arrives until it thaws."""
    table.server.gateway.freeze()
    await table.say("slow")
    assert client.texts == []
    table.server.gateway.thaw()
    await client.until_heard("slow")


async def test_heartbeats(table: Table) -> None:
    """Heartbeats come at the interval told, and are answered unless the server is told not to."""
    gateway = table.server.gateway
    gateway.heartbeat_interval = timedelta(milliseconds=20)
    async with running(table.server, Tiny()) as client:
        await table.server.wait_until(lambda: gateway.heartbeats >= 4)
        gateway.acknowledges = False
        await table.server.wait_until(lambda: gateway.heartbeats >= 8)
        assert client.latency < 1


async def test_plain_and_compressed(table: Table) -> None:
    """Frames are plain text where no compression is asked for; unknown ones are refused."""
    url = yarl.URL(table.server.gateway_url)
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(url.with_query(v=10, encoding="json")) as socket:
            assert (await socket.receive_json())["op"] == 10
            await socket.send_json({"op": 3, "d": {}})
            assert (await socket.receive()).data == 4003
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(url.with_query(compress="lzma-stream"))
    assert url == DiscordWebSocket.DEFAULT_GATEWAY


async def test_outage_of_a_guild(table: Table, client: Tiny) -> None:
    """A guild in an outage is unavailable and comes back."""
    guild = next(iter(table.server.world.guilds.values()))
    table.server.outage(guild)
    await client.until_noted("without Genius")
    table.server.end_outage(guild)
    await client.until_noted("with Genius", times=2)
    await table.say("back")
    await client.until_heard("back")
    assert not client.guilds[0].unavailable


async def test_clock_stamps_everything() -> None:
    """Ids and the Date header are by the server's clock, whatever the machine's says."""
    now = datetime(2031, 5, 4, 3, 2, 1, 678000, tzinfo=UTC)
    async with LoopbackDiscord(lambda: now) as server:
        with pointed_at(server):
            table = Table(server)
            async with running(server, Tiny()) as client:
                channel = client.get_channel(table.channel.id)
                assert isinstance(channel, discord.TextChannel)
                sent = await channel.send("now")
                late = await server.say(
                    table.channel, table.red, "then", at=now - timedelta(minutes=1), deliver=False
                )
        assert sent.created_at == now
        assert late.created_at == stamp_of(late.id) == now - timedelta(minutes=1)
        assert [one.content for one in server.messages(table.channel)] == ["then", "now"]


ECHO = """
import discord, os, yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

Route.BASE = os.environ["DISCORD_API_URL"]
DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])
intents = discord.Intents.default()
intents.message_content = True
client = discord.Client(intents=intents, guild_ready_timeout=0.05)

@client.event
async def on_message(message):
    if message.author != client.user:
        await message.channel.send("heard " + message.content, nonce=str(message.id))

client.run(os.environ["TOKEN"], log_handler=None)
"""


async def echo(server: LoopbackDiscord) -> asyncio.subprocess.Process:
    """A bot in a process of its own that repeats what it hears."""
    urls = {"DISCORD_API_URL": server.api_url, "DISCORD_GATEWAY_URL": server.gateway_url}
    return await asyncio.create_subprocess_exec(
        sys.executable, "-c", ECHO, env=os.environ | urls | {"TOKEN": server.token}
    )


async def test_client_killed_in_its_own_process(table: Table) -> None:
    """A bot in another process works, is seen to die at kill -9, and its successor works."""
    patience = timedelta(seconds=30)
    for text in ("first", "second"):
        bot = await echo(table.server)
        try:
            await table.server.gateway.wait_connected(patience)
            await table.say(text)
            await table.server.wait_message(table.channel, f"heard {text}", patience)
        finally:
            bot.send_signal(signal.SIGKILL)
            await bot.wait()
        await table.server.gateway.wait_disconnected()
    assert table.server.gateway.identifies == 2
