"""Stamps as pages hold them."""

import re
from datetime import UTC, datetime

_NUMBER = re.compile(r"[0-9]{1,18}")
_LEAST_MILLISECONDS = 100_000_000_000
"""A stamp below this, in the year 5138, is told in seconds."""


def read_stamp(text: str) -> datetime | None:
    """A moment: ISO 8601 with a zone, or seconds or milliseconds since 1970; else None."""
    try:
        if _NUMBER.fullmatch(text):
            number = int(text)
            seconds = number / 1000 if number >= _LEAST_MILLISECONDS else number
            return datetime.fromtimestamp(seconds, UTC)
        at = datetime.fromisoformat(text)
        return None if at.tzinfo is None else at.astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        return None
