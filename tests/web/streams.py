"""The events of a watch page, as they are streamed."""

import json
from collections.abc import AsyncGenerator
from typing import Any

import aiohttp
import pytest
from loopback.bell import patience

# A stream has no end: the test leaves it, and the collector finds it open.
STREAMS = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


async def events(answer: aiohttp.ClientResponse) -> AsyncGenerator[tuple[str, Any], None]:
    kind = ""
    async for line in answer.content:
        name, _, rest = line.decode().rstrip("\n").partition(": ")
        if name == "event":
            kind = rest
        elif name == "data":
            yield kind, json.loads(rest)


async def state(told: AsyncGenerator[tuple[str, Any], None], turn: int) -> dict[str, Any]:
    """The first state of a stream in which so many turns have been played."""
    async with patience():
        async for kind, data in told:
            if kind == "state" and data["match"]["turn"] == turn:
                return dict(data)
    raise AssertionError("the stream has ended")
