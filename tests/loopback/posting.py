"""Messages, reactions, channels and threads made, changed and removed, whoever does it."""

import copy
import mimetypes
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from . import errors, payloads
from .connection import Intent, Session
from .core import Core
from .errors import bad_body
from .payloads import emoji_payload, ids
from .routing import Upload
from .world import LOADING, Attachment, Channel, Kind, Mentions, Message, Says, User, walk

MOST_TEXT = 2000
COMPONENTS_V2 = 1 << 15
SETTABLE_FLAGS = 1 << 2 | 1 << 12 | COMPONENTS_V2


@dataclass(slots=True)
class Draft:
    content: str = ""
    embeds: list[dict[str, Any]] = field(default_factory=list)
    components: list[dict[str, Any]] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    nonce: str | int | None = None
    allowed: dict[str, Any] | None = None

    @property
    def empty(self) -> bool:
        return not (self.content.strip() or self.embeds or self.components or self.attachments)


def draft(core: Core, place: Channel, body: dict[str, Any], files: Mapping[int, Upload]) -> Draft:
    made = Draft(
        content=str(body.get("content") or ""),
        embeds=[{"type": "rich"} | item for item in body.get("embeds") or []],
        components=numbered(body.get("components") or []),
        attachments=attachments(core, place, body.get("attachments") or [], files),
        flags=int(body.get("flags") or 0) & SETTABLE_FLAGS,
        nonce=body.get("nonce"),
        allowed=body.get("allowed_mentions"),
    )
    check(made.content, made.components, made.flags)
    if made.empty:
        raise errors.empty_message()
    return made


def check(content: str, components: list[dict[str, Any]], flags: int) -> None:
    if len(content) > MOST_TEXT:
        raise errors.bad_body(
            "content", "BASE_TYPE_MAX_LENGTH", f"Must be {MOST_TEXT} or fewer in length."
        )
    if flags & COMPONENTS_V2 and content:
        raise errors.bad_body("content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS", "Not with v2.")
    if not flags & COMPONENTS_V2 and len(components) > 5:
        raise errors.bad_body("components", "BASE_TYPE_BAD_LENGTH", "Must be 5 or fewer.")
    named = [part["custom_id"] for part in walk(components) if part.get("custom_id")]
    if len(named) != len(set(named)):
        raise errors.bad_body(
            "components", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be reused"
        )


