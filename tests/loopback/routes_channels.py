"""Channels, threads, their messages and reactions, over HTTP."""

from aiohttp import web

from . import errors, payloads
from .payloads import JSON
from .posting import change_thread, draft, post, react, remove, revise, start_post, start_thread
from .routing import Call, Table, answer
from .world import Channel, Kind, Message

table = Table()


def as_seen(call: Call, one: Message) -> JSON:
    full = "message_content" in call.core.gateway.privileged
    return payloads.message(call.core.world, one, full=full)


@table("GET", "/channels/{channel_id}")
def get_channel(call: Call) -> JSON:
    return payloads.channel(call.channel())


@table("GET", "/channels/{channel_id}/messages")
def list_messages(call: Call) -> list[JSON]:
    place = call.channel()
    if place.kind is Kind.FORUM:
        raise errors.no_text_here()
    if place.guild is not None and not call.core.world.may(place, "read_message_history"):
        return []
    limit = int(call.query.get("limit", 50))
    if not 1 <= limit <= 100:
        raise errors.bad_body("limit", "NUMBER_TYPE_MAX", "int value should be 1 to 100.")
    return [as_seen(call, one) for one in reversed(_page(call, place.history, limit))]


def _page(call: Call, history: list[Message], limit: int) -> list[Message]:
    if "around" in call.query:
        raise ValueError("this server does not read around a message")
    if "after" in call.query:
        return [one for one in history if one.id > int(call.query["after"])][:limit]
    before = int(call.query.get("before", 1 << 64))
    return [one for one in history if one.id < before][-limit:]


@table("POST", "/channels/{channel_id}/messages")
def create_message(call: Call) -> JSON:
    place = call.channel()
    may_speak(call, place)
    known = remembered(call)
    if known is not None:
        return as_seen(call, known)
    made = draft(call.core, place, call.body, call.files)
    if made.attachments:
        call.need(place, "attach_files")
    if made.embeds:
        call.need(place, "embed_links")
    one = post(call.core, place, call.core.world.bot, made, reply=_replied_to(call, place))
    if call.body.get("enforce_nonce") and made.nonce is not None:
        call.core.nonces[(call.core.world.bot.id, str(made.nonce))] = one
    return as_seen(call, one)


def remembered(call: Call) -> Message | None:
    nonce = call.body.get("nonce")
    if not call.body.get("enforce_nonce") or nonce is None:
        return None
    found = call.core.nonces.get((call.core.world.bot.id, str(nonce)))
    if found is None or call.core.clock() - found.created_at > call.core.nonce_window:
        return None
    return found


def may_speak(call: Call, place: Channel) -> None:
    """An error unless the bot may send there; an archived thread that is not locked reopens."""
    if place.kind is Kind.FORUM:
        raise errors.no_text_here()
    if not all(user.takes_directs for user in place.recipients):
        raise errors.takes_none()
    if place.kind is Kind.DM:
        return
    call.need(place, "send_messages_in_threads" if place.is_thread else "send_messages")
    if place.locked and not call.core.world.may(place, "manage_threads"):
        raise errors.archived() if place.archived else errors.locked()
    if place.archived:
        change_thread(call.core, place, archived=False)


def _replied_to(call: Call, place: Channel) -> Message | None:
    reference = call.body.get("message_reference")
    if not reference:
        return None
    if place.guild is not None and not call.core.world.may(place, "read_message_history"):
        raise errors.no_reply_without_history()
    found = place.messages.get(int(reference["message_id"]))
    if found is None and reference.get("fail_if_not_exists", True):
        raise errors.bad_body(
            "message_reference", "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message"
        )
    return found


@table("PATCH", "/channels/{channel_id}/messages/{message_id}")
def edit_message(call: Call) -> JSON:
    one = _alterable(call)
    if one.author is not call.core.world.bot:
        raise errors.others_message()
    revise(call.core, one, call.body, call.files)
    return as_seen(call, one)


@table("DELETE", "/channels/{channel_id}/messages/{message_id}")
def delete_message(call: Call) -> None:
    one = _alterable(call)
    if one.author is not call.core.world.bot:
        call.need(one.channel, "manage_messages")
    remove(call.core, one.channel, one)


def _alterable(call: Call) -> Message:
    place = call.channel()
    one = call.message(place)
    if place.archived:
        raise errors.archived()
    return one


@table("PUT", "/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me")
def add_reaction(call: Call) -> None:
    one = _alterable(call)
    emoji = call.params["emoji_name"]
    if emoji.isascii() and ":" not in emoji:
        raise errors.unknown_emoji()
    call.need(one.channel, "read_message_history")
    if emoji not in one.reactions:
        call.need(one.channel, "add_reactions")
    react(call.core, one, call.core.world.bot, emoji)


@table("POST", "/users/@me/channels")
def open_dm(call: Call) -> JSON:
    user = call.core.world.users.get(int(call.body["recipient_id"]))
    if user is None:
        raise errors.unknown_user()
    return payloads.channel(call.core.world.direct(user))


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
    world = call.core.world
    awake = (one for one in call.guild().threads if not one.archived)
    threads = [one for one in awake if world.may(one, "view_channel")]
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
