"""The gateway's events about messages: written, edited, deleted.

Red's "E5" was ruled; then Red edits it to "D4", or deletes it. The turn stands, and the room is
told so once.
"""

from collections.abc import Sequence

import discord

from bot.desk.desk import Desk
from bot.referee.room import Room
from bot.timing import VenueClock
from bot.venues.discord.connection import Connection
from bot.venues.discord.incoming import Incoming
from bot.venues.discord.messages import PAGE
from bot.venues.discord.recent import SeenIds
from bot.venues.discord.rooms import room_of


class MessageEvents:
    """Hands each new message to `Incoming`, once, and its edits and deletion to the desk."""

    def __init__(
        self,
        desk: Desk,
        clock: VenueClock,
        connection: Connection,
        incoming: Incoming,
        seen: SeenIds,
    ) -> None:
        self._desk = desk
        self._clock = clock
        self._connection = connection
        self._incoming = incoming
        self._seen = seen

    async def on_message(self, message: discord.Message) -> None:
        """A turn, a command, or talk."""
        self._clock.observe(message.created_at)
        if message.author.bot or message.guild is None or not self._seen.first(message.id):
            return
        await self._incoming.on_message(message)

    async def on_command_found(self, message: discord.Message) -> None:
        """A typed command that was found in a room's history, perhaps after an absence.

        It is no event of Discord's: `Incoming` dispatches it.
        """
        missed = not self._connection.is_back()
        if self._seen.first(message.id):
            await self._incoming.on_message(message, missed=missed)

    async def on_history_read(
        self,
        room: Room,
        messages: Sequence[discord.Message],
        edited: Sequence[discord.Message],
    ) -> None:
        """A room was read: what became of its messages unheard is dealt with as if just now.

        It is no event of Discord's either. A turn that was made in a form has no message.
        """
        _, match = await self._desk.latest(room) or (0, None)
        if match is None or not messages:
            return
        there = {message.id: message for message in messages}
        first = messages[0].id if len(messages) >= PAGE else 0
        gone = [
            turn.message
            for turn in match.turns
            if turn.at >= min(match.seated_at) and turn.message is not None
            if turn.message.isdecimal() and first <= int(turn.message) <= messages[-1].id
            if int(turn.message) not in there
        ]
        changed = [str(message.id) for message in edited]
        await self._desk.messages_changed(room, *changed, deleted=False)
        await self._desk.messages_changed(room, *gone, deleted=True)
        for message in edited:
            await self._incoming.on_edit(message)

    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """An edit changes nothing: of a ruled message the room is told so, else its author."""
        if payload.data.get("edited_timestamp"):
            room = room_of(payload.guild_id, payload.channel_id)
            await self._desk.messages_changed(room, str(payload.message_id), deleted=False)
            await self._incoming.on_edit(payload.message)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """A deletion of a ruled message changes nothing; the room is told once."""
        room = room_of(payload.guild_id, payload.channel_id)
        await self._desk.messages_changed(room, str(payload.message_id), deleted=True)

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """A deletion of many ruled messages changes nothing; the room is told in one sentence."""
        room = room_of(payload.guild_id, payload.channel_id)
        messages = (str(message) for message in payload.message_ids)
        await self._desk.messages_changed(room, *messages, deleted=True)
