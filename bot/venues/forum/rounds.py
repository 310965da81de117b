"""The rounds: the categories' lists, the records of the open matches, and whatever has changed.

Each page that is read counts as a view, and some forums may only be asked so often: so a topic is
read where its record has changed, where a time call is due in it (which the desk asks for), and
every quarter of an hour, since an edit changes no record. What has changed goes first; of what has
not, a round reads one topic and as many more as it has time for, longest unread first.
"""

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from bot.desk.presence import Here
from bot.desk.venue import Venue, VenueError
from bot.logs.fields import about
from bot.referee.match import Match, Status
from bot.referee.room import Room
from bot.storage.failures import StoreError
from bot.venues.forum.lists import Lists
from bot.venues.forum.reader import GRACE, MOST_POSTS
from bot.venues.forum.services import ForumServices
from bot.venues.forum.topics import WatchedTopic, trouble_of
from bot.venues.forum.values import TopicRecord
from bot.venues.forum.writer import EPOCH

log = logging.getLogger(__name__)

WATCH_TIMEOUT = timedelta(days=7)
"""How long after the end of a match its posts stay stored, and its host is told of a turn that was
held back."""
FORGET_INTERVAL = timedelta(days=1)


class Rounds:
    """Goes round one forum; `now` is the forum's present, `every` how long a round may take."""

    def __init__(
        self,
        services: ForumServices,
        venue: Venue,
        categories: tuple[int, ...],
        now: Callable[[], datetime],
        every: timedelta,
    ) -> None:
        self._services = services
        self._lists = Lists(services.forum, categories, services.contact, now)
        self._venue = venue
        self._categories = categories
        self._now = now
        self._every = every
        self._presence = services.desk.presence(venue)
        self._past: set[str] = set()
        """Topics in which a match was held of late."""
        self._orders_since = EPOCH
        self._ends = timedelta(0)
        """When this round stops reading topics that have not changed; it reads one at least."""
        self._reread = False
        self._forgot_at: timedelta | None = None

    def begin(self, orders_since: datetime) -> None:
        """Commands count that were written since a moment."""
        self._orders_since = orders_since
        self._lists.begin(orders_since)

    async def go(self) -> None:
        """One round."""
        self._ends, self._reread = self._services.timepiece.monotonic() + self._every, False
        listed = await self._lists.read()
        await self._succeed()
        held = {room.id: (number, room) for number, room in self._held()}
        for number, room, record in await self._by_urgency(held, listed):
            await self._safely(room.id, self._look_at(number, room, record))
            self._lists.done(room.id)
        for record in listed.values():
            if record.topic not in held:
                again = await self._safely(record.topic, self._look_for_orders(record))
                if not (again or self._services.topics.of(record.topic).pending):
                    self._lists.done(record.topic)
        await self._forget()

    async def _by_urgency(
        self, held: dict[str, tuple[int, Room]], listed: dict[str, TopicRecord]
    ) -> list[tuple[int, Room, TopicRecord | None]]:
        """The topics with matches: those that changed first, then those longest unread.

        A topic that is in no list has no record yet.
        """
        unlisted = [topic for topic in held if topic not in listed]
        records = await self._lists.records(unlisted) | listed

        def urgency(topic: str) -> tuple[bool, timedelta]:
            watched, record = self._services.topics.of(topic), records.get(topic)
            quiet = record is not None and not (watched.has_changed(record) or watched.pending)
            return quiet, watched.read_at or timedelta(0)

        return [(*held[topic], records.get(topic)) for topic in sorted(held, key=urgency)]

    async def _succeed(self) -> None:
        """The forum answers: the referee is here, or here again."""
        if isinstance(self._presence.state, Here) and self._services.contact.is_lost():
            self._services.desk.duty.leave(self._venue, self._services.contact.heard_at)
        self._services.contact.begin_round()
        if self._presence.here:
            return
        for category in self._categories:
            if not await self._services.moderation.moderates(category, ask=True):
                log.warning("%s: I don't moderate category %s", self._venue.name, category)
        self._past = await self._services.store.topics_read_since(self._watched_since())
        await self._services.desk.duty.come_back(self._venue)

    async def _look_at(self, number: int, room: Room, record: TopicRecord | None) -> None:
        """A topic with an open match."""
        found = await self._services.desk.match(number)
        if found is None:
            return
        match, watched = found[1], self._services.topics.of(room.id)
        before = watched.category
        self._past.add(room.id)
        try:
            if record is None:
                record = await self._services.forum.record(room.id)
                self._services.contact.note()
            record = await self._read_where_due(match, room, watched, record)
        except VenueError as error:
            if not error.lasting:
                raise
            if match.status is Status.RUNNING:
                self._services.desk.out_of_reach(number, error)
            return
        if watched.pending:
            await self._tell_of_changes(room, watched)
            await self._services.attendant.attend(room, watched)
        await self._check(number, record, moved=before not in (0, record.category))

    async def _read_where_due(
        self, match: Match, room: Room, watched: WatchedTopic, record: TopicRecord
    ) -> TopicRecord:
        """Reads a topic if it changed, or for edits now and then; its record then."""
        now = self._services.timepiece.monotonic()
        changed = watched.has_changed(record)
        if record.count > MOST_POSTS or not (changed or (watched.is_due(now) and self._has_time())):
            return record
        self._reread = self._reread or not changed
        only_new = record.traces != watched.traces
        since = match.turn_open_at if only_new else match.opened_at
        record = (await self._services.topics.read(room.id, since)).record
        watched.pending = True
        return record

    def _has_time(self) -> bool:
        return not self._reread or self._services.timepiece.monotonic() < self._ends

    async def _check(self, number: int, record: TopicRecord, *, moved: bool) -> None:
        """Pauses a match that can't go on where its topic is now."""
        category = record.category
        may = category in self._categories and await self._services.moderation.moderates(
            category, ask=moved
        )
        trouble = trouble_of(record, self._categories, {category: may})
        found = await self._services.desk.match(number)
        if trouble and found is not None and found[1].status is Status.RUNNING:
            self._services.desk.out_of_reach(number, VenueError(trouble, lasting=True))

    async def _look_for_orders(self, record: TopicRecord) -> None:
        """A topic without an open match: somebody may start one, or have been held back in one."""
        watched = self._services.topics.of(record.topic)
        new = record.traces != watched.traces
        if not (new or watched.pending):
            return
        if not new:
            # Stored posts of the topic are yet to be answered.
            watched.pending = False
        elif record.topic in self._past:
            await self._services.topics.read(record.topic, self._orders_since)
        elif record.last is not None and record.last >= self._orders_since:
            since, until = watched.looked_until or self._orders_since, self._now() - 2 * GRACE
            names = self._services.listener.names
            found = await self._services.reader.orders(
                record.topic, since, self._orders_since, names
            )
            self._services.contact.note()
            watched.was_read(found, self._services.timepiece.monotonic())
            watched.looked_until = max(since, until)
        else:
            watched.was_read(record, self._services.timepiece.monotonic())
            return
        await self._services.attendant.attend(self._room(record.topic), watched)

    async def _tell_of_changes(self, room: Room, watched: WatchedTopic) -> None:
        edited, deleted = tuple(watched.edited), tuple(watched.deleted)
        watched.edited, watched.deleted = set(), set()
        if edited:
            await self._services.desk.messages_changed(room, *edited, deleted=False)
        if deleted:
            await self._services.desk.messages_changed(room, *deleted, deleted=True)

    async def _forget(self) -> None:
        """Once a day: what was said in topics whose matches are long over is kept no longer."""
        now = self._services.timepiece.monotonic()
        if self._forgot_at is not None and now - self._forgot_at < FORGET_INTERVAL:
            return
        held = {room.id for _, room in self._held()}
        try:
            for topic in self._past - held:
                found = await self._services.desk.latest(self._room(topic))
                ended = None if found is None else found[1].ended
                if ended is None or ended.at < self._watched_since():
                    self._past.discard(topic)
            keep = held | self._past | self._services.topics.pending() | self._lists.left()
            forgotten = await self._services.store.forget(self._watched_since(), keep)
        except StoreError as error:
            log.warning("%s: %s", self._venue.name, error)
            return
        self._forgot_at = now
        if forgotten:
            log.info("%s: %s topics are forgotten", self._venue.name, len(forgotten))

    async def _safely(self, topic: str, work: Awaitable[None]) -> bool:
        """Does some work in a topic, and logs a failure; whether another try may help."""
        with about(venue=self._venue.name, room=topic):
            try:
                await work
            except (VenueError, StoreError) as error:
                log.warning("%s, topic %s: %s", self._venue.name, topic, error)
                return not (isinstance(error, VenueError) and error.lasting)
            except Exception:
                log.exception("%s, topic %s", self._venue.name, topic)
        return False

    def _room(self, topic: str) -> Room:
        return Room(self._venue.name, self._services.forum.server, topic)

    def _held(self) -> list[tuple[int, Room]]:
        return self._services.desk.held(self._venue.name, self._services.forum.server)

    def _watched_since(self) -> datetime:
        return max(EPOCH, self._now() - WATCH_TIMEOUT)
