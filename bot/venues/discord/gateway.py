"""Rules of Discord's gateway: how long it may be silent, how often it takes an IDENTIFY, shards."""

import asyncio
import contextlib
import logging
from datetime import datetime, timedelta

import discord

from bot.desk.venue import VenueError
from bot.storage.failures import StoreError
from bot.storage.identifies import Identifies
from bot.timing import Backoff, Timepiece, VenueClock, uptime
from bot.venues.discord.requests import UNREACHED
from bot.wording.leases import turn_unknown_text
from bot.wording.venues import TOKEN_REFUSED

log = logging.getLogger(__name__)

ZERO = timedelta(0)
SILENCE_TIMEOUT = timedelta(seconds=60)
"""Discord answers a heartbeat every 41 seconds: whoever hears nothing for longer is cut off."""
IDENTIFY_INTERVAL = timedelta(seconds=5)
"""Discord takes one IDENTIFY in so long."""
SHARED_INTERVAL = IDENTIFY_INTERVAL + timedelta(seconds=0.5)
"""Between the IDENTIFYs of two processes, of which one may reach Discord faster."""


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
    """Keeps the interval between two IDENTIFYs of one connection, also of its different clients."""

    def __init__(self) -> None:
        self._last: timedelta | None = None

    async def wait_to_start(self, shard: int | None) -> None:
        """Returns when a client may be started."""

    async def wait(self, shard: int | None, *, initial: bool = False) -> None:  # noqa: ARG002
        """Returns when the next IDENTIFY may be sent, and takes it for sent.

        A client's first IDENTIFY has waited already, in `wait_to_start`.
        """
        if self._last is not None and not initial:
            left = self._last + IDENTIFY_INTERVAL - uptime()
            await asyncio.sleep(max(ZERO, left).total_seconds())
        self._last = uptime()

    def learn(self, concurrency: int) -> None:
        """How many shards may identify at once, as Discord says."""

    def pause(self, reset_after: timedelta) -> None:
        """No session is left for some time."""


class SharedIdentifyLimit(IdentifyLimit):
    """Keeps the interval between the IDENTIFYs of a bot's shards, whichever process they are in.

    Sixteen shards of one process are started one after the other; shards of other processes that
    start at the same time are found in the database. Shards whose numbers leave the same rest
    when divided by Discord's `max_concurrency` take turns; the others need not wait for them.
    """

    def __init__(self, identifies: Identifies) -> None:
        super().__init__()
        self._identifies = identifies
        self._concurrency = 1
        self._known = asyncio.Event()
        self._first = True
        self._paused_until = ZERO
        self._starts: dict[int, timedelta] = {}

    async def wait_to_start(self, shard: int | None) -> None:
        """Returns when no other shard of this process is about to identify."""
        if not self._first:
            # The first shard learns how many may start at once.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(IDENTIFY_INTERVAL.total_seconds()):
                    await self._known.wait()
        self._first = False
        bucket, now = self._bucket(shard), uptime()
        start = self._starts.get(bucket)
        begun = self._starts[bucket] = now if start is None else max(now, start + SHARED_INTERVAL)
        await asyncio.sleep((begun - now).total_seconds())

    async def wait(self, shard: int | None, *, initial: bool = False) -> None:  # noqa: ARG002
        """Returns when it is this shard's turn, which is taken."""
        await asyncio.sleep((self._paused_until - uptime()).total_seconds())
        try:
            while True:
                left = await self._identifies.take(self._bucket(shard))
                if left <= ZERO:
                    return
                await asyncio.sleep(left.total_seconds())
        except StoreError as error:
            log.warning("%s", turn_unknown_text(error))
            await asyncio.sleep(SHARED_INTERVAL.total_seconds())

    def pause(self, reset_after: timedelta) -> None:
        """Discord takes no more sessions today: with one more it would reset the token."""
        log.warning("no sessions are left for %s: shards connect after that", reset_after)
        self._paused_until = uptime() + reset_after

    def learn(self, concurrency: int) -> None:
        """How many shards may identify at once, as Discord says."""
        self._concurrency = max(1, concurrency)
        self._known.set()

    def _bucket(self, shard: int | None) -> int:
        return (shard or 0) % self._concurrency


INVALID_SHARD, SHARDS_REQUIRED = 4010, 4011
"""Why the gateway refuses a shard: there is none of that number, or it has too many servers."""


async def recommended_shards(token: str) -> int:
    """How many shards Discord recommends; 1 if it can't be asked."""
    try:
        return await _ask(token)
    except (*UNREACHED, discord.DiscordException):
        return 1


async def agreed_shards(token: str, timepiece: Timepiece) -> int:
    """How many shards Discord recommends, asked until it answers; VenueError for a bad token."""
    pauses = Backoff(timedelta(seconds=1), timedelta(seconds=30))
    while True:
        try:
            return await _ask(token)
        except discord.LoginFailure as error:
            raise VenueError(TOKEN_REFUSED) from error
        except (*UNREACHED, discord.DiscordException) as error:
            log.warning("Discord can't be asked how many shards it recommends: %s", error)
        await timepiece.sleep(pauses.next())


async def _ask(token: str) -> int:
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(token)
        shards, _, _ = await client.http.get_bot_gateway()
    return shards
