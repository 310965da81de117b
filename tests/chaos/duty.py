"""How long the referee has been at work, by its own notes: what a player's patience is counted in.

On a busy machine a referee that is killed every few seconds is at work for a tenth of the time. A
flag that has not fallen after ten minutes by the wall is then no fault; one that has not fallen
after ten minutes of work is. Between the last note before a kill and the first one after it there
was no work, though they may be two seconds apart: only time in which the line held counts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta

from chaos.ledger import Ledger, read_duty
from chaos.timesheet import Timesheet

HEARTBEAT = timedelta(seconds=4)
"""Notes of duty come every three seconds; across a longer gap the referee was not at work."""
LOOK = 1.0


class StuckError(Exception):
    """Somebody waited for longer than the referee may take, counted in its time at work."""


class Duty:
    def __init__(self, ledger: Ledger, timesheet: Timesheet) -> None:
        self.served = timedelta(0)
        self._ledger = ledger
        self._timesheet = timesheet
        self._noted: datetime | None = None

    async def keep(self) -> None:
        while True:
            noted = await read_duty(self._ledger)
            self.note(noted)
            await asyncio.sleep(LOOK)

    def note(self, noted: datetime | None) -> None:
        before = self._noted
        self._noted = noted or before
        if noted is None or before is None or not self._timesheet.held_since(before):
            return
        self.served += min(max(noted - before, timedelta(0)), HEARTBEAT)

    def patience(self, length: timedelta, what: Callable[[], str]) -> Callable[[], None]:
        """Whoever waits calls it again and again; StuckError once the patience is at an end."""
        until = self.served + length

        def check() -> None:
            if self.served > until:
                raise StuckError(what())

        return check
