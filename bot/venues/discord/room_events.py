"""The gateway's events about rooms: what moderators do to channels, threads, permissions, the bot.

A moderator takes away the referee's right to write while Red is thinking. The match pauses at once,
before somebody's time runs out in a channel where nobody can write; once the right is given back,
it goes on. Each event only has the rooms looked at that it may be about: what is wrong with one,
`DiscordPlaces.check` says.
"""

import discord

from bot.desk.desk import Desk
from bot.venues.discord.rooms import VENUE
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
