"""The slash commands of the host's hand, of who starts, and of the players' agreements."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.commands.acts import PLAYER
from bot.commands.catalogue import COMMANDS
from bot.commands.opening import COLOURS
from bot.commands.parsing import Order
from bot.referee.events import Request
from bot.venues.discord.handler import Handler
from bot.venues.discord.members import seated

Reason = app_commands.Range[str, 1, 200]
_COLOURS = [Choice(name=colour, value=colour) for colour in COLOURS]
_WINNERS = [*_COLOURS, Choice(name="tie", value="tie")]
_STARTERS = [Choice(name=who, value=who) for who in ("me", "opponent", *COLOURS)]
_REQUESTS = [Choice(name=request.value, value=request.value) for request in Request]


def add_host_commands(group: app_commands.Group, handler: Handler) -> None:
    """Adds them to the group of match commands."""
    _add_decisions(group, handler)
    _add_time(group, handler)
    _add_seats(group, handler)
    _add_first(group, handler)
    _add_asking(group, handler)


def _add_decisions(group: app_commands.Group, handler: Handler) -> None:
    @group.command(name="undo", description=COMMANDS["match undo"].help)
    @app_commands.describe(**COMMANDS["match undo"].options)
    async def undo(
        interaction: discord.Interaction,
        turns: app_commands.Range[int, 1, 500] = 1,
        reason: Reason = "",
    ) -> None:
        await _order(handler, interaction, "match undo", turns=str(turns), reason=reason)

    @group.command(name="adjudicate", description=COMMANDS["match adjudicate"].help)
    @app_commands.describe(**COMMANDS["match adjudicate"].options)
    @app_commands.choices(winner=_WINNERS)
    async def adjudicate(
        interaction: discord.Interaction, winner: str, reason: Reason = ""
    ) -> None:
        await _order(handler, interaction, "match adjudicate", winner=winner, reason=reason)

    @group.command(name="forfeit", description=COMMANDS["match forfeit"].help)
    @app_commands.describe(**COMMANDS["match forfeit"].options)
    @app_commands.choices(colour=_COLOURS)
    async def forfeit(interaction: discord.Interaction, colour: str, reason: Reason = "") -> None:
        await _order(handler, interaction, "match forfeit", colour=colour, reason=reason)


def _add_time(group: app_commands.Group, handler: Handler) -> None:
    @group.command(name="time", description=COMMANDS["match time"].help)
    @app_commands.describe(**COMMANDS["match time"].options)
    @app_commands.choices(colour=_COLOURS)
    async def change_time(
        interaction: discord.Interaction, colour: str, amount: str, reason: Reason = ""
    ) -> None:
        given = {"colour": colour, "amount": amount, "reason": reason}
        await _order(handler, interaction, "match time", **given)


def _add_seats(group: app_commands.Group, handler: Handler) -> None:
    @group.command(name="replace", description=COMMANDS["match replace"].help)
    @app_commands.describe(**COMMANDS["match replace"].options)
    @app_commands.choices(colour=_COLOURS)
    async def replace(
        interaction: discord.Interaction, colour: str, player: discord.Member
    ) -> None:
        order = Order("match replace", {"colour": colour})
        await handler.ordered(interaction, order, seated({PLAYER: player}))

    @group.command(name="move", description=COMMANDS["match move"].help)
    @app_commands.describe(**COMMANDS["match move"].options)
    async def move(
        interaction: discord.Interaction,
        to: discord.TextChannel | discord.Thread,
        match: int | None = None,
    ) -> None:
        number = "" if match is None else str(match)
        await _order(handler, interaction, "match move", to=str(to.id), match=number)


def _add_first(group: app_commands.Group, handler: Handler) -> None:
    @group.command(name="first", description=COMMANDS["match first"].help)
    @app_commands.describe(**COMMANDS["match first"].options)
    @app_commands.choices(who=_STARTERS)
    async def first(interaction: discord.Interaction, who: str) -> None:
        await _order(handler, interaction, "match first", who=who)


def _add_asking(group: app_commands.Group, handler: Handler) -> None:
    @group.command(name="ask", description=COMMANDS["match ask"].help)
    @app_commands.describe(**COMMANDS["match ask"].options)
    @app_commands.choices(what=_REQUESTS)
    async def ask(interaction: discord.Interaction, what: str) -> None:
        await _order(handler, interaction, "match ask", what=what)


async def _order(
    handler: Handler, interaction: discord.Interaction, command: str, **options: Any
) -> None:
    given = {name: value for name, value in options.items() if value}
    await handler.ordered(interaction, Order(command, given), {})
