"""When the referee can have been on duty, and when it must have been, seen from outside.

`within` is never less than the truth: whoever is charged for more than that was charged for time in
which there was no referee. `calm` is never more: that time, nothing stood in the way, and whoever
made a turn in it was charged for it.
"""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

ZERO = timedelta(0)
Span = tuple[datetime, datetime]
NOTED_BEFORE = timedelta(seconds=8)
"""A trouble may be taken to have begun at the last heartbeat before it, or the one before that."""
BACK_AFTER = timedelta(seconds=25)
"""After a trouble the referee tries again, with pauses of up to fifteen seconds."""

BUSY, STALL = "machine busy", "stall"


def merged(spans: Iterable[Span]) -> list[Span]:
    """The same time, as stretches that are apart and in order."""
    found: list[Span] = []
    for since, until in sorted(spans):
        if until <= since:
            continue
        if found and since <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], until))
        else:
            found.append((since, until))
    return found


def without(spans: Iterable[Span], taken: Iterable[Span]) -> list[Span]:
    left = merged(spans)
    for since, until in merged(taken):
        cut: list[Span] = []
        for begun, ended in left:
            cut += [(begun, min(ended, since)), (max(begun, until), ended)]
        left = merged(cut)
    return left


def length(spans: Iterable[Span], start: datetime, end: datetime) -> timedelta:
    parts = (min(end, until) - max(start, since) for since, until in merged(spans))
    return sum((part for part in parts if part > ZERO), ZERO)


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that was done to the referee; `certain` says that it can't have been on duty."""

    what: str
    since: datetime
    until: datetime
    certain: bool = False


@dataclass(slots=True)
class Marks:
    """From when to when a trouble certainly was, by the venue's clock."""

    now: Callable[[], datetime]
    since: datetime | None = None
    until: datetime | None = None

    def begin(self) -> None:
        self.since = self.now()

    def end(self) -> None:
        self.until = self.now()

    async def last(self, seconds: float) -> None:
        self.begin()
        try:
            await asyncio.sleep(seconds)
        finally:
            self.end()

    @property
    def span(self) -> Span | None:
        if self.since is None:
            return None
        return self.since, self.since if self.until is None else self.until


@dataclass(slots=True)
class Timesheet:
    """Stretches in which the referee was reachable, in the venue's time, and what was done to it.

    The last stretch may be open. `grace` is how long a stall may be before it has to be noticed.
    """

    grace: timedelta = timedelta(seconds=3)
    reachable: list[tuple[datetime, datetime | None]] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)

    @property
    def open(self) -> bool:
        return bool(self.reachable) and self.reachable[-1][1] is None

    def held_since(self, at: datetime) -> bool:
        return self.open and self.reachable[-1][0] <= at

    def reached(self, at: datetime) -> None:
        if not self.open:
            self.reachable.append((at, None))

    def gone(self, at: datetime) -> None:
        if self.open:
            self.reachable[-1] = (self.reachable[-1][0], at)

    def stalled(self, since: datetime, until: datetime) -> None:
        noticed = until - since > self.grace + timedelta(seconds=0.3)
        self.troubles.append(Trouble(STALL, since, until, certain=noticed))

    def store_failed(
        self, what: str, since: datetime, until: datetime, noticed_after: timedelta | None
    ) -> None:
        noticed = noticed_after is not None and until - since > noticed_after
        self.troubles.append(Trouble(what, since, until, certain=noticed))

    def busy(self, since: datetime, until: datetime) -> None:
        last = self.troubles[-1] if self.troubles else None
        if last is not None and last.what == BUSY and since - last.until < NOTED_BEFORE:
            self.troubles.pop()
            since = last.since
        self.troubles.append(Trouble(BUSY, since, until))

    def happened(self, what: str, at: datetime) -> None:
        self.troubles.append(Trouble(what, at, at))

    def within(self, start: datetime, end: datetime) -> timedelta:
        """The most that it can have been on duty between two moments.

        A line that breaks while the process stands still is noticed when it goes on. A stall too
        short to be noticed is time on duty, and so is the break that it hides.
        """
        spans = [(since, self._noticed(until or end)) for since, until in self.reachable]
        certain = [(one.since, one.until) for one in self.troubles if one.certain]
        return length(without(spans, certain), start, end)

    def told(self, start: datetime, end: datetime) -> list[str]:
        """What is known of the time between two moments, a line each, for whoever reads it."""
        said = [(since, until or end, "reachable") for since, until in self.reachable]
        said += [
            (one.since, one.until, one.what + (", certain" if one.certain else ""))
            for one in self.troubles
        ]
        return [
            f"{since:%H:%M:%S.%f} to {until:%H:%M:%S.%f}: {what}"
            for since, until, what in sorted(said)
            if since <= end and until >= start
        ]

    def _noticed(self, broken: datetime) -> datetime:
        """When the process can have seen a break: after the waits that it fell into."""
        for one in sorted(self.troubles, key=lambda one: one.since):
            if one.what in (BUSY, STALL) and one.since <= broken <= one.until:
                broken = one.until
        return broken

    def calm(self, start: datetime, end: datetime) -> timedelta:
        """The least that it must have been on duty between two moments."""
        spans = [
            (since + BACK_AFTER, end if until is None else until - NOTED_BEFORE)
            for since, until in self.reachable
        ]
        around = [
            (one.since - NOTED_BEFORE, one.until + BACK_AFTER)
            for one in self.troubles
            if one.until > start - BACK_AFTER and one.since < end + NOTED_BEFORE
        ]
        return length(without(spans, around), start, end)
