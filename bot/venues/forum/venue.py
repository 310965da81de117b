"""A forum as a venue: topics are read every now and then, and rulings are replies.

Time is the forum's, by the Date of its answers. Nothing that time brings is told before a complete
read whose first answer is past the moment and the grace; a read that fails once is no absence.
"""

import logging
import random
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final
from zoneinfo import ZoneInfo

from bot.commands.clerk import Clerk
from bot.desk.desk import Desk
from bot.desk.venue import Announcement, Posted, VenueError
from bot.limits import ToldOnce
from bot.parts import Part
from bot.referee.match import Room
from bot.referee.submission import Submission
from bot.settings import Settings
from bot.storage.failures import StoreError
from bot.storage.forum import ForumStore
from bot.storage.store import Servers, Store
from bot.timing import Backoff, Timepiece, VenueClock
from bot.venues.forum.attendant import Attendant
from bot.venues.forum.connection import ForumConnection
from bot.venues.forum.discourse import MOST_A_MINUTE, Discourse
from bot.venues.forum.first_posts import FirstPosts, Invitations
from bot.venues.forum.forums import Forum
from bot.venues.forum.listening import Listener
from bot.venues.forum.nodebb import NodeBB
from bot.venues.forum.pictures import Pictures
from bot.venues.forum.places import ForumPlaces
from bot.venues.forum.reader import GRACE, Reader
from bot.venues.forum.rounds import Rounds
from bot.venues.forum.topics import READ_INTERVAL, Contact, Lists, Topics
from bot.venues.forum.values import EPOCH, Account, SignedOutError
from bot.venues.forum.voice import ForumVoice
from bot.venues.forum.writer import ForumWriter
from bot.wording import venues
from bot.wording.forum import OTHER_FORUM, QUEUED

