"""Answers to single messages: in words, or, where there were many, by a mere sign."""

import logging
from collections.abc import Awaitable, Callable

import discord
from discord.utils import snowflake_time
from tenacity import AsyncRetrying, retry_if_exception, stop_after_attempt, wait_random_exponential

from bot.venue import VenueError
from bot.venues.discord.manners import Manners
from bot.venues.discord.messages import LONGEST_TEXT
from bot.venues.discord.mishaps import as_venue_errors

log = logging.getLogger(__name__)

UNCLEAR = "❔"
REFUSED = "❌"
LATER = "⏳"
"""A question that is not answered now, since there were so many."""
MOST_TRIES = 4


class Answers:
    """Answers messages; a repeat makes no second answer, and a failure is only logged."""

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
        """Says once why a message was refused; by a sign where an author was refused often."""
        if not self._manners.answered.first(message):
            return
        if self._manners.may_refuse(room, author, snowflake_time(message)):
            await self.reply(server, room, message, text)
        else:
            await self.mark(server, room, message, REFUSED)

    async def reply(self, server: int, room: int, message: int, text: str) -> None:
        """Answers a message in words."""
        place = self._place(server, room)

        async def speak() -> None:
            async with as_venue_errors():
                await place.get_partial_message(message).reply(
                    text[:LONGEST_TEXT], mention_author=False, nonce=f"r{message}"
                )

        await self._try("no answer to", room, message, speak)

    async def mark(self, server: int, room: int, message: int, sign: str) -> None:
        """Puts a sign at a message."""
        place = self._place(server, room)

        async def react() -> None:
            async with as_venue_errors():
                await place.get_partial_message(message).add_reaction(sign)

        await self._try("no sign at", room, message, react)

    def _place(self, server: int, room: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(room, guild_id=server)

    async def _try(
        self, what: str, room: int, message: int, work: Callable[[], Awaitable[None]]
    ) -> None:
        attempts = AsyncRetrying(
            retry=retry_if_exception(_worth_another_try),
            wait=wait_random_exponential(multiplier=0.5, max=8),
            stop=stop_after_attempt(MOST_TRIES),
            reraise=True,
        )
        try:
            await attempts(work)
        except VenueError as error:
            log.warning("room %s: %s message %s: %s", room, what, message, error)


def _worth_another_try(error: BaseException) -> bool:
    return isinstance(error, VenueError) and not error.lasting
