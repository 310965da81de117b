"""What people do at the room's pages in a real Chromium: open a room, take a seat, play."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, Route, expect

from venues.room.browsing import Browsing, visiting
from venues.room.process import referee


async def start(page: Page, here: str = "both", *, at_once: bool = False, **fields: str) -> None:
    """Opens a room by the form on the start page; returns when its board is there.

    Whoever plays both seats has a match that has begun. Unless it is to begin `at_once`, it waits
    for Ready, as it does for two people; then one press is for both.
    """
    if here == "both" and not at_once:
        await page.route("**/rooms", _without_start)
    await expect(page.locator("#format option")).not_to_have_count(0)
    for seat, name in (("one", "Ann"), ("two", "Bob")):
        await page.fill(f"[name=name-{seat}]", fields.pop(f"name_{seat}", name))
    await page.select_option("[name=here]", here)
    if "format" in fields:
        await page.select_option("#format", fields.pop("format"))
    if fields:
        await page.click("text=Clock, board and options")
        for name, text in fields.items():
            await page.fill(f"[name={name}]", text)
    await page.click("text=Open the room")
    await expect(page.locator("#link-state")).to_have_text("Connected")
    await expect(page.locator(".cell").first).to_be_visible()


async def _without_start(route: Route) -> None:
    wish = json.loads(route.request.post_data or "{}")
    await route.continue_(post_data=json.dumps({**wish, "here": ""}))


async def link(page: Page, name: str) -> str:
    """A link from the host's panel."""
    return await page.get_by_label(f"Link for {name}").input_value()


async def type_turn(page: Page, turn: str) -> None:
    """Plays by typing."""
    await page.fill("#words", turn)
    await page.press("#words", "Enter")


async def click_turn(page: Page, turn: str) -> None:
    """Plays by clicking."""
    for cell in turn.split():
        await page.click(f"button[data-cell={cell}]")
    await page.click("#play-here")


def told(page: Page) -> Any:
    """The announcements in the chat."""
    return page.locator("li.told")


async def stones(page: Page) -> list[str]:
    """What the board's cells are called, stones included."""
    return await page.locator("button.cell.taken").evaluate_all(
        "(cells) => cells.map((cell) => cell.getAttribute('aria-label'))"
    )


async def two_players(browsing: Browsing) -> tuple[Page, Page]:
    """The host plays Red; Blue comes by link in another browser; both are ready."""
    red = await browsing.page()
    await start(red, here="one")
    blue = await browsing.page(await link(red, "Blue: Bob"))
    for page in (red, blue):
        await page.click("button[data-act=ready]")
    await expect(told(blue).last).to_contain_text("Both are ready")
    return red, blue


@asynccontextmanager
async def table(folder: Path, browser: Browser) -> AsyncIterator[tuple[Browsing, Page, Page]]:
    """A match that has begun, by the pages of Red, who hosts it, and of Blue."""
    with referee(folder) as running:
        async with visiting(browser, running.address) as browsing:
            red, blue = await two_players(browsing)
            yield browsing, red, blue
