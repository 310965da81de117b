"""The gateway's events about rooms and messages: closed, forbidden, written, edited, deleted.

A moderator takes away the referee's right to write while Red is thinking. The match pauses at once,
before somebody's time runs out in a channel where nobody can write; once the right is given back,
it goes on. Each event only has the rooms looked at that it may be about: what is wrong with one,
`DiscordPlaces.check` says.

Red's "E5" was ruled; then Red edits it to "D4", or deletes it. The turn stands, and the room is
told so once.
"""

from collections.abc import Sequence

import discord

from bot.desk.desk import Desk
from bot.referee.match import Room
from bot.timing import VenueClock
from bot.venues.discord.connection import Connection
from bot.venues.discord.incoming import Incoming
from bot.venues.discord.message_answers import SeenIds
from bot.venues.discord.messages import PAGE
from bot.venues.discord.rooms import VENUE, room_of
from bot.wording import venues as words


class RoomEvents:
    """Has the desk look at matches' rooms that may have changed."""

    def __init__(self, client: discord.Client, desk: Desk) -> None:
        self._client = client
        self._desk = desk

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A match's channel may be gone."""
        await self._look_at(channel.guild.id, channel.id)

    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """A channel changed: somebody's permissions there, and in its threads, may have, too."""
        await self._look_at(after.guild.id)

    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        """A role changed: so may the permissions of those who have it."""
        await self._look_at(after.guild.id)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """A role was deleted, and the permissions that came with it."""
        await self._look_at(role.guild.id)

    async def on_member_update(self, _: discord.Member, after: discord.Member) -> None:
        """A member was given or taken roles, or a timeout."""
        await self._look_at(after.guild.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """A thread was archived, locked, or opened again."""
        await self._look_at(payload.guild_id, payload.thread_id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread or a post is gone."""
        await self._look_at(payload.guild_id, payload.thread_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The referee was thrown out of a server: none of its matches there can go on."""
        await self._look_at(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The referee was let into a server, perhaps again: matches there can go on."""
        await self._look_at(guild.id)

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """An outage of Discord's begins: nothing is heard from that server."""
        self._read_again(guild.id, words.SERVER_UNAVAILABLE)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """An outage of Discord's ends: what was said meanwhile was not told, and is read."""
        if self._client.is_ready():
            self._read_again(guild.id, "the server was unavailable")

    def skipped(self, server: str, channel: str) -> None:
        """An event of a channel could not be parsed: it is read, or all where it is not known."""
        self._read_again(int(server), "an event of its room could not be parsed", channel)

    def _read_again(self, guild: int, why: str, channel: str = "") -> None:
        for number in self._held_in(guild, channel):
            self._desk.read_again(number, why)

    async def _look_at(self, guild: int, channel: int | str = "") -> None:
        for number in self._held_in(guild, str(channel)):
            await self._desk.recovery.look_at(number, ask=bool(channel))

    def _held_in(self, guild: int, channel: str) -> list[int]:
        """The matches of a channel, or all of a server."""
        held = self._desk.held(VENUE, str(guild))
        return [number for number, room in held if channel in ("", room.id)]


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
