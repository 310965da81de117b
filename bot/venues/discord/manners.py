"""Keeps the referee from being talked into answering too much.

Discord takes about five messages in five seconds per channel, whoever they answer; the next one
waits. What is told of the match must not wait for answers to chatter, so that refusals and replies
to typed commands share a smaller ration per room: four in ten seconds, which is two in five, and
never more than three in five, so that two announcements fit beside them. Beyond it a sign has to
do: reactions are counted apart from messages, as are the answers to slash commands and buttons.
"""

from collections import OrderedDict, deque
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Generic, TypeVar

Key = TypeVar("Key")
MOST_KEPT = 4000


class Ration(Generic[Key]):
    """At most so many within a length of time, for each key; moments are in the venue's time."""

    def __init__(self, most: int, per: timedelta) -> None:
        self._most = most
        self._per = per
        self._given: OrderedDict[Key, deque[datetime]] = OrderedDict()

    def left(self, key: Key, at: datetime) -> bool:
        """Whether there is one left at a moment."""
        given = self._given.get(key, ())
        return sum(1 for moment in given if abs(at - moment) < self._per) < self._most

    def take(self, key: Key, at: datetime) -> None:
        """Takes one."""
        given = self._given.setdefault(key, deque(maxlen=self._most))
        given.append(at)
        self._given.move_to_end(key)
        if len(self._given) > MOST_KEPT:
            self._given.popitem(last=False)


class Manners:
    """Whether an answer may be a message, or a mere sign; `answered` are the messages refused.

    What an author may cause goes by the stamps of what they sent; what a room bears goes by when
    it is answered, which after an absence is all at once: `now` is the venue's present.
    """

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self.answered = Seen()
        # One author's three refusals fit into an empty room, wherever else they are written.
        self._refusals: Ration[int] = Ration(3, timedelta(seconds=10))
        self._at_once: Ration[int] = Ration(3, timedelta(seconds=5))
        self._in_room: Ration[int] = Ration(4, timedelta(seconds=10))
        # Who asks for the clock all the time leaves a word to others, and all to whoever errs.
        self._replies: Ration[int] = Ration(2, timedelta(seconds=10))
        self._replies_in_room: Ration[int] = Ration(3, timedelta(seconds=10))

    def may_refuse(self, room: int, author: int, at: datetime) -> bool:
        """Whether a turn that an author sent at a moment may be refused in words; counts it."""
        return _take((self._refusals, author, at), *self._of_room(room))

    def may_reply(self, room: int, author: int, at: datetime) -> bool:
        """Whether a command that an author typed at a moment may be answered in words."""
        share = self._replies_in_room, room, self._now()
        return _take((self._replies, author, at), share, *self._of_room(room))

    def _of_room(self, room: int) -> tuple["_Share", "_Share"]:
        now = self._now()
        return (self._at_once, room, now), (self._in_room, room, now)


_Share = tuple[Ration[int], int, datetime]
"""A ration, whose it is, and when it is taken."""


def _take(*shares: _Share) -> bool:
    if not all(ration.left(key, at) for ration, key, at in shares):
        return False
    for ration, key, at in shares:
        ration.take(key, at)
    return True


class Seen:
    """The last few thousand ids: an event that comes twice is one event."""

    def __init__(self) -> None:
        self._ids: OrderedDict[int, None] = OrderedDict()

    def first(self, key: int) -> bool:
        """Whether an id is new; from now on it is not."""
        if key in self._ids:
            return False
        self._ids[key] = None
        if len(self._ids) > MOST_KEPT:
            self._ids.popitem(last=False)
        return True

    def forget(self, key: int) -> None:
        """An id is new again."""
        self._ids.pop(key, None)


class Authors:
    """Who wrote the last few thousand messages."""

    def __init__(self) -> None:
        self._authors: OrderedDict[int, int] = OrderedDict()

    def note(self, message: int, author: int) -> None:
        """Takes note of a message's author."""
        self._authors[message] = author
        if len(self._authors) > MOST_KEPT:
            self._authors.popitem(last=False)

    def get(self, message: int) -> int:
        """The author of a message, 0 if it is not remembered."""
        return self._authors.get(message, 0)
