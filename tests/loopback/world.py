"""What a Discord consists of, and who may do what there. No protocol."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum, IntFlag
from functools import reduce
from operator import or_
from typing import Any

from .snowflakes import Snowflakes, stamp_of

EPHEMERAL = 1 << 6
LOADING = 1 << 7


_BITS = """
create_instant_invite=0 kick_members=1 ban_members=2 administrator=3 manage_channels=4
manage_guild=5 add_reactions=6 view_channel=10 send_messages=11 manage_messages=13 embed_links=14
attach_files=15 read_message_history=16 mention_everyone=17 use_external_emojis=18
change_nickname=26 manage_roles=28 manage_webhooks=29 use_application_commands=31 manage_events=33
manage_threads=34 create_public_threads=35 create_private_threads=36 send_messages_in_threads=38
moderate_members=40 create_events=44 pin_messages=51
"""
_PAIRS = (pair.split("=") for pair in _BITS.split())
Permission = IntFlag("Permission", {name.upper(): 1 << int(bit) for name, bit in _PAIRS})
"""The permissions that this server checks or reports."""
NONE = Permission(0)
ALL = Permission(sum(Permission))


def named(names: Iterable[str]) -> Permission:
    return Permission(sum({Permission[name.upper()] for name in names}))


_EVERYBODY_MAY = """
create_instant_invite add_reactions view_channel send_messages embed_links attach_files
read_message_history use_external_emojis change_nickname use_application_commands
create_public_threads create_private_threads send_messages_in_threads
"""
EVERYONE = named(_EVERYBODY_MAY.split())
_NEEDS_SENDING = named(["embed_links", "attach_files", "mention_everyone"])


class Kind(IntEnum):
    TEXT = 0
    DM = 1
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12
    FORUM = 15


class Says(IntEnum):
    PLAIN = 0
    THREAD_CREATED = 18
    REPLY = 19
    COMMAND_ANSWER = 20


SYSTEM = {Says.THREAD_CREATED}


@dataclass(slots=True, eq=False)
class User:
    id: int
    name: str
    bot: bool = False
    takes_directs: bool = True
    """Whether they take direct messages from members of their servers."""

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"


@dataclass(slots=True, eq=False)
class Role:
    id: int
    name: str
    permissions: Permission = NONE
    managed_by: int | None = None
    mentionable: bool = False

    @property
    def mention(self) -> str:
        return f"<@&{self.id}>"


@dataclass(slots=True, eq=False)
class Member:
    user: User
    roles: list[Role]
    joined_at: datetime
    nick: str | None = None
    timed_out_until: datetime | None = None


@dataclass(slots=True)
class Overwrite:
    """What one role (type 0) or member (type 1) is allowed and denied in a channel."""

    type: int
    allow: Permission = NONE
    deny: Permission = NONE


class EventState(IntEnum):
    SCHEDULED = 1
    ACTIVE = 2
    COMPLETED = 3
    CANCELED = 4


@dataclass(slots=True, eq=False)
class GuildEvent:
    """An event in a guild's list, held somewhere else than in a channel for voice."""

    id: int
    creator: User
    name: str
    description: str | None
    location: str
    begins: datetime
    ends: datetime
    state: EventState = EventState.SCHEDULED


@dataclass(slots=True, eq=False)
class Guild:
    id: int
    name: str
    owner: User
    everyone: Role
    roles: dict[int, Role] = field(default_factory=dict, repr=False)
    members: dict[int, Member] = field(default_factory=dict, repr=False)
    channels: dict[int, Channel] = field(default_factory=dict, repr=False)
    events: dict[int, GuildEvent] = field(default_factory=dict, repr=False)
    available: bool = True

    @property
    def threads(self) -> Iterator[Channel]:
        return (channel for channel in self.channels.values() if channel.is_thread)


@dataclass(slots=True, eq=False)
class Channel:
    id: int
    kind: Kind
    name: str
    guild: Guild | None = field(default=None, repr=False)
    parent: Channel | None = None
    overwrites: dict[int, Overwrite] = field(default_factory=dict, repr=False)
    messages: dict[int, Message] = field(default_factory=dict, repr=False)
    recipients: list[User] = field(default_factory=list)
    owner_id: int | None = None
    archived: bool = False
    locked: bool = False
    archive_changed_at: datetime | None = None
    auto_archive: int = 4320
    followers: set[int] = field(default_factory=set, repr=False)
    deleted: bool = False

    @property
    def mention(self) -> str:
        return f"<#{self.id}>"

    @property
    def is_thread(self) -> bool:
        return self.kind in (Kind.PUBLIC_THREAD, Kind.PRIVATE_THREAD)

    @property
    def history(self) -> list[Message]:
        return [self.messages[key] for key in sorted(self.messages)]


@dataclass(frozen=True, slots=True)
class Attachment:
    id: int
    filename: str
    content_type: str
    data: bytes = field(repr=False)
    url: str
    description: str | None = None


