"""Commands and buttons, as the real discord.py answers them."""

from datetime import timedelta

import discord
import pytest
from discord import app_commands

from .errors import Impossible
from .tiny import Room, Tiny


async def commanded(client: Tiny) -> None:
    """Registers a group with a command that has options, and a command for managers."""
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

    @client.tree.command(name="form", description="Ask")
    @app_commands.default_permissions(manage_guild=True)
    async def form(asked: discord.Interaction) -> None:
        await asked.response.defer()

    client.tree.add_command(group)
    assert len(await client.tree.sync()) == 2


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
