"""Answers to single messages: in words, or, where there were many, by a mere reaction.

Red types four wrong turns in five seconds. Three are refused in words, the fourth by ❌: the room's
own announcements must not wait for them (`rate_limits.py`). What was written while the referee was
away is always answered in words (`late_answers.py`).
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord.utils import snowflake_time

from bot.commands.request import Reply
from bot.desk.venue import VenueError
from bot.referee.room import Room
from bot.timing import Timepiece
from bot.venues.discord.late_answers import LateAnswers
from bot.venues.discord.messages import LONGEST_TEXT, extras_of, files_of
from bot.venues.discord.rate_limits import AnswerLimits
from bot.venues.discord.recent import SeenIds
from bot.venues.discord.requests import UnfitError, retried
from bot.wording.refusals import EDITED_TEXT
from bot.wording.troubles import BROKEN

log = logging.getLogger(__name__)

UNCLEAR = "❔"
DONE = "✅"
"""An order that was carried out; the room is told of it by an announcement."""
REFUSED = "❌"
TOO_MANY = "🔁"
"""A typed command that is not answered, since there were so many: type it again later."""


class Answers:
    """Answers messages; a repeat makes no second answer, and a failure for good is only logged."""

    def __init__(self, client: discord.Client, limits: AnswerLimits, timepiece: Timepiece) -> None:
        self._client = client
        self._limits = limits
        self._late = LateAnswers(limits, timepiece)
        self._edits_told = SeenIds()

    def may_reply(self, message: int, room: int, author: int) -> bool:
        """Whether a typed command may be answered in words; counts the answer if so."""
        return self._limits.may_reply(room, author, snowflake_time(message))

    def given(self, message: int | None) -> None:
        """Takes note that a message was answered, perhaps by a process that is no more."""
        if message is not None:
            self._limits.answered.first(message)

    async def refuse(self, room: Room, message: discord.Message, text: str) -> None:
        """Says once why a message was refused; by a sign where there were many refusals."""
        number, author = message.id, message.author.id

        async def say() -> bool:
            if self._limits.may_refuse(int(room.id), author, message.created_at):
                return await self.reply(room, number, text)
            return await self.mark(room, number, REFUSED)

        await self._once(number, say)

    def edit_told(self, message: int | None) -> None:
        """Takes note that the author of an edited message was told what comes of that."""
        if message is not None:
            self._edits_told.first(message)

    async def refuse_edit(self, room: Room, message: discord.Message) -> None:
        """Says once that an edit makes no turn of a message, whatever was answered to it before."""
        author, at = message.author.id, message.edited_at or message.created_at
        first = self._edits_told.first(message.id)
        if first and self._limits.may_refuse(int(room.id), author, at):
            await self.reply(room, message.id, EDITED_TEXT, kind="e")

    async def refuse_late(self, room: Room, message: int, text: str) -> None:
        """Says once, in words, why a message was refused that was read with the room."""

        async def say() -> bool:
            share = await self._late.turn(int(room.id), Reply(text))
            return share is None or await self.reply(room, message, share.text)

        await self._once(message, say)

    async def reply_late(self, message: discord.Message, reply: Reply) -> None:
        """Answers a command that was typed in an absence."""
        share = await self._late.turn(message.channel.id, reply)
        if share is not None:
            await post(message, share)

    async def reply(self, room: Room, message: int, text: str, kind: str = "r") -> bool:
        """Answers a message in words; whether that could be done. It has one answer of a kind."""
        place = self._place(room).get_partial_message(message)

        async def speak() -> None:
            await place.reply(text[:LONGEST_TEXT], mention_author=False, nonce=f"{kind}{message}")

        return await _tried("no answer to", room, message, speak)

    async def mark(self, room: Room, message: int, sign: str) -> bool:
        """Puts a sign at a message; whether that could be done."""
        place = self._place(room).get_partial_message(message)

        async def react() -> None:
            await place.add_reaction(sign)

        return await _tried("no sign at", room, message, react)

    async def _once(self, message: int, say: Callable[[], Awaitable[bool]]) -> None:
        """Answers a message that has no answer; if that fails, whoever reads the room next does."""
        if not self._limits.answered.first(message):
            return
        done = False
        try:
            done = await say()
        finally:
            if not done:
                self._limits.answered.forget(message)

    def _place(self, room: Room) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(int(room.id), guild_id=int(room.server))


async def post(message: discord.Message, reply: Reply) -> None:
    """Answers a typed command with a message; what was done is announced anyway.

    What Discord will not take is said in words: for a picture, in the words of its alt text.
    """
    files = await files_of(reply)
    try:
        try:
            await retried(lambda: _answer(message, reply.text, extras_of(reply, files)))
        except UnfitError as error:
            log.warning("message %s is answered in words alone: %s", message.id, error)
            words = reply.text or "\n".join(file.alt for file in files if file.alt) or BROKEN
            await retried(lambda: _answer(message, words, {}))
    except VenueError as error:
        log.warning("message %s could not be answered: %s", message.id, error)


async def _answer(message: discord.Message, text: str, extras: dict[str, Any]) -> None:
    # A message has one answer, so this has the nonce of a refusal: only one of the two is sent.
    nonce = f"r{message.id}"
    await message.reply(text[:LONGEST_TEXT], mention_author=False, nonce=nonce, **extras)


async def _tried(what: str, room: Room, message: int, work: Callable[[], Awaitable[None]]) -> bool:
    try:
        await retried(work)
    except VenueError as error:
        log.warning("room %s: %s message %s: %s", room.id, what, message, error)
        return False
    return True
