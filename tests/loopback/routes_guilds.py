"""The application, its commands, guilds, members, users and events, over HTTP."""

from datetime import datetime
from typing import Any

from . import errors, payloads
from .connection import Intent
from .core import Core
from .payloads import EXTERNAL, each
from .routing import Call, Table
from .world import EventState, Guild, GuildEvent, Permission, in_guild

table = Table()
JSON = dict[str, Any]

# Flags of an application with a privileged intent granted that Discord has not reviewed.
GRANTED = {"presences": 1 << 13, "members": 1 << 15, "message_content": 1 << 19}


@table("GET", "/gateway/bot")
def gateway_bot(call: Call) -> JSON:
    gateway = call.core.gateway
    left = {"total": 1000, "remaining": 1000 - gateway.identifies % 1000}
    limit = left | {"reset_after": 14400000, "max_concurrency": gateway.max_concurrency}
    return {"url": gateway.url, "shards": gateway.recommended, "session_start_limit": limit}


@table("GET", "/users/@me")
def own_user(call: Call) -> JSON:
    return payloads.own_user(call.core.world.bot)


@table("GET", "/users/@me/guilds")
def own_guilds(call: Call) -> list[JSON]:
    world = call.core.world
    return [
        {"id": str(one.id), "name": one.name, "owner": False, "features": []}
        | {"permissions": str(int(in_guild(one, world.bot)))}
        | each(None, "icon banner")
        | _counts(call, one)
        for one in world.guilds_of(world.bot)
    ]


