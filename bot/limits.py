"""Limits on how much somebody may cause; the moment is passed in, by whichever clock counts.

A `Bucket` bears a burst and fills up again steadily: what one page may send. A `RateLimit` counts
within a length of time for each of many: what a room or an author is answered. A `SlidingWindow`
says how long to wait: what a forum may be asked. `ToldOnce` counts nothing: however often a venue
is tried in vain, each reason is told once.
"""

from collections import deque
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from cachetools import LRUCache

Key = TypeVar("Key")


class Bucket:
    """A limit: `size` acts, or bytes, at once, and as many again in `refill`; full at `now`."""

    def __init__(self, size: int, refill: timedelta, now: timedelta) -> None:
        self._size = size
        self._refill = refill
        self._left = float(size)
        self._seen = now

    def take(self, now: timedelta, amount: int = 1) -> bool:
        """Whether so much more is within the limit; it then counts."""
        gained = self._size * ((now - self._seen) / self._refill)
        self._left = min(self._size, self._left + gained)
        self._seen = now
        if self._left < amount:
            return False
        self._left -= amount
        return True

    def has_left(self, now: timedelta) -> bool:
        """Whether one more act would be within the limit."""
        return self.take(now, 0) and self._left >= 1


class RateLimit(Generic[Key]):
    """At most `most` acts within `per`, for each key; `most_keys` are remembered.

    Moments are in the venue's time and need not be in order.
    """

    def __init__(self, most: int, per: timedelta, most_keys: int) -> None:
        self._most = most
        self._per = per
        self._given: LRUCache[Key, deque[datetime]] = LRUCache(most_keys)

    def left(self, key: Key, at: datetime) -> bool:
        """Whether one more act is within the limit at a moment."""
        moments = self._given.get(key, ())
        return sum(1 for moment in moments if abs(at - moment) < self._per) < self._most

    def take(self, key: Key, at: datetime) -> None:
        self._given.setdefault(key, deque(maxlen=self._most)).append(at)


class SlidingWindow:
    """A limit: no more than `most` acts within any `per`."""

    def __init__(self, most: int, per: timedelta) -> None:
        self._per = per
        self._taken: deque[timedelta] = deque(maxlen=most)

    def wait(self, now: timedelta) -> timedelta:
        """How long it is until one more act is within the limit."""
        if len(self._taken) < (self._taken.maxlen or 0):
            return timedelta(0)
        return max(timedelta(0), self._taken[0] + self._per - now)

    def take(self, now: timedelta) -> None:
        self._taken.append(now)


class ToldOnce:
    """The reasons that were told since something last worked."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def __bool__(self) -> bool:
        return bool(self._told)

    def is_new(self, reason: str) -> bool:
        """Whether a reason is to be told; it is then told."""
        is_new = reason not in self._told
        self._told.add(reason)
        return is_new

    def over(self) -> bool:
        """Whether anything was told, now that it works again; all of it is forgotten."""
        was_trouble = bool(self)
        self._told.clear()
        return was_trouble
