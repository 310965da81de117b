"""Threads, forums, permissions and guilds, as the real discord.py sees them."""

import io

import discord
import pytest

from .errors import Impossible
from .http_api import TABLES
from .server import LoopbackDiscord
from .tiny import Room, Tiny, place, png


async def test_threads(room: Room, client: Tiny) -> None:
    """Threads start with and without a message, take messages, and close."""
    channel = place(client, room.channel)
    message = await channel.send("Match 1")
    on_message = await message.create_thread(name="Match 1")
    alone = await channel.create_thread(name="Match 2", type=discord.ChannelType.public_thread)
    assert on_message.id == message.id
    await on_message.send("board")
    thread = room.server.world.channels[on_message.id]
    await room.server.say(thread, room.red, "D7")
    await client.until_heard("D7")
    assert client.heard[-1].channel.id == on_message.id
    await alone.edit(archived=True)
    assert room.server.world.channels[alone.id].archived
    assert [item.id async for item in channel.archived_threads()] == [alone.id]
    await alone.send("reopens it")
    assert not room.server.world.channels[alone.id].archived


async def test_archived_and_locked_thread(room: Room, client: Tiny) -> None:
    """A thread archived and locked by a moderator takes no message and no edit."""
    thread = room.server.thread(room.channel, room.red, "Match")
    there = await client.fetch_channel(thread.id)
    assert isinstance(there, discord.Thread)
    message = await there.send("board")
    room.server.archive(thread)
    await client.until_noted("archived Match")
    await room.server.say(thread, room.red, "reopens it")
    assert not thread.archived
    room.server.archive(thread, locked=True)
    await client.until_noted("archived Match", times=2)
    with pytest.raises(Impossible):
        await room.server.say(thread, room.red, "locked out")
    for attempt in (there.send("more"), message.edit(content="other")):
        with pytest.raises(discord.HTTPException) as refused:
            await attempt
        assert refused.value.code == 50083


@pytest.mark.parametrize(
    ("denied", "code"),
    [("send_messages", 50013), ("attach_files", 50013), ("view_channel", 50001)],
)
async def test_permission_denied(room: Room, client: Tiny, denied: str, code: int) -> None:
    """A permission taken away in the channel is a 403 with Discord's code."""
    room.server.deny(room.channel, denied)
    with pytest.raises(discord.Forbidden) as refused:
        await place(client, room.channel).send("x", file=discord.File(io.BytesIO(png()), "a.png"))
    assert refused.value.code == code
    room.server.allow(room.channel, denied)
    await place(client, room.channel).send("x")


async def test_no_history(room: Room, client: Tiny) -> None:
    """Without the permission the history is empty and a reply is refused."""
    said = await room.server.say(room.channel, room.red, "A1")
    await client.until_heard("A1")
    room.server.deny(room.channel, "read_message_history")
    assert [one async for one in place(client, room.channel).history()] == []
    with pytest.raises(discord.HTTPException) as refused:
        await client.heard[0].reply("seen")
    assert refused.value.code == 160002
    assert said.reactions == {}


async def test_unknown_and_too_long(room: Room, client: Tiny) -> None:
    """A deleted message or channel is unknown, and 2001 characters are too many."""
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
    await client.until_noted("deleted match")
    with pytest.raises(discord.NotFound) as unknown:
        await channel.send("anyone?")
    assert unknown.value.code == 10003


async def test_kicked_bot(room: Room, client: Tiny) -> None:
    """A kicked bot is told so, may do nothing there, and can be invited again."""
    channel = place(client, room.channel)
    room.server.kick_bot(room.guild)
    await client.until_noted("removed from Genius")
    with pytest.raises(discord.Forbidden) as refused:
        await channel.send("anyone?")
    assert refused.value.code == 50001
    room.server.invite_bot(room.guild)
    await client.until_noted("joined Genius")


async def test_guild_over_http(room: Room, client: Tiny) -> None:
    """Guilds, members, roles, channels and the application can be fetched."""
    guild = await client.fetch_guild(room.guild.id)
    member = await guild.fetch_member(room.red.id)
    assert member.name == "Red"
    assert {role.name for role in await guild.fetch_roles()} == {"@everyone", "Referee"}
    assert [one.name for one in await guild.fetch_channels()] == ["match"]
    about = await client.application_info()
    assert about.flags.gateway_message_content_limited
    assert [one.name async for one in client.fetch_guilds()] == ["Genius"]
    with pytest.raises(discord.NotFound):
        await guild.fetch_member(1)


async def test_unknown_route_is_loud(room: Room, client: Tiny) -> None:
    """A route this server lacks is answered 501 and kept for the test to see."""
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
