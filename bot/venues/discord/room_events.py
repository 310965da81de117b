"""The gateway's events about rooms: what moderators do to channels, threads, permissions, the bot.

A moderator takes away the referee's right to write while Red is thinking. The match pauses at once,
before somebody's time runs out in a channel where nobody can write; once the right is given back,
the room is read.
"""

from datetime import timedelta

import discord
from discord.utils import snowflake_time

from bot.desk.desk import Desk
from bot.desk.venue import VenueError
from bot.referee.room import Room
from bot.timing import VenueClock
from bot.venues.discord.rooms import VENUE, lacking, missing_permissions, room_of
from bot.wording import venues as words

DISPENSABLE = "Add Reactions"


class RoomEvents:
    """Tells the desk which matches' rooms can't be read or written in, and which can again."""

    def __init__(self, client: discord.Client, desk: Desk, clock: VenueClock) -> None:
        self._client = client
        self._desk = desk
        self._clock = clock
        self._lost: set[int] = set()

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A match's channel is gone: it can't go on there."""
        await self._lose(room_of(channel.guild.id, channel.id), words.CHANNEL_GONE)

    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """A channel changed: the referee's permissions there, and in its threads, may have, too."""
        await self._look_after(after.guild)

    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        """A role changed: the referee's permissions may have, if it has that role."""
        await self._look_after(after.guild)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """A role was deleted: the referee may have lost the permissions that came with it."""
        await self._look_after(role.guild)

    async def on_member_update(self, _: discord.Member, after: discord.Member) -> None:
        """A member was given or taken roles: if it is the referee, its permissions changed."""
        if after == after.guild.me:
            await self._look_after(after.guild)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """A thread was archived, locked, or opened again."""
        state = payload.data["thread_metadata"]
        room = room_of(payload.guild_id, payload.thread_id)
        if state.get("locked"):
            await self._lose(room, words.LOCKED)
        elif not state.get("archived"):
            self._regain(room)
        elif not self._fell_asleep(payload):
            await self._lose(room, words.ARCHIVED)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread or a post is gone."""
        await self._lose(room_of(payload.guild_id, payload.thread_id), words.CHANNEL_GONE)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The referee was thrown out of a server: none of its matches there can go on."""
        for number, _ in self._held_in(guild.id):
            await self._lose_match(number, words.NOT_ON_SERVER)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The referee was let into a server, perhaps again: matches there can go on."""
        await self._look_after(guild)

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """An outage of Discord's begins: nothing is heard from that server."""
        for number, _ in self._held_in(guild.id):
            self._desk.read_again(number, words.SERVER_UNAVAILABLE)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """An outage of Discord's ends: what was said meanwhile was not told, and is read."""
        if self._client.is_ready():
            for number, _ in self._held_in(guild.id):
                self._desk.read_again(number, "the server was unavailable")

    def skipped(self, server: str, channel: str) -> None:
        """An event of a channel could not be parsed: it is read, or all where it is not known."""
        for number, room in self._held_in(int(server)):
            if channel in ("", room.id):
                self._desk.read_again(number, "an event of its room could not be parsed")

    async def _look_after(self, guild: discord.Guild) -> None:
        for number, room in self._held_in(guild.id):
            place = guild.get_channel_or_thread(int(room.id))
            if place is None:
                continue
            missing = tuple(name for name in missing_permissions(place) if name != DISPENSABLE)
            if missing:
                await self._lose_match(number, lacking(missing))
            else:
                self._regain_match(number)

    def _fell_asleep(self, payload: discord.RawThreadUpdateEvent) -> bool:
        """Whether a thread was archived for its silence: whoever writes there opens it again."""
        after = timedelta(minutes=payload.data["thread_metadata"]["auto_archive_duration"])
        last = payload.data.get("last_message_id") or payload.thread_id
        return self._clock.now() - snowflake_time(int(last)) >= after

    def _held_in(self, guild: int, room: Room | None = None) -> list[tuple[int, Room]]:
        held = self._desk.held(VENUE, str(guild))
        return [(number, where) for number, where in held if room in (None, where)]

    async def _lose(self, room: Room, why: str) -> None:
        for number, _ in self._held_in(int(room.server), room):
            await self._lose_match(number, why)

    def _regain(self, room: Room) -> None:
        for number, _ in self._held_in(int(room.server), room):
            self._regain_match(number)

    async def _lose_match(self, number: int, why: str) -> None:
        self._lost.add(number)
        self._desk.out_of_reach(number, VenueError(why, lasting=True))

    def _regain_match(self, number: int) -> None:
        if number in self._lost:
            self._lost.discard(number)
            self._desk.read_again(number, "its room was out of reach")
