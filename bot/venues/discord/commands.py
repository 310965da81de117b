"""The slash commands: the same words as typed ones, with Discord's pickers for the options."""

import logging
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.commands.catalogue import COMMANDS
from bot.commands.command import Name
from bot.commands.parsing import Order
from bot.commands.request import Reply
from bot.desk.venue import HERE, POST, THREAD
from bot.players.levels import Level
from bot.referee.formats import FORMATS, OnFlag
from bot.referee.problems import NoMember, OrderError
from bot.venues.discord import autocomplete
from bot.venues.discord.handler import Handler, handler_of
from bot.venues.discord.host_commands import add_host_commands
from bot.venues.discord.interaction_answers import answer, at_once
from bot.venues.discord.members import read_mention, seated
from bot.venues.discord.server_commands import add_server_commands
from bot.venues.discord.show_commands import add_show_commands
from bot.venues.discord.slash_names import ANSWER, ANSWERS
from bot.wording.troubles import BROKEN

log = logging.getLogger(__name__)

_START = COMMANDS[Name.START].described
_YES = [Choice(name="yes", value="yes")]
_WHERE = {HERE: "in this channel", THREAD: "in a new thread", POST: "in a new forum post"}


class Parent(app_commands.Transformer):
    """A channel that threads or posts can be opened in; its id."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """A channel."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """Text channels and forums."""
        return [discord.ChannelType.text, discord.ChannelType.forum]

    async def transform(self, interaction: discord.Interaction, value: Any, /) -> int:  # noqa: ARG002
        """The channel's id."""
        return int(value.id)


