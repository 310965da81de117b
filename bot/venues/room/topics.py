"""The start page's box for the saved page of a forum's topic: what is taken, and who rules it."""

import asyncio
import contextlib
import json
import logging
import os
import sys
from datetime import timedelta

from aiohttp import web

from bot.limits import Bucket
from bot.timing import Timepiece
from bot.wording import room

log = logging.getLogger(__name__)

LARGEST_BODY = 4_000_000
"""Bytes; a saved page of twenty posts has some hundred thousand."""
BODY_TIMEOUT = timedelta(seconds=30)
"""How long a request may take from the end of its headers to the end of the page."""
RULING_TIMEOUT = timedelta(seconds=20)
MOST, REFILL = 20, timedelta(minutes=1)
"""Topics that are ruled at once, all addresses together, and in which time as many again."""
_CHUNK = 65_536


class SavedTopics:
    """Takes a wish with a page in it, and hands it to a process of its own, one at a time."""

    def __init__(self, timepiece: Timepiece) -> None:
        self._timepiece = timepiece
        self._bucket = Bucket(MOST, REFILL, timepiece.monotonic())
        self._turn = asyncio.Lock()

    async def post(self, request: web.Request) -> web.Response:
        """What the posts on the page were, the board, and what is to be posted next."""
        if not self._bucket.take(self._timepiece.monotonic()):
            return _problem(429, room.TOO_MANY_TOPICS)
        if (request.content_length or 0) > LARGEST_BODY:
            return _problem(413, room.TOPIC_TOO_LARGE)
        try:
            async with asyncio.timeout(BODY_TIMEOUT.total_seconds()):
                body = await _body(request)
        except TimeoutError:
            return _problem(408, room.TOO_SLOW)
        if body is None:
            return _problem(413, room.TOPIC_TOO_LARGE)
        async with self._turn:
            answer = await _ruled(body)
        return web.json_response(answer, status=422 if "error" in answer else 200)


async def _body(request: web.Request) -> bytes | None:
    """The whole body, None if it is too large."""
    body = bytearray()
    async for chunk in request.content.iter_chunked(_CHUNK):
        body += chunk
        if len(body) > LARGEST_BODY:
            return None
    return bytes(body)


async def _ruled(body: bytes) -> dict[str, object]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot.venues.room.topic_process",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    try:
        async with asyncio.timeout(RULING_TIMEOUT.total_seconds()):
            output, _ = await process.communicate(body)
        answer: dict[str, object] = json.loads(output)
    except (TimeoutError, ValueError):
        log.warning("a pasted topic could not be ruled")
        return {"error": room.TOPIC_FAILED}
    else:
        return answer
    finally:
        # A browser that went away, or a page that took too long, leaves no process behind.
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def _problem(status: int, text: str) -> web.Response:
    return web.json_response({"error": text}, status=status)
