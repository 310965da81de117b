"""The rounds: who one is, the categories' lists, and the topics that have changed.

Each page that is read counts as a view, and some forums may only be asked so often: so a topic is
read where its record has changed, where a time call is due in it (which the desk asks for), and
every quarter of an hour, since an edit changes no record. What has changed goes first; of what has
not, a round reads a few, longest unread first: however many matches are open, a round in which
nothing happens costs the same.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from datetime import datetime, timedelta

from bot.desk.desk import Desk
from bot.desk.presence import Here
from bot.desk.venue import Venue, VenueError
from bot.logs.lines import about
from bot.referee.match import Match, Room, Status
from bot.storage.failures import StoreError
from bot.storage.forum import ForumStore
from bot.timing import Timepiece
from bot.venues.forum.attendant import Attendant
from bot.venues.forum.first_posts import FirstPosts
from bot.venues.forum.forums import Forum
from bot.venues.forum.pictures import Pictures
from bot.venues.forum.reader import MOST_POSTS
from bot.venues.forum.topics import Contact, Lists, Topics, WatchedTopic, trouble_of
from bot.venues.forum.values import EPOCH, TopicRecord
from bot.wording.forum import LOCKED

log = logging.getLogger(__name__)

WATCH_TIMEOUT = timedelta(days=7)
"""How long after the end of a match its posts stay stored, and its host is told of a turn that was
held back."""
FORGET_INTERVAL = timedelta(days=1)
QUIET_AT_ONCE = 5
"""How many topics a round reads that have not changed."""


class Rounds:
    """Goes round one forum; `now` is the forum's present."""

    def __init__(
        self,
        venue: Venue,
        forum: Forum,
        desk: Desk,
        store: ForumStore,
        timepiece: Timepiece,
        attendant: Attendant,
        pictures: Pictures,
        first_posts: FirstPosts,
        topics: Topics,
        lists: Lists,
        contact: Contact,
        now: Callable[[], datetime],
    ) -> None:
        self._venue = venue
        self._forum = forum
        self._desk = desk
        self._store = store
        self._timepiece = timepiece
        self._attendant = attendant
        self._pictures = pictures
        self._first_posts = first_posts
        self._topics = topics
        self._lists = lists
        self._contact = contact
        self._now = now
        self._presence = desk.presence(venue)
        self._past: set[str] = set()
        """Topics in which a match was held of late."""
        self._orders_since = EPOCH
        self._quiet_left = 0
        """How many topics that have not changed this round may still read."""
        self._forgot_at: timedelta | None = None

    def begin(self, orders_since: datetime) -> None:
        """Commands count that were written since a moment."""
        self._orders_since = orders_since
        self._lists.begin(orders_since)

    async def go(self) -> None:
        """One round."""
        topics, self._quiet_left = self._topics, QUIET_AT_ONCE
        open_topics = [room.id for _, room in self._held()]
        listed, missing = await self._lists.read(open_topics, topics.oldest(open_topics))
        await self._succeed()
        held = {room.id: (number, room) for number, room in self._held()}
        records = {topic: topics.of(topic).record for topic in held}
        records |= dict.fromkeys(missing) | listed
        for topic in self._by_urgency(held, records):
            await self._safely(topic, self._look_at(*held[topic], records[topic]))
            self._lists.done(topic)
        for record in listed.values():
            if record.topic not in held:
                again = await self._safely(record.topic, self._look_for_orders(record))
                if not (again or topics.of(record.topic).pending):
                    self._lists.done(record.topic)
        await self._pictures.replace()
        for topic in self._first_posts.due():
            await self._safely(topic, self._first_posts.bring_up_to_date(topic))
        await self._forget(listed)

    def _by_urgency(
        self, held: Iterable[str], records: Mapping[str, TopicRecord | None]
    ) -> list[str]:
        """The topics with matches: those that changed first, then those longest unread.

        A topic that is to be asked for alone has no record yet.
        """

        def urgency(topic: str) -> tuple[bool, timedelta]:
            watched, record = self._topics.of(topic), records[topic]
            quiet = record is not None and not (watched.has_changed(record) or watched.pending)
            return quiet, watched.read_at or timedelta(0)

        return sorted(held, key=urgency)

    async def _succeed(self) -> None:
        """The forum answers: the referee is here, or here again."""
        if isinstance(self._presence.state, Here) and self._contact.is_lost():
            self._desk.duty.leave(self._venue, self._contact.heard_at)
        self._contact.begin_round()
        if self._presence.here:
            return
        for category, moderates in self._lists.moderated.items():
            if not moderates:
                log.warning("%s: I don't moderate category %s", self._venue.name, category)
        self._past = await self._store.topics_read_since(self._watched_since())
        await self._desk.duty.come_back(self._venue)
        self._first_posts.doubt(self._past)

    async def _look_at(self, number: int, room: Room, record: TopicRecord | None) -> None:
        """A topic with an open match."""
        found = await self._desk.match(number)
        if found is None:
            return
        match, watched = found[1], self._topics.of(room.id)
        self._past.add(room.id)
        try:
            if record is None:
                record = await self._forum.record(room.id)
                self._contact.note()
            record = await self._read_where_due(match, room, watched, record)
        except VenueError as error:
            if not error.lasting:
                raise
            if match.status is Status.RUNNING:
                self._desk.out_of_reach(number, error)
            return
        trouble = trouble_of(record, self._lists.moderated)
        watched.closed = trouble not in ("", LOCKED)
        if watched.pending:
            await self._attendant.attend(room, watched)
        await self._check(number, trouble)

    async def _read_where_due(
        self, match: Match, room: Room, watched: WatchedTopic, record: TopicRecord
    ) -> TopicRecord:
        """Reads a topic if it changed, or for edits now and then; its record then."""
        changed = watched.has_changed(record)
        due = watched.is_due(self._timepiece.monotonic()) and self._quiet_left > 0
        if record.count > MOST_POSTS or not (changed or due):
            return record
        if not changed:
            self._quiet_left -= 1
        only_new = watched.record is None or record.traces != watched.record.traces
        since = match.turn_open_at if only_new else match.opened_at
        record = (await self._topics.read(room.id, since)).record
        watched.pending = True
        return record

    async def _check(self, number: int, trouble: str) -> None:
        """Pauses a match that can't go on where its topic is now, and lets one go on that can."""
        found = await self._desk.match(number)
        if found is None:
            return
        match = found[1]
        if trouble and match.status is Status.RUNNING:
            self._desk.out_of_reach(number, VenueError(trouble, lasting=True))
        if not trouble and (match.pauses.for_room or match.status is Status.WAITING):
            await self._desk.recovery.look_at(number)

    async def _look_for_orders(self, record: TopicRecord) -> None:
        """A topic without an open match: somebody may start one, or have been held back in one."""
        watched = self._topics.of(record.topic)
        new = watched.record is None or record.traces != watched.record.traces
        if not (new or watched.pending):
            return
        held = record.topic in self._past
        if not new:
            # Stored posts of the topic are yet to be answered.
            watched.pending = False
        elif held or (record.last is not None and record.last >= self._orders_since):
            await self._topics.read(record.topic, self._orders_since, held=held)
        else:
            watched.was_read(record, self._timepiece.monotonic())
            return
        await self._attendant.attend(self._room(record.topic), watched)

    async def _forget(self, listed: Mapping[str, TopicRecord]) -> None:
        """Once a day: what was said in topics whose matches are long over is kept no longer."""
        now = self._timepiece.monotonic()
        if self._forgot_at is not None and now - self._forgot_at < FORGET_INTERVAL:
            return
        held = {room.id for _, room in self._held()}
        try:
            for topic in self._past - held:
                found = await self._desk.latest(self._room(topic))
                ended = None if found is None else found[1].ended
                if ended is None or ended.at < self._watched_since():
                    self._past.discard(topic)
            keep = held | self._past | self._topics.pending() | self._lists.left()
            forgotten = await self._store.forget(self._watched_since(), keep)
        except StoreError as error:
            log.log(self._desk.loudness(error), "%s: %s", self._venue.name, error)
            return
        self._forgot_at = now
        # Those that the lists begin with would be read again at once.
        self._topics.forget(self._watched_since(), keep | listed.keys())
        if forgotten:
            log.info("%s: %s topics are forgotten", self._venue.name, len(forgotten))

    async def _safely(self, topic: str, work: Awaitable[None]) -> bool:
        """Does some work in a topic, and logs a failure; whether another try may help."""
        with about(venue=self._venue.name, room=topic):
            try:
                await work
            except (VenueError, StoreError) as error:
                level = self._desk.loudness(error)
                log.log(level, "%s, topic %s: %s", self._venue.name, topic, error)
                return not (isinstance(error, VenueError) and error.lasting)
            except Exception:
                log.exception("%s, topic %s", self._venue.name, topic)
        return False

    def _room(self, topic: str) -> Room:
        return Room(self._venue.name, self._forum.server, topic)

    def _held(self) -> list[tuple[int, Room]]:
        return self._desk.held(self._venue.name, self._forum.server)

    def _watched_since(self) -> datetime:
        return max(EPOCH, self._now() - WATCH_TIMEOUT)
