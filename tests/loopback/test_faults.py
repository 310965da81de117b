"""The faults and limits whose failing no test of the referee would notice."""

from datetime import timedelta

import discord
import pytest

from .faults import Answer, Drop, Duplicate, Reorder
from .tiny import Room, Tiny, place

SEND = "POST /channels/*/messages"


async def test_answers_of_429_are_waited_for_or_raised(room: Room, client: Tiny) -> None:
    """It is waited for where it came through the proxy, and raised where it did not."""
    faults, channel = room.server.faults, place(client, room.channel)
    faults.next(SEND, Answer(429, retry_after=timedelta(milliseconds=10)))
    await channel.send("waited")
    faults.next(SEND, Answer(429, via=False))
    with pytest.raises(discord.HTTPException) as failed:
        await channel.send("raised")
    assert failed.value.status == 429
    assert [one.content for one in room.server.messages(room.channel)] == ["waited"]


async def test_events_are_dropped_told_twice_and_out_of_order(room: Room, client: Tiny) -> None:
    for fault in (Drop(), Duplicate(), Reorder()):
        room.server.faults.next("MESSAGE_CREATE", fault)
    for text in "12345":
        await room.server.say(room.channel, room.red, text)
    await client.bell.until(lambda: "5" in client.texts)
    assert client.texts == ["2", "2", "4", "3", "5"]


async def test_rate_limit_is_announced_and_kept(room: Room, client: Tiny) -> None:
    """The client keeps to a ceiling that the headers tell; a request too many is refused."""
    server, channel = room.server, place(client, room.channel)
    server.limits.set(SEND, 2, timedelta(milliseconds=200))
    for number in range(5):
        await channel.send(str(number))
    assert [one.status for one in server.requests if one.method == "POST"] == [200] * 5
    server.limits.set("GET /users/@me", 1, timedelta(seconds=9))
    waits = [server.limits.judge("GET /users/@me", "/users/@me", 0.0)[1] for _ in range(2)]
    assert waits[0] is None
    assert waits[1] > 0


async def test_nonce_is_remembered_within_its_window(room: Room, client: Tiny) -> None:
    for window in (timedelta(minutes=5), timedelta(minutes=5), timedelta(0)):
        room.server.nonce_window = window
        await place(client, room.channel).send("made", nonce="n")
    assert [one.content for one in room.server.messages(room.channel)] == ["made"] * 2


async def test_gateway_asks_to_reconnect_and_stands_still(room: Room, client: Tiny) -> None:
    server = room.server
    resumed = client.wait_for("resumed", timeout=20)
    server.gateway.reconnect()
    await resumed
    server.gateway.freeze()
    await server.say(room.channel, room.red, "slow")
    await client.fetch_channel(room.channel.id)
    assert client.texts == []
    server.gateway.thaw()
    await client.bell.until(lambda: client.texts == ["slow"])


async def test_faults_by_chance_are_seeded(room: Room) -> None:
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


async def test_gateway_refuses_an_identify_too_soon_within_its_bucket(room: Room) -> None:
    """Shards 0 and 2 are of one bucket of two; shard 1 is of the other."""
    gateway = room.server.gateway
    gateway.max_concurrency, gateway.identify_interval = 2, timedelta(hours=1)
    assert [gateway.takes_identify(shard) for shard in (0, 1, 2, 3)] == [True, True, False, False]
