"""The watch page in a real Chromium: what people see of a match that others play."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from fakes import HOST, RED
from playwright.async_api import Page, Route, expect
from venues.room.at_pages import AHEAD, KEPT, WATCHED, clean_in_every_look
from venues.room.browsing import Browsing
from venues.room.visitor import SEED_003

from bot.referee.submission import ReplacePlayer, Resign
from web.relay import Relay, relayed
from web.watching import after, shows

pytestmark = [pytest.mark.thorough, pytest.mark.asyncio(loop_scope="session")]

PHONE = {"width": 360, "height": 740}
SIZES = ((360, 740), (740, 360), (768, 1024), (1280, 700), (1920, 1080))


async def watching(browsing: Browsing, turns: int, form: str = "") -> Page:
    """The page of a match of so many turns."""
    await browsing.place.play(turns - browsing.place.turns)
    page = await browsing.page(f"{browsing.address}{await browsing.place.link()}{form}")
    await shows(page, turns)
    return page


def missing(browsing: Browsing) -> None:
    """Chromium complains of what is not there, and of nothing else."""
    assert browsing.problems
    assert all("status of 404" in one for one in browsing.problems)
    browsing.problems.clear()


async def test_the_watch_page_is_stepped_through_as_the_match_goes_on(tmp_path, browsing):
    """Back to the second turn; a new turn changes nothing there; back to now it is on the board."""
    page = await watching(browsing, 4)
    await expect(page.locator("#headline")).to_contain_text("Red to move")
    await expect(page).to_have_title("Ann to move · Ann – Bob")
    await page.click("#turn-list button[data-turn='2']")
    await shows(page, 2)
    await browsing.place.play(1)
    await expect(page.locator("#turn-list li")).to_have_count(5)
    await expect(page).to_have_title("Bob to move · Ann – Bob")
    await shows(page, 2)
    await page.keyboard.press("ArrowRight")
    await shows(page, 3)
    await page.click("#to-now")
    await shows(page, 5)
    async with page.expect_download() as saving:
        await page.click("#take [data-what=record]")
    await (await saving.value).save_as(tmp_path / "record.txt")
    assert SEED_003[4] in (tmp_path / "record.txt").read_text()


async def test_after_the_end_it_is_stepped_through_and_taken_home(browsing: Browsing) -> None:
    """Under the board, which stays in its place; not on the overlay, nor in a frame."""
    page = await watching(browsing, 4)
    end, board = page.get_by_label("After the match"), page.locator("#board")
    await expect(end).to_be_hidden()
    before = await board.bounding_box()
    await browsing.place.place.act(RED, Resign())
    await expect(page.locator("#headline")).to_have_text("Blue wins by resignation")
    await expect(end.locator("button:visible")).to_have_text(["Step through", "Record", "GIF"])
    assert await board.bounding_box() == before
    await clean_in_every_look(page)
    await end.get_by_text("Step through").click()
    await expect(page.locator("#past")).to_have_text("Empty board")
    async with page.expect_download() as saving:
        await end.get_by_text("GIF").click()
    assert (await saving.value).suggested_filename.endswith(".gif")
    for form in ("?overlay", "?embed"):
        other = await watching(browsing, 4, form)
        await expect(other.get_by_label("After the match")).to_be_hidden()


async def test_when_watching_is_turned_off_the_page_says_so(browsing: Browsing) -> None:
    page = await watching(browsing, 1)
    await browsing.place.settle(watch=False)
    await browsing.place.play(1)
    await expect(page.locator("#notice")).to_contain_text("turned off")
    await expect(page.locator("#watch")).to_be_hidden()
    missing(browsing)


async def test_every_form_of_the_page_is_clean(browsing: Browsing) -> None:
    """By axe-core: the page, looking back, its dialog, the overlay at both sizes and the frame."""
    page = await watching(browsing, 3)
    await clean_in_every_look(page)
    await page.click("#step-back")
    await clean_in_every_look(page)
    await page.click("#show-rules")
    await clean_in_every_look(page)
    for form in ("?overlay", "?overlay=compact", "?embed"):
        await clean_in_every_look(await watching(browsing, 3, form))
    await clean_in_every_look(await browsing.page(f"{browsing.address}/watch/none"))
    missing(browsing)


async def test_all_is_seen_at_every_size(browsing: Browsing) -> None:
    """The board as large as fits, nothing cut off at the side, whose turn it is in view.

    Red's name of 32 wide letters is cut; nothing is pushed off their card.
    """
    wide = ReplacePlayer("red", replace(RED, name="W" * 32))
    await browsing.place.place.act(HOST, wide)
    page = await watching(browsing, 1)
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        assert await page.evaluate("document.documentElement.scrollWidth") <= width
        board = await page.locator("#board").bounding_box()
        assert board["width"] >= min(0.48 * width, 0.6 * height)
        for part in ("#seats", "#board", "#headline"):
            await expect(page.locator(part)).to_be_in_viewport(ratio=0.99)
        card = await page.locator(".seat.red").bounding_box()
        for part in (".name", ".figure strong", ".clock"):
            box = await page.locator(f".seat.red {part}").bounding_box()
            assert card["x"] < box["x"]
            assert box["x"] + box["width"] < card["x"] + card["width"]


async def test_a_frame_in_another_page_shows_the_board(tmp_path, browser, browsing):
    """As a forum's page has it; the whole page refuses to be framed."""
    await browsing.place.play(3)
    link = await browsing.place.link()

    async def post(request: web.Request) -> web.Response:
        form = "?embed" if request.path == "/frame" else ""
        source = f"{browsing.address}{link}{form}"
        text = f'<iframe src="{source}" width="600" height="640"></iframe>'
        return web.Response(text=text, content_type="text/html")

    forum = web.Application()
    forum.router.add_get("/{what}", post)
    async with TestServer(forum) as elsewhere:
        # Another site's page: what it asks for besides, such as an icon, is its own affair.
        page = await (await browser.new_context()).new_page()
        await page.goto(str(elsewhere.make_url("/frame")))
        frame = page.frame_locator("iframe")
        await expect(frame.locator("button.cell.taken")).to_have_count(len(after(3)))
        await expect(frame.locator("#whole-page")).to_have_attribute(
            "href", f"{browsing.address}{link}"
        )
        async with page.expect_console_message(lambda said: "frame-ancestors" in said.text):
            await page.goto(str(elsewhere.make_url("/page")))
        await page.context.close()


