"""Threads and forum posts over HTTP."""

from __future__ import annotations

from typing import Any

from aiohttp import web

from . import errors, payloads
from .posting import draft
from .routes_channels import as_seen
from .routing import Call, Table, answer
from .tidying import start_post, start_thread
from .world import Channel, Kind

table = Table()
JSON = dict[str, Any]


def _settings(call: Call) -> JSON:
    name = call.body.get("name")
    if not name or len(name) > 100:
        raise errors.bad_body("name", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100.")
    return {"name": name, "auto_archive": call.body.get("auto_archive_duration") or 4320}


@table("POST", "/channels/{channel_id}/threads")
def start(call: Call) -> web.Response:
    place = call.channel()
    if place.kind is Kind.FORUM:
        return answer(_forum_post(call, place), 201)
    if place.kind is not Kind.TEXT:
        raise errors.no_text_here()
    bot = call.core.world.bot
    kind = Kind(call.body.get("type") or Kind.PRIVATE_THREAD)
    public = kind is Kind.PUBLIC_THREAD
    call.need(place, "create_public_threads" if public else "create_private_threads")
    thread = start_thread(call.core, place, bot, kind=kind, **_settings(call))
    return answer(payloads.thread_seen(thread, bot), 201)


def _forum_post(call: Call, forum: Channel) -> JSON:
    call.need(forum, "send_messages")
    first = draft(call.core, forum, call.body.get("message") or {}, call.files)
    if first.attachments:
        call.need(forum, "attach_files")
    bot = call.core.world.bot
    thread, message = start_post(call.core, forum, bot, first=first, **_settings(call))
    return payloads.thread_seen(thread, bot) | {"message": as_seen(call, message)}


@table("GET", "/guilds/{guild_id}/threads/active")
def active(call: Call) -> JSON:
    """The threads that are not asleep and that the bot sees, newest first."""
    world = call.core.world
    threads = [
        one for one in call.guild().threads if not one.archived and world.may(one, "view_channel")
    ]
    joined = [one for one in threads if world.bot.id in one.followers]
    return {
        "threads": [payloads.thread(one) for one in sorted(threads, key=lambda one: -one.id)],
        "members": [payloads.thread_member(one, world.bot) for one in joined],
    }


@table("GET", "/channels/{channel_id}/thread-members/{user_id}")
def follower(call: Call) -> JSON:
    thread = call.channel()
    found = call.core.world.users.get(call.id("user_id"))
    if found is None or found.id not in thread.followers:
        raise errors.unknown_member()
    return payloads.thread_member(thread, found)
