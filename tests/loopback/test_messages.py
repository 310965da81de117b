"""Messages and logging in, as the real discord.py sees them."""

from .tiny import Room, Tiny, place


async def test_nonce_repeated(room: Room, client: Tiny) -> None:
    channel = place(client, room.channel)
    first = await channel.send("once", nonce="a")
    again = await channel.send("twice", nonce="a")
    other = await channel.send("thrice", nonce="b")
    assert again.id == first.id
    assert other.id != first.id
    assert [one.content for one in room.server.messages(room.channel)] == ["once", "thrice"]
