"""What all forums have in common, as values: accounts, lists, topics and posts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import urlsplit

from bot.desk.venue import VenueError
from bot.referee.events import Player
from bot.text.html import HtmlLine
from bot.wording.venues import NOT_AS_SAID

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
"""Before anything that is posted."""
LONGEST_HOST: Final = 64
_TOO_MANY: Final = 2**31
"""What a column of the database doesn't hold."""


def host_of(url: str) -> str:
    """What tells forums apart: the host and the port, in small letters."""
    return urlsplit(url).netloc.lower()[:LONGEST_HOST]


def fields_of(body: Any) -> dict[str, Any]:
    """An answer that must have fields; VenueError if it has none."""
    if not isinstance(body, dict):
        raise VenueError(NOT_AS_SAID)
    return body


def number_of(value: Any) -> int:
    """A count or a number of the forum's; ValueError for one that no forum comes to."""
    number = int(value)
    if abs(number) >= _TOO_MANY:
        raise ValueError(f"{number} is no number of a forum's")
    return number


class GoneError(VenueError):
    """A topic or a post that is not there any more, or that the referee may not see."""

    def __init__(self, text: str) -> None:
        super().__init__(text, lasting=True)


class SignedOutError(VenueError):
    """The forum does not take the token, or not for the referee's account, until that is mended.

    Nothing counts as read then: forums answer whoever they don't know, as they answer guests.
    """


class NotAskedError(VenueError):
    """Nothing was sent: the forum has had trouble, or takes no more pictures for now."""


class FailedError(VenueError):
    """The forum has trouble of its own, for now; `text` is what it says of that."""

    def __init__(self, why: str, text: str) -> None:
        super().__init__(why)
        self.text = text


class RefusedError(VenueError):
    """The forum understood and will not: `status` and `text` are its own."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(f"the forum answers {status}: {text}", lasting=True)
        self.status = status
        self.text = text


@dataclass(frozen=True, slots=True)
class Account:
    """The referee's own account; `names` are what it is mentioned by, folded."""

    id: str
    name: str
    names: tuple[str, ...]
    manages: bool = False
    """Whether it administers the forum, or moderates all of it: then it is spared all limits."""


@dataclass(frozen=True, slots=True)
class TopicRecord:
    """A topic as lists show it: whatever is posted there changes it, but no edit does.

    `moved_up` is what lists are in the order of; None where it is pinned on top of them. `author`
    is who opened it, "" where that is not said.
    """

    topic: str
    category: int
    count: int
    last: datetime | None
    locked: bool = False
    deleted: bool = False
    merged_into: str = ""
    moved_up: datetime | None = None
    title: str = ""
    author: str = ""

    @property
    def traces(self) -> tuple[object, ...]:
        """Values that differ once something was posted, taken away, moved or closed."""
        return self.category, self.count, self.last, self.locked, self.deleted, self.merged_into


@dataclass(frozen=True, slots=True)
class ListPage:
    """A page of a category's list, what was posted in last first.

    `moderates` says whether the referee moderates the category: then its own posts there are spared
    queue and flood limits.
    """

    records: Sequence[TopicRecord]
    more: bool
    moderates: bool

    def reaches_back(self, since: datetime) -> bool:
        """Whether all further pages are older than a moment."""
        moments = [it.moved_up for it in self.records if it.moved_up is not None]
        return not self.more or (bool(moments) and moments[-1] < since)


@dataclass(frozen=True, slots=True)
class ForumPost:
    """A post as it stands now; `author` has the forum's id, "" for guests.

    `local` says that it was written on this forum, so that its stamp is this forum's. `handle` is
    what the author is mentioned by, `number` the place in the topic where the forum counts them.
    `edited_by` is the id of who edited it last, "" where nobody did, None where one has to ask.
    """

    id: str
    author: Player
    at: datetime
    lines: tuple[HtmlLine, ...]
    handle: str = ""
    local: bool = True
    number: int | None = None
    edited_at: datetime | None = None
    edited_by: str | None = ""
    deleted: bool = False
    raw: str | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """A complete read of a topic's newest posts, all that are stamped `since` or later.

    `began` is the forum's own time of the first answer: whatever became visible before is here.
    `since` is None where it went back to the topic's beginning. `ids` are all that the topic has,
    where the forum says so.
    """

    record: TopicRecord
    posts: Mapping[str, ForumPost]
    began: datetime
    since: datetime | None = None
    ids: frozenset[str] | None = None

    def lacks(self, post: str, at: datetime) -> bool:
        """Whether a post of a stamp, known from before, is not in the topic any more."""
        if post in self.posts:
            return False
        if self.ids is not None:
            return post not in self.ids
        return self.since is None or at >= self.since


@dataclass(frozen=True, slots=True)
class Made:
    """A post of the referee's; one that waits for approval has no id yet."""

    post: str
    at: datetime
    queued: bool = False
