"""Takes up matches again that are out of sync, and venues that have been away.

The disk is full while Red writes "E5". The turn can't be stored, so the ledger writes down that the
match is out of sync, and `Recovery.run` takes it up: after a second, then with longer and longer
waits, until the store answers. Taking up is the same after any absence: take the match as it is
stored, note since when the referee was away, read the room in the order of the timestamps, note
that it is back. The room hears of it in one sentence.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import assert_never

from bot.desk.ledger import RETRY_FIRST, Ledger
from bot.desk.notices import Notices
from bot.desk.returns import RETRY_MAX, Returns
from bot.desk.sync import InSync, Loaded, venue_returns
from bot.desk.tables import OpenMatch, about
from bot.desk.troubles import Lost, Stalled, Unreachable
from bot.desk.venue import VenueError
from bot.referee.absence import leaving, returning
from bot.referee.events import Event
from bot.referee.match import Match
from bot.storage.failures import DamagedMatchError, StoreError
from bot.timing import Backoff, wait_for

log = logging.getLogger(__name__)

RETELL_FIRST, RETELL_MAX = timedelta(minutes=1), timedelta(hours=1)
"""Between two tries to tell how a match ended, where its room does not take it."""


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
        self._retold: set[int] = set()

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

    async def _take_up(self, live: OpenMatch, wait: timedelta) -> None:
        pauses = Backoff(RETRY_FIRST, RETRY_MAX)
        if wait:
            wait = pauses.next()
        while not live.in_sync.is_set():
            await self._pause(wait)
            wait = pauses.next()
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
                log.warning("match %s can't be read: %s", live.id, error)
                await (self._give_up(live, error) if error.lasting else self._notices.trouble(live))
            except Exception as error:
                by_store = isinstance(error, StoreError)
                log.warning("match %s: %s", live.id, error, exc_info=None if by_store else error)
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

    async def _catch_up(self, live: OpenMatch, *, fresh: bool = False) -> None:
        """Takes a match as it is stored, and reads its room; what is missing is an exception.

        A `fresh` one was taken from the store just now.
        """
        ledger, venue = self._ledger, self._ledger.venue(live)
        presence = ledger.presence(venue)
        epoch = presence.epoch

        worth = venue.places.worth_telling

        def check() -> None:
            if epoch != presence.epoch:
                raise LeftAgainError("the venue was left again meanwhile")

        def away(match: Match) -> tuple[Event, ...]:
            since, room_knows = live.out_since, live.trouble_is_known
            return leaving(match, venue.now(), since, told=room_knows, worth_telling=worth)

        def back(match: Match) -> tuple[Event, ...]:
            # The clock must not run before the referee was truly back.
            latest = venue.now() + venue.haze
            return returning(match, latest, told=live.trouble_is_known, worth_telling=worth)

        async with live.lock:
            if live.in_sync.is_set():
                return
            if isinstance(live.sync, Loaded):
                # Somebody asked for it before its venue came back: nobody was on duty in it yet.
                since = presence.since
                live.become(venue_returns(live.sync, since, live.match.turn_open_at))
            if not fresh:
                await ledger.reload(live)
            if not live.match.over:
                await ledger.note(live, away)
                await self._read_up(live)
                check()
                self._notices.reached(live)
                await ledger.note(live, back)
            check()
            live.become(InSync())
        ledger.show(live)
        ledger.tell_soon(live)

    async def _give_up(self, live: OpenMatch, error: VenueError) -> None:
        """The room can't be read, now or later: the match pauses, and the host can resume it."""
        async with live.lock:
            try:
                await self._notices.out_of_reach(live, error)
            except StoreError as trouble:
                log.warning("match %s could not be paused: %s", live.id, trouble)
                return
            live.become(InSync())

    async def _on_unreachable(self, live: OpenMatch, error: VenueError) -> None:
        """The room takes nothing, now or later: the match pauses, and nothing is lost."""
        log.warning("match %s can't be held: %s", live.id, error)
        try:
            async with live.lock:
                await self._notices.out_of_reach(live, error)
        except StoreError as trouble:
            self._ledger.lose(live, trouble)
        except Exception:
            log.exception("match %s could not be paused", live.id)
        finally:
            self._ledger.troubles.task_done()
        if live.match.over and live.id not in self._retold:
            # Nobody resumes a match that is over: its end is told as soon as the room takes it.
            self._retold.add(live.id)
            await self._tell_again(live)

    async def _tell_again(self, live: OpenMatch) -> None:
        pauses = Backoff(RETELL_FIRST, RETELL_MAX)
        while self._ledger.tables.get(live.id) is live:
            await self._timepiece.sleep(pauses.next())
            self._ledger.tell_soon(live)
        self._retold.discard(live.id)
