"""What is known of the topics that are looked at, and why a match can't go on in one."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot.desk.venue import VenueError
from bot.referee.timekeeping import NEVER
from bot.storage.failures import StoreError
from bot.timing import Timepiece
from bot.venues.forum.contact import Contact
from bot.venues.forum.forums import Forum
from bot.venues.forum.reader import MOST_POSTS, News, Reader
from bot.venues.forum.values import EPOCH, TopicRecord
from bot.wording.forum import DELETED, LOCKED, MERGED, OUTSIDE, TOO_LONG, UNMODERATED

READ_INTERVAL = timedelta(minutes=15)
"""An edit changes no record, so each open topic is read now and then."""


@dataclass(slots=True)
class WatchedTopic:
    """A topic under watch: its record when it was last read, when that was, and what is left."""

    record: TopicRecord | None = None
    read_at: timedelta | None = None
    pending: bool = False
    """Whether a stored post of the topic is yet to be ruled or answered."""
    unsettled: bool = False
    """Whether something in it can't be ruled before it has been read again."""
    closed: bool = False
    """Whether the referee had better not write there: it would have to wait for approval."""
    news: list[News] = field(default_factory=list)
    """What became of posts, of which nobody has been told yet."""

    @property
    def category(self) -> int:
        """The category that it stood in when it was last read."""
        return 0 if self.record is None else self.record.category

    def has_changed(self, record: TopicRecord) -> bool:
        """Whether the topic has a post that was not read, or could not be ruled."""
        return self.record is None or self.unsettled or record.traces != self.record.traces

    def is_due(self, now: timedelta) -> bool:
        """Whether the topic has to be read although its record has not changed."""
        return self.read_at is None or now - self.read_at >= READ_INTERVAL

    def was_read(self, record: TopicRecord, now: timedelta) -> None:
        """Takes note of a complete read."""
        self.record, self.read_at = record, now


class Topics:
    """The topics of one forum that are looked at."""

    def __init__(
        self, forum: Forum, reader: Reader, contact: Contact, timepiece: Timepiece
    ) -> None:
        self._forum = forum
        self._reader = reader
        self._contact = contact
        self._timepiece = timepiece
        self._watched: dict[str, WatchedTopic] = {}

    def of(self, topic: str) -> WatchedTopic:
        """What is known of a topic."""
        return self._watched.setdefault(topic, WatchedTopic())

    def pending(self) -> set[str]:
        """The topics with a post that is yet to be ruled or answered."""
        return {topic for topic, watched in self._watched.items() if watched.pending}

    def oldest(self, topics: Iterable[str]) -> datetime:
        """The moment before which none of some topics was last posted in, as far as is known."""
        records = (self.of(topic).record for topic in topics)
        moments = (EPOCH if record is None else record.last or EPOCH for record in records)
        return min(moments, default=NEVER)

    def forget(self, since: datetime, keep: Collection[str]) -> None:
        """Forgets the topics in which nothing was posted since a moment, but for those to keep."""
        for topic, watched in list(self._watched.items()):
            last = EPOCH if watched.record is None else watched.record.last or EPOCH
            if last < since and topic not in keep:
                del self._watched[topic]
        self._reader.forget(since, keep)

    async def category(self, topic: str) -> int:
        """The category that a topic stands in, as far as is known."""
        return self.of(topic).category or (await self._forum.record(topic)).category

    async def read(self, topic: str, since: datetime, *, held: bool = True) -> News:
        """Reads a topic completely back to a moment; `held` if a match is or was held there."""
        try:
            news = await self._reader.read(topic, since, held=held)
        except StoreError as error:
            raise VenueError(str(error)) from error
        self._contact.note()
        watched = self.of(topic)
        watched.was_read(news.record, self._timepiece.monotonic())
        watched.news.append(news)
        return news


def trouble_of(record: TopicRecord, moderated: Mapping[int, bool]) -> str:
    """Why no match can be held in a topic, "" if one can.

    `moderated` are the categories that are set, and whether the referee moderates each.
    """
    if record.merged_into:
        return MERGED
    if record.deleted:
        return DELETED
    if record.category not in moderated:
        return OUTSIDE
    if not moderated[record.category]:
        return UNMODERATED
    if record.locked:
        return LOCKED
    return TOO_LONG if record.count > MOST_POSTS else ""
