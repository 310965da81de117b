"""The gateway under a real discord.py: sessions, resuming, breaks, and a client in a process of its
own."""

import asyncio
import os
import signal
import sys
from datetime import UTC, datetime, timedelta

import aiohttp
import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket

from .server import LoopbackDiscord
from .snowflakes import stamp_of
from .tiny import Room, Tiny, place, pointed_at, running


async def test_resume_replays(room: Room, client: Tiny) -> None:
    """After a drop the session is resumed and what was missed is told, in order and once."""
    await room.say("before")
    await client.until_heard("before")
    await room.server.gateway.drop()
    await room.say("missed 1")
    await room.say("missed 2")
    await client.until_noted("resumed")
    await room.say("after")
    await client.until_heard("after")
    assert client.texts == ["before", "missed 1", "missed 2", "after"]
    assert (room.server.gateway.identifies, room.server.gateway.resumes) == (1, 1)


@pytest.mark.parametrize("code", [None, 1000, 4000, 4009])
async def test_drop_not_resumable(room: Room, client: Tiny, code: int | None) -> None:
    """Without a session to resume the client identifies afresh, and nothing is replayed."""
    await room.server.gateway.drop(resumable=False, code=code)
    await room.say("missed")
    await client.until_noted("ready", times=2)
    await room.say("after")
    await client.until_heard("after")
    assert client.texts == ["after"]
    assert room.server.gateway.identifies == 2


async def test_reconnect_asked(room: Room, client: Tiny) -> None:
    """Asked to reconnect, the client resumes."""
    room.server.gateway.reconnect()
    await client.until_noted("resumed")
    await room.say("after")
    await client.until_heard("after")


async def test_fatal_close(room: Room) -> None:
    """A close code that forbids reconnecting ends the client."""
    client = Tiny()
    task = asyncio.create_task(client.start(room.server.token))
    await client.until_noted("ready")
    await room.server.gateway.drop(code=4004)
    with pytest.raises(discord.ConnectionClosed) as closed:
        await task
    assert closed.value.code == 4004


async def test_resume_host_down(room: Room, client: Tiny) -> None:
    """While the resume host answers 503 the client stays away, believing itself ready."""
    gateway = room.server.gateway
    gateway.resume_host_up = False
    await gateway.drop()
    await client.until_noted("disconnect", times=2)
    assert client.is_ready()
    assert not gateway.live


async def test_frozen_connection(room: Room, client: Tiny) -> None:
    """On a frozen connection nothing arrives until it thaws."""
    room.server.gateway.freeze()
    await room.say("slow")
    assert client.texts == []
    room.server.gateway.thaw()
    await client.until_heard("slow")


async def test_heartbeats(room: Room) -> None:
    """Heartbeats come at the interval told, and are answered unless the server is told not to."""
    gateway = room.server.gateway
    gateway.heartbeat_interval = timedelta(milliseconds=20)
    async with running(room.server, Tiny()) as client:
        await room.server.wait_until(lambda: gateway.heartbeats >= 4)
        gateway.acknowledges = False
        await room.server.wait_until(lambda: gateway.heartbeats >= 8)
        assert client.latency < 1


async def test_plain_and_compressed(room: Room) -> None:
    """Frames are plain text where no compression is asked for; unknown ones are refused."""
    url = yarl.URL(room.server.gateway_url)
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(url.with_query(v=10, encoding="json")) as socket:
            assert (await socket.receive_json())["op"] == 10
            await socket.send_json({"op": 3, "d": {}})
            assert (await socket.receive()).data == 4003
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(url.with_query(compress="lzma-stream"))
    assert url == DiscordWebSocket.DEFAULT_GATEWAY


async def test_outage_of_a_guild(room: Room, client: Tiny) -> None:
    """A guild in an outage is unavailable and comes back."""
    guild = next(iter(room.server.world.guilds.values()))
    room.server.outage(guild)
    await client.until_noted("without Genius")
    room.server.end_outage(guild)
    await client.until_noted("with Genius", times=2)
    await room.say("back")
    await client.until_heard("back")
    assert not client.guilds[0].unavailable


async def test_clock_stamps_everything() -> None:
    """Ids and the Date header are by the server's clock, whatever the machine's says."""
    now = datetime(2031, 5, 4, 3, 2, 1, 678000, tzinfo=UTC)
    async with LoopbackDiscord(lambda: now) as server:
        with pointed_at(server):
            room = Room(server)
            async with running(server, Tiny()) as client:
                sent = await place(client, room.channel).send("now")
                late = await server.say(
                    room.channel, room.red, "then", at=now - timedelta(minutes=1), deliver=False
                )
        assert sent.created_at == now
        assert late.created_at == stamp_of(late.id) == now - timedelta(minutes=1)
        assert [one.content for one in server.messages(room.channel)] == ["then", "now"]


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


async def test_client_killed_in_its_own_process(room: Room) -> None:
    """A bot in another process works, is seen to die at kill -9, and its successor works."""
    patience = timedelta(seconds=30)
    for text in ("first", "second"):
        bot = await echo(room.server)
        try:
            await room.server.gateway.wait_connected(patience)
            await room.say(text)
            await room.server.wait_message(room.channel, f"heard {text}", patience)
        finally:
            bot.send_signal(signal.SIGKILL)
            await bot.wait()
        await room.server.gateway.wait_disconnected()
    assert room.server.gateway.identifies == 2
