"""A clock worked out by hand: how much of a turn is charged, what is left, when time is up.

Red has a second for a move and eight in the bank, of which five are left. The clock runs from
12:00:00, stands from 12:00:02 to 12:00:30 while the referee is away, and runs again. A turn made at
12:00:33 took five seconds; one of them was the move's, four are the bank's, and one is left. Time
would have been up at 12:00:34.

This is the judge's own arithmetic: nothing of the referee is used.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

ZERO = timedelta(0)


@dataclass(frozen=True, slots=True)
class Control:
    """The time a player has: for each move, in the bank, and what a move puts back, up to a cap."""

    per_move: timedelta
    bank: timedelta = ZERO
    increment: timedelta = ZERO
    cap: timedelta | None = None

    def after_move(self, left: timedelta) -> timedelta:
        full = left + self.increment
        return full if self.cap is None else max(left, min(full, self.cap))

    def __str__(self) -> str:
        parts = [self.per_move, self.bank] + ([self.increment] if self.increment else [])
        text = "+".join(f"{part // timedelta(seconds=1)}s" for part in parts)
        return text if self.cap is None else f"{text}/{self.cap // timedelta(seconds=1)}s"


@dataclass(slots=True)
class Clockwork:
    """Both banks, and the stretches of time in which the clock of this turn ran.

    A stretch that has no end yet still runs; it can only be the last.
    """

    control: Control
    banks: list[timedelta]
    runs: list[tuple[datetime, datetime | None]] = field(default_factory=list)

    @classmethod
    def new(cls, control: Control) -> "Clockwork":
        return cls(control, [control.bank, control.bank])

    def copy(self) -> "Clockwork":
        return Clockwork(self.control, list(self.banks), list(self.runs))

    @property
    def runs_now(self) -> bool:
        return bool(self.runs) and self.runs[-1][1] is None

    def start(self, at: datetime) -> None:
        """Runs from a moment on, but never through time in which it stood already."""
        if not self.runs_now:
            ends = [until for _, until in self.runs if until is not None]
            self.runs.append((max([at, *ends]), None))

    def stop(self, at: datetime) -> None:
        """Stands from a moment on, which may lie in the past."""
        self.runs = [
            (since, max(since, at if until is None else min(until, at)))
            for since, until in self.runs
        ]

    def used(self, at: datetime) -> timedelta:
        total = ZERO
        for since, until in self.runs:
            end = at if until is None else min(at, until)
            total += max(ZERO, end - since)
        return total

    def allowed(self, seat: int) -> timedelta:
        return self.control.per_move + self.banks[seat]

    def left(self, seat: int, at: datetime) -> timedelta:
        beyond = max(ZERO, self.used(at) - self.control.per_move)
        return max(ZERO, self.banks[seat] - beyond)

    def reached(self, length: timedelta) -> datetime | None:
        """When so much of the turn had run; None where the clock stands before that."""
        for since, until in self.runs:
            if until is None or until - since > length:
                return since + length
            length -= until - since
        return None

    def deadline(self, seat: int) -> datetime | None:
        """The last moment that is in time; None while the clock stands before it."""
        return self.reached(self.allowed(seat))

    def moved(self, seat: int, at: datetime) -> tuple[timedelta, timedelta]:
        """A turn is made: what it took, and the bank for the next one. The clock stands anew."""
        used = self.used(at)
        self.banks[seat] = self.control.after_move(self.left(seat, at))
        self.runs = []
        return used, self.banks[seat]
