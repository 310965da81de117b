"""How long the referee has been at work, by its own notes: what a player's patience is counted in.

On a busy machine a referee that is killed every few seconds is at work for a tenth of the time. A
flag that has not fallen after ten minutes by the wall is then no fault; one that has not fallen
after ten minutes of work is. Between the last note before a kill and the first one after it there
was no work, though they may be two seconds apart: only time in which the line held counts.
"""

import asyncio
import os
from collections.abc import Callable
from datetime import datetime, timedelta
from time import monotonic

from stopwatch import queued

from chaos.ledger import Ledger, read_duty
from chaos.process import RefereeProcess
from chaos.timesheet import Timesheet

HEARTBEAT = timedelta(seconds=4)
"""Notes of duty come every three seconds; across a longer gap the referee was not at work."""
LOOK, LOOK_AT_MACHINE = 1.0, 0.5
MUCH = 0.2
"""Seconds of waiting, between two looks, after which a process was starved."""


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


async def watch_machine(
    process: RefereeProcess, timesheet: Timesheet, now: Callable[[], datetime]
) -> None:
    """Notes when the machine, and not the referee, had no time: then nothing is certain.

    On a busy machine a process that could run waits for a processor. The referee takes such a wait
    for a stall, and rightly charges nobody; whoever judges it has to know of the wait too.
    """
    while True:
        pid, since, begun = process.pid, now(), monotonic()
        before = _waited(pid)
        await asyncio.sleep(LOOK_AT_MACHINE)
        late = monotonic() - begun - LOOK_AT_MACHINE
        if late > MUCH or (pid == process.pid and _waited(pid) - before > MUCH):
            timesheet.busy(since, now())


def _waited(pid: int | None) -> float:
    return queued(os.getpid()) + (0.0 if pid is None else queued(pid))
