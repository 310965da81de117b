"""The world as JSON, as Discord writes it; what is blanked without the message-content intent."""

from datetime import datetime
from typing import Any

from . import world as there
from .snowflakes import stamp_of
from .world import Channel, Guild, Kind, Member, Message, User, World, in_channel

JSON = dict[str, Any]
EXTERNAL = 3
ATTACHMENT_LIMIT = 10 * 1024 * 1024


def each(value: Any, keys: str) -> JSON:
    """The same value for each of these keys; a list or an object is one for all of them."""
    return dict.fromkeys(keys.split(), value)


def kept(one: Any, keys: str) -> JSON:
    """What is called the same here and on the wire."""
    return {key: getattr(one, key) for key in keys.split()}


def ids(**things: Any) -> JSON:
    """The id of each thing, or an id itself, as text."""
    return {key: str(getattr(one, "id", one)) for key, one in things.items()}


def stamp(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat(timespec="microseconds")


def user(person: User) -> JSON:
    return {
        **ids(id=person),
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


def role(one: there.Role, guild: Guild) -> JSON:
    return {
        **ids(id=one),
        **kept(one, "name mentionable"),
        "permissions": str(int(one.permissions)),
        "position": 0 if one is guild.everyone else list(guild.roles).index(one.id),
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": one.managed_by is not None,
        **each(0, "color flags"),
        **each(None, "description icon unicode_emoji"),
        **({} if one.managed_by is None else {"tags": ids(bot_id=one.managed_by)}),
    }


def channel(place: Channel) -> JSON:
    if place.is_thread:
        return thread(place)
    if place.kind is Kind.DM:
        people = [user(person) for person in place.recipients if not person.bot]
        return _any_channel(place) | {"recipients": people}
    return {
        **_any_channel(place),
        **ids(guild_id=place.guild),
        "name": place.name,
        "position": list(place.guild.channels).index(place.id),
        **each(None, "parent_id topic"),
        "nsfw": False,
        "rate_limit_per_user": 0,
        "permission_overwrites": [
            {**ids(id=target, allow=int(one.allow), deny=int(one.deny)), "type": one.type}
            for target, one in place.overwrites.items()
        ],
        **({"available_tags": []} if place.kind is Kind.FORUM else {}),
    }


def _any_channel(place: Channel) -> JSON:
    last = str(max(place.messages)) if place.messages else None
    return ids(id=place) | {"type": int(place.kind), "flags": 0, "last_message_id": last}


def thread(place: Channel) -> JSON:
    begun = stamp_of(place.id)
    return {
        **_any_channel(place),
        **ids(guild_id=place.guild, parent_id=place.parent, owner_id=place.owner_id),
        "name": place.name,
        **each(len(place.messages), "message_count total_message_sent"),
        "member_count": len(place.followers),
        "rate_limit_per_user": 0,
        "applied_tags": [],
        "thread_metadata": {
            **kept(place, "archived locked"),
            "auto_archive_duration": place.auto_archive,
            "archive_timestamp": stamp(place.archive_changed_at or begun),
            "create_timestamp": stamp(begun),
        },
    }


def thread_member(place: Channel, person: User) -> JSON:
    return ids(id=place, user_id=person) | {"join_timestamp": stamp(stamp_of(place.id)), "flags": 1}


def thread_seen(place: Channel, bot: User) -> JSON:
    if bot.id not in place.followers:
        return thread(place)
    return thread(place) | {"member": thread_member(place, bot)}


def resolved_channel(place: Channel, viewer: User) -> JSON:
    return channel(place) | {"permissions": str(int(in_channel(place, viewer)))}


def guild(one: Guild) -> JSON:
    return {
        **ids(id=one, owner_id=one.owner),
        "name": one.name,
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
    own = one.members[world.bot.id]
    seen = [it for it in one.threads if not it.archived and world.may(it, "view_channel")]
    return guild(one) | {
        "joined_at": stamp(own.joined_at),
        "large": False,
        "member_count": len(one.members),
        **each([], "voice_states presences stage_instances soundboard_sounds"),
        "guild_scheduled_events": [event(one, item) for item in one.events.values()],
        "members": [member(own)],
        "channels": [channel(place) for place in one.channels.values() if not place.is_thread],
        "threads": [thread_seen(place, world.bot) for place in seen],
    }


def event(guild: Guild, one: there.GuildEvent) -> JSON:
    return {
        **ids(id=one, guild_id=guild, creator_id=one.creator),
        **kept(one, "name description"),
        "scheduled_start_time": stamp(one.begins),
        "scheduled_end_time": stamp(one.ends),
        "privacy_level": 2,
        "status": int(one.state),
        "entity_type": EXTERNAL,
        "entity_metadata": {"location": one.location},
        "guild_scheduled_event_exceptions": [],
        **each(None, "channel_id entity_id image recurrence_rule user_rsvp"),
    }


def attachment(one: there.Attachment, *, ephemeral: bool = False) -> JSON:
    body = ids(id=one) | kept(one, "filename content_type url") | {"proxy_url": one.url}
    body["size"] = len(one.data)
    if one.description is not None:
        body["description"] = one.description
    return body | ({"ephemeral": True} if ephemeral else {})


def message(world: World, one: Message, *, full: bool = True) -> JSON:
    """A message as HTTP answers it; without `full`, other people's content is blanked."""
    # Without the intent: its own, a DM, or a message that names it.
    alone = one.author is world.bot or one.channel.guild is None
    seen = full or alone or world.bot in one.mentions.users
    files = [attachment(item, ephemeral=one.ephemeral) for item in one.attachments]
    body: JSON = {
        **ids(id=one, channel_id=one.channel),
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
        "attachments": files if seen else [],
        "embeds": one.embeds if seen else [],
        "components": one.components if seen else [],
        **(one.interaction or {}),
    }
    if one.nonce is not None:
        body["nonce"] = one.nonce
    if one.reactions:
        body["reactions"] = [_reaction(world, *item) for item in one.reactions.items()]
    if one.reference is not None:
        body |= _reference(world, one, full=full)
    return body


def _reference(world: World, one: Message, *, full: bool) -> JSON:
    place, key = one.reference
    pointer: JSON = {"type": 0} | ids(channel_id=place)
    if key:
        pointer |= ids(message_id=key)
    if place.guild is not None:
        pointer |= ids(guild_id=place.guild)
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


def gateway_message(world: World, one: Message, *, full: bool) -> JSON:
    """A message as the gateway tells it: with the guild and the member who wrote it."""
    body = message(world, one, full=full) | {"channel_type": int(one.channel.kind)}
    if one.channel.guild is None:
        return body
    members = one.channel.guild.members
    body |= ids(guild_id=one.channel.guild)
    if one.author.id in members:
        body["member"] = bare_member(members[one.author.id])
    for person, told in zip(one.mentions.users, body["mentions"], strict=True):
        if person.id in members:
            told["member"] = bare_member(members[person.id])
    return body
