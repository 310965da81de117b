"""What is read of a topic: its posts in order, who wrote them and when, how answers are marked.

A page that can't be read is told of in words, as a `ThreadError`.
"""

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from bot.text.html import HtmlLine
from bot.threads.markup import Markup

LARGEST_INPUT = 20_000_000
"""Bytes, all pages together."""


@dataclass(frozen=True, slots=True)
class Author:
    """Who wrote a post: `key` is the forum's own number for them, or their name without one."""

    key: str
    name: str


NOBODY_KNOWN = Author("", "")
"""The author of a post whose page does not show one where it is looked for: they play nothing."""


@dataclass(frozen=True, slots=True)
class Post:
    """One post as a page shows it.

    `count` is its place in the topic from 1, if the page says so; `at` is None where no machine
    could read the stamp. `unread` says in words why nothing of it is read, "" where it is.
    """

    id: str
    author: Author
    lines: tuple[HtmlLine, ...]
    at: datetime | None = None
    count: int | None = None
    unread: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """The posts of a saved page in its order; `number` is which page of the topic it is.

    `others` are the places in the topic that are taken by something else than posts. `last` is the
    number of the topic's last page, `total` how many posts it has, 0 where the page does not tell;
    `goes_on` says that it names a page behind it.
    """

    software: str
    markup: Markup
    posts: tuple[Post, ...]
    others: frozenset[int] = frozenset()
    number: int | None = None
    last: int = 0
    total: int = 0
    goes_on: bool = False

    def joined(self, other: "Page") -> "Page":
        """This page with what else was found on it, in the order of the topic."""
        posts = {post.id: post for post in (*other.posts, *self.posts)}
        if not (self.posts and other.posts):
            ordered = tuple(posts.values())
        else:
            ordered = tuple(sorted(posts.values(), key=lambda post: int(post.id)))
        total = max(self.total, other.total)
        return replace(self, posts=ordered, others=self.others | other.others, total=total)


POSTS, PAGES = "posts", "pages"
"""What a topic is counted in."""


@dataclass(frozen=True, slots=True)
class Gaps:
    """What of a topic is not in the input: the first and last number of each gap, 0 for all behind.

    `total` is how many there are, 0 where nobody knows.
    """

    unit: str
    spans: tuple[tuple[int, int], ...]
    total: int = 0


@dataclass(frozen=True, slots=True)
class Topic:
    """The posts of a topic, each once, in the order in which the forum shows them.

    The first `certain` of them have no gap before them: only these can be ruled.
    """

    posts: tuple[Post, ...]
    certain: int
    markup: Markup = Markup.BBCODE
    gaps: Gaps | None = None


class ThreadError(ValueError):
    """A topic that can't be ruled; says why in one sentence."""


_NUMBER = re.compile(r"[0-9]{1,18}")
_LEAST_MILLISECONDS = 100_000_000_000
"""A stamp below this, in the year 5138, is told in seconds."""


def read_stamp(text: str) -> datetime | None:
    """A moment: ISO 8601 with a zone, or seconds or milliseconds since 1970; else None."""
    try:
        if _NUMBER.fullmatch(text):
            number = int(text)
            seconds = number / 1000 if number >= _LEAST_MILLISECONDS else number
            return datetime.fromtimestamp(seconds, UTC)
        at = datetime.fromisoformat(text)
        return None if at.tzinfo is None else at.astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        return None
