"""What watchers are sent: server-sent events, packed once for all, unpacked by each browser.

A turn is played in a match that a thousand people watch. The board as text has some 20 kB; it is
packed once, and each connection is sent the same 3 kB. That a block means the same on every
connection needs two things: it refers to nothing before it (a full flush), and it is not the last
one of its stream.
"""

import hashlib
import json
import zlib
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass

from aiohttp import web

from bot.web.view import Json

_GZIP_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
_NO_WRAPPING = -15
"""zlib's way to say: raw deflate, without a header or a checksum at the end."""


@dataclass(frozen=True, slots=True)
class StreamFrame:
    """One event as bytes, plain and packed; `id` is the event's, "" for one that has none."""

    plain: bytes
    packed: bytes
    id: str = ""

    def followed_by(self, other: "StreamFrame") -> "StreamFrame":
        """This frame and another as one frame, with the id of the other."""
        return StreamFrame(self.plain + other.plain, self.packed + other.packed, other.id)


def event(kind: str, data: Json, id_: str = "") -> StreamFrame:
    """A server-sent event."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    name = f"id: {id_}\n" if id_ else ""
    plain = f"{name}event: {kind}\ndata: {text}\n\n".encode()
    return StreamFrame(plain, _packed(plain), id_)


def state(data: Json) -> StreamFrame:
    """How a match stands; the same state has the same id."""
    text = json.dumps(data, sort_keys=True, default=str)
    return event("state", data, hashlib.sha256(text.encode()).hexdigest()[:16])


def beat(now: int) -> StreamFrame:
    """The venue's present, by which the pages' clocks run; it also shows that all is connected.

    A watcher who comes later is sent a fresh beat, and then the state as it was packed before.
    """
    return event("beat", {"now": now})


def takes_packed(headers: Mapping[str, str]) -> bool:
    """Whether a browser unpacks what it is sent."""
    accepted = headers.get("Accept-Encoding", "")
    return "gzip" in (word.split(";")[0].strip() for word in accepted.casefold().split(","))


def head(*, packed: bool) -> bytes:
    """The first bytes of every connection."""
    return _GZIP_HEADER if packed else b""


def _packed(plain: bytes) -> bytes:
    packer = zlib.compressobj(6, zlib.DEFLATED, _NO_WRAPPING)
    return packer.compress(plain) + packer.flush(zlib.Z_FULL_FLUSH)


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
    packed = takes_packed(request.headers)
    headers = _STREAM | ({"Content-Encoding": "gzip"} if packed else {})
    response = web.StreamResponse(headers=headers)
    seen = request.headers.get("Last-Event-ID") or request.query.get("seen", "")
    try:
        await response.prepare(request)
        await response.write(head(packed=packed))
        async with aclosing(watch(seen)) as sent:
            async for frame in sent:
                await response.write(frame.packed if packed else frame.plain)
    except ConnectionError:
        # The page was closed.
        pass
    return response
