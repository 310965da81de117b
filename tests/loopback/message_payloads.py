"""Messages as JSON, and what is blanked for an application without the message-content intent."""

from typing import Any

from . import payloads
from .payloads import JSON
from .snowflakes import stamp_of
from .world import Attachment, Message, World


def attachment(one: Attachment, *, ephemeral: bool = False) -> JSON:
    body: JSON = {
        "id": str(one.id),
        "filename": one.filename,
        "size": len(one.data),
        "url": one.url,
        "proxy_url": one.url,
        "content_type": one.content_type,
    }
    if one.size is not None:
        body |= {"width": one.size[0], "height": one.size[1]}
    if one.description is not None:
        body["description"] = one.description
    return body | ({"ephemeral": True} if ephemeral else {})


def message(world: World, one: Message, *, full: bool = True) -> JSON:
    """A message as HTTP answers it; without `full`, other people's content is blanked."""
    seen = full or addressed_to(one, world)
    body: JSON = {
        "id": str(one.id),
        "channel_id": str(one.channel.id),
        "author": payloads.user(one.author),
        "type": int(one.type),
        "content": one.content if seen else "",
        "timestamp": payloads.stamp(stamp_of(one.id)),
        "edited_timestamp": payloads.stamp(one.edited_at),
        **payloads.each(False, "tts pinned"),
        "flags": one.flags,
        "mention_everyone": one.mentions.everyone,
        "mentions": [payloads.user(person) for person in one.mentions.users],
        "mention_roles": [str(role.id) for role in one.mentions.roles],
        "attachments": _attachments(one) if seen else [],
        "embeds": one.embeds if seen else [],
        "components": one.components if seen else [],
    }
    return body | _extras(world, one, full=full)


def _attachments(one: Message) -> list[JSON]:
    return [attachment(item, ephemeral=one.ephemeral) for item in one.attachments]


def _extras(world: World, one: Message, *, full: bool) -> JSON:
    body: JSON = {}
    if one.nonce is not None:
        body["nonce"] = one.nonce
    if one.reactions:
        body["reactions"] = [_reaction(world, *item) for item in one.reactions.items()]
    if one.interaction is not None:
        body |= one.interaction
    if one.reference is not None:
        body |= _reference(world, one, full=full)
    return body


def _reference(world: World, one: Message, *, full: bool) -> JSON:
    assert one.reference is not None
    place, key = one.reference
    pointer: JSON = {"type": 0, "channel_id": str(place.id)}
    if key:
        pointer["message_id"] = str(key)
    if place.guild is not None:
        pointer["guild_id"] = str(place.guild.id)
    target = place.messages.get(key)
    # A reply within a referenced message is not nested further, as on Discord.
    nested = None if target is None else message(world, target, full=full)
    if nested is not None:
        nested.pop("referenced_message", None)
    return {"message_reference": pointer, "referenced_message": nested}


def _reaction(world: World, emoji: str, users: list[Any]) -> JSON:
    return {
        "emoji": emoji_payload(emoji),
        "count": len(users),
        "count_details": {"burst": 0, "normal": len(users)},
        "me": world.bot in users,
        "me_burst": False,
        "burst_colors": [],
    }


def emoji_payload(emoji: str) -> JSON:
    """A Unicode emoji, or a custom one written `name:id`."""
    name, _, key = emoji.partition(":")
    return {"id": key or None, "name": name, "animated": False}


def addressed_to(one: Message, world: World) -> bool:
    """Whether the bot may read a message without the intent: its own, a DM, or one naming it."""
    return one.author is world.bot or one.channel.guild is None or world.bot in one.mentions.users


def gateway_message(world: World, one: Message, *, full: bool) -> JSON:
    """A message as the gateway tells it: with the guild and the member who wrote it."""
    body = message(world, one, full=full) | {"channel_type": int(one.channel.kind)}
    guild = one.channel.guild
    if guild is None:
        return body
    body["guild_id"] = str(guild.id)
    if one.author.id in guild.members:
        body["member"] = payloads.bare_member(guild.members[one.author.id])
    body["mentions"] = [
        payloads.user(person) | _as_member(guild.members.get(person.id))
        for person in one.mentions.users
    ]
    return body


def _as_member(found: Any) -> JSON:
    return {} if found is None else {"member": payloads.bare_member(found)}
