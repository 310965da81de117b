"""The pauses that a forum is given: those it asks for, else longer and longer ones.

A forum that is overloaded says "Retry-After: 120", or "Retry-After: Sun, 22 Nov 2026 21:00:00 GMT".
No pause is longer than ten minutes, whatever the forum asks: matches are held there.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any

from bot.timing import Backoff, Timepiece

RETRY_FIRST, RETRY_MAX = timedelta(seconds=1), timedelta(minutes=10)
LONGEST_NUMBER = 12
"""How many digits a number of seconds may have."""
ZERO = timedelta(0)


class RequestPause:
    """Whether something is to be left alone for now."""

    def __init__(self, timepiece: Timepiece) -> None:
        self._timepiece = timepiece
        self._lengths = Backoff(RETRY_FIRST, RETRY_MAX)
        self._until: timedelta | None = None

    def lasts(self) -> bool:
        """Whether the pause is not over yet."""
        return self._until is not None and self._timepiece.monotonic() < self._until

    def begin(self, wanted: timedelta | None) -> None:
        """Begins a pause of the length that is wanted, else longer than the one before."""
        usual = self._lengths.next()
        length = usual if wanted is None else min(wanted, RETRY_MAX)
        self._until = self._timepiece.monotonic() + length

    def end(self) -> None:
        """The trouble is over: the next pause is as short as a first one."""
        self._lengths.reset()
        self._until = None


def wanted_pause(headers: Mapping[str, str], body: Any, at: datetime | None) -> timedelta | None:
    """How long a forum asks to be left alone, in an answer given `at`; None if it does not say."""
    text = headers.get("Retry-After", "").strip()
    if text.isdecimal():
        return timedelta(seconds=int(text)) if len(text) <= LONGEST_NUMBER else RETRY_MAX
    try:
        return max(ZERO, parsedate_to_datetime(text) - at) if text and at else _told(body)
    except (TypeError, ValueError):
        return _told(body)


def _told(body: Any) -> timedelta | None:
    """The length of a pause in an answer's body, where Discourse says it too."""
    extras = body.get("extras") if isinstance(body, dict) else None
    wait = extras.get("wait_seconds") if isinstance(extras, dict) else None
    in_range = isinstance(wait, int) and 0 <= wait <= RETRY_MAX.total_seconds()
    return timedelta(seconds=wait) if in_range and isinstance(wait, int) else None
