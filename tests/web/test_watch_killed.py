"""Watch pages of a referee that is killed, or stopped, in a process of its own."""

import re
import socket
from asyncio import open_connection
from pathlib import Path

import pytest
from chaos.process import STOPS_WITHIN
from playwright.async_api import expect
from venues.room.browsing import visiting
from venues.room.visitor import SEED_003

from web.hall import hall
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
