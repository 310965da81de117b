"""Rate limits: generous headers by default, real ceilings where a test sets them."""

import zlib
from collections import deque
from dataclasses import dataclass, field
from datetime import timedelta
from fnmatch import fnmatchcase
from time import monotonic

GENEROUS = 1000
SECOND = timedelta(seconds=1)


@dataclass(slots=True)
class _Ceiling:
    pattern: str
    most: int
    per: timedelta
    used: dict[str, deque[float]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The headers to answer with, and how long to wait where the request was one too many."""

    headers: dict[str, str]
    retry_after: timedelta | None = None


class Limits:
    """Ceilings by pattern (`POST /channels/*/messages`), counted per path in monotonic time."""

    def __init__(self) -> None:
        self._ceilings: list[_Ceiling] = []

    def set(self, pattern: str, most: int, per: timedelta) -> None:
        self._ceilings.append(_Ceiling(pattern, most, per))

    def judge(self, line: str, route: str, now: float) -> Verdict:
        """Count a request; `now` is the server's clock as a Unix time, for the headers only."""
        bucket = f"{zlib.crc32(route.encode()):08x}"
        for ceiling in self._ceilings:
            if fnmatchcase(line, ceiling.pattern):
                return self._count(ceiling, line, bucket, now)
        return Verdict(_headers(bucket, GENEROUS, GENEROUS - 1, SECOND, now))

    def _count(self, ceiling: _Ceiling, line: str, bucket: str, now: float) -> Verdict:
        used = ceiling.used.setdefault(line, deque())
        present, window = monotonic(), ceiling.per.total_seconds()
        while used and used[0] <= present - window:
            used.popleft()
        full = len(used) >= ceiling.most
        if not full:
            used.append(present)
        wait = timedelta(seconds=max(used[0] + window - present, 0.001))
        left = ceiling.most - len(used)
        headers = _headers(bucket, ceiling.most, left, wait, now)
        return Verdict(headers, wait if full else None)


def _headers(bucket: str, most: int, left: int, wait: timedelta, now: float) -> dict[str, str]:
    seconds = wait.total_seconds()
    return {
        "X-RateLimit-Limit": str(most),
        "X-RateLimit-Remaining": str(left),
        "X-RateLimit-Reset": f"{now + seconds:.3f}",
        "X-RateLimit-Reset-After": f"{seconds:.3f}",
        "X-RateLimit-Bucket": bucket,
    }
