"""Files of exporters → posts: JSON of chats and forums, HTML of two exporters.

In JSON the longest list of objects that have an author and words is taken for the posts; the names
of the keys are those that Discord, DiscordChatExporter, Telegram, Slack, NodeBB and Discourse use.
"""

import json
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from selectolax.lexbor import LexborHTMLParser, LexborNode

from bot.text.html import lines_in, lines_of, shallow
from bot.text.posts import LogPost, Unreadable, UnreadError
from bot.text.stamps import WrittenTime, moment_in, times_of

_AUTHOR = ("author", "user_profile", "username", "user", "from", "sender", "sender_name", "name")
_NAME = ("nickname", "display_name", "global_name", "nick", "username", "name", "real_name", "tag")
_ACCOUNT = ("name", "username", "real_name")
_TEXT = ("raw", "cooked", "content", "text", "message", "body")
_TIME = ("timestampISO", "timestamp", "created_at", "date", "ts", "time", "datetime")
_EDITED = ("timestampEdited", "edited_timestamp", "edited", "editedISO")
_GONE = ("deleted", "hidden", "deleted_at")
_TAG = re.compile(r"<(?:p|br|div|span|b|i|strong|em|blockquote)\b[^>]*>", re.IGNORECASE)
_DEEPEST = 4
_ROW = tuple[str, str, WrittenTime | None, str, bool]


def posts_of_json(text: str) -> list[LogPost] | None:
    """The posts of an export; None of a text that is no JSON, UnreadError of another program's."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    lists = sorted(_lists(value, 0), key=len, reverse=True)
    best = max(lists, key=lambda one: sum(_is_post(it) for it in one), default=[])
    found = [it for it in best if _is_post(it)]
    if not found:
        raise UnreadError(
            Unreadable.NO_AUTHORS if any(map(_has_words, best)) else Unreadable.OTHER_JSON
        )
    return _posts([(n, _row(it)) for n, it in enumerate(best, 1) if _is_post(it)])


def _lists(value: object, depth: int) -> Iterator[list[Any]]:
    if isinstance(value, list):
        yield value
    if depth < _DEEPEST and isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _lists(inner, depth + 1)


def _has_words(it: object) -> bool:
    return isinstance(it, dict) and any(isinstance(it.get(key), str | list) for key in _TEXT)


def _is_post(it: object) -> bool:
    return _has_words(it) and isinstance(it, dict) and bool(_names(it)[0])


def _names(it: dict[str, Any]) -> tuple[str, str]:
    """Who wrote a post: the name that is shown, and the account's."""
    for key in _AUTHOR:
        who = it.get(key)
        if isinstance(who, dict):
            shown = next((str(who[key]) for key in _NAME if who.get(key)), "")
            return shown, next((str(who[key]) for key in _ACCOUNT if who.get(key)), shown)
        if isinstance(who, str) and who.strip():
            return who.strip(), who.strip()
    return "", ""


def _row(it: dict[str, Any]) -> _ROW:
    shown, account = _names(it)
    words = next((it[key] for key in _TEXT if isinstance(it.get(key), str | list)), "")
    if isinstance(words, list):
        parts = (part if isinstance(part, dict) else {"text": part} for part in words)
        words = "".join(str(part.get("text", "")) for part in parts if not _aside(part))
    elif _TAG.search(words):
        words = "\n".join(line.text for line in lines_of(words) if not line.talk)
    gone = any(it.get(key) and it.get(key) not in (0, "0") for key in _GONE)
    at = next((_moment(it[key]) for key in _TIME if it.get(key)), None)
    return shown, account, at, "" if gone else words, any(it.get(key) for key in _EDITED)


def _aside(part: dict[str, Any]) -> bool:
    """Whether a formatted part of Telegram's is not openly said by its author."""
    return part.get("type") in ("blockquote", "strikethrough", "spoiler", "pre")


def _moment(value: object) -> WrittenTime | None:
    text = str(value)
    try:
        number = float(text)
        at = datetime.fromtimestamp(number / 1000 if number > 1e11 else number, UTC)
    except (ValueError, OverflowError, OSError):
        try:
            at = datetime.fromisoformat(text)
        except ValueError:
            return moment_in(text)
        at = at.astimezone(UTC) if at.tzinfo else at
    seconds = at.hour * 3600 + at.minute * 60 + at.second
    return WrittenTime((at.year, at.month, at.day), seconds, "y")


def posts_of_html(text: str) -> list[LogPost] | None:
    """The posts of a page that an exporter made; None of any other."""
    if "chatlog__" not in text and "from_name" not in text:
        return None
    page = LexborHTMLParser(shallow(text))
    rows = list(_exported(page)) or list(_telegram(page))
    return _posts(list(enumerate(rows, 1))) if rows else None


def _exported(page: LexborHTMLParser) -> Iterator[_ROW]:
    """DiscordChatExporter: groups of messages, the author above the first of each."""
    for group in page.css(".chatlog__message-group"):
        author = group.css_first(".chatlog__author, .chatlog__author-name")
        account = (author.attributes.get("title") or "") if author else ""
        at = None
        for message in group.css(".chatlog__message"):
            stamp = message.css_first(".chatlog__timestamp, .chatlog__short-timestamp")
            for node in message.css(".chatlog__markdown-quote, .chatlog__reply"):
                node.decompose()
            edited = message.css_first(".chatlog__edited-timestamp")
            if edited is not None:
                edited.decompose()
            at = _stamp(stamp) or at
            name = author.text(strip=True) if author else ""
            body = message.css_first(".chatlog__content")
            yield name, account or name, at, _words(body), edited is not None


def _telegram(page: LexborHTMLParser) -> Iterator[_ROW]:
    """Telegram Desktop: a message that is joined to the one above has no name of its own."""
    name = ""
    for message in page.css(".message.default"):
        author = message.css_first(".from_name")
        name = author.text(strip=True) if author else name
        stamp = message.css_first(".date")
        yield name, name, _stamp(stamp), _words(message.css_first(".text")), False


def _stamp(node: LexborNode | None) -> WrittenTime | None:
    if node is None:
        return None
    title = (node.attributes.get("title") or "").partition(" UTC")[0]
    return moment_in(title) or moment_in(node.text(strip=True))


def _words(node: LexborNode | None) -> str:
    return "\n".join(line.text for line in lines_in(node) if not line.talk) if node else ""


def _posts(rows: Sequence[tuple[int, _ROW]]) -> list[LogPost]:
    accounts: dict[str, set[str]] = {}
    for _, (shown, account, *_) in rows:
        accounts.setdefault(shown, set()).add(account)
    times, _ = times_of([row[2] for _, row in rows])
    return [
        LogPost(shown if len(accounts[shown]) == 1 else account, at, words, edited, number)
        for (number, (shown, account, _, words, edited)), at in zip(rows, times, strict=True)
    ]
