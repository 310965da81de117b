"""Takes the documents' picture of the overlay: `make overlay-picture` writes docs/overlay.png anew.

Ann and Bob have played eleven turns of the worked example on a loopback Discord, so that Bob may
place three stones. The overlay lies over a stage that is drawn here, as it would over a stream.
"""

import asyncio
import io
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter, ImageOps
from playwright.async_api import expect
from venues.room.browsing import PATIENCE_MS, chromium, visiting
from venues.room.process import ROOT

from web.hall import hall

SIZE = (1280, 720)
TURNS = 11
PICTURE = ROOT / "docs" / "overlay.png"


def stage() -> Image.Image:
    """A stage in coloured light, out of focus."""
    dusk = Image.linear_gradient("L").resize(SIZE)
    picture = ImageOps.colorize(dusk, "#1c2f5c", "#c77b8a", "#5c4a86")
    drawing = ImageDraw.Draw(picture)
    for left, light in ((40, "#ffd9a0"), (480, "#9fd4ff"), (900, "#ffb38a")):
        drawing.polygon([(left + 90, -60), (left - 120, 720), (left + 300, 720)], fill=light)
    return picture.filter(ImageFilter.GaussianBlur(48))


async def take(path: Path) -> None:
    expect.set_options(timeout=PATIENCE_MS)
    wide, high = SIZE
    with tempfile.TemporaryDirectory() as folder:
        async with (
            hall(Path(folder)) as place,
            chromium() as browser,
            visiting(browser, place.address) as browsing,
        ):
            link = await place.played(TURNS, clock="1m+5m")
            page = await browsing.page(
                f"{link}?overlay",
                viewport={"width": wide, "height": high},
                reduced_motion="reduce",
            )
            await expect(page.locator("#three")).to_be_visible()
            await expect(page.locator(".turn.live")).to_be_visible()
            await page.evaluate("document.fonts.ready")
            shot = await page.screenshot(omit_background=True)
    picture = stage().convert("RGBA")
    picture.alpha_composite(Image.open(io.BytesIO(shot)).convert("RGBA"))
    picture.convert("RGB").save(path, optimize=True)


if __name__ == "__main__":
    asyncio.run(take(Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURE))
