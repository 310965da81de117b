"""Time as pure values: every question takes the moment it is asked about.

Turn time runs first, then the bank. A clock runs from when the referee's announcement became
visible until it is stopped (a pause, the referee away), and again after that. All runs of the turn
are kept, not only their sum: a move that arrives late is charged for what had run when it was
made. Nothing here reads a clock.
"""

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.engine.turn import Colour

ZERO = timedelta(0)
LONGEST = timedelta(days=90)
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}
NAMED = {"daily": "24h+72h", "little-golem": "0+240h+36h/240h", "ogs": "0+3d+1d/5d"}
"""Clocks of correspondence that people know by a name."""
_PART = re.compile(r"(\d{1,6})([smhd])")


@dataclass(frozen=True, slots=True)
class NoLength:
    """A word that is no length of time."""

    given: str


@dataclass(frozen=True, slots=True)
class TooLong:
    """A length of time that is longer than any clock may run."""

    given: str
    most: timedelta


@dataclass(frozen=True, slots=True)
class TooManyParts:
    """A clock of more parts than move time, bank and increment."""

    given: str


@dataclass(frozen=True, slots=True)
class NoTime:
    """A clock without any time: neither for a move nor in the bank."""

    given: str


ClockProblem = NoLength | TooLong | TooManyParts | NoTime


class ClockError(ValueError):
    """A length of time or a clock that can't be read."""

    def __init__(self, problem: ClockProblem) -> None:
        super().__init__(problem)
        self.problem = problem


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time a player has: `per_move` first, then `bank`, which a move may refill.

    `increment` is added to the bank after each move, up to `cap` (no cap: None).
    """

    per_move: timedelta
    bank: timedelta = ZERO
    increment: timedelta = ZERO
    cap: timedelta | None = None

    def refilled(self, bank: timedelta) -> timedelta:
        """The bank after a move that left `bank` of it; a bank above the cap is not cut."""
        if self.cap is None:
            return bank + self.increment
        return max(bank, min(bank + self.increment, self.cap))

    def __str__(self) -> str:
        """The control as a host types it: `1m+5m`."""
        parts = [self.per_move, self.bank] + ([self.increment] if self.increment else [])
        text = "+".join(spell(part) for part in parts)
        return text if self.cap is None else f"{text}/{spell(self.cap)}"


@dataclass(frozen=True, slots=True)
class Remaining:
    """What is left of the turn and of the bank."""

    turn: timedelta
    bank: timedelta


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of time in which a clock ran; it has no end while the clock still runs."""

    since: datetime
    until: datetime | None = None

    def used(self, now: datetime) -> timedelta:
        """How much of it had passed at a moment."""
        end = now if self.until is None else min(now, self.until)
        return max(ZERO, end - self.since)


