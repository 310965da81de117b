"""A venue comes back: its matches are loaded, its rooms read, and each goes on as soon as it can.

The referee is started, or its connection is back after two minutes. The open matches are taken from
the store a few at a time; meanwhile the rooms of those that are loaded are read, side by side. The
venue is here again once all of them have been read.

Ten thousand rooms are to be read, fifty a second. In one of them a player writes meanwhile: that
match is next. Of the others the one is next whose time runs out first, and then those of its
server, since no flag falls before all rooms of a server have been read (`ReturnOrder`).
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from datetime import datetime, timedelta
from itertools import count

from bot.desk.ledger import RETRY_FIRST, Ledger
from bot.desk.notices import Notices
from bot.desk.presence import Presence
from bot.desk.standing import StandsFor
from bot.desk.tables import Lost, OpenMatch, about
from bot.desk.venue import Venue
from bot.logs import lines as log_fields
from bot.parts import Part
from bot.referee.events import Event, MatchOpened
from bot.referee.match import Room
from bot.referee.timekeeping import NEVER, likely_deadline
from bot.storage.failures import DamagedMatchError, StoreError
from bot.storage.rows import ends, load_all
from bot.storage.store import StoredMatch
from bot.timing import Backoff, earliest

_WAITED_FOR, _IN_TURN, _END = range(3)


def nearest_first(matches: Mapping[int, tuple[str, datetime]]) -> list[int]:
    """The order of matches; each comes with its server and the moment its time runs out."""
    nearest: dict[str, datetime] = {}
    for server, moment in matches.values():
        nearest[server] = min(moment, nearest.get(server, moment))

    def place(number: int) -> tuple[datetime, str, datetime]:
        server, moment = matches[number]
        return nearest[server], server, moment

    return sorted(matches, key=place)


class ReturnOrder:
    """The matches that one return has to take up; a match may be handed out twice."""

    def __init__(self) -> None:
        self._queue: asyncio.PriorityQueue[tuple[int, int, OpenMatch | None]]
        self._queue = asyncio.PriorityQueue()
        self._places = count()
        self._waited_for: set[int] = set()
        self._fresh: set[int] = set()

    def add(self, live: OpenMatch, *, fresh: bool = False) -> None:
        """Adds a match; `fresh` if it was taken from the store just now."""
        if fresh:
            self._fresh.add(live.id)
        self._put(_IN_TURN, live)

    def hurry(self, live: OpenMatch) -> None:
        if live.id not in self._waited_for:
            self._waited_for.add(live.id)
            self._put(_WAITED_FOR, live)

    def close(self, readers: int) -> None:
        """Nothing is added any more; each of so many readers is told so in the end."""
        for _ in range(readers):
            self._put(_END, None)

    async def next(self) -> OpenMatch | None:
        return (await self._queue.get())[2]

    def is_fresh(self, live: OpenMatch) -> bool:
        """Whether a match is in memory as it was stored when this return began; asked once."""
        fresh = live.id in self._fresh
        self._fresh.discard(live.id)
        return fresh

    def _put(self, urgency: int, live: OpenMatch | None) -> None:
        self._queue.put_nowait((urgency, next(self._places), live))


log = logging.getLogger(__name__)

RETRY_MAX = timedelta(seconds=15)
"""Between two tries to take up a match or a venue."""
AT_ONCE = 8
"""How many matches are taken up side by side."""
LOADED_AT_ONCE = 25
"""How many are read from the store at once; between two lots others have their turn."""


CatchUp = Callable[[OpenMatch, bool], Awaitable[None]]
"""Takes up one match, whether it was taken from the store just now or not; else an exception."""


class Returns:
    def __init__(self, ledger: Ledger, notices: Notices, catch_up: CatchUp) -> None:
        self._ledger = ledger
        self._notices = notices
        self._catch_up = catch_up
        self._timepiece = ledger.timepiece
        self.before_arrival: list[Callable[[Venue, datetime | None], Awaitable[None]]] = []
        """What else is to be done before a venue is here, and counts as heard again."""
        self._orders: dict[Part, ReturnOrder] = {}
        self._waited_for: set[int] = set()

    def leave(self, venue: Venue, since: datetime | None = None) -> None:
        """Nothing is ruled in a venue's matches until it is back."""
        self._ledger.presence(venue).leave(since)
        for live in self._ledger.of(venue):
            live.become(live.standing.left())
        # Whoever calls time may have slept with the machine, and is to count anew.
        self._ledger.alarm.rings.set()

    async def come_back(self, venue: Venue, away_since: datetime | None = None) -> None:
        """Takes up a venue's open matches, however often that has to be tried.

        Returns when the venue is here, or when another departure or return came in between.
        `away_since` is what is known of the absence from elsewhere; None says that the venue was
        not away, or at the start that this is not known.
        """
        presence, pauses = self._ledger.presence(venue), Backoff(RETRY_FIRST, RETRY_MAX)
        epoch = presence.begin_return(away_since)
        while epoch == presence.epoch:
            try:
                await self._take_up_all(venue, presence.since, epoch)
                for prepare in self.before_arrival:
                    await prepare(venue, presence.since)
            except Exception as error:
                by_store = isinstance(error, StoreError)
                log.warning(
                    "the matches could not be taken up; trying again: %s",
                    error,
                    exc_info=None if by_store else error,
                )
                await self._timepiece.sleep(pauses.next())
            else:
                here = presence.arrive(epoch)
                self._ledger.alarm.rings.set()
                try:
                    if here:
                        # A process killed before its next heartbeat was on duty until here.
                        await self.note_duty(venue)
                except StoreError as error:
                    log.warning("the return to duty could not be noted: %s", error)
                return

    async def note_duty(self, venue: Venue) -> None:
        """Stores that a venue was heard, if it was, in all its matches; StoreError.

        After a crash nobody knows which match was out of sync: so none counts as heard after the
        moment at which the first of them was lost.
        """
        heard = venue.heard_at()
        if heard is not None and venue.on_duty():
            out = earliest(*(live.standing.since for live in self._ledger.of(venue)))
            await self._ledger.store.on_duty(venue.part, min(heard, out or heard))

    async def _take_up_all(self, venue: Venue, away_since: datetime | None, epoch: int) -> None:
        """Takes up all open matches of a venue; StoreError if the store can't be read."""
        for live in self._ledger.of(venue):
            live.become(live.standing.returns(away_since, live.glance.turn_open_at))
        order = self._orders[venue.part] = ReturnOrder()
        here = {live.id: live for live in self._ledger.of(venue)}
        moments = {key: (live.room.server, live.glance.runs_out) for key, live in here.items()}
        for live in (here[number] for number in nearest_first(moments)):
            order.add(live)
            if live.id in self._waited_for:
                order.hurry(live)
        presence = self._ledger.presence(venue)
        readers = [self._take_up_in(order, presence, epoch) for _ in range(AT_ONCE)]
        done = await asyncio.gather(
            self._load(venue, away_since, order), *readers, return_exceptions=True
        )
        if self._orders.get(venue.part) is not order:
            # Another return has begun, and takes up all of them.
            return
        del self._orders[venue.part]
        tables = self._ledger.tables
        self._waited_for = {key for key in self._waited_for if tables.get(key)}
        for error in done:
            if error is not None:
                raise error
        for live in self._ledger.of(venue):
            if not live.in_sync.is_set():
                # Whatever came between: it is taken up by itself.
                self._ledger.troubles.put_nowait(Lost(live, RETRY_FIRST))
        await self._tell_the_rest(venue)

    async def _take_up_in(self, order: ReturnOrder, presence: Presence, epoch: int) -> None:
        """Takes up one match after the other, until the venue leaves or returns once more."""
        while (live := await order.next()) is not None:
            if live.in_sync.is_set() or epoch != presence.epoch:
                continue
            try:
                with about(live):
                    await self._catch_up(live, order.is_fresh(live))
            except Exception as error:
                self._ledger.lose(live, error)
            else:
                self._waited_for.discard(live.id)

    async def fetch(self, room: Room) -> None:
        """Somebody writes in a room whose match may not have been loaded yet: it is the next one.

        Its venue is about to come back, or is coming back.
        """
        venue = self._ledger.venues.serving(room)
        if venue is None or self._ledger.tables.in_room(room) is not None:
            return
        try:
            number = await self._ledger.store.latest_in(room)
            if number is not None:
                await self._ledger.find(number)
        except StoreError as error:
            log.warning("room %s: its match could not be loaded: %s", room.id, error)

    def hurry(self, live: OpenMatch) -> None:
        """Somebody waits for a match: as soon as its venue comes back, it is the next one."""
        venue = self._ledger.venues.serving(live.room)
        if venue is None or live.in_sync.is_set() or self._ledger.presence(venue).here:
            return
        self._waited_for.add(live.id)
        if (order := self._orders.get(venue.part)) is not None:
            order.hurry(live)

    async def _load(self, venue: Venue, away_since: datetime | None, order: ReturnOrder) -> None:
        """Has the venue's open matches at the desk; one that can't be read holds up no other."""
        store, tables = self._ledger.store, self._ledger.tables
        try:
            rooms = await store.open_rooms(venue.name)
            # One that somebody asked for may be at the desk, and is to be taken up all the same.
            known = {live.id for live in tables if StandsFor.LOADED not in live.standing.reasons}
            servers = {
                number: room.server
                for number, room in rooms.items()
                if venue.holds(room) and number not in known
            }
            here = list(servers)
            both_ends: dict[int, tuple[MatchOpened, Event]] = {}
            for page in _pages(here):
                both_ends |= await ends(store, page)
            waiting = await store.unannounced(venue.name) if here else {}
            moments = {key: (servers[key], _may_run_out(both_ends.get(key))) for key in here}
            for page in _pages(nearest_first(moments)):
                stored = await load_all(store, page)
                if self._orders.get(venue.part) is not order:
                    # Another return has begun, and loads what is missing.
                    return
                for number in page:
                    if number in stored:
                        with log_fields.about(match=number, venue=venue.name):
                            self._take_in(number, stored[number], away_since, order)
                    if number not in waiting:
                        self._ledger.outbox.nothing_waits(number)
            self._ledger.presence(venue).loaded.set()
        finally:
            order.close(AT_ONCE)

    def _take_in(
        self,
        number: int,
        stored: StoredMatch | DamagedMatchError,
        away_since: datetime | None,
        order: ReturnOrder,
    ) -> None:
        # Somebody who asked for it may have brought it here meanwhile.
        live = self._ledger.tables.get(number)
        try:
            if isinstance(stored, DamagedMatchError):
                raise stored
            live = live or self._ledger.take_in(stored)
        except DamagedMatchError:
            log.exception("match %s can't be taken up", number)
            self._ledger.spawn(self._notices.damaged(number))
            return
        if StandsFor.LOADED in live.standing.reasons:
            live.become(live.standing.returns(away_since, live.glance.turn_open_at))
            order.add(live, fresh=True)

    async def _tell_the_rest(self, venue: Venue) -> None:
        """Matches that ended before their end could be told."""
        try:
            rooms = await self._ledger.store.unannounced(venue.name)
        except StoreError as error:
            log.warning("what ended could not be told: %s", error)
            return
        for number, room in rooms.items():
            if venue.holds(room) and self._ledger.tables.get(number) is None:
                with log_fields.about(match=number, venue=venue.name, room=room.id):
                    try:
                        if (live := await self._ledger.find(number)) is not None:
                            self._ledger.tell_soon(live)
                    except StoreError as error:
                        log.warning("match %s could not be told of: %s", number, error)


def _pages(numbers: list[int]) -> Iterator[list[int]]:
    for first in range(0, len(numbers), LOADED_AT_ONCE):
        yield numbers[first : first + LOADED_AT_ONCE]


def _may_run_out(ends: tuple[MatchOpened, Event] | None) -> datetime:
    """About when time runs out in a match of which only both ends are known."""
    if ends is None:
        return NEVER
    opened, last = ends
    return likely_deadline(opened.terms, last.at)
