"""What all parts of the server share: its clock, world, gateway, faults and journal."""

import zlib
from collections import defaultdict, deque
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

GENEROUS = 1000


class Core:
    """The parts, wired. Tests may set the windows and limits at any time.

    `nonce_window`: how long an enforced nonce is remembered. `interaction_window`: how long an
    interaction may stay unanswered. `token_window`: how long its token edits and follows up.
    All by the server's clock. `posted` are all messages there ever were, also deleted ones.
    """

    def __init__(self, clock: Clock = real_clock) -> None:
        self.clock = clock
        self.ids = Snowflakes(clock)
        self.bell = Bell()
        self.faults = Faults()
        self.world = World(self.ids)
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


class Limits:
    """Rate limits: ceilings by pattern (`POST /channels/*/messages`), counted per path in
    monotonic time; where a test sets none, the headers are generous.
    """

    def __init__(self) -> None:
        self._ceilings: dict[str, tuple[int, float]] = {}
        self._used: dict[tuple[str, str], deque[float]] = defaultdict(deque)

    def set(self, pattern: str, most: int, per: timedelta) -> None:
        self._ceilings[pattern] = most, per.total_seconds()

    def judge(self, line: str, route: str, now: float) -> tuple[dict[str, str], float | None]:
        """The headers to answer with, and how long to wait where a request was one too many.

        `now` is the server's clock as a Unix time, for the headers only.
        """
        most, left, wait, full = GENEROUS, GENEROUS - 1, 1.0, False
        pattern = next((one for one in self._ceilings if fnmatchcase(line, one)), None)
        if pattern is not None:
            most, window = self._ceilings[pattern]
            used, present = self._used[pattern, line], monotonic()
            while used and used[0] <= present - window:
                used.popleft()
            full = len(used) >= most
            if not full:
                used.append(present)
            left, wait = most - len(used), max(used[0] + window - present, 0.001)
        headers = {
            "X-RateLimit-Limit": str(most),
            "X-RateLimit-Remaining": str(left),
            "X-RateLimit-Reset": f"{now + wait:.3f}",
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Bucket": f"{zlib.crc32(route.encode()):08x}",
        }
        return headers, wait if full else None
