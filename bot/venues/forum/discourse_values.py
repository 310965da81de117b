"""What Discourse's answers say, as values.

An edit in the first minutes leaves no version, but it shows in `updated_at`.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.referee.events import Player
from bot.text.html import lines_of
from bot.venues.forum.values import ForumPost, TopicRecord, fields_of, number_of

EDITED_AFTER = timedelta(seconds=2)
"""Making a post touches `updated_at` up to so much later."""
SAID = 1
"""The type of a post that somebody wrote; other types are notes of what was done, or whispers."""


def record_of(topic: dict[str, Any], category: int = 0) -> TopicRecord:
    """A topic as lists and its own page show it; lists move it up for an edit of its last post."""
    last, bumped = topic.get("last_posted_at"), topic.get("bumped_at")
    return TopicRecord(
        topic=str(topic["id"]),
        category=number_of(topic.get("category_id") or category),
        count=number_of(topic.get("posts_count") or 0),
        last=moment_of(last) if last else None,
        locked=bool(topic.get("closed") or topic.get("archived")),
        deleted=bool(topic.get("deleted_at")),
        moved_up=moment_of(bumped) if bumped and not topic.get("pinned") else None,
        title=str(topic.get("title") or ""),
        author=_opener(topic.get("posters")),
    )


def _opener(posters: object) -> str:
    """Who opened a topic, among those whom a list shows with it."""
    for one in posters if isinstance(posters, list) else ():
        if isinstance(one, dict) and "Original Poster" in str(one.get("description")):
            return str(one.get("user_id") or "")
    return ""


def posts_of(posts: Iterable[dict[str, Any]]) -> dict[str, ForumPost]:
    """Posts of a page, by id."""
    return {str(post["id"]): _post(post) for post in posts}


def _post(post: dict[str, Any]) -> ForumPost:
    at, updated = (
        moment_of(post["created_at"]),
        moment_of(post.get("updated_at", post["created_at"])),
    )
    uid, name = str(post.get("user_id") or ""), str(post.get("username") or "")
    edited = updated - at > EDITED_AFTER
    written = uid.isdecimal() and post.get("post_type", SAID) == SAID
    # An edit by somebody else always leaves a version; whose edit it was has to be asked for.
    by = uid if int(post.get("version") or 1) == 1 else None
    return ForumPost(
        id=str(post["id"]),
        author=Player(uid if written else "", name or f"user {uid}"),
        at=at,
        lines=lines_of(str(post.get("cooked") or "")),
        handle=name,
        local=written,
        number=number_of(post["post_number"]) if post.get("post_number") else None,
        edited_at=updated if edited else None,
        edited_by=by if edited else "",
        deleted=bool(post.get("deleted_at") or post.get("user_deleted")),
        raw=None if post.get("raw") is None else str(post["raw"]),
    )


def moment_of(text: object) -> datetime:
    """A stamp."""
    return datetime.fromisoformat(str(text).replace("Z", "+00:00")).astimezone(UTC)


def settings_of(body: Any) -> dict[str, Any]:
    """The settings as an administrator gets them: a list, each with its value as text."""
    listed = fields_of(body).get("site_settings")
    named = (row for row in listed or [] if isinstance(row, dict) and "setting" in row)
    return {str(row["setting"]): _value(str(row.get("value", ""))) for row in named}


def _value(text: str) -> int | bool | str:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdecimal() else text
