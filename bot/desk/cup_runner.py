"""Runs the cups: whatever follows from what was stored and from how the matches stand is done.

A match of a cup ends. The cup is woken, its pairing is decided, the room is told, and with the last
pairing of the round the next one is drawn, stored, and its matches are opened. Nothing is kept in
memory that a crash could lose: the next process asks the same questions of what is stored.

A venue that is away is waited for, and a round that has a deadline then has as much longer: that is
stored before the venue counts as heard again, so that no crash between the two can lose it.
"""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from bot.cups.check_in import called, outcome
from bot.cups.entry import Seeding
from bot.cups.events import CupEvent, CupOpened
from bot.cups.running import (
    due,
    facts_of,
    is_round_over,
    next_round,
    reminders,
    superfluous,
    to_seat,
    wait,
)
from bot.cups.state import CupState
from bot.desk.cup_hearing import CupHearing, CupTelling, heard_until
from bot.desk.cup_table import GOING_ON, CupSeating, CupTable, HeldCup, LookAt, Submit
from bot.desk.keyed import Keyed
from bot.desk.ledger import Ledger
from bot.desk.tables import OpenMatch
from bot.desk.venue import HERE, Venue, VenueError
from bot.referee.match import Room
from bot.storage.archive import Archive
from bot.storage.cups import Cups
from bot.storage.failures import DamagedMatchError, StoreError
from bot.timing import wait_for
from bot.wording.cup_telling import obstacle_text

log = logging.getLogger(__name__)

_TELLING, _UNSEATED = "telling", "a room is taken"

SHORTEST = timedelta(milliseconds=100)
"""Between two looks for which nobody asked."""
RETRY = timedelta(seconds=5)
"""How long after a failure that need not last a cup is looked at again."""
GIVEN_UP = timedelta(days=1)
"""How long it is tried to tell the end of a cup in a room that can't be used."""
LOOK_INTERVAL = timedelta(minutes=1)
"""How often cups are looked at that nothing has woken, and those that others opened are found."""