@dataclass(frozen=True, slots=True)
class Button:
    label: str
    custom_id: str | None
    disabled: bool
    style: int


@dataclass(frozen=True, slots=True)
class Mentions:
    users: tuple[User, ...] = ()
    roles: tuple[Role, ...] = ()
    everyone: bool = False


@dataclass(slots=True, eq=False)
class Message:
    id: int
    channel: Channel
    author: User
    content: str
    type: int = Says.PLAIN
    embeds: list[dict[str, Any]] = field(default_factory=list)
    components: list[dict[str, Any]] = field(default_factory=list, repr=False)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    mentions: Mentions = Mentions()
    reference: tuple[Channel, int] | None = field(default=None, repr=False)
    nonce: str | int | None = None
    edited_at: datetime | None = None
    reactions: dict[str, list[User]] = field(default_factory=dict)
    deleted: bool = False
    interaction: dict[str, Any] | None = field(default=None, repr=False)
    only_for: User | None = None

    @property
    def created_at(self) -> datetime:
        return stamp_of(self.id)

    @property
    def ephemeral(self) -> bool:
        return bool(self.flags & EPHEMERAL)

    @property
    def loading(self) -> bool:
        return bool(self.flags & LOADING)

    @property
    def buttons(self) -> list[Button]:
        return [
            Button(
                part.get("label") or (part.get("emoji") or {}).get("name") or "",
                part.get("custom_id"),
                bool(part.get("disabled")),
                part["style"],
            )
            for part in walk(self.components)
            if part["type"] == 2
        ]


def walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for part in components:
        yield part
        yield from walk(part.get("components") or [])
        for key in ("accessory", "component"):
            if part.get(key):
                yield from walk([part[key]])


def in_guild(guild: Guild, user: User) -> Permission:
    if user.id == guild.owner.id:
        return ALL
    roles = (role.permissions for role in guild.members[user.id].roles)
    bits = reduce(or_, roles, guild.everyone.permissions)
    return ALL if bits & Permission.ADMINISTRATOR else bits


def in_channel(channel: Channel, user: User) -> Permission:
    guild = channel.guild
    if guild is None:
        return EVERYONE if user in channel.recipients else NONE
    member = guild.members.get(user.id)
    if member is None:
        return NONE
    bits = in_guild(guild, user)
    if bits == ALL:
        return ALL
    place = channel.parent if channel.is_thread and channel.parent else channel
    for targets in ([guild.everyone.id], [role.id for role in member.roles], [user.id]):
        found = [place.overwrites[key] for key in targets if key in place.overwrites]
        bits &= ~reduce(or_, (one.deny for one in found), NONE)
        bits |= reduce(or_, (one.allow for one in found), NONE)
    if not bits & Permission.VIEW_CHANNEL:
        return NONE
    if member.timed_out_until is not None:
        return bits & (Permission.VIEW_CHANNEL | Permission.READ_MESSAGE_HISTORY)
    speak = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
    return bits if bits & speak else bits & ~_NEEDS_SENDING


class World:
    def __init__(self, ids: Snowflakes) -> None:
        self.ids = ids
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.ephemerals: list[Message] = []
        self.bot = self.add_user("Referee", bot=True)
        self.owner = self.add_user("application-owner")

    def add_user(self, name: str, *, bot: bool = False) -> User:
        user = User(self.ids.mint(), name, bot)
        self.users[user.id] = user
        return user

    def add_guild(self, name, owner, bot_permissions, shard=(0, 1)) -> Guild:
        key = self.ids.mint_on(*shard)
        everyone = Role(key, "@everyone", EVERYONE)
        guild = Guild(key, name, owner, everyone, {key: everyone})
        role = Role(self.ids.mint(), self.bot.name, bot_permissions, managed_by=self.bot.id)
        guild.roles[role.id] = role
        self.guilds[key] = guild
        now = stamp_of(key)
        guild.members[owner.id] = Member(owner, [], now)
        guild.members[self.bot.id] = Member(self.bot, [role], now)
        return guild

    def add_channel(self, kind: Kind, name: str, **more: Any) -> Channel:
        channel = Channel(more.pop("id", None) or self.ids.mint(), kind, name, **more)
        self.channels[channel.id] = channel
        if channel.guild is not None:
            channel.guild.channels[channel.id] = channel
        return channel

    def direct(self, user: User) -> Channel:
        for channel in self.channels.values():
            if channel.kind is Kind.DM and user in channel.recipients:
                return channel
        return self.add_channel(Kind.DM, user.name, recipients=[self.bot, user])

    def guilds_of(self, user: User) -> list[Guild]:
        return [guild for guild in self.guilds.values() if user.id in guild.members]

    def may(self, channel: Channel, *names: str, user: User | None = None) -> bool:
        bits = in_channel(channel, user or self.bot)
        return all(bits & Permission[name.upper()] for name in names)
