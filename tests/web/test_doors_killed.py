"""A page's turn, and a referee in a process of its own that is killed, or stands still."""

import asyncio
import os
import signal
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import timedelta
from pathlib import Path

import pytest
from loopback.bell import PATIENCE
from venues.room.visitor import browser

from web.doors import Doors
from web.hall import Hall, hall

pytestmark = pytest.mark.real_time

TURN, BEFORE = timedelta(seconds=8), timedelta(seconds=0.5)


@asynccontextmanager
async def doors(folder: Path) -> AsyncIterator[tuple[Hall, Doors]]:
    """A hall whose referee is a process, and the way to its pages."""
    async with hall(folder, alone=True) as place, browser() as session:
        yield place, Doors(place, session, place.address)


def stamps(place: Hall, query: str) -> list[str]:
    with closing(sqlite3.connect(place.database)) as database:
        return [str(at) for (at,) in database.execute(query)]


async def test_a_turn_that_was_kept_is_ruled_after_a_kill(tmp_path: Path) -> None:
    """Killed as soon as the page has seen its words kept, whether they were ruled or not. The page
    sends them again, and they are told once, with their first stamp.
    """
    async with doors(tmp_path) as (place, two):
        board = await place.start()
        link = await two.link(board, place.ann)
        page = await two.visit(link)
        await page.get("state")
        await page.say("E5", "a-key")
        await page.line("E5", "said")
        await place.referee.kill()
        (kept,) = stamps(place, "SELECT at FROM room_lines")
        await place.open()
        again = await two.visit(link)
        await again.say("E5", "a-key")
        await again.until(lambda one: one.get("key") == "a-key" and one["type"] == "taken")
        await place.discord.wait_message(place.room, "played **E5", PATIENCE, after=board)
        await place.play(place.bob, "C3 F3")
        told = [one.content for one in place.discord.messages(place.room)]
        assert sum("Red** played" in text for text in told) == 1
        query = "SELECT json_extract(data, '$.at') FROM events WHERE kind = 'TurnPlayed'"
        assert stamps(place, query)[0] == kept
        assert len(stamps(place, "SELECT at FROM room_lines")) == 1


@pytest.mark.parametrize("seconds", [2.0, 7.0])
async def test_a_turn_that_arrives_in_a_stall_is_in_time(tmp_path: Path, seconds: float) -> None:
    """Tapped half a second before the deadline, and read seconds after it: below Discord's grace,
    and so long above it that nobody was on duty.
    """
    async with doors(tmp_path) as (place, two):
        board = await place.start(clock=f"{TURN.seconds}s")
        page = await two.tapping(board, place.ann)
        left = board.created_at + TURN - BEFORE - place.discord.clock()
        assert left > timedelta(0)
        await asyncio.sleep(left.total_seconds())
        os.kill(place.referee.pid, signal.SIGSTOP)
        await page.say("E5")
        await asyncio.sleep(seconds)
        os.kill(place.referee.pid, signal.SIGCONT)
        await place.discord.wait_message(place.room, "played **E5", PATIENCE, after=board)
        told = [one.content for one in place.discord.messages(place.room)]
        assert not any("ran out" in text for text in told)
