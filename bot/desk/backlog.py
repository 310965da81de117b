"""Whether the referee keeps up, by its own measure: what waits in this process, and for how long.

A hundred and fifty turns a second arrive where a hundred can be told. Three matches have waited for
two seconds, for a ruling or for its announcement: the referee is behind, since the oldest of them
came. Then turns go first, questions are refused and clocks stand (`overload.py`), until nothing has
waited for long for a while. One room that takes no announcement is that room's trouble, and what
waits since its venue refused it, for its match to be in sync, or for a grace does not count: so it
takes three matches, and time is counted from the moment at which an act can be ruled, or an
announcement made.

All of it is measured by the timepiece: a venue's stamps say how late the venue is as well.
"""

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from enum import StrEnum

from bot.referee.clock import ZERO
from bot.timing import Backoff, Timepiece

LONG = timedelta(seconds=2)
"""Who waits for longer waits too long."""
MATCHES = 3
"""In so many matches at once somebody has to wait too long."""
SHORT = timedelta(seconds=0.5)
"""In fewer matches somebody has to wait for longer before the referee is taken to keep up again."""
CALM_FIRST, CALM_MAX = timedelta(seconds=5), timedelta(seconds=80)
"""For so long; after a relapse for twice as long, since what was left out is costly."""
RELAPSE = timedelta(minutes=2)
"""What begins so soon after the end of the last one is a relapse."""
MOST_QUESTIONS = 20
"""So many questions are worked on at once; further ones are refused at any time."""
AGAIN_STEP, AGAIN_MAX = timedelta(seconds=10), timedelta(minutes=1)
"""When to ask again is said in such steps."""


class Queue(StrEnum):
    """What waits: acts for their ruling, rulings for their announcement."""

    ACTS = "acts"
    ANNOUNCEMENTS = "announcements"


_Entry = tuple[int, timedelta]
"""The match in which something waits, and since when."""


class Backlog:
    """What waits, oldest first.

    `behind_since` is a moment of the timepiece, None while the referee keeps up. `shed` is told of
    each question that is refused, by its name.
    """

    def __init__(self, timepiece: Timepiece, shed: Callable[[str], None] = lambda _: None) -> None:
        self._timepiece = timepiece
        self._shed = shed
        self._entries: dict[Queue, dict[object, _Entry]] = {queue: {} for queue in Queue}
        self.behind_since: timedelta | None = None
        self._strained_at = ZERO
        self._calm, self._length = Backoff(CALM_FIRST, CALM_MAX), CALM_FIRST
        self._ended: timedelta | None = None
        self._questions = 0

    @contextmanager
    def act(self, match: int) -> Iterator[None]:
        key = object()
        self.add(Queue.ACTS, key, match)
        try:
            yield
        finally:
            self.remove(Queue.ACTS, key)

    def add(self, queue: Queue, key: object, match: int) -> None:
        self._entries[queue].setdefault(key, (match, self._timepiece.monotonic()))

    def remove(self, queue: Queue, key: object) -> None:
        """It waits no more, or not for this process."""
        self._entries[queue].pop(key, None)

    def start_over(self) -> None:
        """The database fails: what waits, waits for that, and the referee is not behind."""
        for entries in self._entries.values():
            entries.clear()
        if self.behind:
            self.behind_since, self._ended = None, self._timepiece.monotonic()

    def waiting(self, queue: Queue) -> int:
        return len(self._entries[queue])

    def oldest(self, queue: Queue) -> timedelta:
        """How long the oldest has waited; ZERO if none waits."""
        since = next((since for _, since in self._entries[queue].values()), None)
        return ZERO if since is None else self._timepiece.monotonic() - since

    @property
    def behind(self) -> bool:
        """Whether the referee did not keep up when it last looked."""
        return self.behind_since is not None

    def look(self) -> bool:
        """Measures anew; whether the referee is behind now."""
        now = self._timepiece.monotonic()
        if self.behind_since is None:
            late = self._late(now, LONG)
            if len(late) >= MATCHES:
                if self._ended is None or now - self._ended > RELAPSE:
                    self._calm.reset()
                self._length = self._calm.next()
                self.behind_since, self._strained_at = min(late.values()), now
        elif len(self._late(now, SHORT)) >= MATCHES:
            self._strained_at = now
        elif now - self._strained_at >= self._length:
            self.behind_since, self._ended = None, now
        return self.behind

    def is_calm(self) -> bool:
        """Whether nothing waits that would be held up by work that can be done later."""
        strained = len(self._late(self._timepiece.monotonic(), SHORT)) >= MATCHES
        return not self.behind and not strained

    def refusal(self, name: str) -> timedelta | None:
        """In how long a question is to be asked again, where it is refused; None where it isn't."""
        if not self.look() and self._questions < MOST_QUESTIONS:
            return None
        self._shed(name)
        return self._ask_again_in()

    @contextmanager
    def question(self, name: str) -> Iterator[timedelta | None]:
        """While somebody is answered: None, or as `refusal` says."""
        again = self.refusal(name)
        if again is not None:
            yield again
            return
        self._questions += 1
        try:
            yield None
        finally:
            self._questions -= 1

    def _ask_again_in(self) -> timedelta:
        left = self._strained_at + self._length - self._timepiece.monotonic()
        wait = max(left, ZERO) if self.behind else ZERO
        return min(AGAIN_MAX, max(1, math.ceil(wait / AGAIN_STEP)) * AGAIN_STEP)

    def _late(self, now: timedelta, limit: timedelta) -> dict[int, timedelta]:
        """The matches in which something has waited for longer than that, and since when."""
        late: dict[int, timedelta] = {}
        for entries in self._entries.values():
            for match, since in entries.values():
                if now - since <= limit:
                    break
                late[match] = min(since, late.get(match, since))
                if len(late) == MATCHES:
                    break
        return late
