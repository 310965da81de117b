"""The slash commands: the same words as typed ones, with Discord's pickers for the options.

All of them are made from the command table. discord.py reads what a command takes from the
signature of its callback; here each callback is given the signature that its line of the table
asks for.

The referee starts at 20:00, and Discord refuses the list of its commands (too many changes today,
an outage, a scope that was not granted). Nobody has to wait for that: typed commands, turns and
buttons work without the list, and so do the commands that were registered before. The list is sent
again, with pauses from `RETRY_FIRST` to `RETRY_MAX`, until Discord takes it.
"""

import logging
from datetime import timedelta
from inspect import Parameter, Signature
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import AppCommand, AppCommandGroup, Choice, CommandTree

from bot.commands.catalogue import COMMANDS, GROUPS, Name
from bot.commands.command import Command, Kind, Option, Takes, Who
from bot.commands.parsing import Order
from bot.commands.request import Reply
from bot.desk.venue import VenueError
from bot.referee.events import Player
from bot.referee.problems import BadName, OrderError, Unfit
from bot.timing import Backoff, Timepiece
from bot.venues.discord.autocomplete import suggestions
from bot.venues.discord.interaction_answers import answer, at_once
from bot.venues.discord.interactions import Interactions
from bot.venues.discord.members import player_of, read_mention, seated
from bot.venues.discord.requests import as_venue_errors
from bot.wording.forms import RULE_MESSAGE
from bot.wording.troubles import BROKEN

log = logging.getLogger(__name__)

RETRY_FIRST, RETRY_MAX = timedelta(seconds=5), timedelta(minutes=10)
"""Pauses between two tries."""


async def sync_commands(tree: CommandTree[Any], timepiece: Timepiece) -> None:
    """Returns when Discord has taken the list of commands in place of an older version's."""
    pauses = Backoff(RETRY_FIRST, RETRY_MAX)
    while True:
        try:
            async with as_venue_errors():
                former = _all_names(await tree.fetch_commands())
                former -= _all_names(await tree.sync())
        except VenueError as error:
            log.warning(
                "Discord does not take the slash commands (%s); typed commands work all the same, "
                "and the list is sent again",
                error,
            )
            await timepiece.sleep(pauses.next())
        else:
            log.info("the slash commands are registered")
            if former:
                log.info("an older version's are gone: %s", ", ".join(sorted(former)))
            return


def missing_commands(registered: list[AppCommand]) -> list[str]:
    """The commands of the catalogue that Discord does not offer."""
    names = _all_names(registered)
    return [name for name in COMMANDS if name not in names]


def _all_names(registered: list[AppCommand]) -> set[str]:
    return {name for command in registered for name in _names(command)}


def _names(command: AppCommand | AppCommandGroup) -> set[str]:
    """The words of a command, or of all that are in a group."""
    groups = [option for option in command.options if isinstance(option, AppCommandGroup)]
    if not groups:
        return {command.name}
    return {f"{command.name} {name}" for group in groups for name in _names(group)}


class Channel(app_commands.Transformer):
    """A channel of some kinds; its id."""

    def __init__(self, *kinds: discord.ChannelType) -> None:
        self._kinds = list(kinds)

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        return self._kinds

    async def transform(self, interaction: discord.Interaction, value: Any, /) -> str:  # noqa: ARG002
        """The channel's id, whether its channel is known or not."""
        return str(value.id)


_CHANNELS = {
    Takes.ROOM: Channel(
        discord.ChannelType.text,
        discord.ChannelType.news,
        discord.ChannelType.news_thread,
        discord.ChannelType.public_thread,
        discord.ChannelType.private_thread,
    ),
    Takes.PARENT: Channel(discord.ChannelType.text, discord.ChannelType.forum),
}


