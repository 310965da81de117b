"""The loopback Discord walked through once, from a slash command to a click in a thread."""

import io

import discord
from loopback import LoopbackDiscord
from loopback.tiny import Ready, Room, Tiny, place, png, pointed_at, running


async def test_a_walk() -> None:
    """A real discord.py client is asked, opens a thread, posts a board there and is answered."""
    async with LoopbackDiscord() as server:
        with pointed_at(server):
            room, client = Room(server), Tiny()
            async with running(server, client):
                await walk(room, client)
        server.assert_clean()
        assert not server.schema.answers


async def walk(room: Room, client: Tiny) -> None:
    """The steps of the walk, each seen from both sides."""
    server = room.server

    async def start(asked: discord.Interaction, rival: discord.Member) -> None:
        message = await place(client, room.channel).send(f"{asked.user} v {rival}")
        thread = await message.create_thread(name="match")
        await asked.response.send_message(f"in {thread.mention}", ephemeral=True)
        board = discord.File(io.BytesIO(png()), "board.png", description="an empty board")
        await thread.send("Ready?", file=board, view=Ready(), nonce="match:0")

    client.tree.command(name="start", description="Start a match")(start)
    await client.tree.sync()
    asked = await server.slash(room.channel, room.red, "start", rival=room.blue)
    assert asked.ephemeral
    thread = (await server.wait_message(room.channel, "Red v Blue")).thread
    assert thread is not None
    board = await server.wait_message(thread)
    assert board.attachments[0].description == "an empty board"
    await server.click(board, "Ready", room.blue)
    assert board.content == "Blue is ready"
    await server.say(thread, room.red, "D7 F8")
    await client.until_heard("D7 F8")
    assert client.heard[-1].channel.id == thread.id
    assert server.count("POST", f"/channels/{thread.id}/messages") == 1
