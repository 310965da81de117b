"""What the passing of time brings: the start of a bank, reminders, warnings, a fallen flag.

Red has until 22:10:00. At 22:10:00 plus the venue's grace, time is called: the room
is read first, and where no turn was stamped in time, the flag falls, at 22:10:00. Where the room
has to be read every now and then, anything that time brings waits for such a reading. After an
absence time is called in each match as soon as all rooms of its server have been read, while those
of others are still to be read.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from bot.desk.keyed import Keyed
from bot.desk.ledger import Ledger
from bot.desk.precedence import may_be_stopped, present
from bot.desk.rulings import is_flag
from bot.desk.tables import OpenMatch, about
from bot.desk.venue import VenueError
from bot.referee.arbiter import rule_on_time
from bot.referee.match import Match
from bot.referee.ruling import Ignored, Ruling
from bot.referee.timekeeping import next_call
from bot.storage.failures import StoreError

log = logging.getLogger(__name__)


RETRY_AFTER = timedelta(seconds=1)
"""How long a match is left alone where calling its time brought nothing about."""


class TimeCalls:
    """Calls time; `read_up` rules what was said in a room and has not been heard."""

    def __init__(self, ledger: Ledger, read_up: Callable[[OpenMatch], Awaitable[None]]) -> None:
        self._ledger = ledger
        self._read_up = read_up
        self._calls = Keyed("match", self._call_due, "its time can't be called")

    async def run(self) -> None:
        """Calls time whenever it is due, until cancelled; no match holds up another."""
        alarm = self._ledger.alarm
        async with asyncio.TaskGroup() as work:
            work.create_task(self._calls.run())
            while True:
                for number in alarm.take_due():
                    self._calls.wake(number)
                await alarm.sleep()

    async def _call_due(self, number: int) -> None:
        before = self._next(number)
        try:
            await self.call(number)
        except Exception:
            log.exception("match %s: time could not be called; trying again", number)
        if self._next(number) == before:
            await self._ledger.timepiece.sleep(RETRY_AFTER)
        live = self._ledger.tables.get(number)
        if live is not None:
            self._ledger.alarm.look_again(live)
        self._ledger.alarm.rings.set()

    def _next(self, number: int) -> datetime | None:
        live = self._ledger.tables.get(number)
        return None if live is None else next_call(live.match)

    async def call(self, number: int) -> None:
        """Rules what the passing of time brings; a flag only after reading the room.

        A room that is only read every now and then is read before anything that time brings.
        """
        live = self._ledger.tables.get(number)
        if live is None:
            return
        with about(live):
            venue = self._ledger.venue(live)

            def brought(match: Match, present: datetime) -> Ruling:
                ruling = rule_on_time(match, present - venue.grace)
                early = is_flag(ruling) and (
                    live.expects_in_time() or may_be_stopped(self._ledger, live)
                )
                heard = venue.hears() and live.standing.runs
                return ruling if heard and not early else Ignored()

            polled = venue.places.read_until(live.room) is not None
            async with live.lock:
                if not live.standing.runs:
                    return
                try:
                    due = brought(live.match, venue.now())
                    if isinstance(due, Ignored):
                        return
                    if is_flag(due):
                        # A player who could not enter the room never loses on time.
                        await venue.places.check(live.room, live.match, ask=True)
                    if is_flag(due) or polled:
                        await self._read_up(live)
                    await self._ledger.note_ruling(
                        live, lambda match: brought(match, present(self._ledger, live))
                    )
                except VenueError as error:
                    if not polled or error.lasting:
                        self._ledger.lose(live, error)
                    else:
                        # A forum that fails once has not been missed: time is called again soon.
                        log.warning("match %s: %s", live.id, error)
                except StoreError as error:
                    self._ledger.lose(live, error, tries_again=True)
