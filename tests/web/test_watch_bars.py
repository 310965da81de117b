"""The score on a page: a figure in each card, and a bar under it that is as long as it is large."""

import pytest
from playwright.async_api import expect
from venues.room.browsing import Browsing

from web.test_watch_pages import browsing as browsing
from web.test_watch_pages import watching

pytestmark = [pytest.mark.thorough, pytest.mark.asyncio(loop_scope="session")]


async def test_bars_are_as_long_as_the_scores(browsing: Browsing) -> None:
    """After nine turns Red has 4 and Blue 2: half the bar; row lengths go where cells have names."""
    page = await watching(browsing, 9)
    red, blue = (page.locator(f".seat.{colour}") for colour in ("red", "blue"))
    await expect(red.locator(".figure")).to_have_text("4 score")
    await expect(blue.locator(".figure")).to_have_text("2 score")
    whole, half = [(await seat.locator(".bar").bounding_box())["width"] for seat in (red, blue)]
    assert half == pytest.approx(whole / 2, abs=1)
    length = page.locator("#picture text").get_by_text("9", exact=True)
    await expect(length).to_be_visible()
    await page.check("#names")
    await expect(length).to_be_hidden()
