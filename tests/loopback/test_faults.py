"""The faults that no test of the referee asks for by name, under a real discord.py."""

import pytest

from .faults import Reorder
from .tiny import Room, Tiny


async def test_reorder_tells_an_event_after_the_next_one(room: Room, client: Tiny) -> None:
    room.server.faults.next("MESSAGE_CREATE", Reorder())
    for text in ("first", "second"):
        await room.server.say(room.channel, room.red, text)
    await client.bell.until(lambda: len(client.texts) == 2)
    assert client.texts == ["second", "first"]


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
