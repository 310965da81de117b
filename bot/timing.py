"""How the program knows the time: a timepiece to wait by, and a venue's clock by its stamps."""

import asyncio
import ctypes
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

import tenacity

_SLEEPLESS = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))

_UNSURE = 5
"""What Linux answers where nobody has set its clock since it was set by hand."""
LEAP = timedelta(seconds=5)
"""If a venue's clock suddenly gets this much further ahead of the machine's, the machine stood
still."""
DRIFT = 0.0001
"""How many seconds two sound clocks may drift apart in each second since they were compared."""
HAZE = timedelta(seconds=1)
"""How exact stamps and hints are taken to be."""


class VenueClock:
    """A venue's present, from its stamps and the monotonic time since; the wall clock is not asked.

    A stamp is always a little older than the moment it arrives, so the latest guess is the best.
    `jumped` is called with the present as it seemed to be, where that was far too early: the
    machine stood still, and its clock with it.
    """

    def __init__(
        self,
        timepiece: "Timepiece",
        start: datetime,
        jumped: Callable[[datetime], None] = lambda _: None,
    ) -> None:
        self._timepiece = timepiece
        self._jumped = jumped
        self._zero = start - timepiece.monotonic()
        self._sure = False
        self._checked = timepiece.monotonic()

    def begin(self, present: datetime) -> None:
        """It is another present, as nothing was stamped yet."""
        self._zero = present - self._timepiece.monotonic()

    def observe(self, stamp: datetime) -> None:
        """Takes note of something just sent or received."""
        before, present = self.now(), self._timepiece.monotonic()
        zero, unseen = stamp - present, present - self._checked
        if zero <= self._zero:
            return
        leap, self._zero, self._checked = zero - self._zero, zero, present
        if self._sure and leap > LEAP + unseen * DRIFT:
            self._jumped(before)

    def hint(self, stamp: datetime) -> None:
        """Takes note of what somebody between us and the venue may have said."""
        if not self._sure:
            self.observe(stamp)

    def settle(self, stamp: datetime, since: timedelta) -> None:
        """Takes note of the stamp of something made after a moment of the timepiece.

        That is certain: a hint by which the venue's clock was further ahead was wrong.
        """
        self._zero = min(self._zero, stamp - since + HAZE)
        self.observe(stamp)
        self._sure, self._checked = True, self._timepiece.monotonic()

    def now(self) -> datetime:
        """The venue's present."""
        return self._zero + self._timepiece.monotonic()


class Timepiece(Protocol):
    """How the program waits: real in `__main__`, moved by hand in tests."""

    def monotonic(self) -> timedelta:
        """Time since some fixed moment; never goes back."""

    async def sleep(self, length: timedelta) -> None:
        """Returns when that much time has passed."""


class RealTime:
    """The machine's time, which goes on while a laptop sleeps."""

    def monotonic(self) -> timedelta:
        """Time since some fixed moment."""
        return uptime()

    async def sleep(self, length: timedelta) -> None:
        """Returns when that much time has passed."""
        await asyncio.sleep(length.total_seconds())


def earliest(*moments: datetime | None) -> datetime | None:
    """The first of the moments that are known; None where none is."""
    return min((moment for moment in moments if moment is not None), default=None)


def wall_clock() -> datetime:
    """The machine's own idea of the present; only the local room's stamps begin with it."""
    return datetime.now(UTC)  # noqa: TID251


def is_wall_clock_sure() -> bool:
    """Whether others set this machine's clock, by NTP; True where the system does not say."""
    try:
        return bool(ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(1024)) != _UNSURE)
    except (AttributeError, OSError, TypeError):
        return True


def uptime() -> timedelta:
    """The machine's time since some fixed moment; it goes on while a laptop sleeps."""
    if _SLEEPLESS is None:
        return timedelta(seconds=time.monotonic())
    return timedelta(seconds=time.clock_gettime(_SLEEPLESS))


class Backoff:
    """The pauses between two tries of one thing: `first`, and then twice as long each time.

    No pause is longer than `longest`. Whoever tries sleeps the pauses by its timepiece.
    """

    def __init__(self, first: timedelta, longest: timedelta) -> None:
        self._first, self._longest = first, longest
        self._next = first

    def next(self) -> timedelta:
        """How long to wait before the next try."""
        pause = min(self._next, self._longest)
        self._next = 2 * pause
        return pause

    def reset(self) -> None:
        """A try succeeded: the pause after the next failure is the first one again."""
        self._next = self._first


def retrying(
    timepiece: Timepiece,
    first: timedelta,
    longest: timedelta,
    worth_it: Callable[[BaseException], bool],
    *,
    timeout: timedelta | None = None,
    on_retry: Callable[[BaseException | None], None] = lambda _: None,
) -> tenacity.AsyncRetrying:
    """Calls something until it succeeds, or fails in a way that is not `worth_it`.

    The pauses are by chance, about `first` at first and never above `longest`, so that what failed
    together is not tried again together. `on_retry` is called with each error after which another
    try is made; after `timeout` the last error is raised.
    """

    async def sleep(seconds: float) -> None:
        await timepiece.sleep(timedelta(seconds=seconds))

    return tenacity.AsyncRetrying(
        retry=tenacity.retry_if_exception(worth_it),
        wait=tenacity.wait_random_exponential(first.total_seconds(), longest.total_seconds()),
        stop=tenacity.stop_never if timeout is None else tenacity.stop_after_delay(timeout),
        before_sleep=lambda state: on_retry(state.outcome.exception() if state.outcome else None),
        sleep=sleep,
        reraise=True,
    )


class Signal:
    """An `asyncio.Event` that takes memory only while somebody waits for it.

    Every open match has two, and almost none of ten thousand is waited for: two events take 1.5 kB,
    most of it room for those who wait.
    """

    __slots__ = ("_event", "_is_set")

    def __init__(self) -> None:
        self._event: asyncio.Event | None = None
        self._is_set = False

    def is_set(self) -> bool:
        return self._is_set

    def set(self) -> None:
        """Whoever waits goes on, and nobody waits until it is cleared."""
        self._is_set = True
        if self._event is not None:
            self._event.set()
            self._event = None

    def clear(self) -> None:
        """Whoever waits from now on waits until the signal is set again."""
        self._is_set = False

    async def wait(self) -> None:
        """Returns once it was set."""
        if not self._is_set:
            self._event = self._event or asyncio.Event()
            await self._event.wait()


async def wait_for(event: asyncio.Event | Signal, timepiece: Timepiece, length: timedelta) -> bool:
    """Waits until an event is set, but no longer than a length of time; whether it is set."""
    if event.is_set():
        return True
    await first_of(event.wait(), timepiece.sleep(length))
    return event.is_set()


async def break_off(*tasks: asyncio.Future[Any]) -> None:
    """Cancels tasks, and waits for their end."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def first_of(*awaited: Awaitable[object]) -> None:
    """Waits for the first of these to be over; the others are broken off."""
    waits = [asyncio.ensure_future(awaitable) for awaitable in awaited]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await break_off(*waits)
