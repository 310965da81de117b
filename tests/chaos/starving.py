"""Notes when the machine, and not the referee, had no time: then nothing is certain.

On a busy machine a process that could run waits for a processor. The referee takes such a wait for
a stall, and rightly charges nobody; whoever judges it has to know of the wait too.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from datetime import datetime
from time import monotonic

from stopwatch import queued

from chaos.process import RefereeProcess
from chaos.timesheet import Timesheet

LOOK = 0.5
MUCH = 0.2
"""Seconds of waiting, between two looks, after which a process was starved."""


async def watch_machine(
    process: RefereeProcess, timesheet: Timesheet, now: Callable[[], datetime]
) -> None:
    while True:
        pid, since, begun = process.pid, now(), monotonic()
        before = _waited(pid)
        await asyncio.sleep(LOOK)
        late = monotonic() - begun - LOOK
        if late > MUCH or (pid == process.pid and _waited(pid) - before > MUCH):
            timesheet.busy(since, now())


def _waited(pid: int | None) -> float:
    return queued(os.getpid()) + (0.0 if pid is None else queued(pid))
