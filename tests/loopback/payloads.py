"""The world as JSON: users, members, roles, channels, threads and guilds as Discord writes them."""

from datetime import datetime
from typing import Any

from .permissions import in_channel
from .snowflakes import stamp_of
from .world import Channel, Guild, Kind, Member, Role, User, World

JSON = dict[str, Any]
ATTACHMENT_LIMIT = 10 * 1024 * 1024


def stamp(moment: datetime | None) -> str | None:
    """ISO 8601 with microseconds and offset, as Discord writes it."""
    return None if moment is None else moment.isoformat(timespec="microseconds")


def user(person: User) -> JSON:
    return {
        "id": str(person.id),
        "username": person.name,
        "discriminator": "0001" if person.bot else "0",
        "global_name": None if person.bot else person.name,
        "avatar": None,
        "bot": person.bot,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }


def own_user(person: User) -> JSON:
    """The bot's own user, as `/users/@me` and READY show it."""
    return user(person) | {
        "mfa_enabled": True,
        "locale": "en-US",
        "verified": True,
        "email": None,
        "premium_type": 0,
    }


def bare_member(one: Member) -> JSON:
    """A member without the user, as messages carry it."""
    return {
        "roles": [str(role.id) for role in one.roles],
        "joined_at": stamp(one.joined_at),
        "nick": one.nick,
        "avatar": None,
        "banner": None,
        "premium_since": None,
        "communication_disabled_until": None,
        "pending": False,
        "deaf": False,
        "mute": False,
        "flags": 0,
    }


def member(one: Member) -> JSON:
    return bare_member(one) | {"user": user(one.user)}


def role(one: Role, guild: Guild) -> JSON:
    body: JSON = {
        "id": str(one.id),
        "name": one.name,
        "description": None,
        "permissions": str(int(one.permissions)),
        "position": 0 if one is guild.everyone else list(guild.roles).index(one.id),
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": one.managed_by is not None,
        "mentionable": one.mentionable,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
    if one.managed_by is not None:
        body["tags"] = {"bot_id": str(one.managed_by)}
    return body


def channel(place: Channel) -> JSON:
    """A channel or thread by its kind."""
    if place.is_thread:
        return thread(place)
    if place.kind is Kind.DM:
        return {
            "id": str(place.id),
            "type": int(place.kind),
            "last_message_id": _last(place),
            "flags": 0,
            "recipients": [user(person) for person in place.recipients if not person.bot],
        }
    assert place.guild is not None
    return {
        "id": str(place.id),
        "type": int(place.kind),
        "guild_id": str(place.guild.id),
        "name": place.name,
        "position": list(place.guild.channels).index(place.id),
        "parent_id": None,
        "topic": place.topic,
        "nsfw": False,
        "flags": 0,
        "rate_limit_per_user": 0,
        "last_message_id": _last(place),
        "permission_overwrites": [
            {
                "id": str(target),
                "type": overwrite.type,
                "allow": str(int(overwrite.allow)),
                "deny": str(int(overwrite.deny)),
            }
            for target, overwrite in place.overwrites.items()
        ],
    } | ({"available_tags": []} if place.kind is Kind.FORUM else {})


def thread(place: Channel) -> JSON:
    assert place.guild is not None
    assert place.parent is not None
    return {
        "id": str(place.id),
        "type": int(place.kind),
        "guild_id": str(place.guild.id),
        "parent_id": str(place.parent.id),
        "owner_id": str(place.owner_id),
        "name": place.name,
        "last_message_id": _last(place),
        "message_count": len(place.messages),
        "total_message_sent": len(place.messages),
        "member_count": len(place.followers),
        "rate_limit_per_user": 0,
        "flags": 0,
        "applied_tags": place.applied_tags,
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
    return {
        "id": str(place.id),
        "user_id": str(person.id),
        "join_timestamp": stamp(stamp_of(place.id)),
        "flags": 1,
    }


def thread_seen(place: Channel, bot: User) -> JSON:
    """A thread as the bot sees it: with its own membership where it follows."""
    if bot.id not in place.followers:
        return thread(place)
    return thread(place) | {"member": thread_member(place, bot)}


def resolved_channel(place: Channel, viewer: User) -> JSON:
    """A channel as an interaction carries it: with the viewer's permissions."""
    return channel(place) | {"permissions": str(int(in_channel(place, viewer)))}


def guild(one: Guild) -> JSON:
    """A guild as HTTP answers it."""
    return {
        "id": str(one.id),
        "name": one.name,
        "icon": None,
        "description": None,
        "home_header": None,
        "splash": None,
        "discovery_splash": None,
        "banner": None,
        "features": [],
        "owner_id": str(one.owner.id),
        "application_id": None,
        "region": "deprecated",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "safety_alerts_channel_id": None,
        "widget_enabled": False,
        "widget_channel_id": None,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "incidents_data": None,
        "nsfw": False,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "preferred_locale": "en-US",
        "vanity_url_code": None,
        "max_members": 500000,
        "max_presences": None,
        "max_video_channel_users": 25,
        "max_stage_video_channel_users": 50,
        "roles": [role(item, one) for item in one.roles.values()],
        "emojis": [],
        "stickers": [],
    }


def guild_created(world: World, one: Guild, *, every_member: bool) -> JSON:
    """A guild as GUILD_CREATE tells it: members are the bot alone unless presences are asked."""
    own = world.bot.id
    return guild(one) | {
        "joined_at": stamp(one.members[own].joined_at),
        "large": False,
        "member_count": len(one.members),
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
        "members": [member(m) for key, m in one.members.items() if every_member or key == own],
        "channels": [channel(place) for place in one.channels.values() if not place.is_thread],
        "threads": [
            thread_seen(place, world.bot)
            for place in one.threads
            if not place.archived and world.may(place, "view_channel")
        ],
    }


def _last(place: Channel) -> str | None:
    return str(max(place.messages)) if place.messages else None
