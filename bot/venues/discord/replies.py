"""Answers to commands and presses, as Discord wants them: within three seconds, or put off."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Iterator
from typing import Any

import discord

from bot.commands.request import Reply
from bot.desk.venue import VenueError
from bot.venues.discord.buttons import buttons_view
from bot.venues.discord.messages import LONGEST_TEXT, Picture, draw
from bot.venues.discord.mishaps import UnfitError, persist
from bot.wording.troubles import BROKEN

log = logging.getLogger(__name__)

ACKNOWLEDGED = 40060
"""Discord's code for an interaction that has its answer."""
PATIENCE = 1.5
"""Seconds before Discord is told that the answer takes longer; it would give up after three."""


async def answer(
    interaction: discord.Interaction, work: Awaitable[Reply], *, openly: bool = False
) -> None:
    """Answers an interaction with what the work comes to.

    An answer that takes longer is for the asker's eyes, unless `openly`: Discord wants to know that
    before the answer is known.
    """
    task = asyncio.ensure_future(_safely(interaction, work))
    try:
        done, _ = await asyncio.wait({task}, timeout=PATIENCE)
        if not done:
            await persist(lambda: _put_off(interaction, openly=openly))
        reply = await task
        files = await _files(reply)
        # Whether it was put off is not asked of discord.py: Discord's word on it may be lost.
        if done:
            await persist(lambda: _respond(interaction, reply, files))
        else:
            await persist(lambda: _fill_in(interaction, reply, files))
    except VenueError as error:
        log.warning("interaction %s could not be answered: %s", interaction.id, error)


async def at_once(reply: Reply) -> Reply:
    """An answer that needs no work."""
    return reply


async def post(message: discord.Message, reply: Reply) -> None:
    """Answers a typed command with a message; what was done is announced anyway.

    What Discord will not take as it is, is said in words: for a picture, in those it is read out.
    """
    files = await _files(reply)
    try:
        try:
            await persist(lambda: _answer(message, reply.text, _extras(reply, files)))
        except UnfitError as error:
            log.warning("message %s is answered in words alone: %s", message.id, error)
            words = reply.text or "\n".join(file.alt for file in files if file.alt) or BROKEN
            await persist(lambda: _answer(message, words, {}))
    except VenueError as error:
        log.warning("message %s could not be answered: %s", message.id, error)


async def _put_off(interaction: discord.Interaction, *, openly: bool) -> None:
    with _once():
        await interaction.response.defer(ephemeral=not openly, thinking=True)


async def _respond(interaction: discord.Interaction, reply: Reply, files: list[Picture]) -> None:
    with _once():
        await interaction.response.send_message(
            reply.text[:LONGEST_TEXT], ephemeral=reply.private, **_extras(reply, files)
        )


async def _fill_in(interaction: discord.Interaction, reply: Reply, files: list[Picture]) -> None:
    """An edit, which a repeat leaves as it is, unlike a message of its own."""
    extras = _extras(reply, files)
    attachments = extras.pop("files", [])
    await interaction.edit_original_response(
        content=reply.text[:LONGEST_TEXT], attachments=attachments, **extras
    )


@contextlib.contextmanager
def _once() -> Iterator[None]:
    """A repeat of what was heard before, though its answer was lost, has done its work."""
    try:
        yield
    except discord.InteractionResponded:
        pass
    except discord.HTTPException as error:
        if error.code != ACKNOWLEDGED:
            raise


async def _answer(message: discord.Message, text: str, extras: dict[str, Any]) -> None:
    # The nonce of a refusal: a message has one answer, whichever is tried again in the end.
    nonce = f"r{message.id}"
    await message.reply(text[:LONGEST_TEXT], mention_author=False, nonce=nonce, **extras)


async def _safely(interaction: discord.Interaction, work: Awaitable[Reply]) -> Reply:
    try:
        return await work
    except VenueError as error:
        return Reply(str(error), private=True)
    except Exception:
        log.exception("channel %s, interaction %s", interaction.channel_id, interaction.id)
        return Reply(BROKEN, private=True)


async def _files(reply: Reply) -> list[Picture]:
    """What goes with a reply, drawn once."""
    files = [Picture(data, name) for name, data in reply.files]
    if reply.scene is not None:
        files.append(await draw(reply.scene, "board"))
    return files


def _extras(reply: Reply, files: list[Picture]) -> dict[str, Any]:
    extras: dict[str, Any] = {"files": [file.fresh() for file in files]} if files else {}
    if reply.buttons:
        extras["view"] = buttons_view(reply.match, reply.buttons)
    return extras
