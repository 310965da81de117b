"""What all forums have in common: topics, posts, and the `Forum` that can be asked."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

from bot.desk.venue import VenueError
from bot.referee.events import Player
from bot.threads.html import HtmlLine
from bot.wording.venues import NOT_AS_SAID

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
"""Before anything that is posted."""
LONGEST_HOST: Final = 64


def host_of(url: str) -> str:
    """What tells forums apart: the host and the port, in small letters."""
    return urlsplit(url).netloc.lower()[:LONGEST_HOST]


def fields_of(body: Any) -> dict[str, Any]:
    """An answer that must have fields; VenueError if it has none."""
    if not isinstance(body, dict):
        raise VenueError(NOT_AS_SAID)
    return body


class GoneError(VenueError):
    """A topic or a post that is not there any more, or that the referee may not see."""

    def __init__(self, text: str) -> None:
        super().__init__(text, lasting=True)


class SignedOutError(VenueError):
    """The forum does not take the token, or not for the referee's account, until that is mended.

    Nothing counts as read then: forums answer whoever they don't know, as they answer guests.
    """


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

    `moved_up` is what lists are in the order of; None where it is pinned on top of them.
    """

    topic: str
    category: int
    count: int
    last: datetime | None
    locked: bool = False
    deleted: bool = False
    merged_into: str = ""
    moved_up: datetime | None = None

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


class Forum(Protocol):
    """One forum's API. Every method raises VenueError, lasting where trying again won't help."""

    name: str
    server: str
    """The forum's host, which keeps the matches of one forum apart from another's."""

    async def sign_in(self) -> Account:
        """Who the token belongs to; SignedOutError where the forum does not take it."""

    async def listed(self, category: int, page: int) -> ListPage:
        """A page of a category's list, counted from 1."""

    async def record(self, topic: str) -> TopicRecord:
        """A topic as it stands; GoneError if there is none."""

    async def read(
        self, topic: str, since: datetime | None, stored: Collection[str] | None
    ) -> Reading:
        """The newest posts, back to a moment and to the oldest post that is not in `stored`.

        While it reads, the topic stands still. Without a moment it reads the whole topic; where
        `stored` is None, it goes back to the moment and no further.
        """

    async def whereabouts(self, post: str) -> str | None:
        """The topic that a post stands in now, None where it is gone."""

    async def raw(self, post: str) -> str:
        """A post's text as it was written."""

    async def reply(self, topic: str, text: str, to: str | None, number: int | None) -> Made:
        """Posts in a topic, as an answer to a post of that id and number."""

    async def edit(self, post: str, text: str) -> None:
        """Changes a post of the referee's own."""

    async def open_topic(self, category: int, title: str, text: str) -> str:
        """A new topic."""

    async def upload(self, png: bytes, name: str, album: str) -> str:
        """The address of a picture, as it is linked on the forum's own pages.

        `album` is a topic of the referee's own.
        """

    async def message(self, player: Player, title: str, text: str) -> None:
        """A private message."""

    async def find(self, handle: str) -> Player | None:
        """Who is mentioned by a name, None if nobody is; RefusedError where that is not shown."""

    async def handle_of(self, player: str) -> str:
        """What a user is mentioned by, "" where there is none."""

    async def manages(self, author: str, post: str, category: int) -> bool:
        """Whether a post's author moderates the category or administers the forum."""

    async def editor(self, post: ForumPost) -> str:
        """The id of who edited a post last, "" where that can't be found out."""

    def link(self, topic: str, post: str) -> str:
        """The address of a post, or of a topic where the post is ""."""

    def moment(self, at: datetime) -> str:
        """An absolute moment, as it is written there."""

    def note_handles(self, posts: Collection[ForumPost]) -> None:
        """Takes note of what people are mentioned by."""

    async def close(self) -> None:
        """Gives the connections back."""
