"""Announcements as Discord messages: text, picture, buttons and nonce in one request."""

import asyncio
import io
import re
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import Any

import discord

from bot.venue import Announcement, Posted
from bot.venues.discord.buttons import buttons_view
from bot.venues.discord.mishaps import as_venue_errors
from renderers.png import png
from renderers.scene import Scene

LONGEST_TEXT = 2000
LONGEST_ALT = 1024
PAGE = 100
MILLISECOND = timedelta(milliseconds=1)
_CHANGING = re.compile(r"<t:-?\d+(?::\w)?>|\d+(?::\d\d)+")
"""What differs between two tries of one announcement: countdowns and lengths of time."""


async def picture_file(scene: Scene, name: str) -> discord.File:
    """The scene as a PNG with its alt text; drawn beside the event loop."""
    data = await asyncio.to_thread(png, scene)
    return discord.File(io.BytesIO(data), f"{name}.png", description=scene.alt[:LONGEST_ALT])


async def send(
    channel: discord.PartialMessageable, announcement: Announcement, hint: str
) -> Posted:
    """Sends an announcement; a repeat with the same nonce makes no second message."""
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
    # A forgotten player has no id any more, and nobody to notify.
    users = [discord.Object(int(player)) for player in announcement.ping if player.isdigit()]
    allowed = discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)
    text = written(announcement, hint)
    async with as_venue_errors():
        message = await channel.send(
            text, nonce=announcement.nonce, allowed_mentions=allowed, **extras
        )
    return Posted(str(message.id), message.created_at)


def written(announcement: Announcement, hint: str) -> str:
    """The text as it is sent."""
    return "\n".join(part for part in (announcement.text, hint) if part)[:LONGEST_TEXT]


async def find_own(
    channel: discord.PartialMessageable, announcement: Announcement, hint: str, me: int
) -> Posted | None:
    """The announcement in the channel if it was made before.

    It is known by its picture's name; without a picture by its words, the times in them aside, and
    by being younger than the announcement before it.
    """
    wanted = f"{announcement.nonce}.png".replace(".", "_")
    words = _lasting(written(announcement, hint))
    async for message in _own(channel, announcement.since, me):
        names = {file.filename.replace(".", "_") for file in message.attachments}
        if wanted in names or (not names and _lasting(message.content) == words):
            return Posted(str(message.id), message.created_at)
    return None


async def read_pages(
    channel: discord.PartialMessageable, after: datetime
) -> AsyncIterator[discord.Message]:
    """All messages of a channel since a moment, oldest first; each page within a time limit."""
    # Those stamped in the same millisecond are among them.
    start: datetime | discord.abc.Snowflake = after - MILLISECOND
    while True:
        async with as_venue_errors():
            page = [
                message
                async for message in channel.history(limit=PAGE, after=start, oldest_first=True)
            ]
        for message in page:
            yield message
        if len(page) < PAGE:
            return
        start = page[-1]


async def _own(
    channel: discord.PartialMessageable, since: datetime | None, me: int
) -> AsyncIterator[discord.Message]:
    if since is not None:
        async for message in read_pages(channel, since):
            if message.author.id == me:
                yield message
        return
    async with as_venue_errors():
        latest = [message async for message in channel.history(limit=PAGE)]
    for message in latest:
        if message.author.id == me:
            yield message


def _lasting(text: str) -> str:
    return _CHANGING.sub("…", text).strip()
