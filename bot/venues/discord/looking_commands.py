"""The slash commands that show a match: board, record and replay, each by the match's number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.commands.catalogue import COMMANDS
from bot.commands.parsing import Order
from bot.engine.notation import NOTATIONS
from bot.venues.discord.suggestions import match_numbers, suggest

if TYPE_CHECKING:
    from bot.venues.discord.client import RefereeClient

_NOTATIONS = [Choice(name=key, value=key) for key in NOTATIONS]
Number = app_commands.Range[str, 1, 100]


def add_looking_commands(group: app_commands.Group, client: RefereeClient) -> None:
    """Adds them to the group of match commands."""

    @group.command(name="board", description=COMMANDS["match board"].help)
    @app_commands.describe(**COMMANDS["match board"].options)
    @suggest("match", match_numbers)
    async def board(
        interaction: discord.Interaction,
        turn: app_commands.Range[int, 0, 999] | None = None,
        match: Number = "",
    ) -> None:
        await _order(client, interaction, "match board", turn=turn, match=match)

    @group.command(name="record", description=COMMANDS["match record"].help)
    @app_commands.describe(**COMMANDS["match record"].options)
    @app_commands.choices(notation=_NOTATIONS)
    @suggest("match", match_numbers)
    async def record(
        interaction: discord.Interaction, notation: str = "", match: Number = ""
    ) -> None:
        await _order(client, interaction, "match record", notation=notation, match=match)

    @group.command(name="replay", description=COMMANDS["match replay"].help)
    @app_commands.describe(**COMMANDS["match replay"].options)
    @suggest("match", match_numbers)
    async def replay(interaction: discord.Interaction, match: Number = "") -> None:
        await _order(client, interaction, "match replay", match=match)


async def _order(
    client: RefereeClient, interaction: discord.Interaction, command: str, **options: Any
) -> None:
    given = {name: str(value) for name, value in options.items() if value not in (None, "")}
    await client.ordered(interaction, Order(command, given), {})
