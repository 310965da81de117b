"""Takes up matches again that are out of sync, and venues that have been away.

The disk is full while Red writes "E5". The turn can't be stored, so the ledger writes down that the
match is out of sync, and `Recovery.run` takes it up: after a second, then with longer and longer
waits, until the store answers. Taking up is the same after any absence: take the match as it is
stored, note since when the referee was away, read the room in the order of the timestamps, note
that it is back. The room hears of it in one sentence.

A moderator hides the room from Blue, or takes the referee's right to write there: the match stands,
its host is told, and once the room is mended the match goes on by itself. Whatever happens there
(`look_at`) has it looked at again, and so does every minute: not all is told.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import assert_never

from bot.desk.ledger import RETRY_FIRST, Ledger
from bot.desk.notices import Notices
from bot.desk.returns import RETRY_MAX, Returns
from bot.desk.standing import Notice, StandsFor
from bot.desk.tables import Lost, OpenMatch, Stalled, Unreachable, about
from bot.desk.venue import VenueError
from bot.referee.absence import going_on, leaving, returning
from bot.referee.clock import ZERO
from bot.referee.events import Event
from bot.referee.match import Match, Status
from bot.storage.failures import DamagedMatchError, StoreError
from bot.timing import Backoff, wait_for

log = logging.getLogger(__name__)

LOOK_FIRST, LOOK_MAX = timedelta(minutes=1), timedelta(hours=1)
"""Between two looks whether a room takes what it did not take, such as how a match ended."""


AT_ONCE = 5
"""How many matches that are taken up use the store at once: the heartbeat waits behind no more.

