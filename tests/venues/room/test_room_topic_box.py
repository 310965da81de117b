"""The start page's box for a saved topic, in a real Chromium: what a host sees go wrong."""

from pathlib import Path

from playwright.async_api import Page, expect

from bot.venues.room.topics import LARGEST_BODY
from venues.room.browsing import Browsing

SAVED = Path(__file__).parents[2] / "threads" / "saved"
GOOD = "Ann:\nF6\nBob:\nD3 F7\n"
WRONG = (
    ("<html><body><h1>Log in</h1></body></html>", "No posts were found"),
    ("Ann:\n[quote]F6\nBob:\nD3\n", "[quote] in the input is never closed"),
    ("x" * LARGEST_BODY, "more than 4 MB"),
)


async def paste(page: Page, text: str) -> None:
    """Puts a text into the box as pasting does, and has it ruled."""
    await page.evaluate("(text) => { document.forms.topic['topic-page'].value = text; }", text)
    await page.click("text=Rule the topic")


async def tell(page: Page, problem: str) -> None:
    """Waits for a problem in words; nothing of an earlier topic is left beside it."""
    await expect(page.locator("#topic-problem")).to_contain_text(problem)
    await expect(page.locator("#topic-result")).to_be_hidden()
    for width in (360, 1280):
        await page.set_viewport_size({"width": width, "height": 800})
        assert await page.evaluate("document.documentElement.scrollWidth") <= width


async def test_what_can_not_be_ruled_is_told_in_one_sentence(browsing: Browsing) -> None:
    """A page of something else, copied text, an open quote, one player, too much.

    A second page alone says beside the players what is missing; with the first it is whole.
    """
    page = await browsing.page()
    await expect(page.locator("[name=topic-format] option")).not_to_have_count(0)
    second, first = ((SAVED / f"nodebb-page{n}.html").read_text() for n in (2, 1))
    await paste(page, second)
    seats = page.locator("#topic-seats")
    await expect(seats).to_contain_text("Not in the input: posts 1–4 of the topic.")
    for hidden in ("#topic-board", "#topic-next"):
        await expect(page.locator(hidden)).to_be_hidden()
    await paste(page, second + first)
    await expect(page.locator("#topic-posts li")).to_have_count(9)
    await expect(seats).to_have_text("Red is Ann, Blue is Bob.")
    await expect(page.locator("#topic-next")).to_be_visible()
    for text, problem in WRONG:
        await paste(page, text)
        await tell(page, problem)
    await page.click("text=Game, players and markup")
    for field, name, problem in (
        ("topic-one", "Ann", "Name both players"),
        ("topic-two", "Zed", "Those who posted are Ann, Bob."),
    ):
        await page.fill(f"[name={field}]", name)
        await paste(page, GOOD)
        await tell(page, problem)