class Tree(app_commands.CommandTree[Any]):
    """The commands; one that arrives twice is carried out once, and failures have an answer."""

    def __init__(self, client: discord.Client, interactions: Interactions) -> None:
        super().__init__(client)
        self._interactions = interactions

    async def interaction_check(self, interaction: discord.Interaction, /) -> bool:
        """Whether a command is to be carried out."""
        asks = interaction.type is discord.InteractionType.application_command
        return not asks or self._interactions.first(interaction)

    async def on_error(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """An option that can't be used is the asker's to mend; anything else is logged."""
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if isinstance(cause, OrderError):
            reply = self._interactions.refusal(cause)
        else:
            log.error("interaction %s", interaction.id, exc_info=error)
            reply = Reply(BROKEN, private=True)
        await answer(interaction, at_once(reply))


def build_tree(client: discord.Client, interactions: Interactions) -> Tree:
    """The command tree of a client; what is asked for is carried out by `interactions`.

    A command that discord.py refuses is left out and logged, and `doctor` finds it missing: typed,
    it works all the same, and nobody has to do without the others.
    """
    tree = Tree(client, interactions)
    groups = {
        word: app_commands.Group(name=word, description=text, guild_only=True)
        for word, text in GROUPS.items()
    }
    for group in groups.values():
        tree.add_command(group)
    # What is asked most has a short form as well.
    forms: list[tuple[str, Command]] = [*COMMANDS.items(), ("status", COMMANDS[Name.STATUS])]
    for words, command in forms:
        first, _, verb = words.rpartition(" ")
        place: app_commands.Group | Tree = groups[first] if first else tree
        try:
            place.add_command(_slash_command(interactions, command, verb))
        except (TypeError, ValueError, app_commands.AppCommandError) as error:
            log.error("/%s is no slash command: %s; typed, it works", words, error)
            # A group that is full keeps even the command that it refuses.
            place.remove_command(verb)

    async def rule_message(interaction: discord.Interaction, message: discord.Message) -> None:
        await interactions.asked_to_rule(interaction, message)

    menu = app_commands.ContextMenu(name=RULE_MESSAGE, callback=rule_message)
    menu.guild_only = True
    tree.add_command(menu)
    return tree


def _slash_command(
    interactions: Interactions, command: Command, verb: str
) -> app_commands.Command[Any, Any, Any]:
    # An option's name, such as `as` or `host-role`, may be none that Python takes.
    names = {f"{option.replace('-', '_')}_": option for option in command.options}

    async def callback(interaction: discord.Interaction, **chosen: Any) -> None:
        values = {names[key]: value for key, value in chosen.items() if value is not None}
        order, seats = _order(command, values)
        await interactions.ordered(interaction, order, seats)

    callback.__signature__ = Signature(  # type: ignore[attr-defined]
        [
            Parameter("interaction", Parameter.POSITIONAL_ONLY, annotation=discord.Interaction),
            *(_parameter(key, command.options[option]) for key, option in names.items()),
        ]
    )
    made: app_commands.Command[Any, Any, Any] = app_commands.Command(
        name=verb,
        description=command.help,
        callback=_decorated(callback, command, names, interactions),
    )
    made.guild_only = True
    if command.who is Who.MANAGER:
        made.default_permissions = discord.Permissions(manage_guild=True)
    return made


def _parameter(key: str, option: Option) -> Parameter:
    usual = Parameter.empty if option.required else None
    return Parameter(key, Parameter.KEYWORD_ONLY, default=usual, annotation=_annotation(option))


def _annotation(option: Option) -> Any:
    """The type that discord.py takes; a choice of words, or suggested words, are text."""
    if not option.choices and option.suggests is None:
        match option.takes:
            case Takes.NUMBER:
                return app_commands.Range[int, option.least, option.most]
            case Takes.PERSON:
                # A member, or somebody who has left: the command says who of them will do.
                return discord.User
            case Takes.ROLE:
                return discord.Role
            case Takes.ROOM | Takes.PARENT:
                return app_commands.Transform[str, _CHANNELS[option.takes]]
    if option.choices or option.most is None:
        return str
    return app_commands.Range[str, option.least, option.most]


def _decorated(
    callback: Any, command: Command, names: dict[str, str], interactions: Interactions
) -> Any:
    """The callback with a line on each option, the choices, and what is suggested."""
    options = {key: command.options[option] for key, option in names.items()}
    if not options:
        return callback
    app_commands.rename(**names)(callback)
    app_commands.describe(**{key: option.help for key, option in options.items()})(callback)
    chosen = {key: _choices(option) for key, option in options.items() if option.choices}
    app_commands.choices(**chosen)(callback)
    known = suggestions(interactions)
    suggested = {
        key: known[option.suggests]
        for key, option in options.items()
        if option.suggests is not None
    }
    return app_commands.autocomplete(**suggested)(callback)


def _choices(option: Option) -> list[Choice[str]]:
    meanings = option.meanings or ("",) * len(option.choices)
    return [
        Choice(name=f"{word}: {meaning}" if meaning else word, value=word)
        for word, meaning in zip(option.choices, meanings, strict=True)
    ]


def _order(command: Command, values: dict[str, Any]) -> tuple[Order, dict[str, Player]]:
    """The order in words, and the people whom it names; OrderError if one can't take part."""
    people = {key: user for key, user in values.items() if isinstance(user, discord.abc.User)}
    words = {
        key: _word(value, command.options[key].takes)
        for key, value in values.items()
        if key not in people
    }
    order = Order(Name(command.name), {key: word for key, word in words.items() if word})
    if command.kind is Kind.SERVER or command.of_cup:
        return order, {key: player_of(user) for key, user in people.items()}
    members = {key: user for key, user in people.items() if isinstance(user, discord.Member)}
    if len(members) < len(people):
        raise OrderError(BadName(Unfit.NO_MEMBER))
    return order, seated(members)


def _word(value: Any, takes: Takes) -> str:
    """A value as it would be typed; somebody who was mentioned in a text is their id."""
    if isinstance(value, discord.Role):
        return str(value.id)
    mark = read_mention(str(value).strip()) if takes is Takes.PERSON else None
    return str(value) if mark is None else mark.id
