"""Answers to single messages: in words, or, where there were many, by a mere reaction.

A spectator types ten wrong turns in five seconds. Discord takes about five messages in five seconds
per channel, whoever they answer; the next one waits, and that may be the match's own announcement.
So refusals and replies to typed commands share a smaller limit per room: four in ten seconds, and
never more than three in five, so that two announcements fit beside them. Beyond it a ❌ has to do:
reactions are counted apart from messages, as are the answers to slash commands and buttons.

During three minutes of absence players and spectators wrote twenty things that can't be taken.
Nobody looks for a reaction at a message of three minutes ago, so each is answered in words, with
the pauses that `AnswerLimits` asks for. Where more than `MOST_WAITING` wait in a room, one answer
stands for the rest.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any
from weakref import WeakValueDictionary

import discord
from cachetools import FIFOCache
from discord.utils import snowflake_time

from bot.commands.request import Reply
from bot.desk.venue import VenueError
from bot.limits import RateLimit
from bot.referee.match import Room
from bot.timing import Timepiece
from bot.venues.discord.messages import LONGEST_TEXT, extras_of, files_of
from bot.venues.discord.requests import UnfitError, retried
from bot.wording.clerk import rest_text
from bot.wording.refusals import EDITED_TEXT
from bot.wording.troubles import BROKEN

log = logging.getLogger(__name__)

MOST_KEPT = 4000


class SeenIds:
    """The ids of what has been dealt with: an event that comes twice is one event."""

    def __init__(self) -> None:
        self._ids: FIFOCache[int, None] = FIFOCache(MOST_KEPT)

    def first(self, key: int) -> bool:
        """Whether an id is new; from now on it is not."""
        if key in self._ids:
            return False
        self._ids[key] = None
        return True

    def forget(self, key: int) -> None:
        """An id is new again."""
        self._ids.pop(key, None)


class AnswerLimits:
    """Whether an answer may be a message, or a mere reaction; `answered` are the messages refused.

    An author's limit goes by the stamps of what they sent, a room's limit by the moment of the
    answer, since after an absence all is answered at once; `now` is the venue's present.
    """

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self.answered = SeenIds()
        # One author's three refusals fit into an empty room, wherever else they are written.
        self._refusals: RateLimit[int] = RateLimit(3, timedelta(seconds=10), MOST_KEPT)
        self._at_once: RateLimit[int] = RateLimit(3, timedelta(seconds=5), MOST_KEPT)
        self._in_room: RateLimit[int] = RateLimit(4, timedelta(seconds=10), MOST_KEPT)
        # Typed commands leave room for other people's, and all of it for refusals of turns.
        self._replies: RateLimit[int] = RateLimit(2, timedelta(seconds=10), MOST_KEPT)
        self._replies_in_room: RateLimit[int] = RateLimit(3, timedelta(seconds=10), MOST_KEPT)

    def may_refuse(self, room: int, author: int, at: datetime) -> bool:
        """Whether a turn that an author sent at a moment may be refused in words; counts it."""
        return _take((self._refusals, author, at), *self._of_room(room))

    def may_reply(self, room: int, author: int, at: datetime) -> bool:
        """Whether a command that an author typed at a moment may be answered in words."""
        share = self._replies_in_room, room, self._now()
        return _take((self._replies, author, at), share, *self._of_room(room))

    def may_answer_late(self, room: int) -> bool:
        """Whether a message written in an absence may be answered now; counts the answer."""
        return _take(*self._of_room(room))

    def _of_room(self, room: int) -> tuple["_Share", "_Share"]:
        now = self._now()
        return (self._at_once, room, now), (self._in_room, room, now)


_Share = tuple[RateLimit[int], int, datetime]
"""A limit, whose it is, and when it is used."""


def _take(*shares: _Share) -> bool:
    if not all(limit.left(key, at) for limit, key, at in shares):
        return False
    for limit, key, at in shares:
        limit.take(key, at)
    return True


MOST_WAITING = 12
CHECK_INTERVAL = timedelta(seconds=1)
"""Between two looks whether the room bears another answer."""


class LateAnswers:
    """Whose turn it is to be answered, for each room in the order of the messages."""

    def __init__(self, limits: AnswerLimits, timepiece: Timepiece) -> None:
        self._limits = limits
        self._timepiece = timepiece
        self._waiting: Counter[int] = Counter()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def turn(self, room: int, own: Reply) -> Reply | None:
        """What a message gets, once the room bears it: its answer, one for the rest, or none."""
        if self._waiting[room] > MOST_WAITING:
            return None
        share = own if self._waiting[room] < MOST_WAITING else Reply(rest_text())
        self._waiting[room] += 1
        try:
            async with self._locks.setdefault(room, asyncio.Lock()):
                while not self._limits.may_answer_late(room):
                    await self._timepiece.sleep(CHECK_INTERVAL)
        finally:
            self._waiting[room] -= 1
            # A room in which nobody waits any more is forgotten.
            self._waiting += Counter()
        return share


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
