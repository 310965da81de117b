"""The faults under a real discord.py: each happens as scripted, and is what the library sees."""

from datetime import timedelta

import aiohttp
import discord
import pytest

from .faults import Answer, Drop, Duplicate, Reorder
from .tiny import Room, Tiny, place

SEND = "POST /channels/*/messages"


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


async def test_nonce_forgotten(room: Room, client: Tiny) -> None:
    room.server.nonce_window = timedelta(0)
    await place(client, room.channel).send("made", nonce="n")
    await place(client, room.channel).send("made", nonce="n")
    assert room.said == ["made", "made"]


async def test_events_spoiled(room: Room, client: Tiny) -> None:
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
