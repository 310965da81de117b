"""Whether a forum is heard: from when its last answer was read, and how long that may be ago."""

from collections.abc import Callable
from datetime import datetime, timedelta

from bot.timing import Timepiece

STALE_TIMEOUT = timedelta(minutes=5)
"""No read succeeded for so long, or for three rounds: the referee is away."""


class Contact:
    """When a read last succeeded; `now` is the forum's present."""

    def __init__(self, timepiece: Timepiece, now: Callable[[], datetime], every: timedelta) -> None:
        self._timepiece = timepiece
        self._now = now
        self._limit = max(STALE_TIMEOUT, 3 * every)
        self._succeeded: timedelta | None = None
        self.heard_at: datetime | None = None
        """When a round of reads last began with success."""

    def is_lost(self) -> bool:
        """Whether the last read is so long ago that the forum counts as not heard."""
        now = self._timepiece.monotonic()
        return self._succeeded is None or now - self._succeeded > self._limit

    def lose(self) -> None:
        """The forum does not know the referee: whatever it answers, it is not heard."""
        self._succeeded = None

    def begin_round(self) -> None:
        """The lists were read."""
        self._succeeded, self.heard_at = self._timepiece.monotonic(), self._now()

    def note(self) -> None:
        """Something was read in the middle of a round: a long round is no absence."""
        if not self.is_lost():
            self._succeeded = self._timepiece.monotonic()