@table("GET", "/oauth2/applications/@me")
@table("GET", "/applications/@me")
def application(call: Call) -> JSON:
    core = call.core
    flags = sum(GRANTED[name] for name in core.gateway.privileged)
    return {
        "id": str(core.world.bot.id),
        "name": core.world.bot.name,
        "bot": payloads.user(core.world.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": flags,
        "flags_new": str(flags),
        "redirect_uris": [],
        "owner": payloads.user(core.world.owner),
        "approximate_guild_count": len(core.world.guilds),
        "eligible_oauth2_scopes": ["bot", "applications.commands"],
        **each("", "description summary"),
        **each(0, "approximate_user_install_count approximate_user_authorization_count"),
        "explicit_content_filter": 0,
        **each(None, "icon type team interactions_endpoint_url role_connections_verification_url"),
    }


@table("GET", "/guilds/{guild_id}")
def guild(call: Call) -> JSON:
    found = call.guild()
    return payloads.guild(found) | _counts(call, found)


def _counts(call: Call, one: Guild) -> JSON:
    if call.query.get("with_counts") not in ("1", "true"):
        return {}
    return each(len(one.members), "approximate_member_count approximate_presence_count")


@table("GET", "/guilds/{guild_id}/channels")
def guild_channels(call: Call) -> list[JSON]:
    places = call.guild().channels.values()
    return [payloads.channel(place) for place in places if not place.is_thread]


@table("GET", "/guilds/{guild_id}/members/{user_id}")
def member(call: Call) -> JSON:
    return payloads.member(call.member())


def _scope(call: Call) -> int | None:
    if call.id("application_id") != call.core.world.bot.id:
        raise errors.missing_access()
    return call.guild().id if "guild_id" in call.params else None


for base in ("/applications/{application_id}", "/applications/{application_id}/guilds/{guild_id}"):

    @table("GET", base + "/commands")
    def commands(call: Call) -> list[JSON]:
        return list(call.core.commands.scope(_scope(call)).values())

    @table("PUT", base + "/commands")
    def put_commands(call: Call) -> list[JSON]:
        bodies = call.json if isinstance(call.json, list) else []
        return call.core.commands.put_all(_scope(call), bodies)


BASE = "/guilds/{guild_id}/scheduled-events"
ONE = BASE + "/{guild_scheduled_event_id}"
LEADS_TO = {
    EventState.SCHEDULED: (EventState.ACTIVE, EventState.CANCELED),
    EventState.ACTIVE: (EventState.COMPLETED,),
}


def tell(core: Core, guild: Guild, event: GuildEvent, what: str) -> None:
    body = payloads.event(guild, event)
    core.gateway.tell(f"GUILD_SCHEDULED_EVENT_{what}", body, guild, Intent.GUILD_SCHEDULED_EVENTS)


def pass_hours(core: Core, guild: Guild) -> None:
    now = core.clock()
    for event in list(guild.events.values()):
        if event.state is EventState.SCHEDULED and event.begins <= now:
            event.state = EventState.ACTIVE
            tell(core, guild, event, "UPDATE")
        if event.state is EventState.ACTIVE and event.ends <= now:
            _leave(core, guild, event, EventState.COMPLETED)


def _leave(core: Core, guild: Guild, event: GuildEvent, state: EventState) -> None:
    event.state = state
    del guild.events[event.id]
    tell(core, guild, event, "UPDATE")


def _guild(call: Call) -> Guild:
    found = call.guild()
    pass_hours(call.core, found)
    return found


def _event(call: Call) -> tuple[Guild, GuildEvent]:
    world, guild = call.core.world, _guild(call)
    event = guild.events.get(call.id("guild_scheduled_event_id"))
    if event is None:
        raise errors.unknown_event()
    rights = in_guild(guild, world.bot)
    own = event.creator is world.bot and rights & Permission.CREATE_EVENTS
    if not own and not rights & Permission.MANAGE_EVENTS:
        raise errors.missing_permissions()
    return guild, event


def _hours(call: Call, begins: str, ends: str) -> tuple[datetime, datetime]:
    first, last = datetime.fromisoformat(begins), datetime.fromisoformat(ends)
    if not call.core.clock() < first < last:
        field = "scheduled_start_time"
        raise errors.bad_body(field, "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", "No time to come.")
    return first, last


@table("GET", BASE)
def list_events(call: Call) -> list[JSON]:
    guild = _guild(call)
    return [payloads.event(guild, event) for event in guild.events.values()]


@table("POST", BASE)
def make_event(call: Call) -> JSON:
    core, guild, body = call.core, _guild(call), call.body
    if not in_guild(guild, core.world.bot) & Permission.CREATE_EVENTS:
        raise errors.missing_permissions()
    if body["entity_type"] != EXTERNAL:
        raise errors.bad_body("entity_type", "BASE_TYPE_CHOICES", "This server knows 3 only.")
    hours = _hours(call, body["scheduled_start_time"], body["scheduled_end_time"])
    words = body["name"], body.get("description"), body["entity_metadata"]["location"]
    event = GuildEvent(core.ids.mint(), core.world.bot, *words, *hours)
    guild.events[event.id] = event
    tell(core, guild, event, "CREATE")
    return payloads.event(guild, event)


@table("PATCH", ONE)
def change_event(call: Call) -> JSON:
    guild, event = _event(call)
    body, before = call.body, payloads.event(*_event(call))
    if body.keys() & {"scheduled_start_time", "scheduled_end_time"}:
        if event.state is not EventState.SCHEDULED:
            raise errors.bad_body("_", "GUILD_SCHEDULED_EVENT_STARTED", "It has begun.")
        event.begins, event.ends = _hours(
            call, *((before | body)[f"scheduled_{end}_time"] for end in ("start", "end"))
        )
    event.name = body.get("name", event.name)
    event.description = body.get("description", event.description)
    event.location = body.get("entity_metadata", before["entity_metadata"])["location"]
    state = EventState(body.get("status") or event.state)
    if state is not event.state and state not in LEADS_TO[event.state]:
        raise errors.bad_body("status", "TRANSITION_INVALID", "Invalid status transition.")
    if state in (EventState.COMPLETED, EventState.CANCELED):
        _leave(call.core, guild, event, state)
    else:
        event.state = state
        tell(call.core, guild, event, "UPDATE")
    return payloads.event(guild, event)


@table("DELETE", ONE)
def delete_event(call: Call) -> None:
    guild, event = _event(call)
    del guild.events[event.id]
    tell(call.core, guild, event, "DELETE")
