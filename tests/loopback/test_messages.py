"""Messages and logging in, as the real discord.py sees them."""

import pytest

from .errors import Impossible
from .tiny import Room, Tiny, place


async def test_nonce_repeated(room: Room, client: Tiny) -> None:
    """The same nonce again returns the first message; another nonce makes another."""
    channel = place(client, room.channel)
    first = await channel.send("once", nonce="a")
    again = await channel.send("twice", nonce="a")
    other = await channel.send("thrice", nonce="b")
    assert again.id == first.id
    assert other.id != first.id
    assert [one.content for one in room.server.messages(room.channel)] == ["once", "thrice"]


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
