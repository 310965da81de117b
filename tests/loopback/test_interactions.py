"""Commands, buttons, menus and forms, as the real discord.py answers them."""

import io
from datetime import timedelta

import discord
import pytest
from discord import app_commands

from .errors import Impossible
from .tiny import Ready, Room, Tiny, place, png, running


async def commanded(client: Tiny) -> None:
    """Register a few commands: a group with options, a deferred one, one with a form."""
    group = app_commands.Group(name="match", description="Matches")

    @group.command(name="start", description="Start a match")
    @app_commands.choices(first=[app_commands.Choice(name="Red", value="red")])
    async def start(
        asked: discord.Interaction,
        red: discord.Member,
        blue: discord.Member,
        first: str = "red",
        side: app_commands.Range[int, 3, 13] = 5,
    ) -> None:
        text = f"{red.name} {blue.name} {first} {side} {asked.user.name}"
        await asked.response.send_message(text, ephemeral=True)

    @group.command(name="later", description="Think first")
    async def later(asked: discord.Interaction) -> None:
        await asked.response.defer(thinking=True)
        await asked.followup.send("thought", file=discord.File(io.BytesIO(png()), "a.png"))
        await asked.followup.send("and more", ephemeral=True)
        await asked.edit_original_response(content="thought again")

    class Form(discord.ui.Modal, title="Form"):
        name: discord.ui.TextInput["Form"] = discord.ui.TextInput(label="Name", custom_id="name")

        async def on_submit(self, asked: discord.Interaction) -> None:
            await asked.response.send_message(f"hello {self.name.value}")

    @client.tree.command(name="form", description="Ask")
    @app_commands.default_permissions(manage_guild=True)
    async def form(asked: discord.Interaction) -> None:
        await asked.response.send_modal(Form())

    client.tree.add_command(group)
    assert len(await client.tree.sync()) == 2


async def test_slash_command(room: Room, client: Tiny) -> None:
    """A slash command with users and a number is answered for one person's eyes."""
    await commanded(client)
    answer = await room.server.slash(
        room.channel, room.red, "match start", red=room.red, blue=room.blue, side=7
    )
    assert answer.content == "Red Blue red 7 Red"
    assert answer.ephemeral
    assert room.server.ephemerals == [answer.message]
    assert room.server.messages(room.channel) == []


async def test_slash_command_refused_by_the_client(room: Room, client: Tiny) -> None:
    """What Discord's own client would not send is impossible here too."""
    await commanded(client)
    server, channel, red = room.server, room.channel, room.red
    for words, options in (
        ("match", {}),
        ("game start", {}),
        ("match start", {"red": red}),
        ("match start", {"red": red, "blue": red, "side": 14}),
        ("match start", {"red": red, "blue": red, "first": "green"}),
        ("match start", {"red": red, "blue": red, "colour": "green"}),
        ("form", {}),
    ):
        with pytest.raises(Impossible):
            server.slash(channel, red, words, **options)


async def test_deferred_answer(room: Room, client: Tiny) -> None:
    """A deferred answer is filled by the first follow-up, edited later and followed by more."""
    await commanded(client)
    asked = room.server.slash(room.channel, room.red, "match later")
    await room.server.wait_until(lambda: asked.content == "thought again")
    assert asked.type == 5
    assert asked.files[0].data == png()
    more = await asked.wait_followup()
    assert (more.content, more.ephemeral) == ("and more", True)
    assert [one.content for one in room.server.messages(room.channel)] == ["thought again"]


async def test_click(room: Room, client: Tiny) -> None:
    """Buttons and menus dispatch interactions; an update changes the message clicked."""
    await place(client, room.channel).send("Ready?", view=Ready())
    message = await room.server.wait_message(room.channel)
    aside = await room.server.click(message, "Help", room.blue)
    assert (aside.content, aside.ephemeral, aside.type) == ("no", True, 4)
    chosen = room.server.click(message, "side", room.blue, values=["5"])
    assert (await chosen.wait_followup()).content == "side 5"
    pressed = await room.server.click(message, "Ready", room.red)
    assert pressed.message is message
    assert message.content == "Red is ready"
    with pytest.raises(Impossible):
        room.server.click(message, "ready", room.blue)


async def test_click_unanswered(room: Room) -> None:
    """A click on a bot that is not there times out, as a person sees it."""
    async with running(room.server, Tiny()) as client:
        await place(client, room.channel).send("Ready?", view=Ready())
    message = await room.server.wait_message(room.channel)
    asked = room.server.click(message, "Ready", room.red)
    assert not asked.acknowledged


async def test_answer_too_late(room: Room, client: Tiny) -> None:
    """After the window an interaction is unknown, and one can't be answered twice."""
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


async def test_commands_over_http(room: Room, client: Tiny) -> None:
    """Commands are listed, kept under their ids when synced again, edited and deleted."""
    await commanded(client)
    first = {one.name: one.id for one in await client.tree.fetch_commands()}
    again = {one.name: one.id for one in await client.tree.sync()}
    assert first == again
    form = await client.tree.fetch_command(first["form"])
    await form.edit(description="Ask away")
    assert (await client.tree.fetch_command(form.id)).description == "Ask away"
    await form.delete()
    with pytest.raises(discord.NotFound):
        await client.tree.fetch_command(form.id)
    client.tree.copy_global_to(guild=discord.Object(room.guild.id))
    assert len(await client.tree.sync(guild=discord.Object(room.guild.id))) == 2
