"""The slash commands of the host's hand, of who starts, and of the players' agreements."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.commands.acts import PLAYER
from bot.commands.catalogue import COMMANDS
from bot.commands.command import Name
from bot.commands.parsing import Order
from bot.players.levels import Level
from bot.referee.events import Request
from bot.referee.formats import COLOURS
from bot.venues.discord.autocomplete import Number, match_numbers, suggest
from bot.venues.discord.handler import Handler
from bot.venues.discord.members import seated

Reason = app_commands.Range[str, 1, 200]
_COLOURS = [Choice(name=colour, value=colour) for colour in COLOURS]
_WINNERS = [*_COLOURS, Choice(name="tie", value="tie")]
_STARTERS = [Choice(name=who, value=who) for who in ("me", "opponent", *COLOURS)]
_YES = [Choice(name="yes", value="yes")]
_LEVELS = [Choice(name=level.value, value=level.value) for level in Level]
_REQUESTS = [Choice(name=request.value, value=request.value) for request in Request]


def add_host_commands(group: app_commands.Group, handler: Handler) -> None:
    """Adds them to the group of match commands."""
    _add_decisions(group, handler)
    _add_time(group, handler)
    _add_seats(group, handler)
    _add_first(group, handler)
    _add_asking(group, handler)


def _add_decisions(group: app_commands.Group, handler: Handler) -> None:
    @group.command(name="undo", description=COMMANDS[Name.UNDO].help)
    @app_commands.describe(**COMMANDS[Name.UNDO].described)
    @app_commands.choices(confirm=_YES)
    @suggest("match", match_numbers)
    async def undo(
        interaction: discord.Interaction,
        turns: app_commands.Range[int, 1, 500] = 1,
        reason: Reason = "",
        match: Number = "",
        confirm: str = "",
    ) -> None:
        given = {"turns": str(turns), "reason": reason, "match": match, "confirm": confirm}
        await _order(handler, interaction, Name.UNDO, **given)

    @group.command(name="adjudicate", description=COMMANDS[Name.ADJUDICATE].help)
    @app_commands.describe(**COMMANDS[Name.ADJUDICATE].described)
    @suggest("match", match_numbers)
    @app_commands.choices(winner=_WINNERS, confirm=_YES)
    async def adjudicate(
        interaction: discord.Interaction,
        winner: str,
        reason: Reason = "",
        match: Number = "",
        confirm: str = "",
    ) -> None:
        given = {"winner": winner, "reason": reason, "match": match, "confirm": confirm}
        await _order(handler, interaction, Name.ADJUDICATE, **given)

    @group.command(name="forfeit", description=COMMANDS[Name.FORFEIT].help)
    @app_commands.describe(**COMMANDS[Name.FORFEIT].described)
    @suggest("match", match_numbers)
    @app_commands.choices(colour=_COLOURS, confirm=_YES)
    async def forfeit(
        interaction: discord.Interaction,
        colour: str,
        reason: Reason = "",
        match: Number = "",
        confirm: str = "",
    ) -> None:
        given = {"colour": colour, "reason": reason, "match": match, "confirm": confirm}
        await _order(handler, interaction, Name.FORFEIT, **given)


def _add_time(group: app_commands.Group, handler: Handler) -> None:
    @group.command(name="time", description=COMMANDS[Name.TIME].help)
    @app_commands.describe(**COMMANDS[Name.TIME].described)
    @suggest("match", match_numbers)
    @app_commands.choices(colour=_COLOURS)
    async def change_time(
        interaction: discord.Interaction,
        colour: str,
        amount: str,
        reason: Reason = "",
        match: Number = "",
    ) -> None:
        given = {"colour": colour, "amount": amount, "reason": reason, "match": match}
        await _order(handler, interaction, Name.TIME, **given)


def _add_seats(group: app_commands.Group, handler: Handler) -> None:
    @group.command(name="replace", description=COMMANDS[Name.REPLACE].help)
    @app_commands.describe(**COMMANDS[Name.REPLACE].described)
    @suggest("match", match_numbers)
    @app_commands.choices(colour=_COLOURS, level=_LEVELS)
    async def replace(
        interaction: discord.Interaction,
        colour: str,
        player: discord.Member,
        level: str = "",
        match: Number = "",
    ) -> None:
        given = {"colour": colour, "level": level, "match": match}
        order = Order(Name.REPLACE, {key: value for key, value in given.items() if value})
        await handler.ordered(interaction, order, seated({PLAYER: player}))

    @group.command(name="move", description=COMMANDS[Name.MOVE].help)
    @app_commands.describe(**COMMANDS[Name.MOVE].described)
    @suggest("match", match_numbers)
    async def move(
        interaction: discord.Interaction,
        to: discord.TextChannel | discord.Thread,
        match: Number = "",
    ) -> None:
        await _order(handler, interaction, Name.MOVE, to=str(to.id), match=match)


def _add_first(group: app_commands.Group, handler: Handler) -> None:
    @group.command(name="first", description=COMMANDS[Name.FIRST].help)
    @app_commands.describe(**COMMANDS[Name.FIRST].described)
    @suggest("match", match_numbers)
    @app_commands.choices(who=_STARTERS)
    async def first(interaction: discord.Interaction, who: str, match: Number = "") -> None:
        await _order(handler, interaction, Name.FIRST, who=who, match=match)


def _add_asking(group: app_commands.Group, handler: Handler) -> None:
    @group.command(name="ask", description=COMMANDS[Name.ASK].help)
    @app_commands.describe(**COMMANDS[Name.ASK].described)
    @suggest("match", match_numbers)
    @app_commands.choices(what=_REQUESTS)
    async def ask(interaction: discord.Interaction, what: str, match: Number = "") -> None:
        await _order(handler, interaction, Name.ASK, what=what, match=match)


async def _order(
    handler: Handler, interaction: discord.Interaction, command: Name, **options: Any
) -> None:
    given = {name: value for name, value in options.items() if value}
    await handler.ordered(interaction, Order(command, given), {})
