"""What a watch page has to show of the known game, by the oracle; and the events it is sent."""

import json
from collections.abc import AsyncGenerator
from typing import Any

import aiohttp
import pytest
from loopback.bell import patience
from playwright.async_api import Page, expect
from venues.room.at_pages import stones
from venues.room.played import named, positions
from venues.room.visitor import SEED_003


def after(turns: int) -> dict[str, str]:
    return named(positions(SEED_003[:turns])[-1])


async def shows(page: Page, turns: int) -> None:
    wanted = {f"{cell}, {colour} stone" for cell, colour in after(turns).items()}
    await expect(page.locator("button.cell.taken")).to_have_count(len(wanted))
    assert {label.removesuffix(", last turn") for label in await stones(page)} == wanted


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
