"""The list of events of a guild, over HTTP: those that are held elsewhere than on Discord."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from . import errors, payloads
from .core import Core
from .payloads import EXTERNAL
from .permissions import Permission
from .routing import Call, Table
from .sessions import Intent
from .world import EventState, Guild, GuildEvent

table = Table()
JSON = dict[str, Any]
BASE = "/guilds/{guild_id}/scheduled-events"
ONE = BASE + "/{guild_scheduled_event_id}"
LEADS_TO = {
    EventState.SCHEDULED: (EventState.ACTIVE, EventState.CANCELED),
    EventState.ACTIVE: (EventState.COMPLETED,),
}


def tell(core: Core, guild: Guild, event: GuildEvent, what: str) -> None:
    """Tell of an event that was made (CREATE), changed (UPDATE) or taken away (DELETE)."""
    body = payloads.event(guild, event)
    intent = Intent.GUILD_SCHEDULED_EVENTS
    core.gateway.tell(f"GUILD_SCHEDULED_EVENT_{what}", body, guild, intent)


def pass_hours(core: Core, guild: Guild) -> None:
    """Events begin and end at their hours, by themselves."""
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
    """The event of the path, where the bot may change it."""
    world, guild = call.core.world, _guild(call)
    event = guild.events.get(call.id("guild_scheduled_event_id"))
    if event is None:
        raise errors.unknown_event()
    rights = world.guild_rights(guild, world.bot)
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
def listed(call: Call) -> list[JSON]:
    guild = _guild(call)
    return [payloads.event(guild, event) for event in guild.events.values()]


@table("POST", BASE)
def make(call: Call) -> JSON:
    core, guild, body = call.core, _guild(call), call.body
    if not core.world.guild_rights(guild, core.world.bot) & Permission.CREATE_EVENTS:
        raise errors.missing_permissions()
    if body["entity_type"] != EXTERNAL:
        raise errors.bad_body("entity_type", "BASE_TYPE_CHOICES", "This server knows 3 only.")
    hours = _hours(call, body["scheduled_start_time"], body["scheduled_end_time"])
    place = body["entity_metadata"]["location"]
    words = body["name"], body.get("description"), place
    event = GuildEvent(core.ids.mint(), core.world.bot, *words, *hours)
    guild.events[event.id] = event
    tell(core, guild, event, "CREATE")
    return payloads.event(guild, event)


@table("PATCH", ONE)
def change(call: Call) -> JSON:
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
def delete(call: Call) -> None:
    guild, event = _event(call)
    del guild.events[event.id]
    tell(call.core, guild, event, "DELETE")
