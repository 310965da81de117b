"""Messages and logging in, as the real discord.py sees them."""

import discord
import pytest

from .errors import Impossible
from .tiny import Room, Tiny, intents, place, running


async def test_nonce_repeated(room: Room, client: Tiny) -> None:
    """The same nonce again returns the first message; another nonce makes another."""
    channel = place(client, room.channel)
    first = await channel.send("once", nonce="a")
    again = await channel.send("twice", nonce="a")
    other = await channel.send("thrice", nonce="b")
    assert again.id == first.id
    assert other.id != first.id
    assert [one.content for one in room.server.messages(room.channel)] == ["once", "thrice"]


async def test_edit_delete_react(room: Room, client: Tiny) -> None:
    """Messages can be edited, reacted to and deleted from both sides."""
    server, channel = room.server, place(client, room.channel)
    mine = await channel.send("first")
    await mine.edit(content="second")
    assert server.messages(room.channel)[0].content == "second"
    said = await server.say(room.channel, room.red, "A1")
    await client.until_heard("A1")
    await client.heard[0].add_reaction("❔")
    assert said.reactions == {"❔": [server.world.bot]}
    await server.react(said, room.blue, "👍")
    await client.until_noted(f"reaction 👍 by {room.blue.id}")
    await server.edit(said, "A2")
    await client.until_noted("edited to A2")
    await server.delete(said)
    await client.until_noted(f"deleted {said.id}")
    await mine.delete()
    assert server.messages(room.channel) == []


async def test_direct_message(room: Room, client: Tiny) -> None:
    """The bot and a person can write to each other directly, unless the person shut the door."""
    user = await client.fetch_user(room.red.id)
    await user.send("hello")
    direct = room.server.direct(room.red)
    assert [one.content for one in room.server.messages(direct)] == ["hello"]
    await room.server.say(direct, room.red, "hello yourself")
    await client.until_heard("hello yourself")
    room.red.accepts_dms = False
    with pytest.raises(discord.Forbidden) as refused:
        await user.send("again")
    assert refused.value.code == 50007


async def test_updates_that_are_no_edits(room: Room, client: Tiny) -> None:
    """A link's preview is told as an update without an edit; many deletions come as one."""
    said = await room.server.say(room.channel, room.red, "see http://127.0.0.1/")
    await client.until_heard(said.content)
    await room.server.unfurl(said)
    await client.until_noted(f"edited to {said.content}")
    assert said.edited_at is None
    other = await room.server.say(room.channel, room.red, "other")
    await room.server.purge(room.channel, [said, other])
    await client.until_noted("deleted 2 at once")
    with pytest.raises(Impossible):
        await room.server.edit(said, "too late")


async def test_content_blanked_without_intent(room: Room) -> None:
    """Without the intent only mentions, replies with the ping on and DMs have content."""
    async with running(room.server, Tiny(asks=intents(content=False))) as client:
        server = room.server
        board = await place(client, room.channel).send("board")
        shown = await server.wait_message(room.channel)
        assert board.id == shown.id
        bot = server.world.bot
        await server.say(room.channel, room.red, "unheard")
        await server.say(room.channel, room.red, "no ping", reply_to=shown, ping=False)
        await server.say(room.channel, room.red, f"{bot.mention} D7")
        await server.say(room.channel, room.red, "F8", reply_to=shown)
        await server.say(server.direct(room.red), room.red, "psst")
        await client.until_heard("psst")
        assert client.texts == ["", "", f"{bot.mention} D7", "F8", "psst"]


async def test_privileged_intent_refused(room: Room) -> None:
    """An intent that was not granted closes the gateway with 4014."""
    room.server.gateway.privileged.clear()
    async with Tiny() as client:
        with pytest.raises(discord.PrivilegedIntentsRequired):
            await client.start(room.server.token)


async def test_members_intent(room: Room) -> None:
    """With the members intent the client is told every member."""
    room.server.gateway.privileged.add("members")
    async with running(room.server, Tiny(asks=intents(members=True))) as client:
        names = {member.name for member in client.guilds[0].members}
    assert names == {"Referee", "Genius owner", "Red", "Blue"}
