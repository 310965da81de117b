"""The faults under a real discord.py: each happens as scripted, and is what the library sees."""

import asyncio
from datetime import timedelta

import aiohttp
import discord
import pytest

from .faults import Answer, Drop, Duplicate, Hang, Malform, Reorder, Reset
from .server import LoopbackDiscord
from .tiny import Room, Tiny, place, pointed_at

SEND = "POST /channels/*/messages"


@pytest.mark.parametrize("status", [408, 503])
async def test_not_retried(room: Room, client: Tiny, status: int) -> None:
    """503 and 408 come out of discord.py at once, and nothing was sent."""
    room.server.faults.next(SEND, Answer(status))
    with pytest.raises(discord.HTTPException) as failed:
        await place(client, room.channel).send("lost")
    assert failed.value.status == status
    assert room.said == []
    assert room.server.requests[-1].fault == f"answer {status}"


@pytest.mark.thorough
async def test_retried(room: Room, client: Tiny) -> None:
    """502 is retried by discord.py itself."""
    room.server.faults.next(SEND, Answer(502))
    await place(client, room.channel).send("arrives")
    assert room.said == ["arrives"]
    assert room.server.count("POST", "/channels/{channel_id}/messages") == 2


async def test_rate_limited(room: Room, client: Tiny) -> None:
    """A 429 is waited for where it came through the proxy, and raised where it did not."""
    room.server.faults.next(SEND, Answer(429, retry_after=timedelta(milliseconds=10)))
    await place(client, room.channel).send("waited")
    room.server.faults.next(SEND, Answer(429, via=False))
    with pytest.raises(discord.HTTPException) as failed:
        await place(client, room.channel).send("raised")
    assert failed.value.status == 429
    assert room.said == ["waited"]


async def test_ceiling(room: Room, client: Tiny) -> None:
    """A ceiling set for a route is announced in the headers, and the client keeps to it."""
    room.server.limits.set(SEND, 2, timedelta(milliseconds=200))
    for number in range(5):
        await place(client, room.channel).send(str(number))
    assert room.said == ["0", "1", "2", "3", "4"]
    statuses = [one.status for one in room.server.requests if one.line.startswith("POST")]
    assert statuses == [200] * 5


async def test_reset_before(room: Room, client: Tiny) -> None:
    """A connection reset before the request was handled leaves nothing behind."""
    room.server.faults.next(SEND, Reset())
    with pytest.raises((OSError, aiohttp.ClientError)):
        await place(client, room.channel).send("lost")
    assert room.said == []


@pytest.mark.parametrize("fault", [Reset(after=True), Answer(503, after=True)])
async def test_answer_lost(room: Room, client: Tiny, fault: Reset | Answer) -> None:
    """Where only the answer is lost the message is there, and its nonce finds it again."""
    room.server.faults.next(SEND, fault)
    with pytest.raises((OSError, aiohttp.ClientError, discord.DiscordServerError)):
        await place(client, room.channel).send("made", nonce="n")
    assert room.said == ["made"]
    again = await place(client, room.channel).send("made", nonce="n")
    assert again.id == room.server.messages(room.channel)[0].id
    assert room.said == ["made"]


async def test_nonce_forgotten(room: Room, client: Tiny) -> None:
    """After the window a nonce is forgotten, and a repeat makes a second message."""
    room.server.nonce_window = timedelta(0)
    await place(client, room.channel).send("made", nonce="n")
    await place(client, room.channel).send("made", nonce="n")
    assert room.said == ["made", "made"]


async def test_hang(room: Room, client: Tiny) -> None:
    """A hanging request ends when the client gives up; whether it was handled is the fault's."""
    for fault, text in ((Hang(), "lost"), (Hang(after=True), "made")):
        room.server.faults.next(SEND, fault)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await place(client, room.channel).send(text)
    assert room.said == ["made"]


async def test_events_spoiled(room: Room, client: Tiny) -> None:
    """Events can be dropped, told twice and told out of order."""
    faults = room.server.faults
    faults.next("MESSAGE_CREATE", Drop())
    faults.next("MESSAGE_CREATE", Duplicate())
    faults.next("MESSAGE_CREATE", Reorder())
    await room.say("1", "2", "3", "4", "5")
    await client.until_heard("5")
    assert client.texts == ["2", "2", "4", "3", "5"]
    faults.next("MESSAGE_CREATE", Reorder(timedelta(milliseconds=10)))
    await room.say("last")
    await client.until_heard("last")


async def test_malformed_event() -> None:
    """A payload discord.py can't parse ends its client, as the library does."""

    def beheaded(data: dict[str, object]) -> dict[str, object]:
        return {key: value for key, value in data.items() if key != "id"}

    async with LoopbackDiscord() as server, Tiny() as client:
        with pointed_at(server):
            room = Room(server)
            task = asyncio.create_task(client.start(server.token))
            await client.until_noted("ready")
            server.faults.next("MESSAGE_CREATE", Malform(beheaded))
            await room.say("hello")
            with pytest.raises(KeyError):
                await task


@pytest.mark.thorough
async def test_cut_and_mended(room: Room, client: Tiny) -> None:
    """A cut line breaks the gateway and every request; mended, the session is resumed."""
    await room.server.cut()
    with pytest.raises((OSError, aiohttp.ClientError)):
        await place(client, room.channel).send("lost")
    await room.say("meanwhile")
    room.server.mend()
    await client.bell.until(lambda: "resumed" in client.noted, timedelta(seconds=20), "a resume")
    await client.until_heard("meanwhile")


async def test_port_closed_and_opened(room: Room, client: Tiny) -> None:
    """A closed port refuses connections; opened again it is the same server."""
    url = room.server.api_url
    await room.server.close_port()
    with pytest.raises(aiohttp.ClientConnectorError):
        await place(client, room.channel).send("refused")
    await room.server.open_port()
    assert room.server.api_url == url
    await place(client, room.channel).send("back")
    assert room.said == ["back"]


async def test_gateway_refuses(room: Room) -> None:
    """A gateway that accepts nobody answers the handshake with 503."""
    room.server.gateway.accepting = False
    async with Tiny() as client:
        await client.login(room.server.token)
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await client.connect(reconnect=False)
    assert refused.value.status == 503


async def test_chance_is_seeded(room: Room) -> None:
    """The same seed does the same things to the same requests; all are counted."""
    faults = room.server.faults
    lines = [f"POST /channels/1/messages {number}" for number in range(300)]
    rates = {"reset": 0.05, "reset_after": 0.05, "5xx": 0.1, "429": 0.05, "delay": 0.05}
    runs = []
    for seed in (7, 7, 8):
        faults.random(seed, rates)
        runs.append([faults.for_request(line) for line in lines])
    assert runs[0] == runs[1] != runs[2]
    assert sum(faults.injected.values()) == sum(item is not None for run in runs for item in run)
    with pytest.raises(KeyError):
        faults.random(1, {"earthquake": 1.0})
    faults.clear()
    assert faults.for_request(lines[0]) is None


async def test_chance_breaks_the_gateway(room: Room, client: Tiny) -> None:
    """The gateway breaks by chance too, and the client is told everything all the same."""
    room.server.faults.random(3, {"gateway_drop": 0.3, "gateway_reconnect": 0.1})
    for number in range(10):
        await room.say(str(number))
    room.server.faults.clear()
    await room.say("end")
    await client.until_heard("end")
    assert client.texts == [*map(str, range(10)), "end"]
    assert room.server.faults.injected.total() > 0
