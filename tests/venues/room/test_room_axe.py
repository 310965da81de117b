"""Every page of the room is clean by axe-core, in light, in dark and in forced colours."""

from importlib.resources import files
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from venues.room.at_pages import link, start, told, type_turn
from venues.room.browsing import visiting
from venues.room.process import referee
from venues.room.test_room_screens import contrast

pytestmark = [pytest.mark.real_time, pytest.mark.asyncio(loop_scope="session")]

AXE = (files("axe_playwright_python") / "axe.min.js").read_text()
RUN = """axe.run(document).then(({ violations }) => violations.flatMap(
  ({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)))"""
LOOKS = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "forced": {"forced_colors": "active"},
}


async def clean(page: Page) -> None:
    """Nothing on a page breaks a rule that axe-core knows."""
    # Evaluated, not added as a script: what the page itself may load stays as strict as it is.
    await page.evaluate(AXE)
    assert await page.evaluate(RUN) == []


@pytest.mark.parametrize("look", LOOKS)
async def test_every_page_is_clean(tmp_path: Path, browser: Browser, look: str) -> None:
    """The form with all its parts open, the room before and in a match, dialogs, and no seat."""
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            page = await browsing.page(**LOOKS[look])
            await expect(page.locator("#format option")).not_to_have_count(0)
            await page.evaluate(
                "for (const part of document.querySelectorAll('details')) part.open = true"
            )
            await clean(page)
            await start(page)
            await clean(page)
            await page.click("[data-act=ready]")
            await expect(told(page)).to_have_count(2)
            await type_turn(page, "Z9")
            await expect(page.locator("li.refusal")).to_have_count(1)
            await page.fill("#words", "")
            await page.click("button[data-cell=D3]")
            await page.check("#names")
            await page.click("#alerts summary")
            await clean(page)
            await page.click(".menu summary")
            await clean(page)
            for opens in ("#show-rules", ".shot >> nth=-1", "[data-act=cancel]"):
                if opens.startswith("[data-act"):
                    await page.click(".menu summary")
                await page.click(opens)
                await expect(page.locator("dialog[open]")).to_have_count(1)
                await clean(page)
                await page.keyboard.press("Escape")
                await expect(page.locator("dialog[open]")).to_have_count(0)
            await type_turn(page, "E5")
            await expect(told(page)).to_have_count(3)
            await page.click("#tab-turns")
            await page.click("#step-back")
            await clean(page)
            address = (await link(page, "Spectators")).partition("#")[0]
            stranger = await browsing.page(address, **LOOKS[look])
            await expect(stranger.locator("#notice")).to_be_visible()
            await expect(stranger.locator(".skip")).to_be_hidden()
            await clean(stranger)
            assert browsing.problems == []


async def test_the_names_of_cells_can_be_read(tmp_path: Path, browser: Browser) -> None:
    """4.5:1 on the board, which axe-core takes for a picture."""
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            page = await browsing.page()
            await start(page, format="catena")
            ink, ground = await page.evaluate(
                "['.cell.empty span', '#picture [data-cell]'].map((one) => getComputedStyle("
                "document.querySelector(one))).map(({ color, fill }, at) => at ? fill : color)"
            )
            assert contrast(ink, ground) >= 4.5
