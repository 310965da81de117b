"""A forum as a venue: topics are read every now and then, and rulings are replies.

Time is the forum's, by the Date of its answers. Nothing that time brings is told before a complete
read whose first answer is past the moment and the grace; a read that fails once is no absence.
"""

import logging
import random
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Final

from bot.commands.clerk import Clerk
from bot.desk.desk import Desk
from bot.desk.presence import Here
from bot.desk.venue import Announcement, Posted, VenueError
from bot.referee.match import Status
from bot.referee.room import Room
from bot.referee.submission import Submission
from bot.storage.failures import StoreError
from bot.storage.forum import ForumStore
from bot.storage.store import Store
from bot.timing import Backoff, Timepiece, VenueClock
from bot.venues.forum.attendant import Attendant
from bot.venues.forum.listening import Listener
from bot.venues.forum.pictures import Pictures
from bot.venues.forum.places import ForumPlaces
from bot.venues.forum.reader import GRACE, MOST_POSTS, News, Reader
from bot.venues.forum.topics import Watched, trouble_of
from bot.venues.forum.values import Forum, Record
from bot.venues.forum.voice import ForumVoice
from bot.venues.forum.writer import EPOCH, Writer, posted
from bot.wording.forum import QUEUED

log = logging.getLogger(__name__)

BEHIND: Final = timedelta(seconds=1)
"""Date is cut to the second: a read that begins now must not seem to begin before now."""
STALE_TIMEOUT = timedelta(minutes=5)
"""No read succeeded for so long, or for three rounds: the referee is away."""
WATCH_TIMEOUT = timedelta(days=7)
"""A match that is over: a turn in it that was held back is told to its host."""
MODERATION_TIMEOUT = timedelta(minutes=15)
RETRY_FIRST, RETRY_MAX = timedelta(seconds=1), timedelta(minutes=1)
SCATTER = 0.2
"""Rounds are so much shorter or longer, so that forums and referees get out of step."""


