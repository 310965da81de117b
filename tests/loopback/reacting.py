"""Reactions, whoever makes them."""

from __future__ import annotations

from typing import Any

from . import payloads
from .core import Core
from .message_payloads import emoji_payload
from .sessions import Intent
from .world import Message, User


def react(core: Core, one: Message, user: User, emoji: str) -> None:
    """Add a reaction; a second one of the same user changes nothing."""
    users = one.reactions.setdefault(emoji, [])
    if user not in users:
        users.append(user)
        _tell(core, "MESSAGE_REACTION_ADD", one, user, emoji)


def _tell(core: Core, event: str, one: Message, user: User, emoji: str) -> None:
    guild = one.channel.guild
    body: dict[str, Any] = {
        "user_id": str(user.id),
        "channel_id": str(one.channel.id),
        "message_id": str(one.id),
        "message_author_id": str(one.author.id),
        "emoji": emoji_payload(emoji),
        "burst": False,
        "type": 0,
    }
    if guild is None:
        intent = Intent.DIRECT_MESSAGE_REACTIONS
    else:
        intent = Intent.GUILD_MESSAGE_REACTIONS
        body["guild_id"] = str(guild.id)
        if event == "MESSAGE_REACTION_ADD" and user.id in guild.members:
            body["member"] = payloads.member(guild.members[user.id])
        if not core.world.may(one.channel, "view_channel"):
            core.bell.ring()
            return
    core.gateway.dispatch(event, lambda _: body, guild, intent=intent)