class CupRunner:
    def __init__(self, ledger: Ledger, submit: Submit, look_at: LookAt) -> None:
        self._ledger = ledger
        self.table = CupTable(Cups(ledger.store))
        self._seating = CupSeating(ledger, self.table, submit, look_at)
        self._telling = CupTelling(ledger, self.table)
        self._archive = Archive(ledger.store)
        self._steps = Keyed("cup", self._go_on, "it can't go on")
        self._tellings = Keyed("cup", self._tell, "it can't be told of")
        self._bell = asyncio.Event()
        """Set when the pause until the next look may have become another one."""
        self._look_at = ledger.timepiece.monotonic()
        self._damaged: set[int] = set()
        self._opening = asyncio.Lock()
        self.hearing = CupHearing(ledger, self.table)
        ledger.watchers.append(self._on_change)

    async def open(self, room: Room, opened: CupOpened) -> int | None:
        """Opens a cup's sign-up in a room; its number, None where another one is open there."""
        async with self._opening:
            there = await self.table.latest_in(room)
            if there is not None and there.state.is_open:
                return None
            number = await self.table.cups.open(room, opened)
        held = await self.table.find(number)
        if held is not None:
            held.fresh.add(0)
        self._wake(number)
        return number

    async def act(self, held: HeldCup, decide: Callable[[CupState], CupEvent]) -> CupState:
        """Stores what somebody did; whatever `decide` raises is theirs. The cup after it."""
        # Whoever asked before they did it may hold what is out of date by now.
        held = await self.table.find(held.id) or held
        async with held.lock:
            await self.hearing.learn(held)
            await self.table.append(held, decide)
        self._wake(held.id)
        return held.state

    async def run(self) -> None:
        """Runs all cups until cancelled; no cup holds up another."""
        async with asyncio.TaskGroup() as work:
            work.create_task(self._steps.run())
            work.create_task(self._tellings.run())
            while True:
                self._look_at = self._ledger.timepiece.monotonic() + LOOK_INTERVAL
                await self._find_all()
                self._wake_all()
                while await wait_for(self._bell, self._ledger.timepiece, self._pause()):
                    self._bell.clear()

    async def before_arrival(self, venue: Venue, since: datetime | None) -> None:
        """A venue that was away `since` a moment is about to be here; StoreError."""
        await self.hearing.make_up(venue, since)
        self._wake_all()

    def _wake_all(self) -> None:
        for held in self.table.held():
            if self._ledger.venues.serving(held.room) is None:
                self.table.drop(held)
            else:
                self._wake(held.id)

    async def _here(self, number: int) -> tuple[HeldCup, Venue] | None:
        """A cup and its venue, once that is here; None where either is gone, or it takes long."""
        held = next((held for held in self.table.held() if held.id == number), None)
        venue = None if held is None else self._ledger.venues.serving(held.room)
        if held is None or venue is None:
            return None
        return (held, venue) if await self._ledger.presence(venue).ready(LOOK_INTERVAL) else None

    def _pause(self) -> timedelta:
        """Until time next brings something about in a cup, a minute at most."""
        pause = self._look_at - self._ledger.timepiece.monotonic()
        for held in self.table.held():
            venue = self._ledger.venues.serving(held.room)
            if venue is not None:
                length = wait(held.state, venue.now(), heard_until(held, venue))
                pause = pause if length is None else min(pause, length)
        return max(pause, SHORTEST)

    async def _find_all(self) -> None:
        """Takes up the cups that are not in memory, such as after a start."""
        try:
            rooms = await self.table.cups.open_cups()
        except StoreError as error:
            log.log(self._ledger.loudness(error), "the cups can't be read: %s", error)
            return
        for number, room in rooms.items():
            try:
                if self._ledger.venues.serving(room) is not None:
                    await self.table.find(number)
            except StoreError as error:
                if number not in self._damaged:
                    log.log(self._ledger.loudness(error), "%s", error)
                if isinstance(error, DamagedMatchError):
                    self._damaged.add(number)

    async def _go_on(self, number: int) -> None:
        """Does all that is due in a cup; what fails is tried again at the next look."""
        if (found := await self._here(number)) is None:
            return
        held, venue = found
        try:
            more = True
            while more:
                # The room is told of what was stored between two steps.
                async with held.lock:
                    more = await self._advance(held, venue)
                if held.untold is not None:
                    self._tellings.wake(number)
            held.obstacles.pop(GOING_ON, None)
            if to_seat(held.state):
                # Some room was taken meanwhile: the round is told all the same.
                held.obstacles[GOING_ON] = _UNSEATED
            if self._is_done(held, venue.now()):
                await self.table.cups.close(held.id)
                self.table.drop(held)
        except (VenueError, StoreError) as error:
            await self._note(held, venue, GOING_ON, error)
            self._tellings.wake(number)
            if not getattr(error, "lasting", False):
                soon = self._ledger.timepiece.monotonic() + RETRY
                self._look_at = min(self._look_at, soon)
        finally:
            self._bell.set()

    def _is_done(self, held: HeldCup, now: datetime) -> bool:
        """Whether nothing is left to do in a cup that is over."""
        end = held.state.end
        if end is None or not self.table.holds(held) or superfluous(held.state, held.facts):
            return False
        # Its room may be gone: then nobody is ever told there.
        given_up = _TELLING in held.obstacles and now - end.at > GIVEN_UP
        return held.untold is None or given_up

    async def _tell(self, number: int) -> None:
        if (found := await self._here(number)) is None:
            return
        held, venue = found
        try:
            told = await self._telling.tell(held, venue)
            held.obstacles.pop(_TELLING, None)
            if told and not held.state.is_open:
                # Now it can be closed.
                self._wake(held.id)
        except (VenueError, StoreError) as error:
            await self._note(held, venue, _TELLING, error)

    async def _note(self, held: HeldCup, venue: Venue, doing: str, error: Exception) -> None:
        """What is in the way is told to the host alone, once, where only people can change it."""
        obstacle = str(error)
        if obstacle == held.obstacles.get(doing):
            return
        held.obstacles[doing] = obstacle
        log.warning("cup %s: %s", held.id, error)
        if isinstance(error, VenueError) and error.lasting:
            text = obstacle_text(held.state, obstacle)
            await venue.places.whisper(held.room, held.state.host, text)

    async def _advance(self, held: HeldCup, venue: Venue) -> bool:
        """One thing that is due; False if nothing is. The lock is held."""
        await self.hearing.learn(held)
        if not (self.table.holds(held) and self._ledger.presence(venue).here):
            return False
        now, heard = venue.now(), heard_until(held, venue)
        facts = self.hearing.known(held)
        if await self.table.append(held, lambda state: due(state, facts, now, heard)):
            return True
        # While nobody could be heard, nobody was late either.
        if not self.hearing.is_behind and await self._check_in(held, now, heard):
            return True
        for match in superfluous(held.state, held.facts):
            await self._seating.call_off(held, match, venue)
        if await self.table.append(held, lambda state: next(reminders(state, facts, now), None)):
            return True
        one_by_one = held.state.opened.plan.rooms == HERE
        for wanted in to_seat(held.state)[: 1 if one_by_one else None]:
            if await self._seating.seat(held, wanted, venue):
                return True
        if not is_round_over(held.state):
            return False
        # A large swiss takes seconds; meanwhile turns are ruled.
        state = held.state
        paired = await asyncio.to_thread(next_round, state, now)
        await self.table.append(held, lambda now: paired if now == state else None)
        return True

    async def _check_in(self, held: HeldCup, now: datetime, heard: datetime) -> bool:
        """Calls those who are still to be called, or ends the check-in; False if nothing is due.

        Cid checks in a second before half past eight, and his press is ruled a moment later: the
        check-in is over only when all is known that people did until then. Ratings are read last,
        so that whoever came late has theirs.
        """
        if await self.table.append(held, partial(called, now=now)):
            return True
        if outcome(held.state, now, heard, {}) is None:
            return False
        checking, ratings = held.state.check_in, dict[str, float]()
        if checking is not None and checking.draw.seeding is Seeding.RATING:
            ratings |= await self._archive.ratings(held.room.venue, held.room.server)
        await self.table.append(held, partial(outcome, now=now, heard=heard, ratings=ratings))
        return True

    def _on_change(self, live: OpenMatch) -> None:
        found = self.table.of_match(live.id)
        if found is None or live.at_rest:
            # One at rest is as it was when it was last looked at.
            return
        held, meeting = found
        known, held.facts[live.id] = held.facts.get(live.id), facts_of(live.match, meeting.entrants)
        # Whoever undoes a turn, or plays one, brings about nothing here.
        if known is None or not known.alike(held.facts[live.id]) or live.id in held.unheard:
            self._wake(held.id)

    def _wake(self, number: int) -> None:
        self._steps.wake(number)
        self._tellings.wake(number)