As many again come back to duty, so that who was taken up first need not wait for the last one.
"""


class LeftAgainError(Exception):
    """The next absence began before the last one was over; it has an end of its own."""


class Recovery:
    """Takes matches up again; `read_up` rules what was said in a room and has not been heard."""

    def __init__(self, ledger: Ledger, read_up: Callable[[OpenMatch], Awaitable[None]]) -> None:
        self._ledger = ledger
        self._read_up = read_up
        self._timepiece = ledger.timepiece
        self._notices = Notices(ledger)
        self.returns = Returns(ledger, self._notices, self._catch_up)
        self._under_way: set[int] = set()
        self._taking, self._returning = asyncio.Semaphore(AT_ONCE), asyncio.Semaphore(AT_ONCE)
        self._looked_after: set[int] = set()

    async def run(self) -> None:
        """Takes up what the ledger wrote down, until cancelled; no match holds up another."""
        troubles = self._ledger.troubles
        async with asyncio.TaskGroup() as work:
            while True:
                trouble = await troubles.get()
                match trouble:
                    case Lost(live, wait):
                        if live.id not in self._under_way:
                            self._under_way.add(live.id)
                            with about(live):
                                work.create_task(self._recover(live, wait))
                        troubles.task_done()
                    case Unreachable(live, error):
                        with about(live):
                            work.create_task(self._on_unreachable(live, error))
                    case Stalled(venue, epoch):
                        if self._ledger.presence(venue).epoch == epoch:
                            work.create_task(self.returns.come_back(venue))
                        troubles.task_done()
                    case _:
                        assert_never(trouble)

    async def _recover(self, live: OpenMatch, wait: timedelta) -> None:
        try:
            await self._take_up(live, wait)
        except Exception:
            log.exception("match %s could not be taken up", live.id)
        finally:
            # At once: if it is lost again, the next entry in the queue is another recovery.
            self._under_way.discard(live.id)
        await self._look_after(live)

    async def look_at(self, number: int, *, ask: bool = False) -> None:
        """Something changed where a match is held: it stands for that, or goes on again.

        `ask` says that the venue has to be asked about that room.
        """
        live = self._ledger.tables.get(number)
        venue = None if live is None else self._ledger.venues.serving(live.room)
        if live is None or venue is None:
            return
        try:
            await venue.places.check(live.room, live.match, ask=ask or bool(live.obstacle))
        except VenueError as error:
            if error.lasting:
                self._ledger.troubles.put_nowait(Unreachable(live, error))
        except Exception:
            log.exception("match %s: its room could not be looked at", live.id)
        else:
            if live.obstacle and self._may_be_mended(live):
                self._ledger.lose(live, VenueError(live.obstacle), ZERO)

    def _may_be_mended(self, live: OpenMatch) -> bool:
        """Whether what keeps a match from going on, or its end from being told, may be over."""
        match = live.match
        pause = match.pauses.event if match.pauses.for_room else None
        why = live.obstacle if pause is None else pause.reason
        return match.over or self._ledger.venue(live).voice.sees_mended(why)

    async def _take_up(self, live: OpenMatch, wait: timedelta) -> None:
        pauses = Backoff(RETRY_FIRST, RETRY_MAX)
        if wait:
            wait = pauses.next()
        while not live.in_sync.is_set():
            await self._pause(wait)
            wait = pauses.next()
            if self._ledger.venues.serving(live.room) is None:
                # Another process has its shard by now.
                return
            # Where the venue is gone, it will say so when it is back.
            if live.in_sync.is_set() or not self._ledger.venue(live).hears():
                continue
            try:
                await self._catch_up(live)
            except LeftAgainError:
                continue
            except DamagedMatchError as error:
                log.warning("match %s: %s", live.id, error)
                self._ledger.tables.drop(live)
                await self._notices.damaged(live.id)
                return
            except VenueError as error:
                if error.lasting:
                    await self._stand(live, error, taken_up=True)
                    continue
                log.warning("match %s can't be read: %s", live.id, error)
                await self._notices.trouble(live)
            except Exception as error:
                by_store = isinstance(error, StoreError)
                level = self._ledger.loudness(error)
                log.log(level, "match %s: %s", live.id, error, exc_info=None if by_store else error)
                await self._notices.trouble(live)
                if by_store and self._ledger.writable.is_set():
                    # Something was stored since: there is no reason to wait much longer.
                    pauses.reset()
                    wait = pauses.next()

    async def _pause(self, length: timedelta) -> None:
        """Between two tries; shorter where it is the database that is waited for."""
        if self._ledger.writable.is_set():
            await self._timepiece.sleep(length)
        else:
            await wait_for(self._ledger.writable, self._timepiece, length)

    async def _catch_up(self, live: OpenMatch, fresh: bool = False) -> None:
        """Takes a match as it is stored, and reads its room; what is missing is an exception.

        A `fresh` one was taken from the store just now.
        """
        ledger, venue = self._ledger, self._ledger.venue(live)
        presence, places = ledger.presence(venue), venue.places
        epoch, unheard = presence.epoch, live.unheard
        worth = places.worth_telling

        def check() -> None:
            if epoch != presence.epoch or unheard != live.unheard:
                raise LeftAgainError("the venue was left again meanwhile")

        def away(match: Match) -> tuple[Event, ...]:
            since, room_knows = live.standing.since, live.standing.notice is Notice.TOLD
            return leaving(match, venue.now(), since, told=room_knows, worth_telling=worth)

        def back(match: Match) -> tuple[Event, ...]:
            # The clock must not run before the referee was truly back.
            latest, told = venue.now() + venue.haze, live.standing.notice is Notice.TOLD
            return returning(match, latest, told=told, worth_telling=worth)

        async with live.lock:
            if live.in_sync.is_set():
                return
            if StandsFor.LOADED in live.standing.reasons:
                # Somebody asked for it before its venue came back: nobody was on duty in it yet.
                since = presence.since
                live.become(live.standing.returns(since, live.match.turn_open_at))
            async with self._taking:
                if not fresh:
                    await ledger.reload(live)
                if not live.match.over:
                    await ledger.note(live, away)
            if not live.match.over:
                await self._read_up(live)
                stands = live.match.status is Status.WAITING or live.match.pauses.for_room
                await places.check(live.room, live.match, ask=stands or bool(live.obstacle))
                if live.match.pauses.for_room and self._may_be_mended(live):
                    by = places.account()
                    await ledger.note(live, lambda match: going_on(match, venue.now(), by))
                    # What was written meanwhile counts now, heard as it was.
                    live.become(live.standing.left())
                    await self._read_up(live)
                check()
                async with self._returning:
                    await ledger.note(live, back)
                self._notices.reached(live)
            check()
            live.become(live.standing.taken_up())
        ledger.show(live)
        ledger.tell_soon(live)

    async def _on_unreachable(self, live: OpenMatch, error: VenueError) -> None:
        await self._stand(live, error)
        self._ledger.troubles.task_done()
        await self._look_after(live)

    async def _stand(self, live: OpenMatch, error: VenueError, *, taken_up: bool = False) -> None:
        """The room can't be used, now or later: the match pauses, and nothing is lost.

        Where it was `taken_up` but for that, it is in sync: its host can move it, or end it.
        """
        if str(error) != live.obstacle:
            log.warning("match %s can't be held: %s", live.id, error)
        try:
            async with live.lock:
                await self._notices.out_of_reach(live, error)
                if taken_up:
                    live.become(live.standing.taken_up())
        except StoreError as trouble:
            self._ledger.lose(live, trouble)
        except Exception:
            log.exception("match %s could not be paused", live.id)

    async def _look_after(self, live: OpenMatch) -> None:
        """Tries again, now and then, what a match's room does not take, until it does.

        Nobody resumes a match that is over: its end is told as soon as the room takes it.
        """
        venue = self._ledger.venues.serving(live.room)
        if venue is None or live.id in self._looked_after:
            # Where another process has its shard by now, that looks after it.
            return
        self._looked_after.add(live.id)
        # Where rooms are only read now and then, they are looked at as they are read.
        polled = venue.places.read_until(live.room) is not None
        mended = not polled and venue.voice.sees_mended(live.obstacle)
        pauses = Backoff(LOOK_FIRST, LOOK_FIRST if mended else LOOK_MAX)
        here = self._ledger.tables
        while live.obstacle and (mended or live.match.over) and here.get(live.id) is live:
            await self._timepiece.sleep(pauses.next())
            await self.look_at(live.id)
        self._looked_after.discard(live.id)
