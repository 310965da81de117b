"""The start page's box for a saved topic, in a real Chromium: what a host sees go wrong."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from bot.venues.room.topics import LARGEST_BODY
from venues.room.browsing import Browsing, visiting
from venues.room.process import referee

pytestmark = [
    pytest.mark.real_time,
    pytest.mark.asyncio(loop_scope="session"),
]

SAVED = Path(__file__).parents[2] / "threads" / "saved"
GOOD = "Ann:\nF6\nBob:\nD3 F7\n"
SECOND_PAGE = SAVED / "nodebb-page2.html"


async def paste(page: Page, text: str) -> None:
    """Puts a text into the box as pasting does, and has it ruled."""
    await page.evaluate("(text) => { document.forms.topic['topic-page'].value = text; }", text)
    await page.click("text=Rule the topic")


async def tell(page: Page, problem: str) -> None:
    """Waits for a problem in words; nothing of an earlier topic is left beside it."""
    await expect(page.locator("#topic-problem")).to_contain_text(problem)
    await expect(page.locator("#topic-result")).to_be_hidden()
    assert await page.evaluate("document.documentElement.scrollWidth") <= await page.evaluate(
        "window.innerWidth"
    )


async def opened(browsing: Browsing, width: int) -> Page:
    """The start page, once it is ready."""
    page = await browsing.page(viewport={"width": width, "height": 800})
    await expect(page.locator("[name=topic-format] option")).not_to_have_count(0)
    return page


@pytest.mark.parametrize("width", [1280, 360])
async def test_each_bad_input_is_told_in_one_sentence(
    tmp_path: Path, browser: Browser, width: int
) -> None:
    """A page of something else, copied text, an open quote, one player, too much, no referee."""
    wrong = (
        (" ", "No posts were found"),
        ("<html><body><h1>Log in</h1></body></html>", "No posts were found"),
        ("Re: Ann against Bob\nPost by Ann\nF6\n", "save the page as HTML"),
        ("Ann:\n[quote]F6\nBob:\nD3\n", "[quote] in the input is never closed"),
        ("Ann:\nF6\n", "All posts are by Ann"),
        ("x" * LARGEST_BODY, "more than 4 MB"),
    )
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            page = await opened(browsing, width)
            await paste(page, GOOD)
            await expect(page.locator("#topic-posts li")).to_have_count(2)
            for text, problem in wrong:
                await paste(page, text)
                await tell(page, problem)
            await page.click("text=Game, players and markup")
            await page.fill("[name=topic-one]", "Ann")
            await paste(page, GOOD)
            await tell(page, "Name both players")
            await page.fill("[name=topic-two]", "Zed")
            await paste(page, GOOD)
            await tell(page, "Those who posted are Ann, Bob.")
            running.process.kill()
            running.process.wait()
            await paste(page, GOOD)
            await tell(page, "The referee can't be reached.")


@pytest.mark.parametrize("width", [1280, 360])
async def test_a_second_page_alone_says_what_is_missing(
    tmp_path: Path, browser: Browser, width: int
) -> None:
    """Beside who plays; with the first page behind it the topic is whole."""
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            page = await opened(browsing, width)
            await paste(page, SECOND_PAGE.read_text())
            seats = page.locator("#topic-seats")
            await expect(seats).to_contain_text("Not in the input: posts 1–4 of the topic.")
            first = SECOND_PAGE.with_name("nodebb-page1.html").read_text()
            await paste(page, SECOND_PAGE.read_text() + first)
            await expect(page.locator("#topic-posts li")).to_have_count(9)
            await expect(seats).to_have_text("Red is Ann, Blue is Bob.")
            assert browsing.problems == []
