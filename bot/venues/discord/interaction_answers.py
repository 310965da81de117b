"""Answers to slash commands, presses and forms: within three seconds, or deferred.

Ann asks for the replay of a long match, which takes four seconds to draw. Discord gives up on an
interaction after three, so after `DEFER_AFTER` it is told that the answer takes longer, and the
answer is filled in when it is there.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterator
from datetime import timedelta

import discord

from bot.commands.request import Reply
from bot.desk.venue import VenueError
from bot.venues.discord.messages import LONGEST_TEXT, Picture, extras_of, files_of
from bot.venues.discord.requests import retried
from bot.wording.troubles import BROKEN

log = logging.getLogger(__name__)

ACKNOWLEDGED = 40060
"""Discord's code for an interaction that has its answer."""
DEFER_AFTER = timedelta(seconds=1.5)
"""When Discord is told that the answer takes longer; it would give up after three seconds."""

Work = Callable[[], Awaitable[Reply]]
"""The work for an answer; called only when the work begins, since a stop may come before."""


async def answer(interaction: discord.Interaction, work: Work, *, openly: bool = False) -> None:
    """Answers an interaction with what the work comes to.

    A deferred answer is for the asker's eyes only, unless `openly`: Discord has to be told before
    the answer is there.
    """
    task = asyncio.create_task(_safely(interaction, work))
    try:
        done, _ = await asyncio.wait({task}, timeout=DEFER_AFTER.total_seconds())
        if not done:
            await retried(lambda: _defer(interaction, openly=openly))
        reply = await task
        files = await files_of(reply)
        # discord.py does not know for sure whether it was deferred: Discord's answer may be lost.
        if done:
            await retried(lambda: _respond(interaction, reply, files))
        else:
            await retried(lambda: _fill_in(interaction, reply, files))
    except VenueError as error:
        log.warning("interaction %s could not be answered: %s", interaction.id, error)


async def show_form(interaction: discord.Interaction, form: discord.ui.Modal) -> None:
    """Answers an interaction with a form, which Discord takes at once or not at all."""
    try:
        await retried(lambda: _show(interaction, form))
    except VenueError as error:
        log.warning("interaction %s could not be answered: %s", interaction.id, error)


def at_once(reply: Reply) -> Work:
    """An answer that needs no work."""

    async def known() -> Reply:
        return reply

    return known


async def _show(interaction: discord.Interaction, form: discord.ui.Modal) -> None:
    with _once():
        await interaction.response.send_modal(form)


async def _defer(interaction: discord.Interaction, *, openly: bool) -> None:
    with _once():
        await interaction.response.defer(ephemeral=not openly, thinking=True)


async def _respond(interaction: discord.Interaction, reply: Reply, files: list[Picture]) -> None:
    with _once():
        await interaction.response.send_message(
            reply.text[:LONGEST_TEXT], ephemeral=reply.private, **extras_of(reply, files)
        )


async def _fill_in(interaction: discord.Interaction, reply: Reply, files: list[Picture]) -> None:
    """Fills in an answer by an edit, which may be repeated, unlike a new message."""
    extras = extras_of(reply, files)
    attachments = extras.pop("files", [])
    await interaction.edit_original_response(
        content=reply.text[:LONGEST_TEXT], attachments=attachments, **extras
    )


@contextlib.contextmanager
def _once() -> Iterator[None]:
    """Passes over the error for a repeat: Discord took the first try, and its answer was lost."""
    try:
        yield
    except discord.InteractionResponded:
        pass
    except discord.HTTPException as error:
        if error.code != ACKNOWLEDGED:
            raise


async def _safely(interaction: discord.Interaction, work: Work) -> Reply:
    try:
        return await work()
    except VenueError as error:
        return Reply(str(error), private=True)
    except Exception:
        log.exception("channel %s, interaction %s", interaction.channel_id, interaction.id)
        return Reply(BROKEN, private=True)
