"""What the server refuses and notes, and what goes wrong, as the real discord.py sees it.

Only what no test of the referee would miss: a loopback that lets all pass proves nothing.
"""

from datetime import timedelta

import discord
import pytest

from .errors import Impossible
from .faults import Drop, Duplicate, Reorder
from .http_api import TABLES
from .server import LoopbackDiscord

SEND = "/channels/{channel_id}/messages"


async def test_archived_and_locked_thread(room, client) -> None:
    server = room.server
    thread = server.thread(room.channel, room.red, "Match")
    there = await client.fetch_channel(thread.id)
    message = await there.send("board")
    server.archive(thread)
    await server.say(thread, room.red, "reopens it")
    assert not thread.archived
    server.archive(thread, locked=True)
    with pytest.raises(Impossible):
        await server.say(thread, room.red, "locked out")
    for attempt in (there.send("more"), message.edit(content="other")):
        with pytest.raises(discord.HTTPException) as refused:
            await attempt
        assert refused.value.code == 50083


async def test_deleted_messages_are_unknown_and_long_ones_refused(room, client, channel) -> None:
    async def refused(attempt) -> int:
        with pytest.raises(discord.HTTPException) as failed:
            await attempt
        return failed.value.code

    message = await channel.send("soon gone")
    await room.server.delete(room.server.messages(room.channel)[0])
    assert await refused(message.edit(content="too late")) == 10008
    assert await refused(channel.send("x" * 2001)) == 50035
    room.server.delete_channel(room.channel)
    await client.bell.until(lambda: client.get_channel(room.channel.id) is None)
    assert await refused(channel.send("anyone?")) == 10003


async def test_unknown_route_is_loud(room, client) -> None:
    with pytest.raises(discord.DiscordServerError):
        await client.fetch_premium_sticker_packs()
    assert room.server.unknown_requests == ["GET /api/v10/sticker-packs"]
    room.server.unknown_requests.clear()


async def test_violation_is_noted(room, client) -> None:
    route = discord.http.Route("POST", SEND, channel_id=room.channel.id)
    with pytest.raises(discord.HTTPException):
        await client.http.request(route, json={"content": "x", "embeds": "none"})
    assert {one.route for one in room.server.violations} == {SEND}
    room.server.violations.clear()


def test_routes_are_described() -> None:
    description = LoopbackDiscord().schema.description
    for table in TABLES:
        for route in table.routes:
            assert description.parameters(route.method, route.template) is not None, route.template


async def test_interaction_answered_too_late_or_twice(room, client) -> None:
    failures: list[int] = []

    async def answer(asked: discord.Interaction) -> None:
        try:
            await asked.response.send_message("first")
            asked.response._response_type = None
            await asked.response.send_message("second")
        except discord.HTTPException as refused:
            failures.append(refused.code)
            client.bell.ring()

    client.tree.command(name="answer", description="Answer twice")(answer)
    await client.tree.sync()
    await room.server.slash(room.channel, room.red, "answer")
    await client.bell.until(lambda: failures == [40060])
    room.server.interaction_window = timedelta(0)
    late = room.server.slash(room.channel, room.red, "answer")
    await client.bell.until(lambda: failures == [40060, 10062])
    assert not late.acknowledged
    assert [one.content for one in room.server.messages(room.channel)] == ["first"]


async def test_events_are_dropped_told_twice_and_out_of_order(room, client) -> None:
    for fault in (Drop(), Duplicate(), Reorder()):
        room.server.faults.next("MESSAGE_CREATE", fault)
    for text in "12345":
        await room.server.say(room.channel, room.red, text)
    await client.bell.until(lambda: "5" in client.texts)
    assert client.texts == ["2", "2", "4", "3", "5"]


async def test_nonce_is_remembered_within_its_window(room, channel) -> None:
    for window in (timedelta(minutes=5), timedelta(minutes=5), timedelta(0)):
        room.server.nonce_window = window
        await channel.send("made", nonce="n")
    assert [one.content for one in room.server.messages(room.channel)] == ["made"] * 2


async def test_gateway_refuses_an_identify_too_soon_within_its_bucket(room) -> None:
    gateway = room.server.gateway
    gateway.max_concurrency, gateway.identify_interval = 2, timedelta(hours=1)
    assert [gateway.takes_identify(shard) for shard in (0, 1, 2, 3)] == [True, True, False, False]
