"""Registers the slash commands with Discord, beside everything else.

The referee starts at 20:00, and Discord refuses the list of its commands (too many changes today,
an outage, a scope that was not granted). Nobody has to wait for that: typed commands, turns and
buttons work without the list, and so do the commands that were registered before. The list is sent
again, with pauses from `RETRY_FIRST` to `RETRY_MAX`, until Discord takes it.
"""

import logging
from datetime import timedelta
from typing import Any

from discord.app_commands import AppCommand, AppCommandGroup, CommandTree

from bot.commands.catalogue import COMMANDS
from bot.desk.venue import VenueError
from bot.timing import Backoff, Timepiece
from bot.venues.discord.requests import as_venue_errors

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