async def test_without_scripts_it_shows_the_board_and_the_turns(browsing: Browsing) -> None:
    await browsing.place.play(3)
    address = f"{browsing.address}{await browsing.place.link()}"
    page = await browsing.page(address, java_script_enabled=False, viewport=PHONE)
    await expect(page.get_by_role("heading", level=1)).to_have_text("Ann – Bob · Catchup")
    match = page.locator(".unscripted")
    await expect(match).to_contain_text("Blue to move")
    turns = match.locator("li")
    first = ["Red F6", "Blue D3 F7", "Red B2 G5"]
    await expect(turns).to_have_text(first)
    board = match.locator("img")
    await expect(board).to_be_visible()
    assert "D3, F7" in await board.get_attribute("alt")
    await expect(board).to_have_js_property("naturalWidth", 800)
    await browsing.place.play(1)
    await expect(turns).to_have_count(3)
    await match.get_by_role("link", name="Show how it stands now").click()
    await expect(turns).to_have_text([*first, "Blue G6"])


async def test_bars_are_as_long_as_the_scores(browsing: Browsing) -> None:
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


FULL, SILENT = "Too many people are watching at once", "No word from the referee"


@asynccontextmanager
async def through_a_relay(browsing: Browsing) -> AsyncIterator[tuple[Relay, Page]]:
    """The page of a match of one turn, and what cuts it off."""
    await browsing.place.play(1)
    async with relayed(browsing.address) as (relay, address):
        through = Browsing(browsing.browser, address)
        try:
            page = await through.page(f"{address}{await browsing.place.link()}")
            await shows(page, 1)
            yield relay, page
        finally:
            await through.close()


async def test_a_proxy_that_cuts_is_not_seen(browsing: Browsing) -> None:
    """The page comes back and misses no turn; nothing flashes. After a day's sleep it does too."""
    place = browsing.place
    async with through_a_relay(browsing) as (relay, page):
        await expect(page.locator("#link-state")).to_have_text("Connected")
        await page.evaluate(WATCHED)
        for _ in range(2):
            async with page.expect_request("**/events**"):
                await relay.cut()
            await place.play(1)
            await shows(page, place.turns)
        async with page.expect_request("**/events**"):
            await page.evaluate(AHEAD.format(86_400_000))
        await place.play(1)
        await shows(page, place.turns)
        assert await page.evaluate("seen") == []
        assert await page.evaluate(KEPT)


@pytest.mark.parametrize(("headers", "told"), [({}, FULL), ({"Retry-After": "1"}, SILENT)])
async def test_a_page_that_is_not_asked_to_come_again_says_that_the_house_is_full(
    browsing: Browsing, headers: dict[str, str], told: str
) -> None:
    """The match is on its way to another process, which is no crowd; the page comes back in."""

    async def refuse(route: Route) -> None:
        await route.fulfill(status=503, headers=headers)

    async with through_a_relay(browsing) as (relay, page):
        await page.route(page.url, refuse)
        await relay.cut()
        await expect(page.locator("#trouble")).to_contain_text(told)
        await page.unroute(page.url)
        await browsing.place.play(1)
        await shows(page, 2)
        await expect(page.locator("#trouble")).to_have_text("")
