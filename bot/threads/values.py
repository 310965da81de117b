"""What is read of a topic: its posts in their order, who wrote them, and how answers are marked up.

A page that can't be read is told of in words, as a `ThreadError`.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from bot.threads.html import HtmlLine
from bot.threads.markdown import Markup

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
    could read the stamp. Of a post that is `gone`, deleted or not approved yet, nothing is read.
    """

    id: str
    author: Author
    lines: tuple[HtmlLine, ...]
    at: datetime | None = None
    count: int | None = None
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """The posts of a saved page in its order; `number` is which page of the topic it is.

    `others` are the places in the topic that are taken by something else than posts.
    """

    software: str
    markup: Markup
    posts: tuple[Post, ...]
    others: frozenset[int] = frozenset()
    number: int | None = None

    def joined(self, other: "Page") -> "Page":
        """This page with what else was found on it, in the order of the topic."""
        posts = {post.id: post for post in (*other.posts, *self.posts)}
        if not (self.posts and other.posts):
            ordered = tuple(posts.values())
        else:
            ordered = tuple(sorted(posts.values(), key=lambda post: int(post.id)))
        return replace(self, posts=ordered, others=self.others | other.others)


class Unit(StrEnum):
    """What a topic is counted in."""

    POSTS = "posts"
    PAGES = "pages"


@dataclass(frozen=True, slots=True)
class Gaps:
    """What of a topic is not in the input: the first and last number of each gap."""

    unit: Unit
    spans: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Topic:
    """The posts of a topic, each once, in the order in which the forum shows them."""

    posts: tuple[Post, ...]
    markup: Markup = Markup.BBCODE
    gaps: Gaps | None = None


class ThreadError(ValueError):
    """A topic that can't be ruled; says why in one sentence."""
