"""Serves a stream of events to one page that watches, packed where its browser unpacks it."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from aiohttp import web

from bot.web import frames
from bot.web.frames import StreamFrame

_STREAM = {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-store",
    # Tells proxies not to buffer: one that does would hold turns back.
    "X-Accel-Buffering": "no",
}


async def stream(
    request: web.Request, watch: Callable[[str], AsyncGenerator[StreamFrame, None]]
) -> web.StreamResponse:
    """The answer to a page; `watch` gives its frames after the id of the last one it has."""
    packed = frames.takes_packed(request.headers)
    headers = _STREAM | ({"Content-Encoding": "gzip"} if packed else {})
    response = web.StreamResponse(headers=headers)
    seen = request.headers.get("Last-Event-ID") or request.query.get("seen", "")
    try:
        await response.prepare(request)
        await response.write(frames.head(packed=packed))
        async with aclosing(watch(seen)) as sent:
            async for frame in sent:
                await response.write(frame.packed if packed else frame.plain)
    except ConnectionError:
        # The page was closed.
        pass
    return response
