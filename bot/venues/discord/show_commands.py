"""The slash commands that show a match: board, record and replay, each by the match's number."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.commands.catalogue import COMMANDS
from bot.commands.command import AS_WORDS, Name
from bot.commands.parsing import Order
from bot.engine.notation import NOTATIONS
from bot.venues.discord.autocomplete import Number, match_numbers, suggest
from bot.venues.discord.handler import Handler

_WORDS = [Choice(name=key, value=key) for key in AS_WORDS]
_NOTATIONS = [Choice(name=key, value=key) for key in NOTATIONS]


def add_show_commands(group: app_commands.Group, handler: Handler) -> None:
    """Adds them to the group of match commands."""

    @group.command(name="board", description=COMMANDS[Name.BOARD].help)
    @app_commands.rename(words="as")
    @app_commands.describe(**_described(Name.BOARD, words="as"))
    @app_commands.choices(words=_WORDS)
    @suggest("match", match_numbers)
    async def board(
        interaction: discord.Interaction,
        turn: app_commands.Range[int, 0, 999] | None = None,
        words: str = "",
        near: app_commands.Range[str, 1, 10] | None = None,
        match: Number = "",
    ) -> None:
        options = {"turn": turn, "as": words, "near": near, "match": match}
        await _order(handler, interaction, Name.BOARD, **options)

    @group.command(name="record", description=COMMANDS[Name.RECORD].help)
    @app_commands.describe(**COMMANDS[Name.RECORD].described)
    @app_commands.choices(notation=_NOTATIONS)
    @suggest("match", match_numbers)
    async def record(
        interaction: discord.Interaction, notation: str = "", match: Number = ""
    ) -> None:
        await _order(handler, interaction, Name.RECORD, notation=notation, match=match)

    @group.command(name="replay", description=COMMANDS[Name.REPLAY].help)
    @app_commands.describe(**COMMANDS[Name.REPLAY].described)
    @suggest("match", match_numbers)
    async def replay(interaction: discord.Interaction, match: Number = "") -> None:
        await _order(handler, interaction, Name.REPLAY, match=match)


def _described(command: Name, **called: str) -> dict[str, str]:
    """What a command's options are for; `called` are those whose name is no name in Python."""
    known = COMMANDS[command].described
    names = {option: parameter for parameter, option in called.items()}
    return {names.get(option, option): text for option, text in known.items()}


async def _order(
    handler: Handler, interaction: discord.Interaction, command: Name, **options: Any
) -> None:
    given = {name: str(value) for name, value in options.items() if value not in (None, "")}
    await handler.ordered(interaction, Order(command, given), {})
