"""A referee that ends or hangs under open pages, for real: they say so, and nothing is lost."""

import signal
from pathlib import Path

import pytest
from loopback.bell import LONGEST
from playwright.async_api import Browser, Page, expect
from storage.trouble import held

from venues.room.at_pages import enter, order, players_of, told, type_turn
from venues.room.browsing import Browsing, visiting
from venues.room.listening import heard, listened_to
from venues.room.playing import set_up
from venues.room.process import Running, referee

pytestmark = pytest.mark.real_time


def kill(running: Running) -> str:
    """Ends it at once; the port that the next one has to listen on."""
    running.process.kill()
    running.process.wait(LONGEST.total_seconds())
    return running.address.rpartition(":")[2]


async def asked(page: Page, count: int) -> None:
    """A page shows so many answers to questions of its own."""
    await expect(page.locator("li.whisper:has(.asked)")).to_have_count(count)


async def connected(*pages: Page) -> None:
    """They have the referee again."""
    for page in pages:
        await expect(page.locator("#link-state")).to_have_text("Connected")


async def on_the_phone(browsing: Browsing) -> Page:
    """Somebody at the start page, with a topic to be ruled."""
    page = await browsing.page(viewport={"width": 360, "height": 740})
    await expect(page.locator("[name=topic-format] option")).not_to_have_count(0)
    await page.fill("[name=topic-page]", "Ann:\nF6\nBob:\nD3 F7\n")
    return page


async def test_what_was_said_to_a_referee_that_was_killed_reaches_the_next_one(tmp_path, browser):
    """A turn that could not be stored, a question, talk: once each, and nothing sounds twice.

    What is pressed instead of said is not kept: a dialog and the box for a topic say so.
    """
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            seats = await set_up(running, host="Ann")
            red, blue = await players_of(browsing, seats.room, seats.tokens)
            await listened_to(blue)
            reader = await on_the_phone(browsing)
            await type_turn(red, "F6")
            assert await heard(blue, 1) == ["stone"]
            await order(red, "replace")
            await red.get_by_label("Who takes the seat").fill("Cid")
            async with held(tmp_path / "referee.sqlite3"):
                await type_turn(blue, "D3 F7")
                await expect(blue.locator("li.whisper").last).to_contain_text("is kept")
                port = kill(running)
            for page in (red, blue):
                await expect(page.locator("#link-state")).to_have_text("Reconnecting…")
            await red.click("#order-go")
            await expect(red.locator("#order-problem")).to_contain_text("nothing was done")
            await expect(red.get_by_label("Who takes the seat")).to_have_value("Cid")
            await red.keyboard.press("Escape")
            await reader.click("text=Rule the topic")
            await expect(reader.locator("#topic-problem")).to_have_text(
                "The referee can't be reached."
            )
            for text in ("match status", "take your time"):
                await type_turn(red, text)
                await expect(red.locator("#hint")).to_contain_text("is sent when the room is back")
            with referee(tmp_path, port):
                await connected(red, blue)
                for page in (red, blue):
                    await expect(told(page).last).to_contain_text("Blue played D3 F7")
                    await expect(page.locator("button.cell.taken")).to_have_count(3)
                    lines = page.locator("li.said .words")
                    await expect(lines).to_have_count(3)
                    texts = sorted(await lines.all_inner_texts())
                    assert texts == ["D3 F7", "F6", "take your time"]
                await expect(red.locator("li.whisper:has(.asked)")).to_contain_text("Red Ann")
                await asked(red, 1)
                await asked(blue, 0)
                assert await heard(blue, 2) == ["stone", "stone"]


async def test_clocks_stand_while_the_referee_is_away(tmp_path: Path, browser: Browser) -> None:
    """Nothing counts down to a flag that nobody calls; afterwards they run as before."""
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            seats = await set_up(running, clock="1m+5m")
            page = await enter(browsing, seats.room, *seats.tokens.values())
            await page.click("[data-act=ready]")
            clock, trouble = page.locator(".seat.red .clock"), page.locator("#trouble")
            await expect(clock).to_have_class("clock live")
            port = kill(running)
            await expect(trouble).to_contain_text("No word from the referee")
            stood = await clock.inner_text()
            # By the page's own clock: two of its seconds, however slow the machine is.
            await page.evaluate("() => new Promise((done) => setTimeout(done, 2000))")
            assert await clock.inner_text() == stood
            with referee(tmp_path, port) as again:
                await connected(page)
                await expect(trouble).to_be_empty()
                await expect(clock).not_to_have_text(stood)
                # One that hangs is as good as none, though the connection stands.
                again.process.send_signal(signal.SIGSTOP)
                try:
                    await expect(trouble).to_contain_text("No word")
                    await connected(page)
                finally:
                    again.process.send_signal(signal.SIGCONT)
                await expect(trouble).not_to_contain_text("No word")
