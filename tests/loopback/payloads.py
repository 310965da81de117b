"""The world as JSON: users, members, roles, channels, threads and guilds as Discord writes them."""

from datetime import datetime
from typing import Any

from .permissions import in_channel
from .snowflakes import stamp_of
from .world import Channel, Guild, GuildEvent, Kind, Member, Role, User, World

JSON = dict[str, Any]
EXTERNAL = 3
ATTACHMENT_LIMIT = 10 * 1024 * 1024


def each(value: Any, keys: str) -> JSON:
    """The same value for each of these keys; a list or an object is one for all of them."""
    return dict.fromkeys(keys.split(), value)


def stamp(moment: datetime | None) -> str | None:
    """ISO 8601 with microseconds and offset, as Discord writes it."""
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
    """A thread as the bot sees it: with its own membership where it follows."""
    if bot.id not in place.followers:
        return thread(place)
    return thread(place) | {"member": thread_member(place, bot)}


def resolved_channel(place: Channel, viewer: User) -> JSON:
    """A channel as an interaction carries it: with the viewer's permissions."""
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
