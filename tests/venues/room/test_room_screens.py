"""The room on small screens, at a large zoom and with the reader's own colours."""

import io
import re

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.async_api import Locator, Page, expect

from venues.room.at_pages import both_seats, told, type_turn
from venues.room.browsing import Browsing
from venues.room.contrast import contrast

Rectangle = tuple[float, float, float, float]


async def begun(browsing: Browsing, game: str = "genius", turn: str = "F6") -> Page:
    """A match after its first turn, with a stone of the second one chosen."""
    page = await both_seats(browsing, format=game)
    await type_turn(page, turn)
    await expect(told(page)).to_have_count(3)
    await page.click("button[data-cell=D3]")
    await expect(page.locator("#play-here")).to_be_visible()
    return page


async def rectangle(part: Locator) -> Rectangle:
    """Left, top, right and bottom of something on the screen."""
    box = await part.bounding_box()
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def overlap(one: Rectangle, other: Rectangle) -> bool:
    """Whether two rectangles have a place in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


async def test_board_and_play_are_seen_together(browsing: Browsing) -> None:
    """On phones either way, on a tablet, and at 200 % of 1280×700, 1280×1024 and 1366×768."""
    screens = ((360, 740), (740, 360), (932, 430), (768, 1024), (640, 350), (640, 512), (683, 384))
    page = await begun(browsing)
    for wide, high in screens:
        await page.set_viewport_size({"width": wide, "height": high})
        await page.evaluate("scrollTo(0, 0)")
        for part in ("#board", "#play-here", "button[data-cell=A1]"):
            left, top, right, bottom = await rectangle(page.locator(part))
            assert 0 <= left < right <= wide, (part, wide, high)
            assert 0 <= top < bottom <= high, (part, wide, high)
        assert await page.evaluate("document.documentElement.scrollWidth") == wide
        # A finger meets a cell.
        cell = await rectangle(page.locator("button[data-cell=E5]"))
        assert cell[2] - cell[0] >= 24
        for clock in await page.locator(".seat .clock span:visible").all():
            assert (await rectangle(clock))[2] <= wide


async def test_the_example_of_a_turn_is_whole_on_a_phone(browsing: Browsing) -> None:
    """Beside the name and colour of whoever plays both seats, on a screen 360 wide."""
    page = await both_seats(browsing, {"viewport": {"width": 360, "height": 740}})
    await type_turn(page, "F6")
    words = page.locator("#words")
    await expect(words).to_have_attribute("placeholder", re.compile("C3 D4"))
    room, needed = await words.evaluate("""(input) => {
      const style = getComputedStyle(input);
      const pen = document.createElement("canvas").getContext("2d");
      pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const within = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
      return [input.clientWidth - within, pen.measureText(input.placeholder).width];
    }""")
    assert needed <= room


async def test_nothing_covers_the_button_of_catena(browsing: Browsing) -> None:
    """Play and Clear lie where neither a cell nor the ½ button is."""
    page = await begun(browsing, "catena")
    for size in ({"width": 1280, "height": 700}, {"width": 360, "height": 740}):
        await page.set_viewport_size(size)
        covered = [page.locator("#picture text", has_text=text) for text in ("½", "button")]
        for press in ("#play-here", "#clear"):
            place = await rectangle(page.locator(press))
            for part in covered:
                assert not overlap(place, await rectangle(part)), (press, size)
        for cell in ("A1", "I1", "I5", "H1", "B1"):
            await page.click(f"button[data-cell={cell}]", trial=True)


async def picture_of(part: Locator) -> Image.Image:
    """How something looks."""
    data = await part.screenshot(animations="disabled")
    return Image.open(io.BytesIO(data)).convert("RGB")


async def test_forced_colours_leave_the_marks(browsing: Browsing) -> None:
    """Board and stones look as they do without: colours and marks say whose a stone is."""
    page = await begun(browsing)
    parts = [page.locator(one) for one in (".seat.red > .stone", "button[data-cell=F6]")]
    looks = [await picture_of(part) for part in parts]
    await page.emulate_media(forced_colors="active")
    for part, look in zip(parts, looks, strict=True):
        forced = await picture_of(part)
        # The corners show the ground that the part lies on.
        middle = tuple(int(side * share) for share in (0.2, 0.8) for side in look.size)
        differs = ImageChops.difference(look.crop(middle), forced.crop(middle))
        assert max(ImageStat.Stat(differs).mean) < 8


async def test_the_enlarged_picture_is_whole_and_its_dialog_has_a_name(browsing: Browsing) -> None:
    """Nothing of it has to be scrolled to, and a screen reader says what has opened."""
    page = await begun(browsing)
    for wide, high in ((740, 360), (768, 1024), (360, 740)):
        await page.set_viewport_size({"width": wide, "height": high})
        await page.locator(".shot").last.click()
        dialog = page.get_by_role("dialog", name=re.compile("^The board at "))
        await expect(dialog).to_be_visible()
        image = dialog.locator("img")
        shape = await image.evaluate(
            "(image) => image.decode().then(() => image.naturalWidth / image.naturalHeight)"
        )
        seen, frame = await rectangle(image), await rectangle(dialog)
        assert frame[0] <= seen[0] < seen[2] <= frame[2] <= wide
        assert frame[1] <= seen[1] < seen[3] <= frame[3] <= high
        assert (seen[2] - seen[0]) / (seen[3] - seen[1]) == pytest.approx(shape, abs=0.01)
        await page.keyboard.press("Escape")
        await expect(page.locator(".shot").last).to_be_focused()


async def test_the_focus_is_seen_on_every_cell(browsing: Browsing) -> None:
    """Two tones 9:1 apart: whatever the ground is, one of them has 3:1 on it."""
    assert contrast("rgb(255, 255, 255)", "rgb(0, 0, 0)") == pytest.approx(21)
    page = await begun(browsing)
    await page.locator("button[data-cell=E6]").focus()
    await page.keyboard.press("ArrowDown")
    look = await page.locator(":focus > span").evaluate(
        "(node) => { const { outlineColor, outlineStyle, outlineWidth, boxShadow } ="
        " getComputedStyle(node); return [outlineColor, outlineStyle, outlineWidth,"
        " boxShadow]; }"
    )
    outline, style, width, shadow = look
    assert style == "solid"
    assert float(width.removesuffix("px")) >= 2
    inner = re.match(r"rgb\([^)]*\)", shadow)
    assert contrast(outline, inner[0]) >= 9
    grounds = page.locator("#picture [data-cell]")
    for ground in set(
        await grounds.evaluate_all("(all) => all.map((one) => getComputedStyle(one).fill)")
    ):
        assert max(contrast(tone, ground) for tone in (outline, inner[0])) >= 3


async def test_a_finger_meets_every_cell_of_a_large_board(browsing: Browsing) -> None:
    """Where cells are under 24 pixels a tap brings the place near, and the next one chooses."""
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
    page = await both_seats(browsing, phone, side="8")
    words = page.locator("#words")
    for name in ("H3", "A1", "O8"):
        cell = page.locator(f"button[data-cell={name}]")
        left, top, right, bottom = await rectangle(cell)
        assert right - left < 24
        middle = (left + right) / 2, (top + bottom) / 2
        await page.touchscreen.tap(*middle)
        await expect(page.locator("#whole")).to_be_visible()
        await expect(words).to_have_value("")
        left, _, right, _ = await rectangle(cell)
        assert right - left >= 24
        await page.touchscreen.tap(*middle)
        await expect(words).to_have_value(name)
        await page.tap("#whole")
        await expect(page.locator("#whole")).to_be_hidden()
        await page.click("#clear")
    # A mouse is fine enough, and a board of side 5 needs no help.
    await page.click("button[data-cell=H3]")
    await expect(words).to_have_value("H3")
    await page.tap("#play-here")
    await expect(told(page).last).to_contain_text("Red played H3.")
    small = await both_seats(browsing, phone)
    await small.tap("button[data-cell=E5]")
    await expect(small.locator("#words")).to_have_value("E5")
