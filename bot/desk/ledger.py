"""Keeps memory, store and room in step: what happens is stored, then true, then told.

Red's turn is accepted. The ledger appends the event to the store, together with the announcement
to be made; only then does the match in memory go on, and only then is the room told. If another
process has appended something first, the store says so (`StaleError`), and the match is taken as it
is stored then.

Whoever changes a match holds its lock. Where the store fails in the middle of that, nobody knows
whether anything was stored, so that memory is no longer to be trusted: the ledger writes down that
the match is out of sync, which queues it, and goes on. Recovery takes it from the queue.

A database that can't be written for one match, for a venue's messages or for the heartbeat can't be
written for any match: all of them are out of sync, since the last write that succeeded.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from datetime import datetime, timedelta

from bot.desk.alarm import Alarm
from bot.desk.at_rest import Known
from bot.desk.observing import Observers, time_calls
from bot.desk.outbox import Outbox
from bot.desk.presence import Presence
from bot.desk.standing import RUNS, StandsFor
from bot.desk.tables import Lost, OpenMatch, Tables, Trouble, Unreachable, about
from bot.desk.venue import Venue, VenueError, Venues
from bot.parts import Part
from bot.referee.arbiter import accept_due
from bot.referee.clock import ZERO
from bot.referee.events import (
    Event,
    MatchEnded,
    MatchMoved,
    MatchOpened,
    MatchReopened,
    MatchStarted,
    Shown,
    is_told,
)
from bot.referee.fold import opened
from bot.referee.match import Match, Room
from bot.referee.ruling import Accepted, Ruling
from bot.referee.timekeeping import next_call
from bot.storage.failures import RoomTakenError, StaleError, StoreError, UnreachableError
from bot.storage.rows import outline
from bot.storage.store import Outgoing, Store, StoredMatch
from bot.timing import break_off
from bot.wording.phrases import clock_text

log = logging.getLogger(__name__)

WriteMatch = Callable[[MatchOpened], Awaitable[int]]
"""Stores a new match with whatever belongs to it, and gives its number."""

TRIES = 5
"""How often a ruling is made anew because another process was faster."""
RETRY_FIRST = timedelta(seconds=1)
"""Before the first try to take up a match that is out of sync."""
CLOSE_TIMEOUT = timedelta(seconds=2)
"""How long announcements under way may take when the program stops."""


class Ledger:
    """The matches at the desk, in memory and in the store, and the telling of what was stored."""

    def __init__(self, store: Store, outbox: Outbox) -> None:
        self.store = store
        self.outbox = outbox
        self.timepiece = outbox.timepiece
        self.observers = outbox.observers
        self.backlog = outbox.backlog
        self.venues = Venues()
        self.alarm = Alarm(self.venues, self.timepiece, lambda live: next_call(live.match))
        self.tables = Tables(self.alarm.look_again)
        self.troubles: asyncio.Queue[Trouble] = asyncio.Queue()
        self.watchers = Observers[OpenMatch]()
        """Who shows matches live; asking how one stands wakes it, if it is at rest."""
        self.writable = asyncio.Event()
        """Cleared while the last use of the database was a failure."""
        self.writable.set()
        self.trouble = ""
        """Why the last use of the database failed; "" where it did not."""
        self._stored_at = self.timepiece.monotonic()
        store.watch(self)
        self._presences: dict[Part, Presence] = {}
        self._tasks: dict[asyncio.Task[object], OpenMatch | None] = {}

    def venue(self, live: OpenMatch) -> Venue:
        """The venue of a match that is served here."""
        venue = self.venues.serving(live.room)
        if venue is None:
            raise LookupError(f"match {live.id} is not held here")
        return venue

    def presence(self, venue: Venue) -> Presence:
        """Whether a venue is heard."""
        return self._presences.setdefault(venue.part, Presence(self.timepiece))

    def of(self, venue: Venue) -> list[OpenMatch]:
        """The matches of a venue that are in memory."""
        return [live for live in self.tables.of(venue.name) if venue.holds(live.room)]

    async def find(self, number: int) -> OpenMatch | None:
        """A match by its number, at the desk or in the store."""
        live = self.tables.get(number)
        if live is not None:
            return live
        stored = await self.store.load(number)
        return None if stored is None else self.take_in(stored)

    def stored(self) -> None:
        """Something was stored just now."""
        away = self.timepiece.monotonic() - self._stored_at
        if self.trouble:
            log.warning("the database can be used again, after %s", clock_text(away))
        self.trouble = ""
        self._stored_at = self.timepiece.monotonic()
        self.writable.set()

    def unusable(self, error: StoreError) -> None:
        """The database fails: every match is out of sync since the last write that succeeded."""
        if not self.trouble:
            passing = isinstance(error, UnreachableError)
            log.log(logging.WARNING if passing else logging.ERROR, "%s", error)
        self.trouble = str(error)
        self.writable.clear()
        self.backlog.start_over()
        ago = self.timepiece.monotonic() - self._stored_at
        for live in self.tables:
            if live.in_sync.is_set() and not live.glance.over:
                since = self.venue(live).now() - ago
                # What it did not keep up with is part of that: it is taken up once.
                since = min(since, live.behind_since or since)
                live.become(live.standing.keeps_up())
                self._lose(live, error, StandsFor.STORE, since)

    def loudness(self, error: BaseException) -> int:
        """The level at which a failure is logged: that the database fails has been said, once."""
        by_store = any(isinstance(it, StoreError) for it in (error, error.__cause__))
        return logging.DEBUG if by_store and self.trouble else logging.WARNING

    def lose(
        self,
        live: OpenMatch,
        error: BaseException,
        wait: timedelta = RETRY_FIRST,
        *,
        tries_again: bool = False,
    ) -> None:
        """Writes down that a match is out of sync: nothing is ruled in it until it is taken up.

        Its room is read then, unless only the store failed and whoever used it `tries_again`.
        """
        # A room that is out of reach for good may have been so for the whole of the turn.
        lasting = isinstance(error, VenueError) and error.lasting
        since = live.glance.turn_open_at if lasting else self.venue(live).now()
        live.obstacle = str(error) if lasting else live.obstacle
        why = StandsFor.STORE if tries_again and isinstance(error, StoreError) else StandsFor.ROOM
        self._lose(live, error, why, since, wait)

    def _lose(
        self,
        live: OpenMatch,
        error: BaseException,
        why: StandsFor,
        since: datetime,
        wait: timedelta = RETRY_FIRST,
    ) -> None:
        # What is being worked on may be another match, or a message in it.
        with about(live):
            level = self.loudness(error)
            log.log(level, "match %s is out of sync: %s", live.id, error or repr(error))
        live.become(live.standing.failed(why, since))
        self.troubles.put_nowait(Lost(live, wait))
        # Whoever watches must not see a clock run that stands.
        self.show(live)

    async def open(
        self, room: Room, event: MatchOpened, write: WriteMatch | None = None
    ) -> OpenMatch:
        """Opens a match in a room; RoomTakenError if it has one.

        `write` stores it, and gives its number, where more is to be stored together with it.
        """
        venue = self.venues.serving(room)
        if event.public is None and venue is not None:
            event = replace(event, public=await venue.places.is_public(room))
        number = await (write(event) if write else self.store.open_match(room, event))
        fresh = OpenMatch(number, room, Known(opened(event)))
        fresh.become(RUNS)
        live = self.tables.add(fresh)
        self.outbox.expect(Outgoing(number, 0, 0), live.match, (event,))
        self.show(live)
        self.tell_soon(live)
        return live

    async def reload(self, live: OpenMatch) -> None:
        """Takes the match as it is stored now."""
        stored = await self.store.load(live.id)
        if stored is None:
            raise StoreError(f"match {live.id} is gone from the database")
        live.reloaded(stored)
        self.outbox.look_again(live.id)
        if live.room != stored.room:
            self.tables.move(live, stored.room)

    async def note(self, live: OpenMatch, decide: Callable[[Match], tuple[Event, ...]]) -> None:
        """Stores the events that `decide` finds due, if any."""
        await self.note_ruling(live, lambda match: accept_due(match, decide(match)))

    async def note_ruling(self, live: OpenMatch, decide: Callable[[Match], Ruling]) -> None:
        """Stores what `decide` accepts, if anything; decided anew if others came first."""
        for _ in range(TRIES):
            ruling = decide(live.match)
            if not isinstance(ruling, Accepted):
                return
            try:
                await self.keep(live, ruling)
            except StaleError:
                await self.reload(live)
            else:
                return
        raise StoreError(f"match {live.id} is ruled elsewhere at the same time")

    async def keep(
        self,
        live: OpenMatch,
        accepted: Accepted,
        *,
        ruled: str | None = None,
        reply_to: str | None = None,
    ) -> None:
        """Stores a ruling with the announcement it calls for; StaleError if others came first.

        On a StoreError the caller writes down what that means for the match.
        """
        match, events = accepted.match, accepted.events
        seen = match.seen - len(events)
        announced = any(is_told(event) for event in events)
        outgoing = Outgoing(live.id, seen, match.seen - 1, reply_to) if announced else None
        board = outline(match)
        changed = None if board == outline(live.match) else board
        try:
            await self.store.append(
                live.id, seen, events, ruled=ruled, outgoing=outgoing, board=changed
            )
        except (StaleError, RoomTakenError, StoreError):
            raise
        except BaseException as error:
            # Broken off in the middle of a write, and nobody else can tell that it was there.
            self.lose(live, error)
            raise
        live.took(match, events, ruled)
        for event in events:
            if isinstance(event, MatchStarted | MatchReopened):
                log.info("match %s is under way", live.id)
            elif isinstance(event, MatchEnded):
                log.info("match %s is over: %s", live.id, event.termination)
        if any(isinstance(event, MatchReopened) for event in events):
            self.tables.add(live)
        for moved in (event for event in events if isinstance(event, MatchMoved)):
            self.tables.move(live, replace(live.room, id=moved.room))
        if outgoing is not None:
            self.outbox.expect(outgoing, match, events)
            self.tell_soon(live)
        for called in time_calls(self.venues.serving(live.room), events):
            self.observers.tell(called)
        self.show(live)

    def show(self, live: OpenMatch) -> None:
        """Tells those who watch that a match changed, or whether its clock can run."""
        self.alarm.check()
        self.watchers.tell(live)

    def tell_soon(self, live: OpenMatch) -> None:
        """Starts to make the announcements of a match that wait to be made."""
        with about(live):
            self.spawn(self._tell(live), live)

    def spawn(self, work: Coroutine[object, object, object], live: OpenMatch | None = None) -> None:
        """Runs something beside the rulings, for a match or for all."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks[task] = live
        task.add_done_callback(self._done)

    async def close(self) -> None:
        """Finishes what is being said, within a timeout."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=CLOSE_TIMEOUT.total_seconds())
        await break_off(*self._tasks)

    async def let_go(self, venue: Venue) -> None:
        """Finishes what is under way in a venue's matches; then another process takes them up."""
        for live in self.of(venue):
            async with live.lock:
                # A ruling under way is stored, and whoever waits for the lock finds it out of sync.
                pass
        telling = [task for task, live in self._tasks.items() if live and venue.holds(live.room)]
        if telling:
            await asyncio.wait(telling, timeout=CLOSE_TIMEOUT.total_seconds())
        for task in telling:
            task.cancel()

    def forget(self, venue: Venue) -> None:
        """A venue is served elsewhere from now on."""
        for live in self.of(venue):
            self.tables.drop(live)
            self.outbox.forget(live.id)
        del self.venues[venue.part]
        self._presences.pop(venue.part, None)

    def take_in(self, stored: StoredMatch) -> OpenMatch:
        """A stored match, kept in memory while it is open and its venue is served."""
        live = OpenMatch.of(stored)
        venue = self.venues.serving(stored.room)
        if not stored.open or venue is None:
            live.become(RUNS)
            return live
        at_desk = self.tables.add(live)
        if at_desk is live and self.presence(venue).loaded.is_set():
            # Another process opened it: before anything is ruled, its room is read.
            live.become(live.standing.returns(None, live.match.turn_open_at))
            self.lose(live, StoreError("it was opened elsewhere"), ZERO)
        return at_desk

    async def _tell(self, live: OpenMatch) -> None:
        async def shown(event: Shown) -> None:
            async with live.lock:
                await self.note(live, lambda it: (event,) * (it.telling.told < event.through))

        room, venue = live.room, self.venues.serving(live.room)
        if venue is None:
            return
        try:
            await self.outbox.tell(venue, live, shown)
            await self._tidy(live)
            if live.match.over and self.outbox.all_told(live.id):
                self.tables.drop(live)
                self.outbox.forget(live.id)
        except StoreError as error:
            self.lose(live, error, tries_again=True)
        except VenueError as error:
            if live.room != room:
                self.tell_soon(live)
            else:
                self.troubles.put_nowait(Unreachable(live, error))

    async def _tidy(self, live: OpenMatch) -> None:
        """Takes back the reminders of the turn before; once is enough, whatever comes of it."""
        reminders = frozenset(live.match.telling.stale) - live.withdrawn
        if not reminders:
            return
        live.withdrawn |= reminders
        for message in reminders:
            await self.venue(live).withdraw(live.room, message)

    def _done(self, task: asyncio.Task[object]) -> None:
        self._tasks.pop(task, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("an announcement failed", exc_info=error)
