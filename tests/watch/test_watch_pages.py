"""The watch page in a real Chromium: three people follow a match on Discord, through a restart."""

import asyncio
import io
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from oracle.games import make
from oracle.golden import read_turn
from PIL import Image
from playwright.async_api import Browser, Page, expect
from venues.room.at_pages import stones
from venues.room.browsing import PATIENCE_MS, Browsing, visiting
from venues.room.test_room_axe import LOOKS, clean
from venues.room.test_room_moves import named
from venues.room.visitor import SEED_003

from watch.hall import Hall, hall

pytestmark = [pytest.mark.real_time, pytest.mark.asyncio(loop_scope="session")]

SIZES = ((360, 740), (740, 360), (768, 1024), (1280, 700), (1920, 1080))


@asynccontextmanager
async def watching(
    folder: Path, browser: Browser, turns: int, clock: str = "none"
) -> AsyncIterator[tuple[Hall, Browsing, str]]:
    """A match of so many turns, people with browsers, and the link to its watch page."""
    async with hall(folder) as place:
        link = await place.played(turns, clock)
        async with visiting(browser, place.address) as browsing:
            yield place, browsing, link


def after(turns: int) -> dict[str, str]:
    """The stones after so many turns, by the oracle."""
    oracle = make("genius", 5, {})
    position = oracle.start()
    for text in SEED_003[:turns]:
        position = oracle.play(position, read_turn(text, position.to_move))
    return named(position)


async def shows(page: Page, turns: int) -> None:
    """The page's board has come to hold the stones after so many turns."""
    wanted = {f"{cell}, {colour} stone" for cell, colour in after(turns).items()}
    await expect(page.locator("button.cell.taken")).to_have_count(len(wanted))
    assert {label.removesuffix(", last turn") for label in await stones(page)} == wanted


async def test_three_browsers_follow_a_match_through_a_kill_and_a_restart(
    tmp_path: Path, browser: Browser
) -> None:
    """Board, figures, list and headline are those of the match; after the kill they come back."""
    async with watching(tmp_path, browser, 2) as (place, browsing, link):
        pages = [await browsing.page(link) for _ in range(3)]
        for page in pages:
            await shows(page, 2)
        await place.play(place.ann, SEED_003[2])
        for page in pages:
            await shows(page, 3)
            await expect(page.locator("#turn-list li")).to_have_count(3)
            await expect(page.locator("#headline")).to_contain_text("Blue to move")
            await expect(page).to_have_title("Bob to move · Ann – Bob")
        assert browsing.problems == []
        await place.referee.kill()
        for page in pages:
            await expect(page.locator("#link-state")).to_have_text("Reconnecting…")
        await place.open()
        await place.play(place.bob, SEED_003[3])
        for page in pages:
            await expect(page.locator("#link-state")).to_have_text("Connected")
            await shows(page, 4)
        assert browsing.foreign == []


async def test_the_clocks_run_by_the_venue_and_stand_without_the_referee(
    tmp_path: Path, browser: Browser
) -> None:
    """A minute a turn: it runs down on the page, and stops with the referee."""
    async with watching(tmp_path, browser, 1, clock="1m+5m") as (place, browsing, link):
        page = await browsing.page(link)
        clock = page.locator(".seat.blue .clock")
        await expect(clock).to_have_text(re.compile(r"0:5\d turn5:00 bank"))
        await place.referee.kill()
        await expect(page.locator("#trouble")).to_contain_text("No word from the referee")
        before = await clock.inner_text()
        await asyncio.sleep(1.5)
        assert await clock.inner_text() == before


async def test_it_is_stepped_through_while_the_match_goes_on(
    tmp_path: Path, browser: Browser
) -> None:
    """Back to the second turn; a new turn changes nothing there; back to now it is on the board."""
    async with watching(tmp_path, browser, 4) as (place, browsing, link):
        page = await browsing.page(link)
        await page.click("#turn-list button[data-turn='2']")
        await shows(page, 2)
        await place.play(place.ann, SEED_003[4])
        await expect(page.locator("#turn-list li")).to_have_count(5)
        await shows(page, 2)
        await page.keyboard.press("ArrowRight")
        await shows(page, 3)
        await page.click("#to-now")
        await shows(page, 5)
        async with page.expect_download() as saving:
            await page.click("[data-what=record]")
        await (await saving.value).save_as(tmp_path / "record.txt")
        assert SEED_003[4] in (tmp_path / "record.txt").read_text()
        assert browsing.problems == []


async def test_when_watching_is_turned_off_the_page_says_so(
    tmp_path: Path, browser: Browser
) -> None:
    """And shows the match no more."""
    async with watching(tmp_path, browser, 1) as (place, browsing, link):
        page = await browsing.page(link)
        await shows(page, 1)
        await place.turn_on("off")
        await expect(page.locator("#notice")).to_contain_text("turned off", timeout=PATIENCE_MS)
        await expect(page.locator("#watch")).to_be_hidden()


