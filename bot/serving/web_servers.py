"""A web server's life, its port, which may be in use, and what surrounds each of its requests.

A port that is in use is tried again until it is free. Watch pages and metrics are served beside the
venues: whatever fails there ends no match.

A handler fails, a name is somebody else's, a page is not there: whoever asked is answered in a
sentence, the log tells of what was our fault, and the connection is idle again.
"""

import logging
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from http import HTTPStatus
from types import MappingProxyType

from aiohttp import web, web_response
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.typedefs import Middleware

from bot.serving.connections import (
    ConnectionLimits,
    LimitedSite,
    log_accept_failures_seldom,
)
from bot.timing import Backoff, Timepiece

log = logging.getLogger(__name__)

RETRY_FIRST, RETRY_MAX = timedelta(seconds=2), timedelta(minutes=1)
SHUTDOWN_TIMEOUT = timedelta(seconds=0.5)


def system_words(error: BaseException) -> str:
    """What the system says of a failed connection, such as *Connection refused*; "" for others."""
    if not isinstance(error, OSError) or not error.strerror:
        return ""
    number = error.errno or 0
    # What a library says of a refused connection quotes an address in brackets.
    return os.strerror(number) if number > 0 else error.strerror


@asynccontextmanager
async def server(app: web.Application, timepiece: Timepiece) -> AsyncIterator[web.AppRunner]:
    """A server that is set up and listens nowhere yet; its connections are ended at the end."""
    logging.getLogger("aiohttp.server").addFilter(_is_our_fault)
    # No versions. What is no request is answered past all hooks of the app.
    web_response.SERVER_SOFTWARE = "referee"  # type: ignore[attr-defined]
    runner = web.AppRunner(
        app,
        access_log=None,
        shutdown_timeout=SHUTDOWN_TIMEOUT.total_seconds(),
        handle_signals=False,
    )
    await runner.setup()
    if (serving := runner.server) is not None:
        serving.request_handler = partial(_expecting_nothing, serving.request_handler)
    log_accept_failures_seldom(timepiece)
    try:
        yield runner
    finally:
        await runner.cleanup()


async def _expecting_nothing(
    answer: Callable[[web.BaseRequest], Awaitable[web.StreamResponse]], request: web.BaseRequest
) -> web.StreamResponse:
    """Refuses to do what nobody expects of a server: aiohttp can't even repeat some of that."""
    if request.headers.get("Expect", "100-continue").casefold() != "100-continue":
        return web.Response(status=417)
    return await answer(request)


def _is_our_fault(record: logging.LogRecord) -> bool:
    """Whether an error is worth a line: anybody may send what is no request, and is told so."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, HttpProcessingError | web.RequestPayloadError)


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


Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Answer = Callable[[int, str], web.Response]
Known = Mapping[type[Exception], tuple[int, str]]


def surrounding(
    limits: ConnectionLimits,
    check: Callable[[web.Request], None],
    answer: Answer,
    known: Known = MappingProxyType({}),
) -> Middleware:
    """The middleware of a server; `check` raises an HTTPException for what is not let in.

    `answer` makes an answer of a status and a sentence, "" for the status's usual one; `known` has
    those of failures that have nothing to do with the request.
    """

    @web.middleware
    async def serve(request: web.Request, handler: Handler) -> web.StreamResponse:
        with limits.serving(request.transport):
            try:
                check(request)
                return await handler(request)
            except web.HTTPException as error:
                usual = f"{error.status}: {error.reason}"
                text = "" if error.text in (None, usual) else error.text or ""
                return _with_headers(error, answer(error.status, text))
            except Exception as error:
                if isinstance(error, ConnectionError) and _is_gone(request):
                    return web.Response()
                if isinstance(error, web.RequestPayloadError):
                    # What came is not packed as its headers say, or was cut off.
                    return answer(HTTPStatus.BAD_REQUEST, "")
                for kind, (status, text) in known.items():
                    if isinstance(error, kind):
                        log.warning("%s could not be answered: %s", _what(request), error)
                        return answer(status, text)
                log.exception("%s could not be answered", _what(request))
                return answer(HTTPStatus.INTERNAL_SERVER_ERROR, "")

    return serve


def _is_gone(request: web.Request) -> bool:
    """Whether whoever asked has hung up, so that nobody hears an answer."""
    return request.transport is None or request.transport.is_closing()


def _with_headers(error: web.HTTPException, answer: web.Response) -> web.Response:
    for name in ("Allow", "Location", "Refresh", "Retry-After"):
        if name in error.headers:
            answer.headers[name] = error.headers[name]
    return answer


def _what(request: web.Request) -> str:
    """What was asked for, without what would let somebody in."""
    route = request.match_info.route.resource
    return f"{request.method} {route.canonical if route is not None else 'an unknown address'}"
