"""Pages of a referee in a process of its own that is killed, stopped, or stands still."""

import asyncio
import os
import re
import signal
import socket
import sqlite3
from asyncio import open_connection
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import timedelta
from pathlib import Path

import pytest
from chaos.process import STOPS_WITHIN
from loopback.bell import PATIENCE
from playwright.async_api import expect
from venues.room.browsing import visiting
from venues.room.visitor import SEED_003, browser

from web.doors import Doors
from web.hall import Hall, hall
from web.watching import shows

pytestmark = pytest.mark.real_time


@pytest.mark.asyncio(loop_scope="session")
async def test_browsers_follow_a_match_through_a_kill_and_a_restart(tmp_path, browser):
    """The board is that of the match, the clock runs and stands; after the kill they come back."""
    async with hall(tmp_path, alone=True) as place:
        link = await place.played(1, clock="5m+5m")
        async with visiting(browser, place.address) as browsing:
            pages = [await browsing.page(link) for _ in range(3)]
            await place.play(place.bob, SEED_003[1])
            for page in pages:
                await shows(page, 2)
            clock = pages[0].locator(".seat.red .clock")
            await expect(clock).to_have_text(re.compile(r"4:\d\d turn5:00 bank"))
            await place.referee.kill()
            for page in pages:
                await expect(page.locator("#link-state")).to_have_text("Reconnecting…")
            await expect(pages[0].locator("#trouble")).to_contain_text("No word from the referee")
            stood = await clock.inner_text()
            # By the page's own clock: two of its seconds, however slow the machine is.
            await pages[0].evaluate("() => new Promise((done) => setTimeout(done, 2000))")
            assert await clock.inner_text() == stood
            await place.open()
            await place.play(place.ann, SEED_003[2])
            for page in pages:
                await expect(page.locator("#link-state")).to_have_text("Connected")
                await shows(page, 3)


async def test_a_planned_stop_waits_for_no_watcher(tmp_path: Path) -> None:
    """Two hundred watch, and one of them reads nothing of what they are sent."""
    async with hall(tmp_path, alone=True) as place:
        link = await place.played(1)
        port = int(place.address.rpartition(":")[2])
        asked = f"GET {link.removeprefix(place.address)}/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
        with socket.create_connection(("127.0.0.1", port)) as idle:
            idle.sendall(asked.encode())
            come = [await open_connection("127.0.0.1", port) for _ in range(200)]
            for reader, writer in come:
                writer.write(asked.encode())
                await reader.readuntil(b"event: state")
            assert await place.referee.stop() < STOPS_WITHIN
        assert "brought to its end" not in place.log
        assert "something hangs" not in place.log
        for _, writer in come:
            writer.close()


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