@pytest.mark.parametrize("look", LOOKS)
async def test_every_form_of_the_page_is_clean(tmp_path: Path, browser: Browser, look: str) -> None:
    """By axe-core: the page, looking back, its dialog, the overlay and the frame."""
    async with watching(tmp_path, browser, 3) as (place, browsing, link):
        page = await browsing.page(link, **LOOKS[look])
        await shows(page, 3)
        await clean(page)
        await page.click("#step-back")
        await clean(page)
        await page.click("#show-rules")
        await clean(page)
        for form in ("overlay", "embed"):
            framed = await browsing.page(f"{link}?{form}", **LOOKS[look])
            await shows(framed, 3)
            await clean(framed)
        nothing = await browsing.page(f"{place.address}/watch/none", **LOOKS[look])
        await clean(nothing)


async def test_board_and_clocks_are_seen_at_every_size(tmp_path: Path, browser: Browser) -> None:
    """The board as large as fits, nothing cut off at the side, whose turn it is in view."""
    async with watching(tmp_path, browser, 3) as (_, browsing, link):
        for width, height in SIZES:
            page = await browsing.page(link, viewport={"width": width, "height": height})
            await shows(page, 3)
            wide = await page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width
            board = await page.locator("#board").bounding_box()
            assert board is not None
            assert board["width"] >= min(0.48 * width, 0.6 * height)
            for part in ("#seats", "#board", "#headline"):
                await expect(page.locator(part)).to_be_in_viewport(ratio=0.99)


async def test_the_overlay_has_no_ground_and_nothing_to_press(
    tmp_path: Path, browser: Browser
) -> None:
    """For a stream's browser source: seen through but for its plates, at four sizes."""
    async with watching(tmp_path, browser, 3) as (_, browsing, link):
        for width, height in ((1920, 1080), (1280, 720), (400, 480), (400, 400)):
            view = {"width": width, "height": height}
            page = await browsing.page(f"{link}?overlay", viewport=view)
            await shows(page, 3)
            shot = await page.screenshot(omit_background=True)
            picture = Image.open(io.BytesIO(shot)).convert("RGBA")
            assert picture.getpixel((1, 1)) == (0, 0, 0, 0)
            assert picture.getpixel((1, height - 2)) == (0, 0, 0, 0)
            for part in ("#seats", "#board", "#headline", "#last"):
                await expect(page.locator(part)).to_be_in_viewport(ratio=0.99)
            pressed = page.locator("button:visible:not(.cell), input:visible, a:visible")
            await expect(pressed).to_have_count(0)
        assert await page.locator("#last").inner_text() == SEED_003[2]


async def test_a_long_name_leaves_room_for_score_and_clock(
    tmp_path: Path, browser: Browser
) -> None:
    """A name of 32 wide letters is cut; nothing is pushed off its player's card."""
    async with hall(tmp_path) as place:
        place.ann.name = "W" * 32
        link = await place.played(1, clock="1m+5m")
        async with visiting(browser, place.address) as browsing:
            for width, height in SIZES:
                page = await browsing.page(link, viewport={"width": width, "height": height})
                await shows(page, 1)
                card = await page.locator(".seat.red").bounding_box()
                assert card is not None
                for part in (".name", ".figure strong", ".clock"):
                    box = await page.locator(f".seat.red {part}").bounding_box()
                    assert box is not None
                    assert card["x"] < box["x"]
                    assert box["x"] + box["width"] < card["x"] + card["width"]


async def test_a_frame_in_another_page_shows_the_board(tmp_path: Path, browser: Browser) -> None:
    """As a forum's page has it; the whole page refuses to be framed."""

    async def post(request: web.Request) -> web.Response:
        form = "?embed" if request.path == "/frame" else ""
        text = f'<iframe src="{link}{form}" width="600" height="640"></iframe>'
        return web.Response(text=text, content_type="text/html")

    forum = web.Application()
    forum.router.add_get("/{what}", post)
    async with hall(tmp_path) as place, TestServer(forum) as elsewhere:
        link = await place.played(3)
        async with visiting(browser, place.address) as browsing:
            page = await browsing.page(str(elsewhere.make_url("/frame")))
            frame = page.frame_locator("iframe")
            await expect(frame.locator("button.cell.taken")).to_have_count(len(after(3)))
            await expect(frame.locator("#whole-page")).to_have_attribute("href", link)
            async with page.expect_console_message(lambda said: "frame-ancestors" in said.text):
                await page.goto(str(elsewhere.make_url("/page")))