log = logging.getLogger(__name__)
BEHIND: Final = timedelta(seconds=1)
"""Date is cut to the second: a read that begins now must not seem to begin before now."""
RETRY_FIRST, RETRY_MAX = timedelta(seconds=1), timedelta(minutes=1)
"""Between two tries to sign in at the start."""
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
        forum = self._forum = forum_at(self._clock.observe)
        self.name = forum.name
        self.part = Part(forum.name)
        self._every = every
        self._desk = desk
        self._timepiece = timepiece
        memory = self._store = ForumStore(store, self.name, forum.server)
        reader = self._reader = Reader(forum, memory)
        pictures = Pictures(forum, memory, categories, needs_album=needs_album)
        self._writer = ForumWriter(forum, memory, reader, pictures, timepiece)
        self.voice = ForumVoice(forum.moment, lambda topic: forum.link(topic, ""))
        lists = Lists(forum, categories, self.now)
        self.places = ForumPlaces(forum, reader, self._writer, lists, self._open_matches)
        clerk = Clerk(desk, store, self)
        self._listener = Listener(forum, clerk)
        self._attendant = Attendant(desk, clerk, memory, self._listener, self._writer, self.voice)
        self._contact = Contact(timepiece, self.now, every)
        self._topics = Topics(forum, reader, self._contact, timepiece)
        self._presence = desk.presence(self)
        invitations = self._invitations = Invitations(self, desk)
        first_posts = FirstPosts(
            self, forum, desk, memory, Servers(store), pictures, self._topics, invitations, self.now
        )
        self._rounds = Rounds(
            self, forum, desk, memory, timepiece, self._attendant, pictures, first_posts,
            self._topics, lists, self._contact, self.now,
        )  # fmt: skip
        self._told = ToldOnce()
        self._least_asked: timedelta | None = None

    def holds(self, room: Room) -> bool:
        """True: a forum is not served in parts."""
        return room.venue == self.name

    def on_duty(self) -> bool:
        """Whether what was missed has been read, and reads have succeeded of late."""
        return self._presence.here and not self._contact.is_lost()

    def hears(self) -> bool:
        """Whether the forum is on duty: its topics are read together, so it is heard as a whole."""
        return self.on_duty()

    def now(self) -> datetime:
        return self._clock.now() - BEHIND

    def heard_at(self) -> datetime | None:
        """When a round of reads last succeeded."""
        return self._contact.heard_at

    def certain_until(self) -> datetime:
        """The present, and no second behind it: who taps has seen what was posted before.

        A clock of days is not wronged by a machine that stands still.
        """
        return self._clock.now()

    async def run(self) -> None:
        """Goes round until cancelled; VenueError if the forum refuses the token."""
        await self._desk.take_over(self)
        pauses = Backoff(RETRY_FIRST, RETRY_MAX)
        try:
            while True:
                try:
                    await self._go_round()
                    self._is_reached()
                except (VenueError, StoreError) as error:
                    if isinstance(error, SignedOutError):
                        self._contact.lose()
                    if not self._reader.me and _is_final(error):
                        raise
                    self._say_once(error)
                except Exception:
                    log.exception("%s: a round was broken off", self.name)
                share = 1 + random.uniform(-SCATTER, SCATTER)  # noqa: S311
                usual = self._every if self._reader.me else pauses.next()
                await self._timepiece.sleep(usual * share)
        finally:
            self._desk.duty.leave(self, self._contact.heard_at)
            await self._forum.close()

    async def _go_round(self) -> None:
        """A round as the referee; before the first one it finds out what it has missed."""
        account = await self._forum.sign_in()
        if not self._reader.me:
            away_since = self._presence.since
            served_since = await self._store.served_since(self.now())
            self._reader.served_since = served_since
            missed = served_since if away_since is None else away_since - GRACE
            self._rounds.begin(max(served_since, missed))
        self._take_name(account)
        await self._ask_least()
        await self._rounds.go()

    async def _ask_least(self) -> None:
        """How long a post must be, now and then: its managers may change that."""
        now = self._timepiece.monotonic()
        if self._least_asked is not None and now - self._least_asked < READ_INTERVAL:
            return
        try:
            self.voice.least = await self._forum.least()
        except VenueError as error:
            log.warning("%s: the least length of a post is not known: %s", self.name, error)
            if not error.lasting:
                return
        self._least_asked = now

    async def announce(self, room: Room, announcement: Announcement) -> Posted:
        """Replies in the topic, once per nonce. What waits for approval is not sent again."""
        self._check(room)
        category = await self._topics.category(room.id)
        line = ""
        if announcement.ping and announcement.match:
            line = await self._invitations.watch(room, announcement.match)
        text = "\n".join(filter(None, (announcement.text, line)))
        announced = replace(announcement, text=text)
        try:
            made = await self._writer.announce(room.id, category, announced)
        except VenueError as error:
            if error.lasting:
                # The topic may say why, and once it is mended.
                await self.places.require(room)
            raise
        if not made.queued and announcement.match:
            await self._invitations.invite(room, announcement)
        if made.queued and announcement.cup:
            raise VenueError(QUEUED, lasting=True)
        if made.queued:
            self._desk.out_of_reach(announcement.match, VenueError(QUEUED, lasting=True))
        return Posted(made.post, made.at)

    async def reply(self, room: Room, message: str, text: str) -> None:
        """Answers a post, together with others and once."""
        self._attendant.refuse(room.id, message, text)
        self._topics.of(room.id).pending = True

    async def withdraw(self, room: Room, message: str) -> None:
        """Nothing: a post that vanishes confuses a topic more than a reminder too many."""

    async def read_since(self, room: Room, after: datetime) -> list[Submission]:
        """Reads the topic up to now: the turns and acts in it after a moment."""
        self._check(room)
        news = await self._topics.read(room.id, after)
        latest = await self._desk.latest(room)
        try:
            heard, _ = await self._attendant.heard_in(room, news.record.category, latest)
        except StoreError as error:
            raise VenueError(str(error)) from error
        # Questions and late turns are for the next round.
        self._topics.of(room.id).pending = True
        return heard.said

    def _check(self, room: Room) -> None:
        """VenueError if a room can't be read or written in."""
        if room.server != self._forum.server:
            raise VenueError(OTHER_FORUM, lasting=True)
        if not self._reader.me:
            raise VenueError(venues.NOT_REACHED)

    def _take_name(self, account: Account) -> None:
        """The referee's name, which may change; SignedOutError if the token is another's by now."""
        if self._reader.me not in ("", account.id):
            raise SignedOutError(venues.ANOTHERS_TOKEN)
        if not self._reader.me:
            log.info("%s: signed in as %s", self.name, account.name)
        self._reader.me = account.id
        self._reader.names = self._listener.names = account.names
        self._writer.name = self.voice.referee = account.names[0]

    def _say_once(self, error: Exception) -> None:
        """Logs each reason for a failure once, until the forum is reached."""
        if str(error) != venues.FORUM_SILENT and self._told.is_new(str(error)):
            log.warning("%s: %s; I go on trying", self.name, str(error).rstrip("."))

    def _is_reached(self) -> None:
        if self._told.over():
            log.info("%s: works again", self.name)

    def _open_matches(self) -> int:
        return len(self._desk.held(self.name, self._forum.server))


def _is_final(error: Exception) -> bool:
    """Whether there is no use in trying again at the start."""
    return isinstance(error, SignedOutError) or (isinstance(error, VenueError) and error.lasting)


Observe = Callable[[datetime], None]
"""Told of every Date that a forum's answers bear."""


def make_forums(
    settings: Settings, desk: Desk, store: Store, timepiece: Timepiece
) -> list[ForumVenue]:
    """A venue for each forum that is set."""
    kinds = (
        (settings.nodebb_url, make_nodebb, settings.nodebb_category),
        (settings.discourse_url, make_discourse, settings.discourse_category),
    )
    return [
        ForumVenue(
            partial(make, settings, timepiece),
            categories,
            settings.forum_every,
            desk,
            store,
            timepiece,
            needs_album=make is make_nodebb,
        )
        for url, make, categories in kinds
        if url
    ]


def make_nodebb(settings: Settings, timepiece: Timepiece, observe: Observe) -> NodeBB:
    """The API of the NodeBB that is set."""
    headers = {"Authorization": f"Bearer {settings.nodebb_token}"}
    connection = ForumConnection(settings.nodebb_url, headers, timepiece, observe)
    zone = ZoneInfo(settings.forum_timezone)
    return NodeBB(settings.nodebb_url, connection, zone, timepiece)


def make_discourse(settings: Settings, timepiece: Timepiece, observe: Observe) -> Discourse:
    """The API of the Discourse that is set."""
    headers = {"Api-Key": settings.discourse_key, "Api-Username": settings.discourse_user}
    url = settings.discourse_url
    connection = ForumConnection(url, headers, timepiece, observe, MOST_A_MINUTE)
    return Discourse(url, settings.discourse_user, connection)
