"""Takes the documents' picture of a phone: `make phone-picture` writes docs/phone.png anew.

Ann and Bob have played ten turns of the worked example on a loopback Discord. Ann has pressed Play
and opened her board; she has tapped two of three stones, and reads what they would come to.
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from playwright.async_api import expect
from venues.room.browsing import PATIENCE_MS, chromium, visiting
from venues.room.process import ROOT
from venues.room.visitor import SEED_003

from web.hall import hall

TURNS = 10
PICTURE = ROOT / "docs" / "phone.png"


async def take(path: Path) -> None:
    expect.set_options(timeout=PATIENCE_MS)
    with tempfile.TemporaryDirectory() as folder:
        async with (
            hall(Path(folder)) as place,
            chromium() as browser,
            visiting(browser, place.address) as browsing,
        ):
            await place.played(TURNS, clock="1m+5m")
            board = next(m for m in reversed(place.discord.messages(place.room)) if m.components)
            answer = await place.discord.click(board, "Play", place.ann)
            page = await browsing.page(
                answer.components[0]["components"][0]["url"],
                viewport={"width": 390, "height": 760},
                device_scale_factor=2,
                is_mobile=True,
                has_touch=True,
                reduced_motion="reduce",
            )
            for cell in SEED_003[TURNS].split()[:2]:
                await page.tap(f"button[data-cell={cell}]")
            await expect(page.locator("#hint")).to_contain_text("Blue")
            await page.evaluate("document.fonts.ready")
            await page.screenshot(path=path)


if __name__ == "__main__":
    asyncio.run(take(Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURE))
