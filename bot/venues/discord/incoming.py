"""What people write in channels → turns, talk and typed commands, and what they are answered.

Ann writes "D7 F8", then "@Referee status". The first is handed to the desk, the second to the
clerk. Written while the referee was away, both are found in the channel's history: the turn, and
commands whose order matters, are ruled together by their timestamps; other commands are carried
out afterwards, each as its `Late` in the catalogue says.
"""

import logging
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import discord

from bot.commands.acts import act_of
from bot.commands.catalogue import COMMANDS
from bot.commands.clerk import Clerk
from bot.commands.command import Late
from bot.commands.parsing import Order, is_order, is_slip, read_order
from bot.commands.request import Reply, is_confirmed, to_confirm
from bot.commands.start import is_bare_start
from bot.desk.desk import Desk
from bot.logs.lines import about
from bot.referee.events import Player
from bot.referee.match import Room
from bot.referee.problems import OrderError
from bot.referee.ruling import Ignored, Refused
from bot.referee.submission import Act, Choose, HostAct, Said, Submission
from bot.timing import Timepiece
from bot.venues.discord.connection import Connection
from bot.venues.discord.markup import neutral
from bot.venues.discord.members import (
    Members,
    asker_of,
    find_seats,
    player_of,
    read_mention,
)
from bot.venues.discord.message_answers import DONE, TOO_MANY, UNCLEAR, AnswerLimits, Answers, post
from bot.venues.discord.rooms import room_of
from bot.venues.discord.start_forms import OPEN
from bot.wording.clerk import again_text
from bot.wording.refusals import EDITED_TEXT
from bot.wording.troubles import BROKEN

log = logging.getLogger(__name__)

MILLISECOND = timedelta(milliseconds=1)
_SAID = (discord.MessageType.default, discord.MessageType.reply)
"""The types that people write; in other types Discord tells what somebody did."""


