"""Answers to single messages: in words, or, where there were many, by a mere sign."""

import logging
from collections.abc import Awaitable, Callable

import discord
from discord.utils import snowflake_time

from bot.desk.venue import VenueError
from bot.venues.discord.manners import Manners
from bot.venues.discord.messages import LONGEST_TEXT
from bot.venues.discord.mishaps import persist

log = logging.getLogger(__name__)

UNCLEAR = "❔"
REFUSED = "❌"
LATER = "⏳"
"""A question that is not answered now, since there were so many."""


class Answers:
    """Answers messages; a repeat makes no second answer, and a failure for good is only logged."""

    def __init__(self, client: discord.Client, manners: Manners) -> None:
        self._client = client
        self._manners = manners

    def may_reply(self, message: int, room: int, author: int) -> bool:
        """Whether a typed command may be answered in words; counts the answer if so."""
        return self._manners.may_reply(room, author, snowflake_time(message))

    def given(self, message: int | None) -> None:
        """Takes note that a message was answered, perhaps by a process that is no more."""
        if message is not None:
            self._manners.answered.first(message)

    async def refuse(self, server: int, room: int, message: int, author: int, text: str) -> None:
        """Says once why a message was refused; by a sign where there were many refusals."""
        answered = self._manners.answered
        if not answered.first(message):
            return
        done = False
        try:
            if self._manners.may_refuse(room, author, snowflake_time(message)):
                done = await self.reply(server, room, message, text)
            else:
                done = await self.mark(server, room, message, REFUSED)
        finally:
            if not done:
                # Whoever reads the room next answers it.
                answered.forget(message)

    async def reply(self, server: int, room: int, message: int, text: str) -> bool:
        """Answers a message in words; whether that could be done."""
        place = self._place(server, room).get_partial_message(message)

        async def speak() -> None:
            await place.reply(text[:LONGEST_TEXT], mention_author=False, nonce=f"r{message}")

        return await _tried("no answer to", room, message, speak)

    async def mark(self, server: int, room: int, message: int, sign: str) -> bool:
        """Puts a sign at a message; whether that could be done."""
        place = self._place(server, room).get_partial_message(message)

        async def react() -> None:
            await place.add_reaction(sign)

        return await _tried("no sign at", room, message, react)

    def _place(self, server: int, room: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(room, guild_id=server)


async def _tried(what: str, room: int, message: int, work: Callable[[], Awaitable[None]]) -> bool:
    try:
        await persist(work)
    except VenueError as error:
        log.warning("room %s: %s message %s: %s", room, what, message, error)
        return False
    return True
