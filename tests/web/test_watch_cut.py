"""Watch pages whose stream is cut, by a proxy or by a sleep of the machine."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Page, Route, expect
from venues.room.at_pages import AHEAD, KEPT, WATCHED
from venues.room.browsing import Browsing

from web.relay import Relay, relayed
from web.watching import shows

FULL, SILENT = "Too many people are watching at once", "No word from the referee"
pytestmark = [pytest.mark.thorough, pytest.mark.asyncio(loop_scope="session")]


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
