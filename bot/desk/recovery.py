"""Time off duty: matches that have fallen behind are taken up again, and no clock runs meanwhile.

A match falls behind when its venue can't be heard, or when the store or the venue fails in the
middle of a ruling. Taking it up again is the same in each case: take the match as it is stored,
note since when the referee was away, read the room in the order of the stamps, note that it is
back. The room hears of it in one sentence.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from bot.desk.ledger import Keeper
from bot.desk.offduty import leaving, paused_itself, pausing, returning, unheard_since
from bot.desk.tables import Live
from bot.desk.venue import Announcement, Venue, VenueError
from bot.referee.clock import ZERO
from bot.referee.match import Status
from bot.storage.failures import DamagedMatchError, StoreError
from bot.timing import wait_for
from bot.wording.troubles import damaged_text, out_of_reach_text, trouble_text

log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=1), timedelta(seconds=15)
"""Between two tries to take up a match that has fallen behind."""
TOLD_AGAIN, SELDOM = timedelta(minutes=1), timedelta(hours=1)
"""Between two tries to tell how a match ended, where its room does not take it."""
TRIES = 5
AT_ONCE = 8
"""How many matches are taken up side by side."""


class LeftAgainError(Exception):
    """The next absence began before the last one was over; it has an end of its own."""


class Absences:
    """Takes matches up again; `read_up` rules what was said in a room and has not been heard."""

    def __init__(self, keeper: Keeper, read_up: Callable[[Live], Awaitable[None]]) -> None:
        self._keeper = keeper
        self._read_up = read_up
        self._timepiece = keeper.teller.timepiece
        self._loaded: dict[str, asyncio.Event] = {}
        self._left: Counter[str] = Counter()
        self._recoveries: dict[int, asyncio.Task[None]] = {}
        self._hosts_told: set[int] = set()
        self._damage_told: set[int] = set()
        self._retold: dict[int, asyncio.Task[None]] = {}
        self._closed = False
        keeper.on_trouble = self

    async def wait_for_matches(self, venue: str, patience: timedelta) -> None:
        """Waits until the open matches of a venue have been loaded at the start."""
        loaded = self._loaded.setdefault(venue, asyncio.Event())
        if not loaded.is_set():
            await wait_for(loaded, self._timepiece, patience)

    def leave(self, venue: Venue) -> None:
        """Nothing is ruled in a venue's matches until the absence ends."""
        self._left[venue.name] += 1
        for live in self._keeper.tables.of(venue.name):
            live.abreast.clear()

    async def end(self, venue: Venue, away_since: datetime | None) -> None:
        """Takes up all open matches of a venue; StoreError if the store can't be read."""
        self.leave(venue)
        for live in self._keeper.tables.of(venue.name):
            live.fell_behind(unheard_since(live, away_since))
        await self._load(venue, away_since)
        self._loaded.setdefault(venue.name, asyncio.Event()).set()
        side_by_side = asyncio.Semaphore(AT_ONCE)

        async def take_up(live: Live) -> None:
            async with side_by_side:
                try:
                    await self._catch_up(live)
                except Exception as error:
                    self.fell_behind(live, error)

        await asyncio.gather(*(take_up(live) for live in self._keeper.tables.of(venue.name)))
        await self._tell_the_rest(venue)
        self._keeper.changed.set()

    def fell_behind(self, live: Live, error: BaseException, soon: timedelta = FIRST_PAUSE) -> None:
        """Nothing is ruled in a match until it has been taken up again, which is tried soon."""
        log.warning("match %s has fallen behind: %s", live.id, error or repr(error))
        live.abreast.clear()
        if live.behind_since is None:
            # A room that is out of reach for good may have been so for the whole of the turn.
            lasting = isinstance(error, VenueError) and error.lasting
            turn = live.match.turn_open_at
            live.fell_behind(turn if lasting else self._keeper.venue(live).now())
        if live.id not in self._recoveries and not self._closed:
            task = asyncio.get_running_loop().create_task(self._recover(live, soon))
            self._recoveries[live.id] = task

    def found(self, live: Live) -> None:
        """An open match is at the desk now; at the start its turn to be taken up comes."""
        if self._loaded.setdefault(live.room.venue, asyncio.Event()).is_set():
            live.fell_behind(live.match.turn_open_at)
            self.fell_behind(live, StoreError("it was opened elsewhere"), ZERO)

    async def unheard(self, live: Live, error: VenueError) -> None:
        """The room is out of reach, now and later: the match pauses, and nothing is lost."""
        log.warning("match %s can't be held: %s", live.id, error)
        async with live.lock:
            try:
                await self._pause(live, error)
            except StoreError as trouble:
                self.fell_behind(live, trouble)
        if live.match.over and live.id not in self._retold and not self._closed:
            # Nobody resumes a match that is over: its end is told as soon as the room takes it.
            self._retold[live.id] = asyncio.get_running_loop().create_task(self._tell_again(live))

    def behind_since(self, venue: Venue) -> datetime | None:
        """Since when the match of a venue that is behind the most has not been heard."""
        behind = (live for live in self._keeper.tables.of(venue.name) if not live.abreast.is_set())
        return min((live.behind_since for live in behind if live.behind_since), default=None)

    async def close(self) -> None:
        """Stops trying."""
        self._closed = True
        tasks = [*self._recoveries.values(), *self._retold.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _load(self, venue: Venue, away_since: datetime | None) -> None:
        store, pause = self._keeper.store, FIRST_PAUSE
        for last in (False,) * (TRIES - 1) + (True,):
            try:
                for number in await store.open_numbers(venue.name):
                    live = self._keeper.tables.get(number)
                    # Somebody who asked for it may have brought it here already.
                    if live is None or not live.taken_up:
                        await self._seat(number, away_since)
            except StoreError as error:
                if last:
                    raise
                log.warning("the open matches could not be loaded: %s", error)
                await self._timepiece.sleep(pause)
                pause *= 2
            else:
                return

    async def _tell_the_rest(self, venue: Venue) -> None:
        """Matches that ended before their end could be told."""
        try:
            numbers = await self._keeper.store.unannounced(venue.name)
        except StoreError as error:
            log.warning("what ended could not be told: %s", error)
            return
        for number in numbers:
            if self._keeper.tables.get(number) is None:
                try:
                    found = await self._keeper.find(number)
                except StoreError as error:
                    log.warning("match %s could not be told of: %s", number, error)
                else:
                    if found is not None:
                        self._keeper.tell_soon(found)

    async def _seat(self, number: int, away_since: datetime | None) -> None:
        try:
            live = await self._keeper.find(number)
        except DamagedMatchError:
            # One match that can't be read must not hold up the others.
            log.exception("match %s can't be taken up", number)
            self._keeper.spawn(self._tell_of_damage(number))
            return
        if live is not None:
            live.abreast.clear()
            live.fell_behind(unheard_since(live, away_since))

    async def _recover(self, live: Live, pause: timedelta) -> None:
        try:
            await self._take_up(live, pause)
        finally:
            # At once: whoever falls behind again needs a new one.
            del self._recoveries[live.id]

    async def _take_up(self, live: Live, pause: timedelta) -> None:
        while not live.abreast.is_set():
            await self._timepiece.sleep(pause)
            pause = max(FIRST_PAUSE, min(2 * pause, LONGEST_PAUSE))
            # Where the venue is gone, it will say so when it is back.
            if live.abreast.is_set() or not self._keeper.venue(live).on_duty():
                continue
            try:
                await self._catch_up(live)
            except LeftAgainError:
                continue
            except DamagedMatchError as error:
                log.warning("match %s: %s", live.id, error)
                self._keeper.tables.drop(live)
                await self._tell_of_damage(live.id)
                return
            except VenueError as error:
                log.warning("match %s can't be read: %s", live.id, error)
                await (self._give_up(live, error) if error.lasting else self._own_up(live))
            except Exception as error:
                known = isinstance(error, StoreError)
                log.warning("match %s: %s", live.id, error, exc_info=None if known else error)
                await self._own_up(live)

    async def _catch_up(self, live: Live) -> None:
        venue = self._keeper.venue(live)
        left = self._left[venue.name]
        async with live.lock:
            await self._keeper.reload(live)
            if not live.match.over:
                await self._keeper.note(live, lambda match: leaving(live, match, venue.now()))
                await self._read_up(live)
                self._hosts_told.discard(live.id)
                # The clock must not run before the referee was truly back.
                latest = venue.now() + venue.haze
                await self._keeper.note(live, lambda match: returning(live, match, latest))
            if left != self._left[venue.name]:
                raise LeftAgainError("the venue was left again meanwhile")
            live.caught_up()
        self._keeper.changed.set()
        self._keeper.tell_soon(live)

    async def _give_up(self, live: Live, error: VenueError) -> None:
        """The room can't be read, now or later: the match pauses, and the host can resume it."""
        async with live.lock:
            try:
                await self._pause(live, error)
            except StoreError as trouble:
                log.warning("match %s could not be paused: %s", live.id, trouble)
                return
            live.caught_up()

    async def _pause(self, live: Live, error: VenueError) -> None:
        """Pauses a running match, and tells the host outside the room, once."""
        venue, before = self._keeper.venue(live), live.match.status
        told = live.id in self._hosts_told or paused_itself(live.match)
        await self._keeper.note(live, lambda match: pausing(live, match, venue.now(), error))
        if before is Status.RUNNING or not told:
            self._hosts_told.add(live.id)
            place = venue.voice.room(live.room.id)
            text = out_of_reach_text(live.id, place, str(error), before)
            self._keeper.spawn(venue.places.whisper(live.room, live.match.host, text))

    async def _tell_again(self, live: Live) -> None:
        pause = TOLD_AGAIN
        while self._keeper.tables.get(live.id) is live:
            await self._timepiece.sleep(pause)
            self._keeper.tell_soon(live)
            pause = min(2 * pause, SELDOM)
        del self._retold[live.id]

    async def _tell_of_damage(self, number: int) -> None:
        """Tells the room, once, that its match can't be read."""
        if number in self._damage_told:
            return
        self._damage_told.add(number)
        told = Announcement(number, f"{number}.damaged", damaged_text(), again=True)
        try:
            room = await self._keeper.store.room_of(number)
            if room is None or room.venue not in self._keeper.venues:
                return
            await self._keeper.venues[room.venue].announce(room, told)
        except (StoreError, VenueError) as error:
            log.warning("match %s: the room could not be told: %s", number, error)

    async def _own_up(self, live: Live) -> None:
        """Tells the room, once, that nothing can be ruled; nothing can be stored, so no outbox."""
        if live.trouble_told or live.match.over or live.behind_since is None:
            return
        nonce = f"{live.id}.t{int(live.behind_since.timestamp())}"
        told = Announcement(live.id, nonce, trouble_text(), again=live.trouble_tried)
        live.trouble_tried = True
        try:
            await self._keeper.venue(live).announce(live.room, told)
        except Exception as error:
            log.warning("match %s: the room could not be told: %r", live.id, error)
        else:
            live.trouble_told = True
