"""What a Discord consists of: guilds, channels, users, members, roles, messages. No protocol."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum
from typing import Any

from .permissions import ALL, EVERYONE, NONE, Permission, in_channel
from .snowflakes import Snowflakes, stamp_of

EPHEMERAL = 1 << 6
LOADING = 1 << 7


class Kind(IntEnum):
    """Channel types by their numbers on the wire."""

    TEXT = 0
    DM = 1
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12
    FORUM = 15


class Says(IntEnum):
    """Message types by their numbers on the wire."""

    PLAIN = 0
    THREAD_CREATED = 18
    REPLY = 19
    COMMAND_ANSWER = 20


SYSTEM = {Says.THREAD_CREATED}


@dataclass(slots=True, eq=False)
class User:
    """A person or a bot; `mention` is how a message names them."""

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
    """How far an event in a guild's list is, by the numbers on the wire."""

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
    """A text channel, a forum, a thread or a direct conversation."""

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
    size: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Button:
    """A button as a person sees it; `custom_id` is None on a link."""

    label: str
    custom_id: str | None
    disabled: bool
    style: int


@dataclass(frozen=True, slots=True)
class Mentions:
    """Whom a message names after allowed_mentions: the ones who are pinged."""

    users: tuple[User, ...] = ()
    roles: tuple[Role, ...] = ()
    everyone: bool = False


@dataclass(slots=True, eq=False)
class Message:
    """A message as the server keeps it; `embeds` and `components` as they were sent."""

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
        """The buttons in reading order, wherever they are nested."""
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
    """Every component of a message or modal, the nested ones too."""
    for part in components:
        yield part
        yield from walk(part.get("components") or [])
        for key in ("accessory", "component"):
            if part.get(key):
                yield from walk([part[key]])


class World:
    """Everything that exists on the server, found by id."""

    def __init__(self, ids: Snowflakes, bot_name: str) -> None:
        self.ids = ids
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.ephemerals: list[Message] = []
        self.bot = self.add_user(bot_name, bot=True)
        self.owner = self.add_user("application-owner")

    def add_user(self, name: str, *, bot: bool = False) -> User:
        user = User(self.ids.mint(), name, bot)
        self.users[user.id] = user
        return user

    def add_guild(
        self, name: str, owner: User, bot_permissions: Permission, shard: tuple[int, int] = (0, 1)
    ) -> Guild:
        """A guild with its owner and the bot in it, the bot through a role of its own."""
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
        """A channel of any kind, with an id of its own unless one is given."""
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
        """Whether a user (the bot if none is named) has all these permissions there."""
        bits = in_channel(channel, user or self.bot)
        return all(bits & Permission[name.upper()] for name in names)

    def rights(self, channel: Channel, user: User) -> Permission:
        return in_channel(channel, user)

    def guild_rights(self, guild: Guild, user: User) -> Permission:
        """Permissions of a user in the guild as a whole, channels aside."""
        if user.id == guild.owner.id:
            return ALL
        bits = guild.everyone.permissions
        for role in guild.members[user.id].roles:
            bits |= role.permissions
        return ALL if bits & Permission.ADMINISTRATOR else bits
