"""Building the world, and what moderators do to it; the gateway hears of every change."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from . import payloads
from .connection import NO_INTENT, Intent
from .core import Core
from .posting import change_thread, delete_channel, start_thread, tell_channel, tell_thread
from .world import NONE, Channel, Guild, Kind, Member, Overwrite, Permission, Role, User, named


class Building(Core):
    """Guilds, channels, people and permissions. Permissions are named as Discord documents them,
    in lower case: "manage_guild", "send_messages"."""

    def user(self, name: str, bot: bool = False, *, guilds: Iterable[Guild] = ()) -> User:
        person = self.world.add_user(name, bot=bot)
        for guild in guilds:
            self.join(guild, person)
        return person

    def guild(self, name, *, owner=None, bot_permissions=(), shard=(0, 1)) -> Guild:
        """A guild with the bot in it, who has everybody's permissions and these.

        `shard` says on which of how many shards it is to be.
        """
        owner = owner or self.world.add_user(f"{name} owner")
        made = self.world.add_guild(name, owner, named(bot_permissions), shard)
        self._tell_guild(made)
        return made

    def _tell_guild(self, made: Guild, **more: bool) -> None:
        self.gateway.tell("GUILD_CREATE", payloads.guild_created(self.world, made) | more, made)

    def role(self, guild: Guild, name: str, permissions: Iterable[str] = ()) -> Role:
        made = Role(self.ids.mint(), name, named(permissions))
        guild.roles[made.id] = made
        body = {"guild_id": str(guild.id), "role": payloads.role(made, guild)}
        self.gateway.tell("GUILD_ROLE_CREATE", body, guild)
        return made

    def join(self, guild, user, *, permissions=(), roles=(), nick=None) -> Member:
        """Make someone a member; permissions beyond everybody's come as a role of their own."""
        held = list(roles)
        wanted = list(permissions)
        if wanted:
            held.append(self.role(guild, f"role of {user.name}", wanted))
        made = Member(user, held, self.clock(), nick)
        guild.members[user.id] = made
        body = payloads.member(made) | {"guild_id": str(guild.id)}
        self.gateway.tell("GUILD_MEMBER_ADD", body, guild, intent=Intent.GUILD_MEMBERS)
        return made

    def give_role(self, guild: Guild, user: User, role: Role) -> None:
        guild.members[user.id].roles.append(role)
        self._tell_member(guild, user)

    def take_role(self, guild: Guild, user: User, role: Role) -> None:
        guild.members[user.id].roles.remove(role)
        self._tell_member(guild, user)

    def time_out(self, guild: Guild, user: User, until: datetime | None) -> None:
        guild.members[user.id].timed_out_until = until
        self._tell_member(guild, user)

    def _tell_member(self, guild: Guild, user: User) -> None:
        body = payloads.member(guild.members[user.id]) | {"guild_id": str(guild.id)}
        intent = NO_INTENT if user is self.world.bot else Intent.GUILD_MEMBERS
        self.gateway.tell("GUILD_MEMBER_UPDATE", body, guild, intent=intent)

    def leave(self, guild: Guild, user: User) -> None:
        del guild.members[user.id]
        body = {"guild_id": str(guild.id), "user": payloads.user(user)}
        self.gateway.tell("GUILD_MEMBER_REMOVE", body, guild, intent=Intent.GUILD_MEMBERS)

    def kick_bot(self, guild: Guild) -> None:
        del guild.members[self.world.bot.id]
        self.gateway.tell("GUILD_DELETE", {"id": str(guild.id)}, guild)

    def invite_bot(self, guild: Guild, permissions: Iterable[str] = ()) -> None:
        role = Role(self.ids.mint(), self.world.bot.name, named(permissions))
        guild.roles[role.id] = role
        guild.members[self.world.bot.id] = Member(self.world.bot, [role], self.clock())
        self._tell_guild(guild)

    def outage(self, guild: Guild) -> None:
        guild.available = False
        self.gateway.tell("GUILD_DELETE", {"id": str(guild.id), "unavailable": True}, guild)

    def end_outage(self, guild: Guild) -> None:
        guild.available = True
        self._tell_guild(guild, unavailable=False)

    def text_channel(self, guild: Guild, name: str, *, deny: Iterable[str] = ()) -> Channel:
        return self._channel(Kind.TEXT, guild, name, deny)

    def forum_channel(self, guild: Guild, name: str, *, deny: Iterable[str] = ()) -> Channel:
        return self._channel(Kind.FORUM, guild, name, deny)

    def _channel(self, kind: Kind, guild: Guild, name: str, deny: Iterable[str]) -> Channel:
        made = self.world.add_channel(kind, name, guild=guild)
        if less := named(deny):
            made.overwrites[self.world.bot.id] = Overwrite(1, deny=less)
        tell_channel(self, "CHANNEL_CREATE", made)
        return made

    def direct(self, user: User) -> Channel:
        return self.world.direct(user)

    def thread(self, channel: Channel, user: User, name: str) -> Channel:
        return start_thread(self, channel, user, name)

    def private_thread(self, channel: Channel, user: User, name: str) -> Channel:
        return start_thread(self, channel, user, name, kind=Kind.PRIVATE_THREAD)

    def deny(self, channel: Channel, *names: str, who: User | Role | None = None) -> None:
        self._overwrite(channel, who or self.world.bot, NONE, named(names))

    def allow(self, channel: Channel, *names: str, who: User | Role | None = None) -> None:
        self._overwrite(channel, who or self.world.bot, named(names), NONE)

    def _overwrite(self, place: Channel, who: Any, more: Permission, less: Permission) -> None:
        known = place.overwrites.get(who.id, Overwrite(int(isinstance(who, User))))
        allow, deny = (known.allow & ~less) | more, (known.deny & ~more) | less
        place.overwrites[who.id] = Overwrite(known.type, allow, deny)
        tell_channel(self, "CHANNEL_UPDATE", place)

    def archive(self, thread: Channel, *, locked: bool = False) -> None:
        change_thread(self, thread, archived=True, locked=locked)

    def reopen(self, thread: Channel) -> None:
        change_thread(self, thread, archived=False, locked=False)

    def lock(self, thread: Channel) -> None:
        change_thread(self, thread, locked=True)

    def delete_channel(self, channel: Channel) -> None:
        delete_channel(self, channel)

    def leave_thread(self, thread: Channel, user: User) -> None:
        """Someone leaves a thread; Discord tells only bots with a privilege of it."""
        thread.followers.discard(user.id)

    def add_to_thread(self, thread: Channel, user: User) -> None:
        thread.followers.add(user.id)
        if user is self.world.bot:
            tell_thread(self, "THREAD_CREATE", thread)
