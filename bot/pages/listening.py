"""Listens on a port that may be in use: it is tried again until it is free, and nothing waits."""

from collections.abc import Callable
from datetime import timedelta

from aiohttp import web

from bot.desk.venue import system_words
from bot.pages.connection_limits import ConnectionLimits, LimitedSite
from bot.timing import Backoff, Timepiece

RETRY_FIRST, RETRY_MAX = timedelta(seconds=2), timedelta(minutes=1)


async def listen(
    runner: web.AppRunner,
    host: str,
    port: int,
    limits: ConnectionLimits,
    timepiece: Timepiece,
    refused: Callable[[str], None],
) -> tuple[str, int]:
    """Listens, and returns where; `refused` is called with each reason for a failure, once."""
    backoff = Backoff(RETRY_FIRST, RETRY_MAX)
    reported = ""
    while True:
        try:
            await LimitedSite(runner, host, port, limits).start()
        except (OSError, OverflowError, ValueError) as error:
            why = system_words(error) or str(error)
            if why != reported:
                reported = why
                refused(why)
            await timepiece.sleep(backoff.next())
        else:
            found_host, found_port = runner.addresses[0][:2]
            return found_host, found_port
