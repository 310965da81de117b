"""discord.py's limits, of which it keeps one for each channel ever written to."""

import asyncio
from datetime import timedelta
from typing import Any

import discord
from discord.http import HTTPClient
from handclock import HandClock

from bot.venues.discord.buckets import space_sweeps

KNOWN = 20_000


class Searched(dict[str, Any]):
    """Limits by their channels, and how often all of them were looked through."""

    times = 0

    def items(self) -> Any:
        self.times += 1
        return super().items()


def knows_many(clock: HandClock) -> tuple[HTTPClient, Searched]:
    """A client's requests that have been made in many channels, and its limits."""
    http = HTTPClient(asyncio.get_running_loop())
    space_sweeps(http, clock)
    for channel in range(2):
        http.get_ratelimit(f"known {channel}")
    idle = http.get_ratelimit("known 0")
    limits = http._buckets = Searched({f"known {number}": idle for number in range(KNOWN)})
    return http, limits


async def test_first_requests_to_a_hundred_channels_search_the_limits_once():
    """A hundred matches begin at once in a bot that has written to 20,000 channels."""
    clock = HandClock()
    http, limits = knows_many(clock)
    clock.advance(timedelta(minutes=1))
    for channel in range(100):
        http.get_ratelimit(f"new {channel}")
    assert limits.times == 1
    assert len(limits) == KNOWN + 100


async def test_idle_limits_go_within_a_minute():
    """Channels that nobody has written to for five minutes are forgotten all the same."""
    clock = HandClock()
    http, limits = knows_many(clock)
    http.get_ratelimit("new")
    http.get_ratelimit("known 0")._last_request -= 300
    clock.advance(timedelta(minutes=1))
    http.get_ratelimit("newer")
    assert set(limits) == {"new", "newer"}


async def test_another_version_of_the_library_searches_as_it_likes(monkeypatch):
    """Nobody knows what its search is for."""
    monkeypatch.setattr(discord, "version_info", discord.version_info._replace(minor=99))
    http, limits = knows_many(HandClock())
    for channel in range(5):
        http.get_ratelimit(f"new {channel}")
    assert limits.times == 5
