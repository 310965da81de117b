"""Announcements as Discord messages: text, picture, buttons and nonce in one request."""

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord

from bot.venue import Announcement, Posted, VenueError
from bot.venues.discord.buttons import buttons_view
from renderers.png import png
from renderers.scene import Scene

LONGEST_TEXT = 2000
LONGEST_ALT = 1024
SEND_TIMEOUT = 20
"""Seconds for one request; discord.py itself would wait for minutes."""


async def picture_file(scene: Scene, name: str) -> discord.File:
    """The scene as a PNG with its alt text; drawn beside the event loop."""
    data = await asyncio.to_thread(png, scene)
    return discord.File(io.BytesIO(data), f"{name}.png", description=scene.alt[:LONGEST_ALT])


async def send(
    channel: discord.PartialMessageable, announcement: Announcement, hint: str
) -> Posted:
    """Sends an announcement; a repeat with the same nonce makes no second message."""
    text = "\n".join(part for part in (announcement.text, hint) if part)
    extras: dict[str, Any] = {}
    if announcement.scene is not None:
        extras["file"] = await picture_file(announcement.scene, announcement.nonce)
    if announcement.buttons:
        extras["view"] = buttons_view(announcement.match, announcement.buttons)
    # What a button or a slash command brought about answers no message.
    if announcement.reply_to is not None and announcement.reply_to.isdecimal():
        extras["reference"] = discord.MessageReference(
            message_id=int(announcement.reply_to),
            channel_id=channel.id,
            fail_if_not_exists=False,
        )
    users = [discord.Object(int(player)) for player in announcement.ping]
    allowed = discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)
    async with as_venue_errors():
        message = await channel.send(
            text[:LONGEST_TEXT], nonce=announcement.nonce, allowed_mentions=allowed, **extras
        )
    return Posted(str(message.id), message.created_at)


async def find_own(
    channel: discord.PartialMessageable, announcement: Announcement, me: int
) -> Posted | None:
    """The announcement in the channel if it was made before: known by its picture's name.

    An announcement without a picture is known by its text.
    """
    wanted = f"{announcement.nonce}.png".replace(".", "_")
    async with as_venue_errors():
        async for message in channel.history(limit=100):
            if message.author.id != me:
                continue
            names = {file.filename.replace(".", "_") for file in message.attachments}
            if wanted in names or (
                announcement.scene is None and message.content == announcement.text
            ):
                return Posted(str(message.id), message.created_at)
    return None


@asynccontextmanager
async def as_venue_errors() -> AsyncIterator[None]:
    """Turns what can go wrong with a request into VenueError, within a time limit."""
    try:
        async with asyncio.timeout(SEND_TIMEOUT):
            yield
    except (discord.Forbidden, discord.NotFound) as error:
        raise VenueError(f"Discord refused: {error.text or error.status}", lasting=True) from error
    except discord.HTTPException as error:
        lasting = error.status == 400
        raise VenueError(f"Discord answered {error.status}", lasting=lasting) from error
    except (
        discord.DiscordException,
        aiohttp.ClientError,
        TimeoutError,
        OSError,
        RuntimeError,  # aiohttp's word for a session that was closed meanwhile
    ) as error:
        raise VenueError(f"Discord could not be reached: {error!r}") from error
