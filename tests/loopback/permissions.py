"""Discord's permission bits and how roles and overwrites add up in a channel."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntFlag
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .world import Channel, User


class Permission(IntFlag):
    """The bits that this server checks or reports."""

    CREATE_INSTANT_INVITE = 1 << 0
    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CHANGE_NICKNAME = 1 << 26
    MANAGE_ROLES = 1 << 28
    MANAGE_WEBHOOKS = 1 << 29
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_EVENTS = 1 << 33
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    MODERATE_MEMBERS = 1 << 40
    CREATE_EVENTS = 1 << 44
    PIN_MESSAGES = 1 << 51


NONE = Permission(0)
ALL = Permission(sum(Permission))


def named(names: Iterable[str]) -> Permission:
    """The bits behind names such as "manage_guild"; KeyError for a name this server lacks."""
    return Permission(sum({Permission[name.upper()] for name in names}))


_EVERYBODY_MAY = """
create_instant_invite add_reactions view_channel send_messages embed_links attach_files
read_message_history use_external_emojis change_nickname use_application_commands
create_public_threads create_private_threads send_messages_in_threads
"""
EVERYONE = named(_EVERYBODY_MAY.split())
_NEEDS_SENDING = named(["embed_links", "attach_files", "mention_everyone"])


def in_channel(channel: Channel, user: User) -> Permission:
    """What a user may do in a channel or thread; nothing if not a member of its guild."""
    guild = channel.guild
    if guild is None:
        return EVERYONE if user in channel.recipients else NONE
    if user.id == guild.owner.id:
        return ALL
    member = guild.members.get(user.id)
    if member is None:
        return NONE
    bits = guild.everyone.permissions
    for role in member.roles:
        bits |= role.permissions
    if bits & Permission.ADMINISTRATOR:
        return ALL
    place = channel.parent if channel.is_thread and channel.parent else channel
    steps = [[guild.everyone.id], [role.id for role in member.roles], [user.id]]
    for targets in steps:
        bits = _overwritten(place, bits, targets)
    if not bits & Permission.VIEW_CHANNEL:
        return NONE
    if member.timed_out_until is not None:
        return bits & (Permission.VIEW_CHANNEL | Permission.READ_MESSAGE_HISTORY)
    speak = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
    return bits if bits & speak else bits & ~_NEEDS_SENDING


def _overwritten(place: Channel, bits: Permission, targets: list[int]) -> Permission:
    allow = deny = NONE
    for target in targets:
        overwrite = place.overwrites.get(target)
        if overwrite is not None:
            allow |= overwrite.allow
            deny |= overwrite.deny
    return (bits & ~deny) | allow
