"""Spaces out discord.py's search for limits that are over.

Ten thousand matches begin, each in a channel that was never written to. discord.py keeps a limit
for each channel, and at each new one looks through all that it keeps for those that have been idle:
the ten thousandth match waits for ten thousand looks. Once a minute is enough, since a limit goes
only after five minutes.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import cast

import discord
from discord.http import HTTPClient

from bot.timing import Timepiece

SWEEP_EVERY = timedelta(minutes=1)
"""Between two searches, at least."""
_SWEEP = "_try_clear_expired_ratelimits"
_KNOWN = (2, 7)
"""The version of discord.py whose search is known; that of any other is left as it is."""


def space_sweeps(http: HTTPClient, timepiece: Timepiece) -> None:
    """Has a client search its limits no more often than once a minute."""
    version = discord.version_info.major, discord.version_info.minor
    sweep = getattr(http, _SWEEP, None)
    if version != _KNOWN or not callable(sweep):
        return
    setattr(http, _SWEEP, _spaced(cast("Callable[[], None]", sweep), timepiece))


def _spaced(sweep: Callable[[], None], timepiece: Timepiece) -> Callable[[], None]:
    due = timepiece.monotonic()

    def sweep_if_due() -> None:
        nonlocal due
        present = timepiece.monotonic()
        if present >= due:
            due = present + SWEEP_EVERY
            sweep()

    return sweep_if_due