def numbered(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    copied = copy.deepcopy(components)
    for number, part in enumerate(walk(copied), start=1):
        part.setdefault("id", number)
    return copied


def attachments(core, place, wanted, files, kept=()) -> list[Attachment]:
    if sum(len(upload.data) for upload in files.values()) > core.attachment_limit:
        raise errors.too_large()
    described = {int(item["id"]): item for item in wanted}
    made = list(kept)
    for number, upload in sorted(files.items()):
        about = described.get(number, {})
        key = core.ids.mint()
        name = about.get("filename") or upload.filename
        url = f"{core.base_url}/attachments/{place.id}/{key}/{quote(name)}"
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        made.append(Attachment(key, name, kind, upload.data, url, about.get("description")))
    return made


def post(core, place, author, made, *, reply=None, at=None, deliver=True, **more) -> Message:
    one = Message(
        more.pop("id", None) or core.ids.mint(at),
        place,
        author,
        made.content,
        embeds=made.embeds,
        components=made.components,
        attachments=made.attachments,
        flags=made.flags | more.pop("flags", 0),
        nonce=made.nonce,
        mentions=mentions_in(
            core.world, place, author, made.content, allowed=made.allowed, replied_to=reply
        ),
        reference=(reply.channel, reply.id) if reply is not None else None,
        type=more.pop("type", Says.PLAIN if reply is None else Says.REPLY),
        **more,
    )
    if one.ephemeral:
        core.world.ephemerals.append(one)
        core.bell.ring()
        return one
    place.messages[one.id] = one
    core.posted.append(one)
    if deliver:
        tell(core, "MESSAGE_CREATE", one)
    return one


def tell(core: Core, event: str, one: Message) -> None:
    guild = one.channel.guild
    if guild is not None and not core.world.may(one.channel, "view_channel"):
        core.bell.ring()
        return

    def make(session: Session) -> dict[str, Any]:
        return payloads.gateway_message(core.world, one, full=session.wants(Intent.MESSAGE_CONTENT))

    intent = Intent.DIRECT_MESSAGES if guild is None else Intent.GUILD_MESSAGES
    core.gateway.dispatch(event, make, guild, intent=intent)


def revise(core: Core, one: Message, body: dict[str, Any], files: Mapping[int, Upload]) -> None:
    """Change what the body names, and no more; an ephemeral message changes quietly."""
    content = one.content if "content" not in body else str(body["content"] or "")
    components = one.components
    if "components" in body:
        components = numbered(body["components"] or [])
    flags = one.flags & ~LOADING
    if body.get("flags") is not None:
        flags = (flags & ~SETTABLE_FLAGS) | (int(body["flags"]) & SETTABLE_FLAGS)
    check(content, components, flags)
    if files or "attachments" in body:
        wanted = body.get("attachments") or []
        named = {int(item["id"]) for item in wanted}
        kept = [item for item in one.attachments if "attachments" not in body or item.id in named]
        one.attachments = attachments(core, one.channel, wanted, files, kept)
    if "embeds" in body:
        one.embeds = [{"type": "rich"} | item for item in body["embeds"] or []]
    one.content, one.components, one.flags = content, components, flags
    if "content" in body:
        one.mentions = _mentions_again(core, one, body)
    one.edited_at = core.clock()
    if one.ephemeral:
        core.bell.ring()
    else:
        tell(core, "MESSAGE_UPDATE", one)


def _mentions_again(core: Core, one: Message, body: dict[str, Any]) -> Mentions:
    reply = one.reference[0].messages.get(one.reference[1]) if one.reference else None
    if reply is not None and reply.author not in one.mentions.users:
        reply = None  # the switch at the reply was off, and an edit does not turn it on
    allowed = body.get("allowed_mentions")
    whose = core.world, one.channel, one.author, one.content
    return mentions_in(*whose, allowed=allowed, replied_to=reply)


def remove(core: Core, place: Channel, *messages: Message, at_once: bool = False) -> None:
    for one in messages:
        one.deleted = True
        place.messages.pop(one.id, None)
    keys, intent = [str(one.id) for one in messages], Intent.DIRECT_MESSAGES
    body = ids(channel_id=place) | ({"ids": keys} if at_once else {"id": keys[0]})
    if place.guild is not None:
        body |= ids(guild_id=place.guild)
        intent = Intent.GUILD_MESSAGES
    if core.world.may(place, "view_channel"):
        event = "MESSAGE_DELETE_BULK" if at_once else "MESSAGE_DELETE"
        core.gateway.dispatch(event, lambda _: body, place.guild, intent=intent)


_CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
_USER = re.compile(r"(?<!\\)<@!?(\d+)>")
_ROLE = re.compile(r"(?<!\\)<@&(\d+)>")
_EVERYONE = re.compile(r"(?<!\\)@(?:everyone|here)\b")


def mentions_in(world, channel, author, content, *, allowed, replied_to=None) -> Mentions:
    _check(allowed)
    text = _CODE.sub(" ", content)
    users = [world.users[int(key)] for key in _USER.findall(text) if int(key) in world.users]
    known = channel.guild.roles if channel.guild else {}
    roles = [known[int(key)] for key in _ROLE.findall(text) if int(key) in known]
    powerful = world.may(channel, "mention_everyone", user=author)
    everyone = powerful and bool(_EVERYONE.search(text)) and _parses(allowed, "everyone")
    users = [user for user in users if _lets(allowed, "users", user.id)]
    roles = [role for role in roles if _lets(allowed, "roles", role.id)]
    if replied_to is not None and (allowed is None or allowed.get("replied_user")):
        users.append(replied_to.author)
    return Mentions(tuple(dict.fromkeys(users)), tuple(dict.fromkeys(roles)), everyone)


def _parses(allowed: dict[str, Any] | None, what: str) -> bool:
    return allowed is None or what in (allowed.get("parse") or [])


def _lets(allowed: dict[str, Any] | None, what: str, key: int) -> bool:
    if _parses(allowed, what):
        return True
    listed = (allowed or {}).get(what)
    return isinstance(listed, list) and key in {int(item) for item in listed}


def _check(allowed: dict[str, Any] | None) -> None:
    for what in ("users", "roles"):
        listed = (allowed or {}).get(what)
        if isinstance(listed, list) and listed and _parses(allowed, what):
            raise bad_body(
                "allowed_mentions",
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{what}"] and {what}: [ids...] are mutually exclusive.',
            )


def react(core: Core, one: Message, user: User, emoji: str) -> None:
    users = one.reactions.setdefault(emoji, [])
    if user not in users:
        users.append(user)
        _tell_reaction(core, one, user, emoji)


def _tell_reaction(core: Core, one: Message, user: User, emoji: str) -> None:
    guild = one.channel.guild
    body = ids(user_id=user, channel_id=one.channel, message_id=one, message_author_id=one.author)
    body |= {"emoji": emoji_payload(emoji), "burst": False, "type": 0}
    if guild is None:
        intent = Intent.DIRECT_MESSAGE_REACTIONS
    else:
        intent = Intent.GUILD_MESSAGE_REACTIONS
        body["guild_id"] = str(guild.id)
        if user.id in guild.members:
            body["member"] = payloads.member(guild.members[user.id])
        if not core.world.may(one.channel, "view_channel"):
            core.bell.ring()
            return
    core.gateway.dispatch("MESSAGE_REACTION_ADD", lambda _: body, guild, intent=intent)


def tell_channel(core: Core, event: str, place: Channel) -> None:
    if place.guild is not None:
        core.gateway.tell(event, payloads.channel(place), place.guild)


def tell_thread(core: Core, event: str, place: Channel, **more: Any) -> None:
    if core.world.may(place, "view_channel"):
        core.gateway.tell(event, payloads.thread_seen(place, core.world.bot) | more, place.guild)


def change_thread(core, thread, *, archived=None, locked=None) -> None:
    if archived is not None and archived != thread.archived:
        thread.archived, thread.archive_changed_at = archived, core.clock()
    thread.locked = thread.locked if locked is None else locked
    tell_thread(core, "THREAD_UPDATE", thread)


def delete_channel(core: Core, place: Channel) -> None:
    gone = payloads.channel(place)
    for item in [place, *(one for one in place.guild.threads if one.parent is place)]:
        item.deleted = True
        del place.guild.channels[item.id]
    core.gateway.tell("CHANNEL_DELETE", gone, place.guild)


def start_thread(core: Core, parent: Channel, owner: User, name: str, **more: Any) -> Channel:
    thread = _open(core, parent, owner, name, **more)
    tell_thread(core, "THREAD_CREATE", thread, newly_created=True)
    if thread.kind is Kind.PUBLIC_THREAD:
        key, about = core.ids.mint(), (thread, 0)
        line = Message(key, parent, owner, name, type=Says.THREAD_CREATED, reference=about)
        parent.messages[key] = line
        tell(core, "MESSAGE_CREATE", line)
    return thread


def start_post(core, forum, owner, name, first, **more) -> tuple[Channel, Message]:
    thread = _open(core, forum, owner, name, **more)
    tell_thread(core, "THREAD_CREATE", thread, newly_created=True)
    return thread, post(core, thread, owner, first, id=thread.id)


def _open(core: Core, parent: Channel, owner: User, name: str, **more: Any) -> Channel:
    kind = more.pop("kind", Kind.PUBLIC_THREAD)
    thread = core.world.add_channel(
        kind, name, guild=parent.guild, parent=parent, owner_id=owner.id, **more
    )
    thread.followers.add(owner.id)
    return thread
