"""Takes leave at a planned stop: what can be stored is stored, within seconds, whatever hangs.

A deploy ends the referee at 22:04:10. That moment is noted first, so that nobody is charged for
what comes after; then what was ruled is told, the venues are left, and the leases given back, so
that the next process need not wait for them.
"""

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

from bot.desk.desk import Desk
from bot.desk.heartbeat import Heartbeat
from bot.storage.failures import StoreError
from bot.storage.leases import Leases
from bot.storage.store import Store
from bot.timing import break_off

log = logging.getLogger("referee")

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
