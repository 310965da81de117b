"""The world as JSON, as Discord writes it; what is blanked without the message-content intent."""

from datetime import datetime
from typing import Any

from .snowflakes import stamp_of
from .world import (
    Attachment,
    Channel,
    Guild,
    GuildEvent,
    Kind,
    Member,
    Message,
    Role,
    User,
    World,
    in_channel,
)

JSON = dict[str, Any]
EXTERNAL = 3
ATTACHMENT_LIMIT = 10 * 1024 * 1024


def each(value: Any, keys: str) -> JSON:
    """The same value for each of these keys; a list or an object is one for all of them."""
    return dict.fromkeys(keys.split(), value)


def stamp(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat(timespec="microseconds")


def user(person: User) -> JSON:
    return {
        "id": str(person.id),
        "username": person.name,
        "discriminator": "0001" if person.bot else "0",
        "global_name": None if person.bot else person.name,
        "bot": person.bot,
        **each(0, "public_flags flags"),
        **each(None, "avatar primary_guild"),
    }


def own_user(person: User) -> JSON:
    about = {"locale": "en-US", "email": None, "premium_type": 0}
    return user(person) | each(True, "mfa_enabled verified") | about


def bare_member(one: Member) -> JSON:
    """A member without the user, as messages carry it."""
    return {
        "roles": [str(role.id) for role in one.roles],
        "joined_at": stamp(one.joined_at),
        "nick": one.nick,
        "flags": 0,
        "communication_disabled_until": stamp(one.timed_out_until),
        **each(None, "avatar banner premium_since"),
        **each(False, "pending deaf mute"),
    }


def member(one: Member) -> JSON:
    return bare_member(one) | {"user": user(one.user)}


def role(one: Role, guild: Guild) -> JSON:
    body: JSON = {
        "id": str(one.id),
        "name": one.name,
        "permissions": str(int(one.permissions)),
        "position": 0 if one is guild.everyone else list(guild.roles).index(one.id),
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": one.managed_by is not None,
        "mentionable": one.mentionable,
        **each(0, "color flags"),
        **each(None, "description icon unicode_emoji"),
    }
    if one.managed_by is not None:
        body["tags"] = {"bot_id": str(one.managed_by)}
    return body


def channel(place: Channel) -> JSON:
    if place.is_thread:
        return thread(place)
    if place.kind is Kind.DM:
        people = [user(person) for person in place.recipients if not person.bot]
        return _any_channel(place) | {"recipients": people}
    assert place.guild is not None
    return (
        _any_channel(place)
        | {
            "guild_id": str(place.guild.id),
            "name": place.name,
            "position": list(place.guild.channels).index(place.id),
            "parent_id": None,
            "topic": None,
            "nsfw": False,
            "rate_limit_per_user": 0,
            "permission_overwrites": [
                {"id": str(target), "type": one.type}
                | {"allow": str(int(one.allow)), "deny": str(int(one.deny))}
                for target, one in place.overwrites.items()
            ],
        }
        | ({"available_tags": []} if place.kind is Kind.FORUM else {})
    )


def _any_channel(place: Channel) -> JSON:
    last = str(max(place.messages)) if place.messages else None
    kind = int(place.kind)
    return {"id": str(place.id), "type": kind, "flags": 0, "last_message_id": last}


def thread(place: Channel) -> JSON:
    assert place.guild is not None
    assert place.parent is not None
    return _any_channel(place) | {
        "guild_id": str(place.guild.id),
        "parent_id": str(place.parent.id),
        "owner_id": str(place.owner_id),
        "name": place.name,
        **each(len(place.messages), "message_count total_message_sent"),
        "member_count": len(place.followers),
        "rate_limit_per_user": 0,
        "applied_tags": [],
        "thread_metadata": {
            "archived": place.archived,
            "locked": place.locked,
            "auto_archive_duration": place.auto_archive,
            "archive_timestamp": stamp(place.archive_changed_at or stamp_of(place.id)),
            "create_timestamp": stamp(stamp_of(place.id)),
        },
    }


def thread_member(place: Channel, person: User) -> JSON:
    """One follower of a thread; joined when the thread began."""
    joined = stamp(stamp_of(place.id))
    return {"id": str(place.id), "user_id": str(person.id), "join_timestamp": joined, "flags": 1}


def thread_seen(place: Channel, bot: User) -> JSON:
    if bot.id not in place.followers:
        return thread(place)
    return thread(place) | {"member": thread_member(place, bot)}


def resolved_channel(place: Channel, viewer: User) -> JSON:
    return channel(place) | {"permissions": str(int(in_channel(place, viewer)))}


def guild(one: Guild) -> JSON:
    return {
        "id": str(one.id),
        "name": one.name,
        "owner_id": str(one.owner.id),
        "region": "deprecated",
        "afk_timeout": 300,
        "default_message_notifications": 1,
        "preferred_locale": "en-US",
        "max_members": 500000,
        "max_video_channel_users": 25,
        "max_stage_video_channel_users": 50,
        "roles": [role(item, one) for item in one.roles.values()],
        **each([], "features emojis stickers"),
        **each(False, "widget_enabled nsfw premium_progress_bar_enabled"),
        **each(0, "system_channel_flags verification_level explicit_content_filter mfa_level"),
        **each(0, "nsfw_level premium_tier premium_subscription_count"),
        **each(None, "icon description home_header splash discovery_splash banner"),
        **each(None, "application_id afk_channel_id system_channel_id rules_channel_id"),
        **each(None, "public_updates_channel_id safety_alerts_channel_id widget_channel_id"),
        **each(None, "incidents_data vanity_url_code max_presences"),
    }


def guild_created(world: World, one: Guild) -> JSON:
    """A guild as GUILD_CREATE tells it to whom no presences are granted: the bot is its member."""
    own = one.members[world.bot.id]
    return guild(one) | {
        "joined_at": stamp(own.joined_at),
        "large": False,
        "member_count": len(one.members),
        **each([], "voice_states presences stage_instances"),
        "guild_scheduled_events": [event(one, item) for item in one.events.values()],
        "soundboard_sounds": [],
        "members": [member(own)],
        "channels": [channel(place) for place in one.channels.values() if not place.is_thread],
        "threads": [
            thread_seen(place, world.bot)
            for place in one.threads
            if not place.archived and world.may(place, "view_channel")
        ],
    }


def event(guild: Guild, one: GuildEvent) -> JSON:
    return {
        "id": str(one.id),
        "guild_id": str(guild.id),
        "creator_id": str(one.creator.id),
        "name": one.name,
        "description": one.description,
        "scheduled_start_time": stamp(one.begins),
        "scheduled_end_time": stamp(one.ends),
        "privacy_level": 2,
        "status": int(one.state),
        "entity_type": EXTERNAL,
        "entity_metadata": {"location": one.location},
        "guild_scheduled_event_exceptions": [],
        **each(None, "channel_id entity_id image recurrence_rule user_rsvp"),
    }


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
        "author": user(one.author),
        "type": int(one.type),
        "content": one.content if seen else "",
        "timestamp": stamp(stamp_of(one.id)),
        "edited_timestamp": stamp(one.edited_at),
        **each(False, "tts pinned"),
        "flags": one.flags,
        "mention_everyone": one.mentions.everyone,
        "mentions": [user(person) for person in one.mentions.users],
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
        body["member"] = bare_member(guild.members[one.author.id])
    body["mentions"] = [
        user(person) | _as_member(guild.members.get(person.id)) for person in one.mentions.users
    ]
    return body


def _as_member(found: Any) -> JSON:
    return {} if found is None else {"member": bare_member(found)}