class Tree(app_commands.CommandTree[Any]):
    """The commands; one that is told of twice is one, and a failure is answered in words."""

    async def interaction_check(self, interaction: discord.Interaction, /) -> bool:
        """Whether a command is to be carried out."""
        asks = interaction.type is discord.InteractionType.application_command
        return not asks or handler_of(interaction).first(interaction)

    async def on_error(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """An option that can't be used is the asker's to mend; anything else is logged."""
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if isinstance(cause, app_commands.TransformerError):
            reply = handler_of(interaction).refusal(OrderError(NoMember()))
        elif isinstance(cause, OrderError):
            reply = handler_of(interaction).refusal(cause)
        else:
            log.error("interaction %s", interaction.id, exc_info=error)
            reply = Reply(BROKEN, private=True)
        await answer(interaction, at_once(reply))


def build_tree(client: discord.Client, handler: Handler) -> app_commands.CommandTree[Any]:
    """The command tree of a client; its commands are carried out by the handler."""
    tree = Tree(client)
    group = app_commands.Group(
        name="match", description="Death matches and their referee", guild_only=True
    )
    _add_start(group, handler)
    _add_with_reason(group, handler)
    _add_confirmed(group, handler)
    add_show_commands(group, handler)
    add_host_commands(group, handler)
    _add_answers(group, handler)
    taken = {command.name for command in group.walk_commands()}
    for name in COMMANDS:
        short = name.removeprefix("match ")
        if name.startswith("match ") and short not in taken:
            group.add_command(_about_match(handler, name, short))
    tree.add_command(group)
    tree.add_command(_plain(handler, Name.MATCHES, "matches"))
    tree.add_command(_about_match(handler, Name.STATUS, "status"))
    for name in (Name.LEADERBOARD, Name.HELP):
        tree.add_command(_plain(handler, name, name))
    add_server_commands(tree, handler)
    return tree


def _plain(handler: Handler, name: Name, short: str) -> app_commands.Command[Any, Any, Any]:
    async def callback(interaction: discord.Interaction) -> None:
        await handler.ordered(interaction, Order(name), {})

    command: app_commands.Command[Any, Any, Any] = app_commands.Command(
        name=short, description=COMMANDS[name].help, callback=callback
    )
    command.guild_only = True
    return command


def _about_match(handler: Handler, name: Name, short: str) -> Any:
    @app_commands.command(name=short, description=COMMANDS[name].help)
    @app_commands.guild_only()
    @app_commands.describe(**COMMANDS[name].described)
    @autocomplete.suggest("match", autocomplete.match_numbers)
    async def callback(interaction: discord.Interaction, match: autocomplete.Number = "") -> None:
        await handler.ordered(interaction, Order(name, {"match": match} if match else {}), {})

    return callback


def _add_answers(group: app_commands.Group, handler: Handler) -> None:
    answers = app_commands.Group(name=ANSWER, description="Answer what your opponent asks")
    for name in ANSWERS:
        answers.add_command(_about_match(handler, name, name.removeprefix("match ")))
    group.add_command(answers)


def _add_confirmed(group: app_commands.Group, handler: Handler) -> None:
    """The two that end a match and have no options of their own besides."""

    @group.command(name="resign", description=COMMANDS[Name.RESIGN].help)
    @app_commands.describe(**COMMANDS[Name.RESIGN].described)
    @app_commands.choices(confirm=_YES)
    @autocomplete.suggest("match", autocomplete.match_numbers)
    async def resign(
        interaction: discord.Interaction, match: autocomplete.Number = "", confirm: str = ""
    ) -> None:
        given = {"match": match, "confirm": confirm}
        order = Order(Name.RESIGN, {key: value for key, value in given.items() if value})
        await handler.ordered(interaction, order, {})

    @group.command(name="cancel", description=COMMANDS[Name.CANCEL].help)
    @app_commands.describe(**COMMANDS[Name.CANCEL].described)
    @app_commands.choices(confirm=_YES)
    @autocomplete.suggest("match", autocomplete.match_numbers)
    async def cancel(
        interaction: discord.Interaction,
        reason: app_commands.Range[str, 1, 200] = "",
        match: autocomplete.Number = "",
        confirm: str = "",
    ) -> None:
        given = {"reason": reason, "match": match, "confirm": confirm}
        order = Order(Name.CANCEL, {key: value for key, value in given.items() if value})
        await handler.ordered(interaction, order, {})


def _add_with_reason(group: app_commands.Group, handler: Handler) -> None:
    for name, command in COMMANDS.items():
        if tuple(command.options) == ("reason", "match"):
            group.add_command(_with_reason(name, command.help, handler))


def _with_reason(name: Name, text: str, handler: Handler) -> Any:
    @app_commands.command(name=name.removeprefix("match "), description=text)
    @app_commands.describe(**COMMANDS[name].described)
    @autocomplete.suggest("match", autocomplete.match_numbers)
    async def callback(
        interaction: discord.Interaction,
        reason: app_commands.Range[str, 1, 200] = "",
        match: autocomplete.Number = "",
    ) -> None:
        given = {"reason": reason, "match": match}
        order = Order(name, {key: value for key, value in given.items() if value})
        await handler.ordered(interaction, order, {})

    return callback


def _add_start(group: app_commands.Group, handler: Handler) -> None:
    @group.command(name="start", description=COMMANDS[Name.START].help)
    @app_commands.rename(format_="format")
    @app_commands.describe(format_=_START["format"], **_described())
    @app_commands.choices(
        format_=[Choice(name=key, value=key) for key in FORMATS],
        flag=[Choice(name=rule.value, value=rule.value) for rule in OnFlag],
        confirm=_YES,
        level=[Choice(name=one.value, value=one.value) for one in Level],
        where=[Choice(name=f"{key}: {text}", value=key) for key, text in _WHERE.items()],
    )
    @autocomplete.suggest("first", autocomplete.starters)
    @autocomplete.suggest("dmo", autocomplete.opponents)
    @autocomplete.suggest("clock", autocomplete.clocks)
    @autocomplete.suggest("options", autocomplete.game_options)
    async def callback(
        interaction: discord.Interaction,
        red: discord.Member | None = None,
        blue: discord.Member | None = None,
        black: discord.Member | None = None,
        white: discord.Member | None = None,
        first: str = "",
        dmo: str = "",
        format_: str = "",
        clock: str = "",
        flag: str = "",
        side: app_commands.Range[int, 3, 13] | None = None,
        where: str = "",
        channel: app_commands.Transform[int, Parent] | None = None,
        options: str = "",
        level: str = "",
        confirm: str = "",
    ) -> None:
        members = {"red": red, "blue": blue, "black": black, "white": white}
        given = {
            "first": first,
            "dmo": _without_mark(dmo),
            "format": format_,
            "clock": clock,
            "flag": flag,
            "side": "" if side is None else str(side),
            "where": where,
            "channel": "" if channel is None else str(channel),
            "options": options,
            "level": level,
            "confirm": confirm,
        }
        order = Order(Name.START, {key: value for key, value in given.items() if value})
        await handler.ordered(interaction, order, seated(members))


def _without_mark(text: str) -> str:
    """The id behind a mention that was typed into a text option, else the text."""
    mark = read_mention(text.strip())
    return text if mark is None else mark.id


def _described() -> dict[str, str]:
    return {name: text for name, text in _START.items() if name != "format"}