class ForumVenue:
    """Matches in the topics of one forum."""

    grace = GRACE
    haze = timedelta(seconds=3)

    def __init__(
        self,
        forum_at: Callable[[Callable[[datetime], None]], Forum],
        categories: tuple[int, ...],
        every: timedelta,
        desk: Desk,
        store: Store,
        timepiece: Timepiece,
        *,
        needs_album: bool,
    ) -> None:
        self._clock = VenueClock(timepiece, EPOCH)
        self._forum = forum_at(self._clock.observe)
        self.name = self._forum.name
        self._categories = categories
        self._every = every
        self._desk = desk
        self._timepiece = timepiece
        self._store = ForumStore(store, self.name)
        self._reader = Reader(self._forum, self._store)
        pictures = Pictures(self._forum, self._store, needs_album=needs_album)
        self._writer = Writer(self._forum, self._store, self._reader, pictures, timepiece)
        self.voice = ForumVoice(self._forum.moment, lambda topic: self._forum.link(topic, ""))
        self.places = ForumPlaces(self._forum, self._reader, self._writer, self)
        clerk = Clerk(desk, store, self)
        self._listener = Listener(self._forum, clerk)
        self._attendant = Attendant(desk, clerk, self._store, self._listener, self._writer)
        self._topics: dict[str, Watched] = {}
        self._past: set[str] = set()
        self._moderated: dict[int, tuple[bool, timedelta]] = {}
        self._presence = desk.presence(self.name)
        self._signed_in = False
        self._succeeded: timedelta | None = None
        self._heard: datetime | None = None
        self._orders_since = self._listed_until = EPOCH
        self._left: dict[str, Record] = {}
        """Topics of lists that were read, which are yet to be looked at."""

    def on_duty(self) -> bool:
        """Whether what was missed has been read, and reads have succeeded of late."""
        return self._presence.here and not self._is_stale()

    def now(self) -> datetime:
        """The forum's present."""
        return self._clock.now() - BEHIND

    def heard_at(self) -> datetime | None:
        """When a round of reads last succeeded."""
        return self._heard

    def open_matches(self) -> int:
        """How many matches are open here."""
        return len(self._desk.held(self.name, self._forum.server))

    async def may_referee(self, category: int) -> bool | None:
        """Whether the referee moderates a category; None if it is none of those set."""
        return await self._moderates(category, ask=True) if category in self._categories else None

    async def run(self) -> None:
        """Goes round until cancelled; VenueError if the forum refuses the token."""
        await self._desk.take_over(self)
        away_since = self._presence.since
        try:
            await self._sign_in()
            self._orders_since = self.now() if away_since is None else away_since - GRACE
            self._listed_until = self._orders_since
            while True:
                try:
                    await self._go_round()
                except (VenueError, StoreError) as error:
                    log.warning("%s: %s", self.name, error)
                except Exception:
                    log.exception("%s: a round was broken off", self.name)
                share = 1 + random.uniform(-SCATTER, SCATTER)  # noqa: S311
                await self._timepiece.sleep(self._every * share)
        finally:
            self._desk.leave_duty(self, self._heard)
            await self._forum.close()

    async def announce(self, room: Room, announcement: Announcement) -> Posted:
        """Replies in the topic, once per nonce. What waits for approval is not sent again."""
        if not self._signed_in:
            raise VenueError("the forum has not been reached yet")
        category = await self._category(room.id)
        made = await self._writer.announce(room.id, category, announcement)
        if made.queued:
            self._desk.out_of_reach(announcement.match, VenueError(QUEUED, lasting=True))
        return posted(made)

    async def reply(self, room: Room, message: str, text: str) -> None:
        """Answers a post, together with others and once."""
        self._attendant.refuse(room.id, message, text)
        self._watched(room.id).pending = True

    async def withdraw(self, room: Room, message: str) -> None:
        """Nothing: a post that vanishes confuses a topic more than a reminder too many."""

    async def read_since(self, room: Room, after: datetime) -> list[Submission]:
        """Reads the topic up to now: the turns and acts in it after a moment."""
        if not self._signed_in:
            raise VenueError("the forum has not been reached yet")
        news = await self._read(room.id, after)
        found = await self._desk.latest(room)
        match = None if found is None else found[1]
        try:
            heard, _ = await self._attendant.heard_in(room, news.record.category, match)
        except StoreError as error:
            raise VenueError(str(error)) from error
        # Questions and late turns are for the next round.
        self._watched(room.id).pending = True
        return heard.said

    async def _sign_in(self) -> None:
        pauses = Backoff(RETRY_FIRST, RETRY_MAX)
        while True:
            try:
                account = await self._forum.sign_in()
                break
            except VenueError as error:
                if error.lasting:
                    raise
                log.warning("%s: %s", self.name, error)
            await self._timepiece.sleep(pauses.next())
        self._reader.me = account.id
        self._listener.names = account.names
        self._writer.name = self.voice.referee = account.names[0]
        self._signed_in = True
        log.info("%s: signed in as %s", self.name, account.name)

    async def _go_round(self) -> None:
        """One round: the categories' lists, then whatever has changed."""
        listed, began = dict(self._left), self.now()
        for category in self._categories:
            found = await self._forum.topics(category, self._listed_until)
            listed |= {record.topic: record for record in found}
        # Lists are not asked for it again: whatever comes between is made up for.
        self._left, self._listed_until = dict(listed), began - 2 * GRACE
        await self._succeed()
        held = {room.id: (number, room) for number, room in self._held()}
        for number, room in sorted(held.values(), key=lambda one: one[1].id not in listed):
            await self._safely(room.id, self._look_at(number, room, listed.get(room.id)))
            self._left.pop(room.id, None)
        for record in listed.values():
            if record.topic not in held:
                again = await self._safely(record.topic, self._look_for_orders(record))
                if not (again or self._watched(record.topic).pending):
                    self._left.pop(record.topic, None)

    async def _succeed(self) -> None:
        """The forum answers: the referee is here, or here again."""
        if isinstance(self._presence.state, Here) and self._is_stale():
            self._desk.leave_duty(self, self._heard)
        self._succeeded, self._heard = self._timepiece.monotonic(), self.now()
        if self._presence.here:
            return
        for category in self._categories:
            if not await self._moderates(category, ask=True):
                log.warning("%s: I don't moderate category %s", self.name, category)
        since = self._matches_watched_since()
        self._past = set(await self._store.topics_read_since(since))
        await self._desk.return_to_duty(self)

    async def _look_at(self, number: int, room: Room, record: Record | None) -> None:
        """A topic with an open match."""
        found = await self._desk.match(number)
        if found is None:
            return
        match, watched = found[1], self._watched(room.id)
        before = watched.category
        self._past.add(room.id)
        try:
            if record is None:
                record = await self._forum.record(room.id)
                self._note_success()
            due = watched.is_due(record, self._timepiece.monotonic())
            if due and record.count <= MOST_POSTS:
                changed = record.traces != watched.traces
                since = match.turn_open_at if changed else match.opened_at
                record = (await self._read(room.id, since)).record
                watched.pending = True
        except VenueError as error:
            if not error.lasting:
                raise
            if match.status is Status.RUNNING:
                self._desk.out_of_reach(number, error)
            return
        if watched.pending:
            await self._tell_of_changes(room, watched)
            await self._attendant.attend(room, watched)
        await self._check(number, record, moved=before not in (0, record.category))

    async def _check(self, number: int, record: Record, *, moved: bool) -> None:
        """Has a match pause that can't go on where its topic is now."""
        category = record.category
        may = category in self._categories and await self._moderates(category, ask=moved)
        trouble = trouble_of(record, self._categories, {category: may})
        found = await self._desk.match(number)
        if trouble and found is not None and found[1].status is Status.RUNNING:
            self._desk.out_of_reach(number, VenueError(trouble, lasting=True))

    async def _look_for_orders(self, record: Record) -> None:
        """A topic without an open match: somebody may start one, or have been held back in one."""
        watched = self._watched(record.topic)
        new = record.traces != watched.traces
        if not (new or watched.pending):
            return
        if not new:
            # What is kept of it is yet to be answered.
            watched.pending = False
        elif record.topic in self._past:
            await self._read(record.topic, self._orders_since)
        elif record.last is not None and record.last >= self._orders_since:
            since, until = watched.looked_until or self._orders_since, self.now() - 2 * GRACE
            found = await self._reader.orders(record.topic, since, self._listener.names)
            self._note_success()
            watched.was_read(found, self._timepiece.monotonic())
            watched.looked_until = max(since, until)
        else:
            watched.was_read(record, self._timepiece.monotonic())
            return
        room = Room(self.name, self._forum.server, record.topic)
        await self._attendant.attend(room, watched)

    async def _tell_of_changes(self, room: Room, watched: Watched) -> None:
        edited, deleted = tuple(watched.edited), tuple(watched.deleted)
        watched.edited, watched.deleted = set(), set()
        if edited:
            await self._desk.messages_changed(room, *edited, deleted=False)
        if deleted:
            await self._desk.messages_changed(room, *deleted, deleted=True)

    async def _read(self, topic: str, since: datetime) -> News:
        """Reads a topic completely back to a moment."""
        try:
            news = await self._reader.read(topic, since)
        except StoreError as error:
            raise VenueError(str(error)) from error
        self._note_success()
        watched = self._watched(topic)
        watched.was_read(news.record, self._timepiece.monotonic())
        watched.edited |= set(news.edited)
        watched.deleted |= set(news.deleted)
        return news

    async def _safely(self, topic: str, work: Awaitable[None]) -> bool:
        """One topic that fails holds up no other; whether it is worth another try."""
        try:
            await work
        except (VenueError, StoreError) as error:
            log.warning("%s, topic %s: %s", self.name, topic, error)
            return not (isinstance(error, VenueError) and error.lasting)
        except Exception:
            log.exception("%s, topic %s", self.name, topic)
        return False

    async def _category(self, topic: str) -> int:
        watched = self._watched(topic)
        if not watched.category:
            watched.category = (await self._forum.record(topic)).category
        return watched.category

    async def _moderates(self, category: int, *, ask: bool) -> bool:
        now = self._timepiece.monotonic()
        known = self._moderated.get(category)
        if known is None or ask or now - known[1] >= MODERATION_TIMEOUT:
            known = await self._forum.moderates(category), now
            self._moderated[category] = known
        return known[0]

    def _note_success(self) -> None:
        """Something was read in the middle of a round: a long round is no absence."""
        if not self._is_stale():
            self._succeeded = self._timepiece.monotonic()

    def _watched(self, topic: str) -> Watched:
        return self._topics.setdefault(topic, Watched())

    def _held(self) -> list[tuple[int, Room]]:
        return self._desk.held(self.name, self._forum.server)

    def _is_stale(self) -> bool:
        limit = max(STALE_TIMEOUT, 3 * self._every)
        now = self._timepiece.monotonic()
        return self._succeeded is None or now - self._succeeded > limit

    def _matches_watched_since(self) -> datetime:
        return max(EPOCH, self.now() - WATCH_TIMEOUT)
