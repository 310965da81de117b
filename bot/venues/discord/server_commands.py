"""The slash commands about a server: its settings, its history, its players."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.commands.acts import PLAYER
from bot.commands.catalogue import COMMANDS
from bot.commands.command import Name
from bot.commands.parsing import Order
from bot.desk.venue import HERE, POST, THREAD
from bot.referee.formats import FORMATS
from bot.venues.discord.autocomplete import clocks, suggest
from bot.venues.discord.handler import Handler
from bot.venues.discord.members import player_of
from renderers import theme as themes

_SETUP = COMMANDS[Name.SETUP].described


def add_server_commands(tree: app_commands.CommandTree[Any], handler: Handler) -> None:
    """Adds them to the tree."""
    _add_setup(tree, handler)
    for name in (Name.HISTORY, Name.PLAYER):
        tree.add_command(_about_player(name, handler))
    _add_forget(tree, handler)


def _add_setup(tree: app_commands.CommandTree[Any], handler: Handler) -> None:
    @tree.command(name="setup", description=COMMANDS[Name.SETUP].help)
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.rename(host_role="host-role", format_="format")
    @app_commands.describe(
        **{{"host-role": "host_role", "format": "format_"}.get(k, k): v for k, v in _SETUP.items()}
    )
    @app_commands.choices(
        format_=_choices(*FORMATS),
        theme=_choices(*themes.names()),
        coordinates=_choices("on", "off", "usual"),
        where=_choices(HERE, THREAD, POST),
        sparring=_choices("on", "off"),
        watch=_choices("on", "off"),
        reset=_choices("yes"),
    )
    @suggest("clock", clocks)
    async def setup(
        interaction: discord.Interaction,
        host_role: discord.Role | None = None,
        format_: str = "",
        clock: str = "",
        theme: str = "",
        coordinates: str = "",
        where: str = "",
        warnings: str = "",
        sparring: str = "",
        watch: str = "",
        reset: str = "",
    ) -> None:
        given = {
            "host-role": "" if host_role is None else str(host_role.id),
            "format": format_,
            "clock": clock,
            "theme": theme,
            "coordinates": coordinates,
            "where": where,
            "warnings": warnings,
            "sparring": sparring,
            "watch": watch,
            "reset": reset,
        }
        order = Order(Name.SETUP, {key: value for key, value in given.items() if value})
        await handler.ordered(interaction, order, {})


def _about_player(name: Name, handler: Handler) -> app_commands.Command[Any, Any, Any]:
    @app_commands.command(name=name, description=COMMANDS[name].help)
    @app_commands.guild_only()
    @app_commands.describe(**COMMANDS[name].described)
    async def callback(
        interaction: discord.Interaction, player: discord.User | None = None
    ) -> None:
        seats = {} if player is None else {PLAYER: player_of(player)}
        await handler.ordered(interaction, Order(name), seats)

    return callback


def _add_forget(tree: app_commands.CommandTree[Any], handler: Handler) -> None:
    group = app_commands.Group(name="forget", description="What I know of you", guild_only=True)

    @group.command(name="me", description=COMMANDS[Name.FORGET].help)
    @app_commands.describe(**COMMANDS[Name.FORGET].described)
    @app_commands.choices(confirm=_choices("yes"))
    async def forget(interaction: discord.Interaction, confirm: str = "") -> None:
        order = Order(Name.FORGET, {"confirm": confirm} if confirm else {})
        await handler.ordered(interaction, order, {})

    tree.add_command(group)


def _choices(*words: str) -> list[Choice[str]]:
    return [Choice(name=word, value=word) for word in words]
