"""Two rules of Discord's gateway: how long its silence may last, how often it takes an IDENTIFY."""

import asyncio
from datetime import datetime, timedelta

from bot.timing import VenueClock, uptime

ZERO = timedelta(0)
SILENCE_TIMEOUT = timedelta(seconds=60)
"""Discord answers a heartbeat every 41 seconds: whoever hears nothing for longer is cut off."""
IDENTIFY_INTERVAL = timedelta(seconds=5)
"""Discord takes one IDENTIFY in so long."""


class Liveness:
    """When the gateway was last heard.

    A laptop sleeps for ten minutes between two heartbeats. Its connection looks alive until it is
    used, so what counts is the machine's time since the last frame.
    """

    def __init__(self, clock: VenueClock) -> None:
        self._clock = clock
        self._heard: timedelta | None = None

    def heard(self) -> None:
        """Takes note of a sign of life."""
        self._heard = uptime()

    def silence(self) -> timedelta:
        """How long nothing has been heard; zero before the first time."""
        return ZERO if self._heard is None else max(ZERO, uptime() - self._heard)

    def broken(self) -> bool:
        """Whether it has been silent for too long."""
        return self.silence() > SILENCE_TIMEOUT

    def heard_at(self) -> datetime | None:
        """When the gateway was last heard, in Discord's time; None before the first time."""
        return None if self._heard is None else self._clock.now() - self.silence()


class IdentifyLimit:
    """Keeps the interval between two IDENTIFYs, also those of different clients."""

    def __init__(self) -> None:
        self._last: timedelta | None = None

    async def wait(self, *, at_once: bool = False) -> None:
        """Returns when the next IDENTIFY may be sent, and takes it for sent."""
        if self._last is not None and not at_once:
            left = self._last + IDENTIFY_INTERVAL - uptime()
            await asyncio.sleep(max(ZERO, left).total_seconds())
        self._last = uptime()
