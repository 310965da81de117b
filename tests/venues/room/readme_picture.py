"""Takes the README's pictures of the local room: `make room-picture` writes them anew.

docs/start.png is the start page as it opens. In docs/room.png Ann and Bob have played ten turns of
the worked example; Red has said a word, mistyped a cell, and has chosen two of three stones. In
docs/end.png Red has resigned. In docs/review.png the first marked turn of a game is looked at in
which both placed their stones by lot.
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from playwright.async_api import Page, expect

from venues.room.at_pages import start, told, type_turn
from venues.room.browsing import PATIENCE_MS, chromium, visiting
from venues.room.process import ROOT, referee
from venues.room.visitor import SEED_003

TURNS = 10
PICTURES = ROOT / "docs"
GAME = ROOT / "tests" / "games" / "genius" / "random-1.txt"


async def _play(page: Page) -> None:
    await start(page)
    await page.click("[data-act=ready]")
    await expect(told(page)).to_have_count(2)
    for number, turn in enumerate(SEED_003[:TURNS]):
        await type_turn(page, turn)
        await expect(told(page)).to_have_count(number + 3)
    await type_turn(page, "Good game so far!")
    await type_turn(page, "D7 Z9")
    await expect(page.locator("li.refusal")).to_have_count(1)
    await page.fill("#words", "")
    for cell in SEED_003[TURNS].split()[:2]:
        await page.click(f"button[data-cell={cell}]")
    # No cell under the pointer.
    await page.mouse.move(0, 0)


async def _end(page: Page) -> None:
    await page.fill("#words", "")
    for number, turn in enumerate(SEED_003[TURNS:], TURNS + 1):
        await type_turn(page, turn)
        await expect(told(page)).to_have_count(number + 2)
    # Who types so fast is told to wait, and nobody wants to see that.
    await page.wait_for_timeout(6000)
    await type_turn(page, "match resign confirm:yes")
    await expect(page.locator("[data-act=rematch]")).to_be_visible(timeout=20_000)


async def _random_game(page: Page) -> None:
    """A game in which mistakes were made: the players' stones were cast by lot."""
    await start(page, side="4")
    await page.click("[data-act=ready]")
    turns = GAME.read_text(encoding="utf-8").splitlines()[1:-1]
    for turn in turns:
        await type_turn(page, turn, f"played {turn}.")
        await page.wait_for_timeout(1000)


async def take(pictures: Path) -> None:
    expect.set_options(timeout=PATIENCE_MS)
    with tempfile.TemporaryDirectory() as folder, referee(Path(folder)) as running:
        async with chromium() as browser, visiting(browser, running.address) as browsing:
            page = await browsing.page(locale="en-GB")
            await expect(page.locator("#format option")).not_to_have_count(0)
            await page.locator(".example").evaluate("(image) => image.decode()")
            await page.screenshot(path=pictures / "start.png", animations="disabled")
            await _play(page)
            await page.screenshot(path=pictures / "room.png", animations="disabled")
            await _end(page)
            await page.screenshot(path=pictures / "end.png", animations="disabled")
            await page.goto(browsing.address)
            await _random_game(page)
            await page.get_by_role("button", name="Review").first.click()
            await page.locator("#marks button").first.click(timeout=60_000)
            await page.mouse.move(0, 0)
            await page.screenshot(path=pictures / "review.png", animations="disabled")


if __name__ == "__main__":
    asyncio.run(take(Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES))
