"""What people write in channels → turns, talk and typed commands, and what they are answered."""

import logging

import discord

from bot.acts import act_of
from bot.asking import Asker, Reply
from bot.clerk import Clerk
from bot.desk import Desk
from bot.orders import OrderError, is_order, read_order
from bot.referee.ruling import Ignored, Refused
from bot.referee.submission import Act, MoveMatch, Resign, Said, Submission
from bot.storage.store import Room
from bot.venues.discord import replies
from bot.venues.discord.answers import LATER, REFUSED, UNCLEAR, Answers
from bot.venues.discord.manners import Authors, Manners
from bot.venues.discord.people import find_seats, may_host, player_of, roles_of
from bot.venues.discord.rooms import room_of
from bot.venues.discord.voice import LONGEST_PLAIN, harmless
from bot.wording.troubles import BROKEN

log = logging.getLogger(__name__)


class Listener:
    """Reads messages, live ones and those of a channel's history alike."""

    def __init__(self, client: discord.Client, desk: Desk, clerk: Clerk, manners: Manners) -> None:
        self._client = client
        self._desk = desk
        self._clerk = clerk
        self._answers = Answers(client, manners)
        self._authors = Authors()

    def submission_of(self, message: discord.Message) -> Submission | None:
        """What a message says to the referee, None if nothing that can be ruled later."""
        if message.author.bot:
            return None
        text = self._without_mention(message)
        act: Act | None = Said(text)
        if text != message.content and is_order(text):
            act = _act_at_once(text)
        if act is None:
            return None
        self._authors.note(message.id, message.author.id)
        author = message.author
        if message.guild is not None:
            # The history names users, the gateway members.
            author = message.guild.get_member(author.id) or author
        return Submission(
            author=player_of(author),
            act=act,
            sent_at=message.edited_at or message.created_at,
            message=str(message.id),
            may_host=may_host(author),
        )

    def look_back(self, message: discord.Message) -> Submission | None:
        """What a message of the history says; takes note of the answers that were given there."""
        if message.author == self._client.user and message.reference is not None:
            self._answers.given(message.reference.message_id)
        if any(one.me and str(one.emoji) == REFUSED for one in message.reactions):
            self._answers.given(message.id)
        return self.submission_of(message)

    def is_order(self, message: discord.Message) -> bool:
        """Whether a message is a command to the referee."""
        text = self._without_mention(message)
        return text != message.content and is_order(text)

    async def on_message(self, message: discord.Message) -> None:
        """Has a message ruled and answered. No exception leaves: the room gets one sentence."""
        if message.guild is None:
            return
        self._authors.note(message.id, message.author.id)
        room = room_of(message.guild.id, message.channel.id)
        try:
            if self.is_order(message):
                await self._on_order(message, message.guild, room)
            else:
                await self._on_words(message, room)
        except Exception:
            log.exception("channel %s, message %s", message.channel.id, message.id)
            await self.refuse(room, message.id, BROKEN)

    async def refuse(self, room: Room, message: int, text: str) -> None:
        """Says why a message was refused, in words unless there were many."""
        author = self._authors.get(message)
        await self._answers.refuse(int(room.server), int(room.id), message, author, text)

    async def _on_words(self, message: discord.Message, room: Room) -> None:
        submission = self.submission_of(message)
        if submission is None:
            return
        answer = await self._desk.submit(room, submission)
        if answer is None:
            return
        if isinstance(answer.ruling, Ignored) and answer.ruling.unclear:
            await self._mark(room, message, UNCLEAR)
        if isinstance(answer.ruling, Refused):
            await self.refuse(room, message.id, answer.text)

    async def _on_order(self, message: discord.Message, guild: discord.Guild, room: Room) -> None:
        try:
            order = read_order(self._without_mention(message))
            seats = await find_seats(guild, order)
        except OrderError as error:
            await self._reply(room, message, Reply(harmless(str(error), LONGEST_PLAIN)))
            return
        asker = Asker(
            player=player_of(message.author),
            room=room,
            at=message.created_at,
            may_host=may_host(message.author),
            message=str(message.id),
            seats=seats,
            asks_back=True,
            manages=may_host(message.author),
            roles=roles_of(message.author),
        )
        await self._reply(room, message, await self._clerk.carry_out(order, asker))

    async def _reply(self, room: Room, message: discord.Message, reply: Reply) -> None:
        if not (reply.text or reply.files or reply.scene):
            # It was read and carried out with what was missed.
            return
        if self._answers.may_reply(message.id, message.channel.id, message.author.id):
            await replies.post(message, reply)
        else:
            await self._mark(room, message, LATER)

    async def _mark(self, room: Room, message: discord.Message, sign: str) -> None:
        await self._answers.mark(int(room.server), int(room.id), message.id, sign)

    def _without_mention(self, message: discord.Message) -> str:
        """The words without the referee's own mentions, by name or by its role, wherever."""
        me = self._client.user
        if me is None:
            return message.content
        mentions = [f"<@{me.id}>", f"<@!{me.id}>"]
        role = None if message.guild is None else message.guild.self_role
        if role is not None:
            mentions.append(role.mention)
        text = message.content
        for mention in mentions:
            text = text.replace(mention, " ")
        return text.strip() if text != message.content else text


def _act_at_once(text: str) -> Act | None:
    """The act of a typed command that needs nothing else: it is done even if it is read late."""
    try:
        act = act_of(read_order(text), {})
    except OrderError:
        return None
    return None if isinstance(act, MoveMatch | Resign) else act
