"""Makes the announcements that wait in the outbox, in order and once.

Red plays, the ruling is stored together with the announcement it calls for, and the announcement
is sent. If the process is killed in between, the next one finds it in the store and sends it; if
it was killed just after sending, the venue is asked to look for it first. Each announcement has a
nonce derived from the match and the event, so that a repeat is no second message: telling is
idempotent.

What was stored by this process is written from the match in memory. The store is asked only for
what others stored, or what was left by a crash. The words are written anew for each try, since
their countdowns are of the moment.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from weakref import WeakValueDictionary

from bot.desk.backlog import Backlog, Queue
from bot.desk.composing import Visible, compose, nonce_of, scene_of, send, until_made
from bot.desk.observing import Observation, Observers, Shed, Told
from bot.desk.tables import OpenMatch, about
from bot.desk.venue import Announcement, Venue, VenueError
from bot.referee.events import Event, Shown
from bot.referee.match import Match, Status
from bot.storage.failures import StoreError
from bot.storage.store import Outgoing, Servers, Store
from bot.timing import Timepiece

log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class _Waiting:
    """An announcement to be made; `match` is the match after the `events` that it tells of.

    `tried` says that it may have been made before. `stored_at` is when it was stored, by the
    timepiece, where this process did that.
    """

    outgoing: Outgoing
    match: Match
    events: tuple[Event, ...]
    tried: bool
    stored_at: timedelta | None = None
    made: Visible | None = None
    bare: bool = False
    """Whether it is told in words, and its board comes later."""


class Outbox:
    """Tells rooms what was ruled."""

    def __init__(self, store: Store, timepiece: Timepiece, *, pages: bool = False) -> None:
        self._pages = pages
        self._store = store
        self._servers = Servers(store)
        self.timepiece = timepiece
        self.observers = Observers[Observation]()
        self.backlog = Backlog(timepiece, lambda name: self.observers.tell(Shed(name)))
        self._order: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._waiting: dict[int, dict[int, _Waiting]] = {}
        """By match, and by the last event that each tells of, in their order."""
        self._known: set[int] = set()
        """Matches whose waiting announcements are all in memory; for others the store is asked."""
        self._refused: set[int] = set()
        """Matches whose venue took the last announcement not at all: they wait for it alone."""
        self._bare: dict[int, tuple[Shown, _Waiting]] = {}
        """The latest announcement of a match, visible in words, where its board is to come."""

    def expect(self, outgoing: Outgoing, match: Match, events: tuple[Event, ...]) -> None:
        """Takes note of an announcement that was stored just now, and never tried before."""
        waiting = self._waiting.setdefault(outgoing.match, {})
        if outgoing.through not in waiting:
            stored_at = self.timepiece.monotonic()
            fresh = _Waiting(outgoing, match, events, tried=False, stored_at=stored_at)
            waiting[outgoing.through] = fresh
            if outgoing.match not in self._refused:
                self.backlog.add(Queue.ANNOUNCEMENTS, _key(outgoing), outgoing.match)
        if outgoing.first == 0:
            self._known.add(outgoing.match)

    def nothing_waits(self, number: int) -> None:
        """The store was asked: all that waits of a match is in memory from now on."""
        self._known.add(number)

    def look_again(self, number: int) -> None:
        """Another process may have stored something for a match: the store is asked again."""
        self._known.discard(number)

    def waiting(self, number: int) -> int:
        """How many announcements of a match wait to be made, as far as is known."""
        return len(self._waiting.get(number, ()))

    def all_told(self, number: int) -> bool:
        """Whether nothing of a match is left to be told."""
        return number in self._known and not self._waiting.get(number)

    def forget(self, number: int) -> None:
        """A match is no longer at the desk."""
        self._known.discard(number)
        self._bare.pop(number, None)
        self._waits_for_venue(number)
        self._refused.discard(number)
        self._waiting.pop(number, None)

    async def tell(
        self, venue: Venue, live: OpenMatch, shown: Callable[[Shown], Awaitable[None]]
    ) -> None:
        """Makes all waiting announcements of a match; `shown` stores that one became visible.

        The match may go to another room while one of them fails. VenueError if the venue will not
        have one: it is tried again the next time.
        """
        async with self._order.setdefault(live.id, asyncio.Lock()):
            try:
                while (waiting := await self._first(live.id)) is not None:
                    if waiting.made is None:
                        with about(live, waiting.outgoing.reply_to):
                            waiting.made = await self._make(venue, live, waiting)
                    await self._note(live, waiting, waiting.made, shown)
            except BaseException:
                # What is left waits to be tried again, and for that it may wait for long.
                self._put_off(self._waiting.get(live.id, {}).values())
                raise

    async def _note(
        self,
        live: OpenMatch,
        waiting: _Waiting,
        made: Visible,
        shown: Callable[[Shown], Awaitable[None]],
    ) -> None:
        through = waiting.outgoing.through
        event = Shown(made.posted.at, made.posted.message, through, made.board)
        await shown(event)
        if waiting.bare and not event.board:
            self._bare[live.id] = event, waiting
        elif event.board:
            # A later announcement has the board that is still to come.
            self._bare.pop(live.id, None)
        self._waiting.get(live.id, {}).pop(through, None)

    def owes_board(self, number: int) -> bool:
        """Whether the latest announcement of a match was told in words alone."""
        return number in self._bare

    def owing(self) -> list[int]:
        """The matches of which that is so."""
        return list(self._bare)

    async def add_board(self, venue: Venue, live: OpenMatch) -> Shown | None:
        """Puts its board on an announcement that was told in words, if there is one.

        Where that fails, the next announcement has a board.
        """
        shown, bare = self._bare.pop(live.id, (None, None))
        if shown is None or bare is None:
            return None
        try:
            rules = await self._servers.rules(live.room.venue, live.room.server)
            scene = scene_of(venue, bare.match, bare.outgoing, rules)
            if scene is None:
                return None
            nonce = nonce_of(live.id, shown.through, bare.events[-1])
            await venue.places.add_board(live.room, shown.message, nonce, scene)
        except (VenueError, StoreError) as error:
            log.warning("match %s: message %s has no board: %s", live.id, shown.message, error)
            return None
        return replace(shown, board=True)

    async def _first(self, number: int) -> _Waiting | None:
        while number not in self._known:
            await self._look(number)
        return next(iter(self._waiting.get(number, {}).values()), None)

    async def _look(self, number: int) -> None:
        """Asks the store what waits; what is in memory already, or comes meanwhile, stays."""
        before = dict(self._waiting.get(number, {}))
        self._known.add(number)
        try:
            stored = {outgoing.through: outgoing for outgoing in await self._store.waiting(number)}
            news = [outgoing for through, outgoing in stored.items() if through not in before]
            loaded = await self._load(number, news) if news else {}
        except BaseException:
            self._known.discard(number)
            raise
        # Another process may have told some of it.
        gone = before.keys() - stored.keys()
        self._put_off(before[through] for through in gone)
        present = loaded | self._waiting.get(number, {})
        entries = sorted(present.items(), key=lambda entry: entry[0])
        self._waiting[number] = {key: entry for key, entry in entries if key not in gone}

    async def _load(self, number: int, news: list[Outgoing]) -> dict[int, _Waiting]:
        stored = await self._store.load(number)
        if stored is None:
            raise StoreError(f"match {number} is gone")
        entries = {}
        for outgoing in news:
            then = replace(stored, events=stored.events[: outgoing.through + 1])
            events = then.events[outgoing.first :]
            entries[outgoing.through] = _Waiting(outgoing, then.match(), events, tried=True)
        return entries

    async def _make(self, venue: Venue, live: OpenMatch, waiting: _Waiting) -> Visible:
        async def attempt() -> Visible:
            tried, waiting.tried = waiting.tried, True
            announcement = await self._write(venue, live, waiting)
            if waiting.bare or (announcement.scene is not None and self._is_bare(venue, waiting)):
                waiting.bare = True
                announcement = replace(announcement, scene=None)
            return await send(venue, live.room, replace(announcement, again=tried))

        about = f"match {live.id}: event {waiting.outgoing.through}"
        waits = partial(self._waits_for_venue, live.id)
        try:
            made = await until_made(self.timepiece, about, attempt, waits=waits)
        except VenueError:
            self._waits_for_venue(live.id)
            raise
        self._refused.discard(live.id)
        self._put_off([waiting])
        if waiting.stored_at is not None:
            took = self.timepiece.monotonic() - waiting.stored_at
            self.observers.tell(Told(venue.name, took))
        return made

    def _waits_for_venue(self, number: int) -> None:
        """What is to be told of a match waits for its venue, until that takes something."""
        self._refused.add(number)
        self._put_off(self._waiting.get(number, {}).values())

    def _put_off(self, entries: Iterable[_Waiting]) -> None:
        """Announcements that do not wait for this process any more."""
        for waiting in entries:
            self.backlog.remove(Queue.ANNOUNCEMENTS, _key(waiting.outgoing))

    def _is_bare(self, venue: Venue, waiting: _Waiting) -> bool:
        """Whether words go first; how a match ended is told with its board."""
        goes_on = waiting.match.status is Status.RUNNING
        return goes_on and self.backlog.behind and venue.places.boards_later

    async def _write(self, venue: Venue, live: OpenMatch, waiting: _Waiting) -> Announcement:
        rules = await self._servers.rules(live.room.venue, live.room.server)
        link = partial(venue.places.link, live.room)
        pages = self._pages and rules.play
        written = compose(
            venue, waiting.match, waiting.outgoing, waiting.events, rules, link, pages=pages
        )
        since = max((shown.at for shown in live.shown), default=waiting.match.opened_at)
        return replace(written, since=since, made=frozenset(shown.message for shown in live.shown))


def _key(outgoing: Outgoing) -> tuple[int, int]:
    return outgoing.match, outgoing.through