class Incoming:
    """Reads messages, live ones and those of a channel's history alike."""

    def __init__(
        self,
        client: discord.Client,
        desk: Desk,
        clerk: Clerk,
        limits: AnswerLimits,
        timepiece: Timepiece,
        members: Members,
        connection: Connection,
    ) -> None:
        self._client = client
        self._connection = connection
        self._desk = desk
        self._clerk = clerk
        self._members = members
        self.answers = Answers(client, limits, timepiece)

    async def look_back(
        self, room: Room, messages: Sequence[discord.Message], after: datetime
    ) -> list[Submission]:
        """What the messages of a room's history say that were written since a moment.

        Takes note of the answers given there. Typed commands that can't be ruled together with the
        rest are handed to the client, as if they had been typed just now; so is what may have
        become of earlier messages. VenueError if it can't be found out who may do what.
        """
        submissions: list[Submission] = []
        left: list[discord.Message] = []
        answered: set[int | None] = set()
        for message in messages:
            answered |= self._answered_by(message)
            # Messages stamped in the same millisecond are among these.
            if message.created_at <= after - MILLISECOND or not is_said(message):
                continue
            submission = await self._submission_of(message, room)
            if submission is not None:
                submissions.append(submission)
            else:
                left.append(message)
        dealt_with = self._desk.dealt_with(room)
        edited = [one for one in messages if one.edited_at and str(one.id) in dealt_with]
        self._client.dispatch("history_read", room, messages, edited)
        for message in left:
            if message.id not in answered:
                self._client.dispatch("command_found", message)
        return submissions

    def is_order(self, message: discord.Message) -> bool:
        """Whether a message is a command to the referee, a misspelt one among them."""
        text = self._without_mention(message)
        return text != message.content and (is_order(text) or is_slip(text))

    async def on_message(self, message: discord.Message, *, missed: bool = False) -> None:
        """Has a message ruled and answered. No exception leaves: the room gets one sentence.

        `missed` says that it is a command that was typed while the referee was away.
        """
        if message.guild is None or not is_said(message):
            return
        room = room_of(message.guild.id, message.channel.id)
        with about(venue=room.venue, room=room.id, message=str(message.id)):
            try:
                if self.is_order(message):
                    await self._on_order(message, message.guild, room, missed=missed)
                else:
                    await self._on_words(message, room)
            except Exception:
                log.exception("channel %s, message %s", message.channel.id, message.id)
                await self.answers.refuse(room, message, BROKEN)

    async def on_edit(self, message: discord.Message) -> None:
        """A message that was talk, or was refused, reads as a turn now: its author is told."""
        if message.author.bot or message.guild is None or message.edited_at is None:
            return
        room = room_of(message.guild.id, message.channel.id)
        words = replace(self._words_of(message), sent_at=message.edited_at)
        if await self._desk.reads_as_turn(room, words):
            await self.answers.refuse_edit(room, message)

    def _answered_by(self, message: discord.Message) -> set[int | None]:
        """The messages that `message` shows to be answered: the one it replies to, or itself."""
        answered: set[int | None] = set()
        if message.author == self._client.user and message.reference is not None:
            answered.add(message.reference.message_id)
            if message.content == EDITED_TEXT:
                self.answers.edit_told(message.reference.message_id)
        if any(reaction.me for reaction in message.reactions):
            answered.add(message.id)
        for number in answered:
            self.answers.given(number)
        return answered

    async def _submission_of(self, message: discord.Message, room: Room) -> Submission | None:
        """What a message of the history says; None if it has to be dealt with by itself."""
        if not self.is_order(message):
            return self._words_of(message)
        act = await self._act_of(message)
        if act is None:
            return None
        # Only acts that a host may do, perhaps in the DMO's place, depend on somebody's rights.
        by_host = isinstance(act, HostAct | Choose)
        at = _sent_at(message)
        author = await self._members.author(message, at) if by_host else message.author
        asker = asker_of(author, room, at, str(message.id))
        try:
            return await self._clerk.submission(act, asker)
        except OrderError:
            return None

    async def _act_of(self, message: discord.Message) -> Act | None:
        """The act of a typed command that can be ruled late, with the turns of its room."""
        try:
            order = self._order_of(message)
            if COMMANDS[order.command].late is not Late.IN_ORDER or "match" in order.options:
                # An act in another match is not ruled in the order of this match.
                return None
            act = act_of(order, await self._seats(order, message.guild))
        except OrderError:
            return None
        # An act that is asked about first waits for an answer: it can't be ruled with the rest.
        return None if act is None or (to_confirm(act) and not is_confirmed(order)) else act

    def _words_of(self, message: discord.Message) -> Submission:
        text = neutral(self._without_mention(message))
        key = str(message.id)
        written = None if message.edited_at is None else message.created_at
        return Submission(
            player_of(message.author), Said(text), _sent_at(message), key, written_at=written
        )

    async def _on_words(self, message: discord.Message, room: Room) -> None:
        answer = await self._desk.submit(room, self._words_of(message))
        if answer is None:
            return
        if isinstance(answer.ruling, Ignored) and answer.ruling.unclear:
            await self.answers.mark(room, message.id, UNCLEAR)
        if isinstance(answer.ruling, Refused | Ignored) and answer.text:
            await self.answers.refuse(room, message, answer.text)

    async def _on_order(
        self, message: discord.Message, guild: discord.Guild, room: Room, *, missed: bool
    ) -> None:
        at = message.created_at
        try:
            order = self._order_of(message)
            if missed and COMMANDS[order.command].late is Late.NEVER:
                await self._connection.wait_until_back()
                await self._reply(room, message, Reply(again_text()), missed=True)
                return
            async with self._connection.once_back(order, room, at):
                seats = await self._seats(order, guild)
                author = await self._members.author(message, at)
                asker = asker_of(author, room, at, str(message.id), seats)
                reply = await self._clerk.carry_out(order, asker)
                if is_bare_start(order, seats):
                    reply = replace(reply, buttons=(OPEN,))
        except OrderError as error:
            await self._connection.wait_until_back()
            reply = self._clerk.refusal(error)
        await self._reply(room, message, reply, missed=missed)

    def _order_of(self, message: discord.Message) -> Order:
        return read_order(self._order_text(message), read_mention)

    def _order_text(self, message: discord.Message) -> str:
        """The words of a command without the mention that calls the referee.

        `@Referee match start @Ann @Referee` names it twice: the second time as a player.
        """
        own = "|".join(map(re.escape, self._own_mentions(message)))
        if not own:
            return message.content
        called = re.sub(rf"^(?:\s*(?:{own}))+", " ", message.content)
        if called == message.content:
            called = re.sub(rf"(?<!:)(?:{own})", " ", called, count=1)
        return called.strip()

    async def _seats(self, order: Order, guild: discord.Guild | None) -> dict[str, Player]:
        return {} if guild is None else await find_seats(guild, order)

    async def _reply(
        self, room: Room, message: discord.Message, reply: Reply, *, missed: bool
    ) -> None:
        if not (reply.text or reply.files or reply.scene):
            # The command was read with the room, and is carried out already.
            return
        if missed:
            await self.answers.reply_late(message, reply)
        elif reply.announced:
            await self.answers.mark(room, message.id, DONE)
        elif self.answers.may_reply(message.id, message.channel.id, message.author.id):
            await post(message, reply)
        else:
            await self.answers.mark(room, message.id, TOO_MANY)

    def _without_mention(self, message: discord.Message) -> str:
        """The words without mentions of the referee, by name or by its role, wherever they are."""
        text = message.content
        for mention in self._own_mentions(message):
            text = text.replace(mention, " ")
        return text.strip() if text != message.content else text

    def _own_mentions(self, message: discord.Message) -> tuple[str, ...]:
        me = self._client.user
        if me is None:
            return ()
        role = None if message.guild is None else message.guild.self_role
        own = f"<@{me.id}>", f"<@!{me.id}>"
        return own if role is None else (*own, role.mention)


def is_said(message: discord.Message) -> bool:
    """Whether a message is what a person wrote."""
    return not message.author.bot and message.type in _SAID


def _sent_at(message: discord.Message) -> datetime:
    """A message's stamp: of its last edit, if it was edited, since its words are no older."""
    return message.edited_at or message.created_at
