"""How many pages may be open: strangers and spectators never keep a player out.

Three hundred people follow a link for spectators. 250 may watch at once, whose places are shared
out among addresses and rooms; the others are told to come later, while the players open their own
pages, since each seat of each room has a limit of its own. A page that has not said hello is cut
off after a timeout, or before it where its address has too many of them. An address whose pages
were cut off for what they sent has to wait before it opens others without a seat.
"""

import contextlib
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from datetime import timedelta

from cachetools import LRUCache

from bot.limits import Bucket
from bot.serving.places import SharedPlaces

HELLO_TIMEOUT = timedelta(seconds=2)
MOST_UNKNOWN = 20
"""Pages of one address that have not said hello."""
MOST_WATCHING = 250
MOST_A_SEAT = 10
TALK, TALK_REFILL = 20, timedelta(seconds=10)
"""Lines of all spectators of a room together; each is kept, and sent to every page."""
CUTS, CUTS_REFILL = 5, timedelta(minutes=1)
"""So many pages of an address may be cut off for what they send, before it has to wait."""
_MOST_ROOMS = _MOST_ADDRESSES = 1000


class PageLimits:
    """The open pages with a connection of their own, counted."""

    def __init__(self) -> None:
        self._unknown: dict[Callable[[], None], str] = {}
        self._taken: Counter[Hashable] = Counter()
        self._watching = SharedPlaces(MOST_WATCHING)
        self._talk: LRUCache[str, Bucket] = LRUCache(_MOST_ROOMS)
        self._cuts: LRUCache[str, Bucket] = LRUCache(_MOST_ADDRESSES)

    def note_cut(self, source: str, now: timedelta) -> None:
        """A page of an address was cut off, since it sent too much."""
        self._cuts.setdefault(source, Bucket(CUTS, CUTS_REFILL, now)).take(now)

    def bars(self, source: str, now: timedelta) -> bool:
        """Whether an address has to wait, as too many of its pages were cut off."""
        bucket = self._cuts.get(source)
        return bucket is not None and not bucket.has_left(now)

    def talk(self, subject: str, now: timedelta) -> bool:
        """Whether one more line of a spectator is within the limit of a room; it then counts."""
        bucket = self._talk.get(subject)
        if bucket is None:
            bucket = self._talk[subject] = Bucket(TALK, TALK_REFILL, now)
        return bucket.take(now)

    @contextlib.contextmanager
    def unknown(self, source: str, end: Callable[[], None]) -> Iterator[None]:
        """While a page has not said hello; `end` cuts it off in favour of newer ones."""
        self._unknown[end] = source
        ends = [cut_off for cut_off, of in self._unknown.items() if of == source]
        if len(ends) > MOST_UNKNOWN:
            ends[0]()
        try:
            yield
        finally:
            self._unknown.pop(end, None)

    @contextlib.contextmanager
    def take(
        self, persons: frozenset[str], subject: str, source: str, end: Callable[[], None]
    ) -> Iterator[bool]:
        """Whether a page is within the limits; it counts until the context ends.

        `persons` are those whose links it has. Without any it is a spectator's page, and `end` cuts
        it off in favour of one from elsewhere.
        """
        seats = [(subject, person) for person in persons]
        if not seats:
            with self._watching.take(source, subject, end) as free:
                yield free
            return
        if not all(self._taken[seat] < MOST_A_SEAT for seat in seats):
            yield False
            return
        self._taken.update(seats)
        try:
            yield True
        finally:
            self._taken.subtract(seats)
            self._taken += Counter()
