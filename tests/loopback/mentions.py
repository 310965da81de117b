"""Whom a message names, by its text and its allowed_mentions."""

import re
from typing import Any

from .errors import bad_body
from .world import Channel, Mentions, Message, Role, User, World

_CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
_USER = re.compile(r"(?<!\\)<@!?(\d+)>")
_ROLE = re.compile(r"(?<!\\)<@&(\d+)>")
_EVERYONE = re.compile(r"(?<!\\)@(?:everyone|here)\b")


def mentions_in(
    world: World,
    channel: Channel,
    author: User,
    content: str,
    *,
    allowed: dict[str, Any] | None,
    replied_to: Message | None = None,
) -> Mentions:
    """The users, roles and everyone whom the text names and allowed_mentions lets through."""
    _check(allowed)
    text = _CODE.sub(" ", content)
    users = [world.users[int(key)] for key in _USER.findall(text) if int(key) in world.users]
    roles = _roles(channel, text)
    powerful = world.may(channel, "mention_everyone", user=author)
    everyone = powerful and bool(_EVERYONE.search(text)) and _parses(allowed, "everyone")
    users = [user for user in users if _lets(allowed, "users", user.id)]
    roles = [role for role in roles if _lets(allowed, "roles", role.id)]
    if replied_to is not None and (allowed is None or allowed.get("replied_user")):
        users.append(replied_to.author)
    return Mentions(tuple(dict.fromkeys(users)), tuple(dict.fromkeys(roles)), everyone)


def _roles(channel: Channel, text: str) -> list[Role]:
    known = channel.guild.roles if channel.guild else {}
    return [known[int(key)] for key in _ROLE.findall(text) if int(key) in known]


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
