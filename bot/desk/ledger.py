"""Keeps memory, store and room in step: what happens is stored, then true, then told.

Whoever changes a match holds its lock. Where the store fails it is not known whether something was
stored, so that memory is no longer to be trusted: the match has fallen behind.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Protocol

from bot.desk.outbox import Teller
from bot.desk.tables import Live, Tables
from bot.desk.venue import Venue, VenueError
from bot.referee.arbiter import accept
from bot.referee.events import Event, MatchMoved, Shown, is_told
from bot.referee.match import Match
from bot.referee.room import Room
from bot.storage.failures import RoomTakenError, StaleError, StoreError
from bot.storage.store import Outgoing, Store, StoredMatch

log = logging.getLogger(__name__)

TRIES = 5
"""How often a ruling is made anew because somebody else was faster."""

Watcher = Callable[[Room, int, Match], None]
"""Somebody who shows a match live: its room, its number and how it stands now."""


class OnTrouble(Protocol):
    """Whoever takes a match up again."""

    def fell_behind(self, live: Live, error: BaseException) -> None:
        """Nothing can be ruled in a match until it has been taken up again."""

    async def unheard(self, live: Live, error: VenueError) -> None:
        """The venue will not have an announcement, now or later."""

    def found(self, live: Live) -> None:
        """An open match that was not at the desk: it has to be taken up first."""


class Keeper:
    """The matches at the desk, in memory and in the store, and the telling of what was stored."""

    on_trouble: OnTrouble

    def __init__(self, store: Store, teller: Teller) -> None:
        self.store = store
        self.teller = teller
        self.tables = Tables()
        self.venues: dict[str, Venue] = {}
        self.changed = asyncio.Event()
        self.watchers: list[Watcher] = []
        self._tasks: set[asyncio.Task[None]] = set()

    def venue(self, live: Live) -> Venue:
        """The venue of a match."""
        return self.venues[live.room.venue]

    async def find(self, number: int) -> Live | None:
        """A match by its number, at the desk or in the store."""
        live = self.tables.get(number)
        if live is not None:
            return live
        stored = await self.store.load(number)
        return None if stored is None else self.seat(stored)

    def seat(self, stored: StoredMatch) -> Live:
        """A stored match, kept in memory while it is open and its venue is served."""
        live = Live(stored.id, stored.room, stored.match())
        if not stored.open or stored.room.venue not in self.venues:
            live.abreast.set()
            return live
        kept = self.tables.add(live)
        if kept is live:
            self.on_trouble.found(live)
        return kept

    async def reload(self, live: Live) -> None:
        """Takes the match as it is stored now."""
        stored = await self.store.load(live.id)
        if stored is None:
            raise StoreError(f"match {live.id} is gone from the database")
        live.took(stored.match(), stored.events)
        if live.room != stored.room:
            self.tables.move(live, stored.room)

    async def note(self, live: Live, decide: Callable[[Match], tuple[Event, ...]]) -> None:
        """Stores the events that `decide` finds due, if any; decided anew if others came first."""
        for _ in range(TRIES):
            events = decide(live.match)
            if not events:
                return
            try:
                await self.keep(live, events)
            except StaleError:
                await self.reload(live)
            else:
                return
        raise StoreError(f"match {live.id} is ruled elsewhere at the same time")

    async def keep(
        self,
        live: Live,
        events: tuple[Event, ...],
        *,
        ruled: str | None = None,
        reply_to: str | None = None,
    ) -> None:
        """Stores events with the announcement they call for; StaleError if others came first."""
        seen = live.match.seen
        told = any(is_told(event) for event in events)
        outgoing = Outgoing(live.id, seen, seen + len(events) - 1, reply_to) if told else None
        match = accept(live.match, *events).match
        try:
            await self.store.append(live.id, seen, events, ruled=ruled, outgoing=outgoing)
        except (StaleError, RoomTakenError):
            raise
        except BaseException as error:
            self.on_trouble.fell_behind(live, error)
            raise
        live.took(match, events)
        for moved in (event for event in events if isinstance(event, MatchMoved)):
            self.tables.move(live, replace(live.room, id=moved.room))
        if outgoing is not None:
            self.teller.expect(outgoing)
            self.tell_soon(live)
        self.show(live)

    def show(self, live: Live) -> None:
        """Tells those who watch that a match changed."""
        self.changed.set()
        for watcher in self.watchers:
            try:
                watcher(live.room, live.id, live.match)
            except Exception:
                log.exception("match %s could not be shown", live.id)

    def tell_soon(self, live: Live) -> None:
        """Has everything told that waits to be."""
        self.spawn(self._tell(live))

    def spawn(self, work: Coroutine[object, object, None]) -> None:
        """Runs something beside the rulings."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    async def settled(self) -> None:
        """Returns when every announcement under way has been made or put off."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def close(self) -> None:
        """Finishes what is being said, within two seconds."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=2)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _tell(self, live: Live) -> None:
        async def shown(event: Shown) -> None:
            async with live.lock:
                await self.note(live, lambda now: (event,) if now.told < event.through else ())

        if live.room.venue not in self.venues:
            return
        room = live.room
        try:
            await self.teller.tell(
                self.venue(live), live.id, lambda: live.room, lambda: live.match, shown
            )
            await self._tidy(live)
            if live.match.over and not await self.store.waiting(live.id):
                self.tables.drop(live)
        except StoreError as error:
            self.on_trouble.fell_behind(live, error)
        except VenueError as error:
            if live.room != room:
                self.tell_soon(live)
            else:
                await self.on_trouble.unheard(live, error)

    async def _tidy(self, live: Live) -> None:
        """Takes back the reminders of the turn before; once is enough, whatever comes of it."""
        reminders = set(live.match.stale) - live.withdrawn
        live.withdrawn |= reminders
        for message in reminders:
            await self.venue(live).withdraw(live.room, message)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("an announcement failed", exc_info=error)
