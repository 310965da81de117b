"""Announcements as Discord messages: text, picture, buttons and nonce in one request.

The request is sent, the connection breaks, and nobody knows whether the message was made. Sent
again within minutes, the nonce makes it the same message; after a restart `find_own` looks for it
in the channel first.
"""

import asyncio
import io
import logging
import re
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import discord
from discord.utils import snowflake_time

from bot.commands.request import Reply
from bot.desk.venue import Announcement, Posted
from bot.venues.discord.buttons import buttons_view
from bot.venues.discord.requests import UnfitError, as_venue_errors
from bot.wording.troubles import speechless_text
from renderers.png import png
from renderers.scene import Scene

log = logging.getLogger(__name__)

LONGEST_TEXT = 2000
LONGEST_ALT = 1024
PAGE = 100
_STAMP = re.compile(r"<t:-?\d+(?::\w)?>")
"""A moment, which each reader's client counts down to."""


class UnfitPictureError(Exception):
    """Discord does not take a message with its picture; without the picture, it may."""


@dataclass(frozen=True, slots=True)
class Picture:
    """An image as it is sent, with its alt text."""

    data: bytes
    name: str
    alt: str | None = None

    def fresh(self) -> discord.File:
        """A file for one try: sending uses it up."""
        return discord.File(io.BytesIO(self.data), self.name, description=self.alt)


async def draw(scene: Scene, name: str) -> Picture:
    """The scene as a PNG with its alt text; drawn beside the event loop."""
    data = await asyncio.to_thread(png, scene)
    return Picture(data, f"{name}.png", scene.alt[:LONGEST_ALT])


async def send(
    channel: discord.PartialMessageable, announcement: Announcement, hint: str
) -> Posted:
    """Sends an announcement; a repeat with the same nonce makes no second message.

    A message that Discord refuses is sent with less: a match must not wait for a button. Only the
    picture is left out by the caller: UnfitPictureError.
    """
    picture = None
    if announcement.scene is not None:
        picture = await draw(announcement.scene, announcement.nonce)
    elif (ready := announcement.picture) is not None:
        picture = Picture(ready.png, f"{announcement.nonce}.png", ready.alt[:LONGEST_ALT])
    plainer = replace(announcement, buttons=(), reply_to=None)
    forms = [announcement] if plainer == announcement else [announcement, plainer]
    if picture is None:
        forms.append(replace(plainer, text=speechless_text(), ping=()))
    for form in forms:
        try:
            return await _send(channel, form, written(form, hint), picture)
        except UnfitError as error:
            log.warning("match %s: %s does not fit: %s", form.match, form.nonce, error)
            unfit = error
    if picture is not None:
        raise UnfitPictureError(str(unfit)) from unfit
    raise unfit


async def _send(
    channel: discord.PartialMessageable, form: Announcement, text: str, picture: Picture | None
) -> Posted:
    extras: dict[str, Any] = {}
    if picture is not None:
        extras["file"] = picture.fresh()
    if form.buttons:
        extras["view"] = buttons_view(form.match or form.cup, form.buttons)
    # An announcement after a button or a slash command replies to no message.
    if form.reply_to is not None and form.reply_to.isdecimal():
        extras["reference"] = discord.MessageReference(
            message_id=int(form.reply_to), channel_id=channel.id, fail_if_not_exists=False
        )
    # A forgotten player has no id any more, and nobody to notify.
    users = [discord.Object(int(player)) for player in form.ping if player.isdigit()]
    allowed = discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)
    async with as_venue_errors():
        message = await channel.send(text, nonce=form.nonce, allowed_mentions=allowed, **extras)
    return Posted(str(message.id), message.created_at)


def written(announcement: Announcement, hint: str) -> str:
    """The text as it is sent."""
    return "\n".join(filter(None, (announcement.text, hint)))[:LONGEST_TEXT]


async def find_own(
    channel: discord.PartialMessageable, announcement: Announcement, hint: str, me: int
) -> Posted | None:
    """The announcement in the channel if it was made before.

    It is known by its picture's name. Without a picture it is known by its words, and it must be
    neither an earlier announcement of the match nor an answer to anything else.
    """
    wanted = f"{announcement.nonce}.png".replace(".", "_")
    words = {_lasting(written(announcement, hint)), _lasting(speechless_text())}
    since = announcement.since
    for message in await read_back(channel, since):
        # The page that reaches back to the moment has earlier ones too, of matches long over.
        if since is not None and message.created_at < since:
            continue
        if message.author.id != me or str(message.id) in announcement.made:
            continue
        names = {file.filename.replace(".", "_") for file in message.attachments}
        alike = not names and not _answers_another(message, announcement)
        if wanted in names or (alike and _lasting(message.content) in words):
            return Posted(str(message.id), message.created_at)
    return None


def _answers_another(message: discord.Message, announcement: Announcement) -> bool:
    """Whether a message answers a command, a press, or a message that the announcement does not."""
    answered = message.reference and message.reference.message_id
    if message.interaction_metadata is not None:
        return True
    return answered is not None and str(answered) != announcement.reply_to


async def read_back(
    channel: discord.PartialMessageable, since: datetime | None
) -> list[discord.Message]:
    """The messages of a channel since a moment, oldest first; each page within a time limit.

    The oldest page has earlier ones too; without a moment it is the only one. A message that
    discord.py can't parse is logged and left out: it holds up no room.
    """
    # The library has no public way to make messages one by one.
    state, last = channel._state, None  # noqa: SLF001
    messages: list[discord.Message] = []
    while True:
        async with as_venue_errors():
            page = await state.http.logs_from(channel.id, PAGE, before=last)
        for raw in page:
            last = int(raw["id"])
            try:
                messages.append(state.create_message(channel=channel, data=raw))
            except Exception:
                log.exception("message %s can't be parsed: it is skipped", last)
        if len(page) < PAGE or since is None or last is None or snowflake_time(last) < since:
            return messages[::-1]


def _lasting(text: str) -> str:
    """The words that an announcement has whenever it is written; others seldom have them too.

    A prompt's countdowns and fine print change; what happened stands before them.
    """
    first, *others = text.strip().splitlines() or [""]
    lines = [line for line in others if not (_STAMP.search(line) or line.startswith("-# "))]
    return "\n".join([_STAMP.sub("…", first), *lines])


async def files_of(reply: Reply) -> list[Picture]:
    """The files of a reply, its picture among them; drawn once, however often they are sent."""
    files = [
        Picture(data, name, reply.alts.get(name, "")[:LONGEST_ALT]) for name, data in reply.files
    ]
    if reply.scene is not None:
        files.append(await draw(reply.scene, "board"))
    return files


def extras_of(reply: Reply, files: list[Picture]) -> dict[str, Any]:
    """The files and buttons for one try of sending them."""
    extras: dict[str, Any] = {"files": [file.fresh() for file in files]} if files else {}
    if reply.buttons:
        extras["view"] = buttons_view(reply.match, reply.buttons)
    return extras
