"""The slash commands that show a match: board, record and replay, each by the match's number."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.commands.catalogue import COMMANDS
from bot.commands.parsing import Order
from bot.engine.notation import NOTATIONS
from bot.venues.discord.autocomplete import match_numbers, suggest
from bot.venues.discord.handler import Handler

_NOTATIONS = [Choice(name=key, value=key) for key in NOTATIONS]
Number = app_commands.Range[str, 1, 100]


def add_show_commands(group: app_commands.Group, handler: Handler) -> None:
    """Adds them to the group of match commands."""

    @group.command(name="board", description=COMMANDS["match board"].help)
    @app_commands.describe(**COMMANDS["match board"].options)
    @suggest("match", match_numbers)
    async def board(
        interaction: discord.Interaction,
        turn: app_commands.Range[int, 0, 999] | None = None,
        match: Number = "",
    ) -> None:
        await _order(handler, interaction, "match board", turn=turn, match=match)

    @group.command(name="record", description=COMMANDS["match record"].help)
    @app_commands.describe(**COMMANDS["match record"].options)
    @app_commands.choices(notation=_NOTATIONS)
    @suggest("match", match_numbers)
    async def record(
        interaction: discord.Interaction, notation: str = "", match: Number = ""
    ) -> None:
        await _order(handler, interaction, "match record", notation=notation, match=match)

    @group.command(name="replay", description=COMMANDS["match replay"].help)
    @app_commands.describe(**COMMANDS["match replay"].options)
    @suggest("match", match_numbers)
    async def replay(interaction: discord.Interaction, match: Number = "") -> None:
        await _order(handler, interaction, "match replay", match=match)


async def _order(
    handler: Handler, interaction: discord.Interaction, command: str, **options: Any
) -> None:
    given = {name: str(value) for name, value in options.items() if value not in (None, "")}
    await handler.ordered(interaction, Order(command, given), {})
