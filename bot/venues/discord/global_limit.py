"""Ends discord.py's halt of all requests, where nobody else would end it.

Discord answers one request with its global rate limit. discord.py halts all requests until that
request ends the halt, when the limit has passed. If that request is given up meanwhile (a match
ended, a timeout), the others wait for ever.
"""

import asyncio
import logging

from discord.http import HTTPClient

log = logging.getLogger(__name__)

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
