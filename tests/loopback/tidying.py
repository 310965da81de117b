"""Channels and threads made, changed and deleted, whoever does it, and telling the gateway."""

from __future__ import annotations

from typing import Any

from . import payloads
from .core import Core
from .posting import Draft, post, system_post
from .world import Channel, Kind, Message, Says, User


def tell_channel(core: Core, event: str, place: Channel) -> None:
    if place.guild is not None:
        core.gateway.tell(event, payloads.channel(place), place.guild)


def tell_thread(core: Core, event: str, place: Channel, **more: Any) -> None:
    """Tell the gateway of a thread, if the bot sees it."""
    assert place.guild is not None
    if core.world.may(place, "view_channel"):
        body = payloads.thread_seen(place, core.world.bot) | more
        core.gateway.tell(event, body, place.guild)


def change_channel(core: Core, place: Channel, body: dict[str, Any]) -> None:
    place.name = body.get("name") or place.name
    if not place.is_thread:
        tell_channel(core, "CHANNEL_UPDATE", place)
        return
    if "archived" in body and bool(body["archived"]) != place.archived:
        place.archived = bool(body["archived"])
        place.archive_changed_at = core.clock()
    place.locked = bool(body.get("locked", place.locked))
    place.auto_archive = body.get("auto_archive_duration") or place.auto_archive
    tell_thread(core, "THREAD_UPDATE", place)


def delete_channel(core: Core, place: Channel) -> None:
    assert place.guild is not None
    guild, seen = place.guild, core.world.may(place, "view_channel")
    for item in [*guild.threads]:
        if item.parent is place:
            _forget(core, item)
    if place.is_thread:
        assert place.parent is not None
        body = {"id": str(place.id), "type": int(place.kind)}
        body |= {"guild_id": str(guild.id), "parent_id": str(place.parent.id)}
        _forget(core, place)
        if seen:
            core.gateway.tell("THREAD_DELETE", body, guild)
    else:
        gone = payloads.channel(place)
        _forget(core, place)
        core.gateway.tell("CHANNEL_DELETE", gone, guild)


def _forget(core: Core, place: Channel) -> None:
    assert place.guild is not None
    place.deleted = True
    place.guild.channels.pop(place.id, None)


def start_thread(core: Core, parent: Channel, owner: User, name: str, **more: Any) -> Channel:
    """Start a thread in a text channel; of a public one, Discord writes a line into that."""
    thread = _open(core, parent, owner, name, **more)
    tell_thread(core, "THREAD_CREATE", thread, newly_created=True)
    if thread.kind is Kind.PUBLIC_THREAD:
        system_post(core, parent, owner, kind=Says.THREAD_CREATED, text=name, about=(thread, 0))
    return thread


def start_post(
    core: Core, forum: Channel, owner: User, name: str, first: Draft, **more: Any
) -> tuple[Channel, Message]:
    """Start a post in a forum: a thread whose first message has the thread's id."""
    thread = _open(core, forum, owner, name, **more)
    tell_thread(core, "THREAD_CREATE", thread, newly_created=True)
    one = post(core, thread, owner, first, id=thread.id)
    return thread, one


def _open(core: Core, parent: Channel, owner: User, name: str, **more: Any) -> Channel:
    kind = more.pop("kind", Kind.PUBLIC_THREAD)
    thread = core.world.add_channel(
        kind, name, guild=parent.guild, parent=parent, owner_id=owner.id, **more
    )
    thread.followers.add(owner.id)
    return thread
