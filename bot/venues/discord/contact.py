"""Signs of life: when Discord was last heard, and how soon it may be greeted again."""

import asyncio
import logging
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from types import SimpleNamespace

import aiohttp

from bot.timing import VenueClock, uptime

log = logging.getLogger(__name__)

ZERO = timedelta(0)
SILENCE = timedelta(seconds=60)
"""Discord answers a heartbeat every 41 seconds: whoever hears nothing for longer is cut off."""
BETWEEN_IDENTIFIES = timedelta(seconds=5)
"""Discord takes one IDENTIFY in so long."""


class Contact:
    """When the gateway was last heard.

    Between two heartbeats the machine may have slept, or the process may have been stopped:
    what counts is the machine's time, not the connection, which looks alive until it is used.
    """

    def __init__(self, clock: VenueClock) -> None:
        self._clock = clock
        self._heard: timedelta | None = None

    def heard(self) -> None:
        """Takes note of a sign of life."""
        self._heard = uptime()

    def silence(self) -> timedelta:
        """How long nothing has been heard; nothing before the first time."""
        return ZERO if self._heard is None else max(ZERO, uptime() - self._heard)

    def broken(self) -> bool:
        """Whether it has been silent for too long."""
        return self.silence() > SILENCE

    def heard_at(self) -> datetime | None:
        """When the gateway was last heard, in Discord's time; None before the first time."""
        return None if self._heard is None else self._clock.now() - self.silence()


class Greeting:
    """Keeps the distance between two IDENTIFYs, also those of different clients."""

    def __init__(self) -> None:
        self._last: timedelta | None = None

    async def wait(self, *, at_once: bool = False) -> None:
        """Returns when the next IDENTIFY may be sent, and takes it for sent."""
        if self._last is not None and not at_once:
            left = self._last + BETWEEN_IDENTIFIES - uptime()
            await asyncio.sleep(max(ZERO, left).total_seconds())
        self._last = uptime()


def date_trace(clock: VenueClock) -> aiohttp.TraceConfig:
    """Until a stamp of Discord's is known, the Date header tells its present, to the second."""

    async def ended(
        _: aiohttp.ClientSession,
        __: SimpleNamespace,
        params: aiohttp.TraceRequestEndParams,
    ) -> None:
        date = params.response.headers.get("Date")
        # What is no success may have been answered by somebody in between, with a clock of its own.
        if date is not None and params.response.ok:
            try:
                clock.hint(parsedate_to_datetime(date))
            except (ValueError, TypeError):
                log.debug("unreadable Date header: %r", date)

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(ended)
    return trace
