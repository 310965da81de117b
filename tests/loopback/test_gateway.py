"""The gateway under a real discord.py: sessions, resuming, breaks, and a client in a process of its
own."""

import asyncio
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


async def test_each_shard_hears_of_its_guilds_only() -> None:
    """Two clients with a shard each, and the partition that discord.py knows."""
    async with LoopbackDiscord() as server:
        guilds = [server.guild(name, shard=(shard, 2)) for shard, name in enumerate("AB")]
        assert [(guild.id >> 22) % 2 for guild in guilds] == [0, 1]
        rooms = [server.text_channel(guild, "arena") for guild in guilds]
        red = server.user("Red", guilds=guilds)
        with pointed_at(server):
            async with (
                running(server, Tiny(shard=(0, 2))) as even,
                running(server, Tiny(shard=(1, 2))) as odd,
            ):
                assert [one.shard for one in server.gateway.live] == [(0, 2), (1, 2)]
                for room in rooms:
                    await server.say(room, red, f"in {room.guild.name if room.guild else ''}")
                await even.until_heard("in A")
                await odd.until_heard("in B")
                assert (even.texts, odd.texts) == (["in A"], ["in B"])
                await server.gateway.drop(shard=1)
                await odd.until_noted("resumed")
                assert "resumed" not in even.noted


@pytest.mark.parametrize(("shard", "code"), [((2, 2), 4010), ((0, 1), 4011)])
async def test_shards_that_are_refused(shard: tuple[int, int], code: int) -> None:
    """A shard beyond the count is none; one with too many guilds has to be more."""
    async with LoopbackDiscord() as server:
        server.gateway.most_guilds = 1
        for number in range(2):
            server.guild("Genius", shard=(number, 2))
        with pointed_at(server), pytest.raises(discord.ConnectionClosed) as closed:
            await Tiny(shard=shard).start(server.token)
        assert closed.value.code == code


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
