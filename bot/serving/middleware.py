"""What surrounds every request of a web server of ours: limits, a check, and an answer in any case.

A handler fails, a name is somebody else's, a page is not there: whoever asked is answered in a
sentence, the log tells of what was our fault, and the connection is idle again.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from types import MappingProxyType

from aiohttp import web
from aiohttp.typedefs import Middleware

from bot.serving.connections import ConnectionLimits

log = logging.getLogger(__name__)

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
