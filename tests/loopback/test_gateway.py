"""The gateway under a real discord.py: sessions, resuming, breaks, and a client in a process of its
own."""

from datetime import UTC, datetime, timedelta

import aiohttp
import pytest
import yarl
from discord.gateway import DiscordWebSocket

from .server import LoopbackDiscord
from .snowflakes import stamp_of
from .tiny import Room, Tiny, place, pointed_at, running


async def test_reconnect_asked(room: Room, client: Tiny) -> None:
    room.server.gateway.reconnect()
    await client.until_noted("resumed")
    await room.say("after")
    await client.until_heard("after")


async def test_frozen_connection(room: Room, client: Tiny) -> None:
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


async def test_an_identify_too_soon_is_refused_within_its_bucket(room: Room) -> None:
    """Shards 0 and 2 are of one bucket of two; shard 1 is of the other."""
    gateway = room.server.gateway
    gateway.max_concurrency, gateway.identify_interval = 2, timedelta(hours=1)
    assert [gateway.takes_identify(shard) for shard in (0, 1, 2, 3)] == [True, True, False, False]
    gateway.recommended = 4
    client = Tiny()
    async with client:
        await client.login(room.server.token)
        shards, _, limits = await client.http.get_bot_gateway()
    assert (shards, limits["max_concurrency"]) == (4, 2)
