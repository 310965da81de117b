"""What all parts of the server share: its clock, world, gateway, faults and journal."""

from __future__ import annotations

import zlib
from collections import deque
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from fnmatch import fnmatchcase
from time import monotonic
from typing import Any

from .bell import Bell
from .commands import Commands
from .faults import Faults
from .gateway import Gateway
from .interactions import InteractionResult
from .payloads import ATTACHMENT_LIMIT
from .schema import Schema
from .snowflakes import Clock, Snowflakes, real_clock
from .world import Message, World


class Core:
    """The parts, wired. Tests may set the windows and limits at any time.

    `nonce_window`: how long an enforced nonce is remembered. `interaction_window`: how long an
    interaction may stay unanswered. `token_window`: how long its token edits and follows up.
    All by the server's clock. `posted` are all messages there ever were, also deleted ones.
    """

    def __init__(self, clock: Clock = real_clock, *, bot_name: str = "Referee") -> None:
        self.clock = clock
        self.ids = Snowflakes(clock)
        self.bell = Bell()
        self.faults = Faults()
        self.world = World(self.ids, bot_name)
        self.token = f"loopback.{self.world.bot.id:x}.token"
        self.gateway = Gateway(self.world, self.bell, self.faults, self.token)
        self.commands = Commands(self.ids, self.world.bot.id)
        self.schema = Schema()
        self.limits = Limits()
        self.requests: list[Request] = []
        self.posted: list[Message] = []
        self.unknown_requests: list[str] = []
        self.interactions: dict[str, InteractionResult] = {}
        self.nonces: dict[tuple[int, str], Message] = {}
        self.nonce_window = timedelta(minutes=5)
        self.interaction_window = timedelta(seconds=3)
        self.token_window = timedelta(minutes=15)
        self.attachment_limit = ATTACHMENT_LIMIT
        self.base_url = ""


@dataclass(slots=True)
class Request:
    """One request: `route` is the template, `path` what was asked, both below /api/v10.

    `status` is None while it is being handled, and stays so when the answer was never sent.
    `fault` names what was done to it, if anything.
    """

    method: str
    route: str
    path: str
    at: datetime
    query: dict[str, str] = field(default_factory=dict)
    json: Any = None
    files: dict[str, bytes] = field(default_factory=dict)
    status: int | None = None
    fault: str | None = None

    @property
    def line(self) -> str:
        return f"{self.method} {self.path}"


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
