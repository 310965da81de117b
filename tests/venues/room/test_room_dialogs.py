"""The host's dialogs in a real Chromium: by mouse and by keyboard, with what is asked before."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from venues.room.at_pages import link, start, table, told, type_turn
from venues.room.browsing import visiting
from venues.room.process import referee
from venues.room.test_room_axe import LOOKS, clean

pytestmark = [pytest.mark.real_time, pytest.mark.asyncio(loop_scope="session")]


async def choose(page: Page, act: str) -> None:
    """Opens a dialog from the host's menu."""
    await page.click(".menu summary")
    await page.click(f"[data-act={act}]")
    await expect(page.locator("#order")).to_be_visible()


async def test_time_is_given_by_keyboard(tmp_path: Path, browser: Browser) -> None:
    """A wrong length leads back to its field; then it is told, and the focus is at the menu."""
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            page = await browsing.page()
            await start(page, clock="1m+5m")
            await page.click("[data-act=ready]")
            await expect(told(page)).to_have_count(2)
            await page.focus(".menu summary")
            await page.keyboard.press("Enter")
            await page.focus("[data-act=time]")
            await page.keyboard.press("Enter")
            await expect(page.get_by_label("Whose bank")).to_be_focused()
            await page.keyboard.press("Tab")
            amount = page.get_by_label("How much")
            await expect(amount).to_be_focused()
            await page.keyboard.type("soon")
            await page.keyboard.press("Enter")
            await expect(page.locator("#order-problem")).to_contain_text("soon")
            await expect(amount).to_be_focused()
            await expect(amount).to_have_attribute("aria-invalid", "true")
            await amount.fill("-30s")
            await page.keyboard.press("Enter")
            await expect(page.locator("#order")).to_be_hidden()
            await expect(told(page).last).to_contain_text("took 0:30 from Red's bank")
            await expect(page.locator(".menu summary")).to_be_focused()
            assert browsing.problems == []


async def test_a_forfeit_is_asked_about_once_more(tmp_path: Path, browser: Browser) -> None:
    """No goes on, and so does Esc; yes ends the match, by the name that was asked about."""
    async with table(tmp_path, browser) as (browsing, red, blue):
        for leaves in ("No, go on", "Escape"):
            await choose(red, "forfeit")
            await red.get_by_label("Who forfeits").select_option("blue")
            await red.click("#order-go")
            await expect(red.locator("#ask-text")).to_contain_text("Blue (Bob) forfeits")
            await expect(red.locator("#order")).to_be_hidden()
            if leaves == "Escape":
                await red.keyboard.press("Escape")
            else:
                await red.click(f"text={leaves}")
            await expect(red.locator("#ask")).to_be_hidden()
            await expect(red.locator(".menu summary")).to_be_focused()
        await type_turn(red, "E5")
        await expect(told(blue).last).to_contain_text("played E5")
        await choose(red, "forfeit")
        await red.get_by_label("Who forfeits").select_option("blue")
        await red.get_by_label("Reason").fill("left the table")
        await red.click("#order-go")
        await red.click("#ask-yes")
        await expect(told(blue).last).to_contain_text("left the table")
        await expect(blue.locator("#headline")).to_contain_text("Red")
        await expect(red.locator(":focus")).to_have_count(1)
        assert browsing.problems == []


async def test_a_seat_is_given_to_somebody_else(tmp_path: Path, browser: Browser) -> None:
    """The host copies the new link; who had the old one watches on the open page."""
    async with table(tmp_path, browser) as (browsing, red, blue):
        await choose(red, "replace")
        await red.get_by_label("Who leaves").select_option("blue")
        await red.get_by_label("Who takes the seat").fill("Cid")
        await red.click("#order-go")
        await expect(red.locator(".seat.blue .name")).to_contain_text("Cid")
        await expect(blue.locator("#speaks")).to_contain_text("Spectator")
        await expect(blue.locator("#own-name")).to_be_visible()
        cid = await browsing.page(await link(red, "Blue: Cid"))
        await expect(cid.locator("#speaks")).to_contain_text("Cid")
        await type_turn(red, "E5")
        await type_turn(cid, "D4")
        await expect(told(blue).last).to_contain_text("played D4")
        assert browsing.problems == []


async def test_a_dialog_says_that_the_room_is_not_there(tmp_path: Path, browser: Browser) -> None:
    """What stands in it stays, and nothing is sent later."""
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            page = await browsing.page()
            await start(page)
            await choose(page, "replace")
            await page.get_by_label("Who takes the seat").fill("Cid")
            running.process.kill()
            await expect(page.locator("#link-state")).to_have_text("Reconnecting…")
            await page.click("#order-go")
            await expect(page.locator("#order-problem")).to_contain_text("nothing was done")
            await expect(page.get_by_label("Who takes the seat")).to_have_value("Cid")


@pytest.mark.parametrize("look", LOOKS)
async def test_the_dialogs_are_clean(tmp_path: Path, browser: Browser, look: str) -> None:
    """By axe-core, with a field that is wrong and with the question that follows."""
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            page = await browsing.page(**LOOKS[look])
            await start(page, clock="1m+5m")
            await page.click("[data-act=ready]")
            await expect(told(page)).to_have_count(2)
            for act in ("time", "replace"):
                await choose(page, act)
                await clean(page)
                await page.click("#order-go")
                await expect(page.locator("[aria-invalid=true]")).to_be_focused()
                await clean(page)
                await page.click("#order-no")
            await choose(page, "adjudicate")
            await clean(page)
            await page.click("#order-go")
            await expect(page.locator("#ask-text")).to_be_visible()
            await clean(page)
            await page.click("text=No, go on")
