"""What is read of a topic: its posts in their order, who wrote them, and how answers are marked up.

A page that can't be read is told of in words, as a `ThreadError`.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.threads.html import Line

LARGEST_INPUT = 20_000_000
"""Bytes, all pages together."""


class Markup(StrEnum):
    """How the next announcement is written."""

    BBCODE = "bbcode"
    MARKDOWN = "markdown"


@dataclass(frozen=True, slots=True)
class Author:
    """Who wrote a post: `key` is the forum's own number for them, or their name without one."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class Post:
    """One post; `place` is where it stands in the topic if the page says so, else its number.

    `at` is None where no machine could read the stamp.
    """

    id: str
    author: Author
    lines: tuple[Line, ...]
    at: datetime | None = None
    place: int = 0


@dataclass(frozen=True, slots=True)
class Topic:
    """The posts of a topic, each once, in the order in which the forum shows them."""

    posts: tuple[Post, ...]
    markup: Markup = Markup.BBCODE


class ThreadError(ValueError):
    """A topic that can't be ruled; says why in one sentence."""
