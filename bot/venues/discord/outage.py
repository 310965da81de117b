"""Discord can't be reached: said once for each reason, however often it is tried.

The referee is started on a train. Each try fails with an error of the library's, whose traceback
tells whoever runs it nothing; what they need is one sentence, and another when it is over. Some
tries are discord.py's own, which logs each with its traceback: those records are taken out.
"""

import logging

import aiohttp
import discord

from bot.limits import ToldOnce
from bot.venues.discord.requests import brief
from bot.wording.troubles import connected_again_text, unreached_text

log = logging.getLogger(__name__)

UNREACHED = (
    OSError,
    TimeoutError,
    aiohttp.ClientError,
    discord.HTTPException,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
)
"""Errors by which a network, a proxy or Discord fails; none of them is a fault of the bot."""
_LIBRARY = logging.getLogger("discord.client")
_TRIES = ("Attempting a reconnect", "logging in")
"""How the library's records of a try begin."""


class Outage(logging.Filter):
    """What has been said of the connection since it last stood."""

    def __init__(self) -> None:
        super().__init__()
        self._told = ToldOnce()

    def begin(self) -> None:
        """Filters the library's own records of tries from now on."""
        _LIBRARY.addFilter(self)

    def end(self) -> None:
        """Filters the library's records no longer."""
        _LIBRARY.removeFilter(self)

    def failed(self, error: BaseException) -> None:
        """A try failed."""
        reason = brief(error)
        if self._told.is_new(reason):
            log.warning("%s", unreached_text(reason))

    def over(self) -> None:
        """The connection stands."""
        if self._told.over():
            log.info("%s", connected_again_text())

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record of the library's is to be logged as it is."""
        if not str(record.msg).startswith(_TRIES):
            return True
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, UNREACHED):
            self.failed(error)
            return False
        return error is not None or not self._told
