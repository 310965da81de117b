"""How many pages may be open, and how much one may send: nobody keeps a player out, or busy.

Three hundred people follow a link for spectators. 250 may watch at once, whose places are shared
out among addresses and rooms; the others are told to come later, while the players open their own
pages, since each seat of each room has a limit of its own. A page that has not said hello is cut
off after a timeout, or before it where its address has too many of them. An address whose pages
were cut off for what they sent has to wait before it opens others without a seat.

A page says ten things at once, and a player on it plays a turn: the turn is taken all the same.
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


MOST_AT_ONCE, REFILL = 10, timedelta(seconds=5)
BYTES_AT_ONCE, BYTES_REFILL = 256 * 1024, timedelta(seconds=10)
"""What a page may send in all, counted before any of it is read: reading takes the time of all."""
A_FRAME = 1024
"""So many bytes each frame counts at least: a short one takes time as well."""
TURNS_AT_ONCE = 3
"""Turns have places of their own beside the other messages, so that chatter takes none of them."""
LOOKS, LOOKS_REFILL = 60, timedelta(seconds=5)
"""Earlier positions that a page may ask for at once, and in which time as many again."""


class MessageLimits:
    """What one page has sent, counted; `now` is monotonic, as everywhere here."""

    def __init__(self, now: timedelta) -> None:
        self._bytes = Bucket(BYTES_AT_ONCE, BYTES_REFILL, now)
        self._long = Bucket(1, REFILL, now)
        self._messages = Bucket(MOST_AT_ONCE, REFILL, now)
        self._turns = Bucket(TURNS_AT_ONCE, REFILL, now)
        self._told = Bucket(1, REFILL, now)
        self._looks = Bucket(LOOKS, LOOKS_REFILL, now)

    def frame(self, now: timedelta, length: int, *, is_long: bool) -> bool:
        """Whether a frame of so many bytes may be read; a page that goes on beyond is cut off.

        One that is longer than any message is read once in a while, to be answered.
        """
        bytes_left = self._bytes.take(now, max(length, A_FRAME))
        return bytes_left and (not is_long or self._long.take(now))

    def message(self, now: timedelta, *, is_turn: bool) -> bool:
        """Whether one more message is within the limit; a turn has places of its own besides."""
        return self._messages.take(now) or (is_turn and self._turns.take(now))

    def look(self, now: timedelta) -> bool:
        """Whether one more earlier position is within the limit."""
        return self._looks.take(now)

    def to_tell(self, now: timedelta) -> bool:
        """Whether to tell the page that it sends too much, which is done once in a while only."""
        return self._told.take(now)
