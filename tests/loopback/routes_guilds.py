"""The application itself, its commands, guilds, members and users, over HTTP."""

from __future__ import annotations

from typing import Any

from . import errors, payloads
from .payloads import each
from .routing import Call, Table
from .world import Guild

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
        | {"permissions": str(int(world.guild_rights(one, world.bot)))}
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
    """How many members a guild has, for whoever asks for that too."""
    if call.query.get("with_counts") not in ("1", "true"):
        return {}
    return dict.fromkeys(
        ("approximate_member_count", "approximate_presence_count"), len(one.members)
    )


@table("GET", "/guilds/{guild_id}/channels")
def guild_channels(call: Call) -> list[JSON]:
    places = call.guild().channels.values()
    return [payloads.channel(place) for place in places if not place.is_thread]


@table("GET", "/guilds/{guild_id}/members/{user_id}")
def member(call: Call) -> JSON:
    return payloads.member(call.member())


# Application commands: one scope for everywhere and one for each guild.


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
