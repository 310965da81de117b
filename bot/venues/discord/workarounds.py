"""Where discord.py would stop or slow the whole client: its search for limits, halts, bad events.

Ten thousand matches begin, each in a channel that was never written to. discord.py keeps a limit
for each channel, and at each new one looks through all that it keeps for those that have been idle:
the ten thousandth match waits for ten thousand looks. Once a minute is enough, since a limit goes
only after five minutes.

Discord answers one request with its global rate limit. discord.py halts all requests until that
request ends the halt, when the limit has passed. If that request is given up meanwhile (a match
ended, a timeout), the others wait for ever.

Discord sends a message in a shape that this version of discord.py does not know. Its parser raises,
which would end the client, and with it every match's connection. So that one event is logged with
its name and left out; if it was of a room, the room is read, since what was said there may have
been a turn, and if only its server is known, all rooms there.
"""

import asyncio
import logging
from collections.abc import Callable, MutableMapping
from datetime import timedelta
from typing import Any, Final, cast

import discord
from discord.http import HTTPClient

from bot.timing import Timepiece

log = logging.getLogger(__name__)

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


MOST_HALTED = 8
"""How often in a row `release` lets a halt last."""


class GlobalLimit:
    """Watches the halts of one client's requests."""

    def __init__(self, http: HTTPClient) -> None:
        self._http = http
        self._halted = 0

    def release(self) -> None:
        """Called every few seconds: ends a halt that has lasted for too long."""
        flowing = getattr(self._http, "_global_over", None)
        if not isinstance(flowing, asyncio.Event) or flowing.is_set():
            self._halted = 0
            return
        self._halted += 1
        if self._halted > MOST_HALTED:
            log.warning("requests were halted for too long; going on")
            flowing.set()


Parser = Callable[[Any], None]
NEEDED: Final = frozenset(("READY", "RESUMED"))
"""Without these there is no session: whoever can't parse them must connect anew."""


def skip_unparseable(
    parsers: MutableMapping[str, Parser], skipped: Callable[[str, str], None]
) -> None:
    """Has each parser's exceptions logged.

    `skipped` is given the ids of the server and the channel, "" for all of the server's.
    """
    for event in parsers.keys() - NEEDED:
        parsers[event] = _guarded(event, parsers[event], skipped)


def _guarded(event: str, parse: Parser, skipped: Callable[[str, str], None]) -> Parser:
    def parse_or_skip(data: Any) -> None:
        try:
            parse(data)
        except Exception:
            server, channel = _place(event, data)
            log.exception("%s of channel %s can't be parsed: it is skipped", event, channel or "-")
            if server:
                skipped(server, channel)

    return parse_or_skip


def _place(event: str, data: Any) -> tuple[str, str]:
    """The ids of an event's server and channel; "" where it names none, or none that is an id.

    Events about a server, a channel or a thread name it by their own id.
    """
    about = data if isinstance(data, dict) else {}
    own = str(about.get("id", ""))
    server = str(about.get("guild_id", own if event.startswith("GUILD_") else ""))
    of_channel = event.startswith(("CHANNEL_", "THREAD_"))
    channel = str(about.get("channel_id", own if of_channel else ""))
    return server if server.isdecimal() else "", channel if channel.isdecimal() else ""
