"""When the referee can have been on duty, seen from outside: connected to the gateway, and alive.

That is never less than the truth: whoever is charged for more than this was charged for time in
which there was no referee.
"""

import asyncio
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from loopback import LoopbackDiscord

ZERO = timedelta(0)
LONG = timedelta(days=1)


@dataclass(slots=True)
class Timesheet:
    """Spans of connection in the venue's time; the last may be open."""

    discord: LoopbackDiscord
    spans: list[tuple[datetime, datetime | None]] = field(default_factory=list)

    async def keep(self) -> None:
        """Runs until cancelled."""
        while True:
            wanted = not self._open()
            await self.discord.wait_until(lambda w=wanted: bool(self._live()) is w, LONG)
            now = self.discord.clock()
            if wanted:
                self.spans.append((now, None))
            else:
                self.spans[-1] = (self.spans[-1][0], now)
            await asyncio.sleep(0)

    def within(self, start: datetime, end: datetime) -> timedelta:
        """How much of a stretch of time it was connected."""
        total = ZERO
        for begun, ended in self.spans:
            total += max(ZERO, min(end, ended or end) - max(start, begun))
        return total

    def _open(self) -> bool:
        return bool(self.spans) and self.spans[-1][1] is None

    def _live(self) -> list[object]:
        return list(self.discord.gateway.live)
