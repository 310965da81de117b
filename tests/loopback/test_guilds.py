"""What the server refuses, and what it notes, as the real discord.py sees it."""

import discord
import pytest

from .errors import Impossible
from .http_api import TABLES
from .server import LoopbackDiscord
from .tiny import Room, Tiny, place


async def test_archived_and_locked_thread(room: Room, client: Tiny) -> None:
    """A thread archived and locked by a moderator takes no message and no edit."""
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


async def test_deleted_messages_are_unknown_and_long_ones_refused(room: Room, client: Tiny) -> None:
    channel = place(client, room.channel)
    message = await channel.send("soon gone")
    await room.server.delete(room.server.messages(room.channel)[0])
    with pytest.raises(discord.NotFound) as gone:
        await message.edit(content="too late")
    assert gone.value.code == 10008
    with pytest.raises(discord.HTTPException) as refused:
        await channel.send("x" * 2001)
    assert refused.value.code == 50035
    room.server.delete_channel(room.channel)
    await client.bell.until(lambda: client.get_channel(room.channel.id) is None)
    with pytest.raises(discord.NotFound) as unknown:
        await channel.send("anyone?")
    assert unknown.value.code == 10003


async def test_unknown_route_is_loud(room: Room, client: Tiny) -> None:
    with pytest.raises(discord.DiscordServerError):
        await client.fetch_premium_sticker_packs()
    assert room.server.unknown_requests == ["GET /api/v10/sticker-packs"]
    room.server.unknown_requests.clear()


async def test_violation_is_noted(room: Room, client: Tiny) -> None:
    """A body that does not fit Discord's description is noted with its route."""
    if room.server.schema.description is None:
        pytest.skip("Discord's description is not here")
    payload = {"content": "x", "embeds": "none"}
    route = discord.http.Route(
        "POST", "/channels/{channel_id}/messages", channel_id=room.channel.id
    )
    with pytest.raises(discord.HTTPException):
        await client.http.request(route, json=payload)
    assert {one.route for one in room.server.violations} == {"/channels/{channel_id}/messages"}
    room.server.violations.clear()


def test_routes_are_described() -> None:
    """Every route of this server is in Discord's own description."""
    description = LoopbackDiscord().schema.description
    if description is None:
        pytest.skip("Discord's description is not here")
    for table in TABLES:
        for route in table.routes:
            assert description.parameters(route.method, route.template) is not None, route.template
