"""Commands, buttons and forms, as the real discord.py answers them."""

from datetime import timedelta

import discord
import pytest
from discord import app_commands
from discord.http import Route

from .errors import Impossible
from .tiny import Room, Tiny


async def test_slash_command_refused_by_the_client(room: Room, client: Tiny) -> None:
    """A group with a command that has options, and a command for managers."""
    group = app_commands.Group(name="match", description="Matches")

    @group.command(name="start", description="Start a match")
    @app_commands.choices(first=[app_commands.Choice(name="Red", value="red")])
    async def start(
        asked: discord.Interaction,
        red: discord.Member,
        blue: discord.Member,
        first: str = "red",
        side: app_commands.Range[int, 3, 13] = 5,
    ) -> None: ...

    @client.tree.command(name="form", description="Ask")
    @app_commands.default_permissions(manage_guild=True)
    async def form(asked: discord.Interaction) -> None: ...

    client.tree.add_command(group)
    assert len(await client.tree.sync()) == 2
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


async def test_interaction_answered_too_late_or_twice(room: Room, client: Tiny) -> None:
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


def asking(*more: discord.ui.Item[discord.ui.Modal]) -> discord.ui.Modal:
    words = [discord.SelectOption(label="Red", value="r"), discord.SelectOption(label="Blue")]
    person = discord.ui.UserSelect[discord.ui.Modal](custom_id="who", required=True)
    word = discord.ui.Select[discord.ui.Modal](custom_id="colour", options=words, required=False)
    text = discord.ui.TextInput[discord.ui.Modal](custom_id="clock", default="1m", max_length=5)
    made = discord.ui.Modal(title="Who?", custom_id="form")
    for label, part in (("Who", person), ("Colour", word), ("Clock", text)):
        made.add_item(discord.ui.Label(text=label, component=part))
    for part in more:
        made.add_item(part)
    return made


async def test_form_is_filled_in_as_the_client_lets_people(room: Room, client: Tiny) -> None:
    """discord.py reads who was chosen as a member; what is left out is sent as it stands."""
    server, told = room.server, []

    @client.tree.command(name="form", description="Ask")
    async def form(asked: discord.Interaction) -> None:
        made = asking()

        async def filled(sent: discord.Interaction) -> None:
            who, colour, clock = (label.component for label in made.children)  # type: ignore[attr-defined]
            told.append((who.values, colour.values, clock.value))
            await sent.response.send_message("Thank you", ephemeral=True)

        made.on_submit = filled  # type: ignore[method-assign]
        await asked.response.send_modal(made)

    await client.tree.sync()
    shown = await server.slash(room.channel, room.red, "form")
    assert shown.fields == ["who", "colour", "clock"]
    stranger = server.user("Stranger")
    for values in (
        {},
        {"who": [room.red, room.blue]},
        {"who": "Red"},
        {"who": room.red, "colour": "green"},
        {"who": room.red, "clock": "1m+10m"},
        {"who": room.red, "clock": ""},
        {"who": stranger},
        {"what": "else"},
    ):
        with pytest.raises(Impossible):
            server.modal_submit(shown, values)
    answer = await server.modal_submit(shown, {"who": room.blue, "colour": "Red"})
    assert (answer.content, answer.ephemeral) == ("Thank you", True)
    again = await server.slash(room.channel, room.red, "form")
    await server.modal_submit(again, {"who": room.red, "clock": "2m"})
    (who, colour, clock), (_, none, later) = told
    assert [type(one) for one in who] == [discord.Member]
    assert (who[0].id, colour, clock) == (room.blue.id, ["r"], "1m")
    assert (none, later) == ([], "2m")
    server.assert_clean()


async def test_form_that_discord_refuses(room: Room, client: Tiny) -> None:
    """A choice of nothing that is required, one name twice, and six fields are no form."""
    failures: list[str] = []
    some = discord.ui.UserSelect[discord.ui.Modal](custom_id="more", min_values=0, required=True)
    twice = discord.ui.UserSelect[discord.ui.Modal](custom_id="who")
    forms = [
        asking(discord.ui.Label(text="More", component=part)).to_dict() for part in (some, twice)
    ]
    line = {"type": 10, "content": "Please"}
    full = asking().to_dict()
    forms.append(full | {"components": [*full["components"], line, line, line]})

    @client.tree.command(name="form", description="Ask")
    async def form(asked: discord.Interaction) -> None:
        path = f"/interactions/{asked.id}/{asked.token}/callback"
        for made in forms:
            with pytest.raises(discord.HTTPException) as refused:
                await asked.client.http.request(Route("POST", path), json={"type": 9, "data": made})
            failures.append(refused.value.text)
        await asked.response.send_message("No form")

    await client.tree.sync()
    assert (await room.server.slash(room.channel, room.red, "form")).content == "No form"
    for failure, part in zip(failures, ("min_values", "duplicated", "1 to 5"), strict=True):
        assert part in failure
