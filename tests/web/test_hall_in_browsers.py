"""The pages of a server's matches in a real Chromium, with and without scripts."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from fakes import BLUE, FAN, RED, TERMS
from playwright.async_api import Browser, expect
from venues.room.at_pages import clean_in_every_look
from venues.room.browsing import visiting
from venues.room.visitor import SEED_003

from bot.engine.turn import Colour
from bot.referee.events import Player, Termination
from bot.timing import RealTime
from web.archive import RecordsHouse, records_house

pytestmark = [pytest.mark.thorough, pytest.mark.asyncio(loop_scope="session")]

SCREENS = ((360, 740), (1280, 800))
PATHS = (
    "", "games", "games?side=x", "games?player=ann&end=time", "player/ann", "openings",
    "openings?ruleset=genius&side=5&key=E5/", "fairness", "rules",
)  # fmt: skip
LONG = Player("long", "\u202e" + "W" * 200 + "🦆")


@pytest_asyncio.fixture(loop_scope="session")
async def hall(tmp_path: Path) -> AsyncIterator[RecordsHouse]:
    async with records_house(tmp_path, RealTime()) as built:
        for number, (one, other) in enumerate([(RED, BLUE), (BLUE, FAN), (LONG, RED)] * 4):
            winner = (Colour.FIRST, Colour.SECOND, None)[number % 3]
            ending = (Termination.TIME, Termination.RESIGNATION)[number % 2]
            turns = SEED_003[: 3 + number]
            await built.hold(turns, players=(one, other), winner=winner, ending=ending)
        yield built


@pytest.mark.parametrize("scripts", [True, False])
async def test_every_page_is_clean_and_fits_a_phone(hall, browser, scripts) -> None:
    """By axe-core in light, dark and forced colours; at a zoom of 400 % as well."""
    async with visiting(browser, hall.address) as people:
        for wide, high in SCREENS:
            page = await people.page(
                f"{hall.address}{hall.root}",
                viewport={"width": wide, "height": high},
                java_script_enabled=scripts,
            )
            for path in PATHS:
                await page.goto(f"{hall.address}{hall.root}{path}")
                await expect(page.locator("main h1")).to_have_count(1)
                if scripts:
                    await clean_in_every_look(page)
                    over = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
                    assert over <= 0, (path, wide)


async def test_somebody_without_scripts_finds_a_match_and_steps_through_it(hall, browser) -> None:
    """From the home page to a search, to a match, back a turn, and to a player."""
    async with visiting(browser, hall.address) as people:
        page = await people.page(f"{hall.address}{hall.root}", java_script_enabled=False)
        await page.get_by_role("link", name="Matches").first.click()
        await page.get_by_label("Player").fill("bob")
        await page.get_by_role("button", name="Search").click()
        await expect(page.locator(".count")).to_contain_text("8 matches")
        await page.get_by_role("link", name="Match 11").click()
        await expect(page.locator(".unscripted h1")).to_contain_text("Bob – Fan")
        await page.get_by_role("link", name="Back").click()
        await expect(page.locator("img[alt='The board after turn 11']")).to_be_visible()
        await page.get_by_role("link", name="All matches").click()
        await page.get_by_role("link", name="Bob").first.click()
        await expect(page.locator("main h1")).to_have_text("Bob")
        await page.get_by_role("link", name="All matches of Bob").click()
        await expect(page.locator(".count")).to_contain_text("8 matches")


async def test_with_scripts_a_match_is_the_watch_page(hall: RecordsHouse, browser: Browser) -> None:
    async with visiting(browser, hall.address) as people:
        page = await people.page(f"{hall.address}{hall.root}match/11")
        await expect(page.locator("#turn-list li")).to_have_count(12)
        await page.click("#turn-list button[data-turn='2']")
        await expect(page.locator("#turn-list [aria-current]")).to_have_count(1)
        await page.get_by_role("link", name="All matches").click()
        await expect(page.locator("main h1")).to_be_attached()


async def test_the_boards_of_the_home_page_keep_up(hall: RecordsHouse, browser: Browser) -> None:
    """A turn is made, and a quarter of a minute later the board shows it; no script, no change."""
    hall.place.venue.places.public = True
    await hall.place.start(TERMS)
    async with visiting(browser, hall.address) as people:
        page = await people.page(f"{hall.address}{hall.root}")
        board = page.locator(".boards img")
        await expect(board).to_have_js_property("naturalWidth", 800)
        await page.clock.install()
        await page.reload()
        await hall.place.hear(RED, "E5")
        await page.clock.fast_forward(15_000)
        await expect(board).to_have_attribute("src", re.compile(r"board\.png\?at=\d+$"))
        await expect(board).to_have_js_property("naturalWidth", 800)
