"""What NodeBB's answers say, as values.

Ids are numbers here and text there; `deleted` is 0, 1 or a bool.
"""

from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

from bot.referee.events import Player
from bot.text.html import lines_of
from bot.venues.forum.values import ForumPost, TopicRecord, fields_of, number_of

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def record_of(topic: dict[str, Any]) -> TopicRecord:
    """A topic as lists and its own record show it."""
    stamp = topic.get("lastposttime")
    last = moment_of(stamp) if stamp else None
    return TopicRecord(
        topic=str(topic["tid"]),
        category=number_of(topic.get("cid") or 0),
        count=number_of(topic.get("postcount") or 0),
        last=last,
        locked=_truth(topic.get("locked")),
        deleted=_truth(topic.get("deleted")),
        merged_into=str(topic.get("mergeIntoTid") or ""),
        moved_up=None if _truth(topic.get("pinned")) else last,
        title=str(topic.get("titleRaw") or unescape(str(topic.get("title") or ""))),
        author=str(topic.get("uid") or ""),
    )


def post_of(post: dict[str, Any]) -> ForumPost:
    """A post as a page of its topic shows it."""
    user: dict[str, Any] = post.get("user") or {}
    key, uid = str(post.get("pid", "")), str(post.get("uid", ""))
    local = key.isdecimal() and uid.isdecimal() and user.get("isLocal", True) is not False
    guest = uid in ("", "0")
    name = str(user.get("username") or "")
    edited, editor = post.get("edited"), post.get("editor")
    by = str(editor.get("uid", "")) if isinstance(editor, dict) else ""
    return ForumPost(
        id=key,
        author=Player("" if guest else uid, name or f"user {uid}"),
        at=moment_of(post["timestamp"]),
        lines=lines_of(str(post.get("content") or "")),
        handle=str(user.get("userslug") or ""),
        local=local and not guest,
        number=number_of(post["index"]) if str(post.get("index", "")).isdecimal() else None,
        edited_at=moment_of(edited) if edited else None,
        edited_by=(by or uid) if edited else "",
        deleted=_truth(post.get("deleted")),
    )


def _truth(value: object) -> bool:
    return value in (1, "1", True, "true")


def moment_of(milliseconds: object) -> datetime:
    """A stamp, exact to the millisecond."""
    return _EPOCH + timedelta(milliseconds=int(str(milliseconds).partition(".")[0]))


def response_of(body: Any) -> dict[str, Any]:
    """What the API for programs wraps its answers in."""
    return fields_of(fields_of(body).get("response"))
