"""Takes the documents' picture of the overlay: `make overlay-picture` writes docs/overlay.png anew.

Ann and Bob have played eleven turns of the worked example on a loopback Discord, so that Bob may
place three stones. The overlay lies over a stage that is drawn here, as it would over a stream.
"""

import asyncio
import io
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter
from playwright.async_api import expect
from venues.room.browsing import PATIENCE_MS, chromium, visiting
from venues.room.process import ROOT

from web.hall import hall

SIZE = (1280, 720)
TURNS = 11
COLOURS = 128
PICTURE = ROOT / "docs" / "overlay.png"


def stage() -> Image.Image:
    """Two people in stage light, out of focus."""
    picture = Image.linear_gradient("L").resize(SIZE).convert("RGB")
    picture = Image.blend(picture, Image.new("RGB", SIZE, "#7a4a8c"), 0.7)
    drawing = ImageDraw.Draw(picture)
    for left, light in ((60, "#ffd9a0"), (560, "#9fd4ff"), (1000, "#ffd9a0")):
        drawing.polygon([(left + 90, -40), (left - 140, 720), (left + 320, 720)], fill=light)
    for left, coat in ((90, "#24476b"), (270, "#6b2438")):
        drawing.ellipse((left, 380, left + 90, 480), fill="#e8b795")
        drawing.rounded_rectangle((left - 40, 480, left + 130, 760), 60, fill=coat)
    return picture.filter(ImageFilter.GaussianBlur(14))


async def take(path: Path) -> None:
    """Writes the picture to a file."""
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
    picture.convert("RGB").quantize(COLOURS).save(path, optimize=True)


if __name__ == "__main__":
    asyncio.run(take(Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURE))
