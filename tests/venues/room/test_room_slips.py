"""What is done too early, by mistake, or without a seat does no harm in the room's page."""

import signal
from pathlib import Path

import pytest
from loopback.bell import PATIENCE
from playwright.async_api import Browser, expect

from venues.room.at_pages import link, start, table, told, type_turn
from venues.room.browsing import visiting
from venues.room.process import referee

pytestmark = [pytest.mark.real_time, pytest.mark.asyncio(loop_scope="session")]


async def test_a_turn_that_came_too_early_does_not_wait_in_the_box(
    tmp_path: Path, browser: Browser
) -> None:
    """Blue types E5 before Red takes it: Blue's next turn is clicked and played without it."""
    async with table(tmp_path, browser) as (browsing, red, blue):
        await type_turn(blue, "E5")
        await expect(blue.locator("#answer")).to_contain_text("Red")
        await expect(blue.locator("#words")).to_have_value("")
        # What is written for later is told from what is on the board by then.
        await blue.fill("#words", "E5 D4")
        await type_turn(red, "E5")
        await expect(blue.locator("button.cell.taken")).to_have_count(1)
        await expect(blue.locator("#hint")).to_have_text("E5 is taken.")
        await blue.click("button[data-cell=D3]")
        await expect(blue.locator("#words")).to_have_value("D4 D3")
        await expect(blue.locator("#hint")).to_be_empty()
        await blue.click("#play-here")
        await expect(told(red).last).to_contain_text("Blue played D4 D3.")
        assert browsing.problems == []


async def test_who_has_no_seat_is_told_so(tmp_path: Path, browser: Browser) -> None:
    """A spectator who clicks a cell waits for no turn; a player who does waits for theirs."""
    async with table(tmp_path, browser) as (browsing, red, blue):
        fan = await browsing.page(await link(red, "Spectators"))
        await expect(fan.locator("#headline")).to_contain_text("Red to move")
        for page, hint in (
            (fan, "You watch: the players place the stones."),
            (blue, "It is not your turn."),
        ):
            await page.click("button[data-cell=D3]")
            await expect(page.locator("#hint")).to_have_text(hint)


async def test_a_resignation_is_seen_when_it_is_confirmed(tmp_path: Path, browser: Browser) -> None:
    """Typed and not meant, it stays between the page and its reader."""
    async with table(tmp_path, browser) as (_, red, blue):
        await type_turn(red, "match resign")
        await expect(red.locator("#ask")).to_be_visible()
        await red.click("text=No, go on")
        await type_turn(red, "well then")
        await expect(blue.locator("li.said").last).to_contain_text("well then")
        for page in (red, blue):
            await expect(page.locator("li.said")).to_have_count(1)


async def test_clocks_stand_while_the_referee_is_away(tmp_path: Path, browser: Browser) -> None:
    """Nothing counts down to a flag that nobody calls; afterwards they run as before."""
    with referee(tmp_path) as running:
        port = running.address.rpartition(":")[2]
        async with visiting(browser, running.address) as browsing:
            page = await browsing.page()
            await start(page, clock="1m+5m")
            await page.click("[data-act=ready]")
            clock = page.locator(".seat.red .clock")
            await expect(clock).to_have_class("clock live")
            running.process.kill()
            running.process.wait(PATIENCE.total_seconds())
            await expect(page.locator("#trouble")).to_contain_text("No word from the referee")
            stood = await clock.inner_text()
            # By the page's own clock: two of its seconds, however slow the machine is.
            await page.evaluate("() => new Promise((done) => setTimeout(done, 2000))")
            assert await clock.inner_text() == stood
            with referee(tmp_path, port) as again:
                await expect(page.locator("#link-state")).to_have_text("Connected")
                await expect(page.locator("#trouble")).to_be_empty()
                await expect(clock).not_to_have_text(stood)
                # One that hangs is as good as none, though the connection stands.
                again.process.send_signal(signal.SIGSTOP)
                try:
                    await expect(page.locator("#trouble")).to_contain_text("No word")
                    await expect(page.locator("#link-state")).to_have_text("Connected")
                finally:
                    again.process.send_signal(signal.SIGCONT)
                await expect(page.locator("#trouble")).not_to_contain_text("No word")
