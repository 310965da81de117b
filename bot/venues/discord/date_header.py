"""Discord's present, to the second, from the Date header of its answers."""

import logging
from collections.abc import Callable
from datetime import datetime
from email.utils import parsedate_to_datetime
from types import SimpleNamespace

import aiohttp

log = logging.getLogger(__name__)


def date_trace(note: Callable[[datetime], None]) -> aiohttp.TraceConfig:
    """Tells `note` the Date header of every answer, until a message's own timestamp is known."""

    async def ended(
        _: aiohttp.ClientSession,
        __: SimpleNamespace,
        params: aiohttp.TraceRequestEndParams,
    ) -> None:
        date = params.response.headers.get("Date")
        # A failure may come from somebody between us and Discord, whose clock is another.
        if date is not None and params.response.ok:
            try:
                note(parsedate_to_datetime(date))
            except (ValueError, TypeError):
                log.debug("unreadable Date header: %r", date)

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(ended)
    return trace
