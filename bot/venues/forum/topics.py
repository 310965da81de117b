"""What is known of a forum's topics: whether it is heard, what its lists show, what ails a topic.

500 matches are open. A round reads the head of each list, where all stands that was posted in since
the round before, and one page further down, another one each time: so what moves no topic up (a
lock, a deletion, a post approved with its old stamp) is found in its turn, and a round costs the
same however many matches are open. A topic that a walk through the whole list has not met was moved
or deleted, or is hidden from lists: whoever holds it asks for it alone. No post is read for that.
"""

import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Set
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot.desk.venue import VenueError
from bot.limits import ToldOnce
from bot.referee.timekeeping import NEVER
from bot.storage.failures import StoreError
from bot.timing import Timepiece
from bot.venues.forum.forums import Forum
from bot.venues.forum.reader import GRACE, MOST_POSTS, News, Reader
from bot.venues.forum.values import EPOCH, TopicRecord
from bot.wording.forum import DELETED, LOCKED, MERGED, OUTSIDE, TOO_LONG, UNMODERATED

log = logging.getLogger(__name__)

STALE_TIMEOUT = timedelta(minutes=5)
"""No read succeeded for so long, or for three rounds: the referee is away."""


class Contact:
    """When a read last succeeded; `now` is the forum's present."""

    def __init__(self, timepiece: Timepiece, now: Callable[[], datetime], every: timedelta) -> None:
        self._timepiece = timepiece
        self._now = now
        self._limit = max(STALE_TIMEOUT, 3 * every)
        self._succeeded: timedelta | None = None
        self.heard_at: datetime | None = None
        """When a round of reads last began with success."""

    def is_lost(self) -> bool:
        """Whether the last read is so long ago that the forum counts as not heard."""
        now = self._timepiece.monotonic()
        return self._succeeded is None or now - self._succeeded > self._limit

    def lose(self) -> None:
        """The forum does not know the referee: whatever it answers, it is not heard."""
        self._succeeded = None

    def begin_round(self) -> None:
        """The lists were read."""
        self._succeeded, self.heard_at = self._timepiece.monotonic(), self._now()

    def note(self) -> None:
        """Something was read in the middle of a round: a long round is no absence."""
        if not self.is_lost():
            self._succeeded = self._timepiece.monotonic()


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


MOST_PAGES, MOST_MISSING = 30, 5
"""In one round: pages of the head of a list, and topics that are on none."""


@dataclass(slots=True)
class _Walk:
    """How far the pages of a list have been read, counted in rounds."""

    page: int = 1
    began: int = 1
    ended_began: int = 0
    """When the last walk began that has come to its end."""

    def ends(self, now: int) -> None:
        self.page, self.began, self.ended_began = 1, now + 1, self.began


class Lists:
    """The lists of the categories that are set; `now` is the forum's present."""

    def __init__(
        self, forum: Forum, categories: tuple[int, ...], now: Callable[[], datetime]
    ) -> None:
        self._forum = forum
        self._now = now
        self._read_until = EPOCH
        self._left: dict[str, TopicRecord] = {}
        self._round = 0
        self._walks = {category: _Walk() for category in categories}
        self._met: dict[str, int] = {}
        self._told = ToldOnce()
        self.moderated = dict.fromkeys(categories, False)
        """The categories, and whether the referee moderates each, as of this round."""

    def begin(self, since: datetime) -> None:
        """Lists are read back to this moment at first: earlier posts are of no interest."""
        self._read_until = since

    async def read(
        self, held: Collection[str], oldest: datetime
    ) -> tuple[dict[str, TopicRecord], list[str]]:
        """The topics posted in of late, those left over, and some more of those that are held.

        None of these was last posted in before `oldest`, as far as is known. With them come a few
        that no walk has met, those longest unmet first.
        """
        listed, began = dict(self._left), self._now()
        self._round += 1
        for category, walk in self._walks.items():
            try:
                listed |= await self._listed(category, walk, held, oldest)
            except VenueError as error:
                if not error.lasting:
                    raise
                # Whoever may not see a category may not moderate it: its matches are looked at.
                self.moderated[category] = False
                walk.ends(self._round)
                if self._told.is_new(f"{category}: {error}"):
                    log.warning("%s, category %s: %s", self._forum.name, category, error)
        # The next lists do not show these topics again, so they stay until they are looked at.
        self._left, self._read_until = dict(listed), began - 2 * GRACE
        walked = min(walk.ended_began for walk in self._walks.values())
        now = dict.fromkeys(listed, self._round)
        self._met = {topic: now.get(topic, self._met.get(topic, 0)) for topic in held}
        unmet = sorted((met, topic) for topic, met in self._met.items() if met < walked)
        missing = [topic for _, topic in unmet[:MOST_MISSING]]
        self._met |= dict.fromkeys(missing, self._round)
        return listed, missing

    def left(self) -> Set[str]:
        """The topics on lists read so far that are yet to be looked at."""
        return self._left.keys()

    def done(self, topic: str) -> None:
        """A topic has been looked at."""
        self._left.pop(topic, None)

    async def _listed(
        self, category: int, walk: _Walk, held: Collection[str], oldest: datetime
    ) -> dict[str, TopicRecord]:
        """The head of a list, and what is held on the page that the walk has come to."""
        head: list[TopicRecord] = []
        for number in range(1, MOST_PAGES + 1):
            page = await self._forum.listed(category, number)
            head += page.records
            if number == 1:
                self.moderated[category] = page.moderates
            if page.reaches_back(self._read_until):
                break
        below: list[TopicRecord] = []
        if not page.reaches_back(oldest):
            walk.page = max(walk.page, number) + 1
            page = await self._forum.listed(category, walk.page)
            below = [record for record in page.records if record.topic in held]
        if page.reaches_back(oldest):
            walk.ends(self._round)
        return {record.topic: record for record in (*below, *head)}