@dataclass(frozen=True, slots=True)
class Clock:
    """Both banks and the time of the turn under way; a new value for every change.

    `runs` are those of this turn, in order and apart; only the last can be without an end.
    """

    control: TimeControl
    banks: tuple[timedelta, timedelta]
    runs: tuple[Run, ...] = ()

    @classmethod
    def new(cls, control: TimeControl) -> "Clock":
        """A standing clock with full banks."""
        return cls(control, (control.bank, control.bank))

    @property
    def running(self) -> bool:
        return bool(self.runs) and self.runs[-1].until is None

    def used(self, now: datetime) -> timedelta:
        """How much time of the turn had been used at a moment."""
        return sum((run.used(now) for run in self.runs), ZERO)

    def remaining(self, colour: Colour, now: datetime) -> Remaining:
        """What the player to move has left at a moment; never below zero."""
        over = self.used(now) - self.control.per_move
        bank = self.banks[colour]
        return Remaining(max(ZERO, -over), max(ZERO, bank - max(ZERO, over)))

    def bank_opens(self) -> datetime | None:
        """When the turn time is used up; None if the clock was stopped before that."""
        return self._last_moment(self.control.per_move)

    def has_run(self, length: timedelta) -> datetime | None:
        """When so much of the turn has passed; None if the clock was stopped before that."""
        return self._last_moment(length)

    def bank_half_gone(self, colour: Colour) -> datetime | None:
        """When half of what was in the bank as the turn began is used; None as above."""
        return self._last_moment(self.control.per_move + self.banks[colour] / 2)

    def deadline(self, colour: Colour) -> datetime | None:
        """The last moment at which a move is in time; None if the clock was stopped before that."""
        return self._last_moment(self.control.per_move + self.banks[colour])

    def flagged(self, colour: Colour, now: datetime) -> bool:
        """Whether the player to move has no time left; exactly at the deadline they still have."""
        return self.used(now) > self.control.per_move + self.banks[colour]

    def start(self, at: datetime) -> "Clock":
        """The clock running from a moment on, or from its last stop; unchanged if it runs."""
        if self.running:
            return self
        begin = max([at, *(run.until for run in self.runs if run.until is not None)])
        return replace(self, runs=(*self.runs, Run(begin)))

    def stop(self, at: datetime) -> "Clock":
        """The clock stopped at a moment; a moment in the past takes back what ran after it."""
        stopped = (
            Run(run.since, max(run.since, at if run.until is None else min(at, run.until)))
            for run in self.runs
        )
        return replace(self, runs=tuple(stopped))

    def move(self, colour: Colour, at: datetime) -> "Clock":
        """The clock at the start of the next turn, the mover's bank charged and refilled."""
        left = self.control.refilled(self.remaining(colour, at).bank)
        return self.set_bank(colour, left).reset()

    def reset(self) -> "Clock":
        """The clock stopped at the start of a turn."""
        return Clock(self.control, self.banks)

    def set_bank(self, colour: Colour, bank: timedelta) -> "Clock":
        """This clock with another bank for one player."""
        banks = list(self.banks)
        banks[colour] = max(ZERO, bank)
        return Clock(self.control, (banks[0], banks[1]), self.runs)

    def _last_moment(self, allowed: timedelta) -> datetime | None:
        """The last moment at which no more than `allowed` has been used; None if there is none."""
        left = allowed
        for run in self.runs:
            if run.until is None or run.until - run.since > left:
                return run.since + left
            left -= run.until - run.since
        return None


def spell(length: timedelta) -> str:
    """A length of time in the largest whole unit: `90s`, `5m`, `2d`, `0s`."""
    seconds = int(length.total_seconds())
    for unit, size in (("d", 86400), ("h", 3600), ("m", 60)):
        if seconds and seconds % size == 0:
            return f"{seconds // size}{unit}"
    return f"{seconds}s"


def read_length(text: str) -> timedelta:
    """A length of time as a host types it: `90s`, `5m`, `1h30m`, `0`; ClockError otherwise."""
    word = text.strip().casefold()
    if word == "0":
        return ZERO
    parts = _PART.findall(word)
    if not parts or "".join(number + unit for number, unit in parts) != word:
        raise ClockError(NoLength(text.strip()))
    total = sum((timedelta(**{_UNITS[unit]: int(number)}) for number, unit in parts), ZERO)
    if total > LONGEST:
        raise ClockError(TooLong(text.strip(), LONGEST))
    return total


def read_control(text: str) -> TimeControl | None:
    """A clock as a host types it: `1m+5m`, `3d+10d+12h/14d`, `0+10m`, `daily` or `none`.

    Move time + bank + increment / cap of the bank; ClockError otherwise.
    """
    if text.strip().casefold() in ("none", "off", "no"):
        return None
    text = NAMED.get(text.strip().casefold(), text)
    lengths, _, cap = text.partition("/")
    parts = [read_length(part) for part in lengths.split("+")]
    if len(parts) > 3:
        raise ClockError(TooManyParts(text.strip()))
    per_move, bank, increment = (*parts, ZERO, ZERO)[:3]
    control = TimeControl(per_move, bank, increment, read_length(cap) if cap else None)
    if not per_move + bank:
        raise ClockError(NoTime(text.strip()))
    return control
