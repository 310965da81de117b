"""When the referee was last on duty at a venue is stored: every few seconds, and as it takes leave.

The process is killed at 22:04:12. Its last heartbeat says 22:04:10, and so the next process lets
all clocks stand from 22:04:10 on: at most a few seconds too early, which favours the players.

With it the lease is renewed that keeps a second referee out, whether the venue was heard or not.

A deploy ends the referee at 22:04:10. What can be stored is stored, within seconds, whatever hangs:
that moment is noted first, so that nobody is charged for what comes after; then what was ruled is
told, the venues are left, and the leases given back, so that the next process need not wait.
"""

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

from bot.desk.desk import Desk
from bot.desk.venue import Venue
from bot.storage.failures import StoreError
from bot.storage.leases import Leases
from bot.storage.store import Store
from bot.timing import Timepiece, break_off

log = logging.getLogger(__name__)

INTERVAL = timedelta(seconds=3)


class Heartbeat:
    def __init__(self, desk: Desk, venue: Venue, leases: Leases, timepiece: Timepiece) -> None:
        self._desk = desk
        self._venue = venue
        self._leases = leases
        self._timepiece = timepiece

    async def beat(self) -> None:
        """Renews the lease, and stores that the venue was heard, if it was, in all its matches."""
        await self._leases.renew(
            self._venue.part,
            on_duty=self._venue.on_duty(),
            address=self._venue.places.listens_at,
        )
        await self._desk.duty.note_duty(self._venue)

    async def beat_once_more(self) -> bool:
        """The last beat, at a planned stop; if it fails, clocks stand still from the one before."""
        try:
            await self.beat()
        except StoreError as error:
            level = self._desk.loudness(error)
            log.log(level, "the last moment on duty could not be noted: %s", error)
            return False
        return True

    async def run(self) -> None:
        """Runs until cancelled; a store that can't be used now is tried again."""
        while True:
            try:
                await self.beat()
            except StoreError as error:
                log.log(self._desk.loudness(error), "%s", error)
            except Exception:
                # A heartbeat that is missing costs nobody anything; a referee that stops does.
                log.exception("the time on duty could not be noted")
            presence = self._desk.presence(self._venue)
            if presence.here:
                await self._timepiece.sleep(INTERVAL)
            else:
                # Whoever asks for its health is told at once that it is on duty.
                await presence.ready(INTERVAL)


STOP_TIMEOUT = timedelta(seconds=4.2)
"""How long a planned stop may take, whatever hangs: deploys give a process five seconds or more."""
HEARTBEAT_TIMEOUT = timedelta(seconds=1.8)
"""How long the last heartbeat may take: a little longer than the wait for a locked database."""
_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True)
class PlannedStop:
    """What is to be ended; `others` are ended before `serving`."""

    store: Store
    desk: Desk
    leases: Leases
    heartbeats: list[Heartbeat]
    serving: list[asyncio.Task[None]]
    others: list[asyncio.Task[None]]

    async def take_leave(self) -> None:
        """Stores what is left to be stored, and ends everything, within `STOP_TIMEOUT`."""
        try:
            await within(STOP_TIMEOUT, self._end())
        except TimeoutError:
            log.warning("not all could be brought to its end in time")
        finally:
            self.store.hang_up()

    async def _end(self) -> None:
        noted = False
        try:
            if not self.leases.lost.is_set():
                noted = await self._note_duty()
        finally:
            await break_off(*self.others)
            # Announcements under way still need the venues.
            await self.desk.close()
            await break_off(*self.serving)
            try:
                if noted:
                    await self.leases.release()
            except StoreError as error:
                log.warning("the next start may have to wait for the lease to run out: %s", error)
            await self.store.end()

    async def _note_duty(self) -> bool:
        try:
            return await within(HEARTBEAT_TIMEOUT, self._beat_once_more())
        except TimeoutError:
            log.warning("the last moment on duty could not be noted: the database is silent")
            # Anything else to be stored now would wait for the database too.
            self.store.hang_up()
            return False

    async def _beat_once_more(self) -> bool:
        return all([await heartbeat.beat_once_more() for heartbeat in list(self.heartbeats)])


async def within(length: timedelta, work: Coroutine[object, object, _Found]) -> _Found:
    """The result of work; TimeoutError if it takes longer: it is broken off, and not waited for."""
    task = asyncio.create_task(work)
    try:
        done, _ = await asyncio.wait({task}, timeout=length.total_seconds())
    except asyncio.CancelledError:
        task.cancel()
        raise
    if done:
        return task.result()
    task.add_done_callback(lambda task: task.cancelled() or task.exception())
    task.cancel()
    raise TimeoutError
