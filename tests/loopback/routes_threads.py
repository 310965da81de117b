"""Threads and forum posts over HTTP."""

from __future__ import annotations

from typing import Any

from aiohttp import web

from . import errors, payloads
from .posting import draft
from .routes_channels import as_seen
from .routing import Call, Table, answer
from .tidying import start_post, start_thread, tell_thread
from .world import Channel, Kind

table = Table()
JSON = dict[str, Any]


def _settings(call: Call) -> JSON:
    name = call.body.get("name")
    if not name or len(name) > 100:
        raise errors.bad_body("name", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100.")
    return {"name": name, "auto_archive": call.body.get("auto_archive_duration") or 4320}


@table("POST", "/channels/{channel_id}/messages/{message_id}/threads")
def start_on_message(call: Call) -> web.Response:
    place = call.channel("create_public_threads")
    message = call.message(place)
    if message.thread is not None:
        raise errors.thread_already_there()
    bot = call.core.world.bot
    thread = start_thread(call.core, place, bot, on=message, **_settings(call))
    return answer(payloads.thread_seen(thread, bot), 201)


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
    tags = [str(tag) for tag in call.body.get("applied_tags") or []]
    bot = call.core.world.bot
    thread, message = start_post(
        call.core, forum, bot, first=first, applied_tags=tags, **_settings(call)
    )
    return payloads.thread_seen(thread, bot) | {"message": as_seen(call, message)}


@table("GET", "/channels/{channel_id}/threads/archived/public")
def archived(call: Call) -> JSON:
    place = call.channel("read_message_history")
    assert place.guild is not None
    threads = [item for item in place.guild.threads if item.parent is place and item.archived]
    threads.sort(key=lambda item: item.archive_changed_at or call.core.clock(), reverse=True)
    limit = int(call.query.get("limit", 50))
    return _listed(call, threads[:limit]) | {"has_more": len(threads) > limit}


@table("GET", "/guilds/{guild_id}/threads/active")
def active(call: Call) -> JSON:
    threads = [
        item
        for item in call.guild().threads
        if not item.archived and call.core.world.may(item, "view_channel")
    ]
    return _listed(call, threads) | {"has_more": False}


def _listed(call: Call, threads: list[Channel]) -> JSON:
    bot = call.core.world.bot
    joined = [item for item in threads if bot.id in item.followers]
    return {
        "threads": [payloads.thread(item) for item in threads],
        "members": [payloads.thread_member(item, bot) for item in joined],
    }


@table("PUT", "/channels/{channel_id}/thread-members/@me")
def join(call: Call) -> None:
    thread = _open_thread(call)
    thread.followers.add(call.core.world.bot.id)
    tell_thread(call.core, "THREAD_UPDATE", thread)


@table("PUT", "/channels/{channel_id}/thread-members/{user_id}")
def add(call: Call) -> None:
    thread = _open_thread(call)
    assert thread.guild is not None
    if call.id("user_id") not in thread.guild.members:
        raise errors.unknown_user()
    thread.followers.add(call.id("user_id"))


@table("GET", "/channels/{channel_id}/thread-members/{user_id}")
def follower(call: Call) -> JSON:
    thread = call.channel()
    found = call.core.world.users.get(call.id("user_id"))
    if found is None or found.id not in thread.followers:
        raise errors.unknown_member()
    return payloads.thread_member(thread, found)


@table("DELETE", "/channels/{channel_id}/thread-members/@me")
def leave(call: Call) -> None:
    _open_thread(call).followers.discard(call.core.world.bot.id)


def _open_thread(call: Call) -> Channel:
    thread = call.channel()
    if not thread.is_thread:
        raise errors.unknown_channel()
    if thread.archived:
        raise errors.archived()
    return thread
