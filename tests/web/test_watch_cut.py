"""Watch pages whose stream is cut, by a proxy or by a sleep of the machine."""

import pytest
from playwright.async_api import Route, expect
from venues.room.browsing import Browsing
from venues.room.test_room_bad_pages import AHEAD, KEPT, WATCHED

from web.relay import relayed
from web.test_watch_pages import browsing as browsing  # noqa: PLC0414 (the fixture)
from web.watching import shows

FULL, SILENT = "Too many people are watching at once", "No word from the referee"
pytestmark = [pytest.mark.thorough, pytest.mark.asyncio(loop_scope="session")]


async def test_a_proxy_that_cuts_is_not_seen(browsing: Browsing) -> None:
    """The page comes back and misses no turn; nothing flashes. After a day's sleep it does too."""
    place = browsing.place
    await place.play(1)
    async with relayed(browsing.address) as (relay, address):
        through = Browsing(browsing.browser, address)
        try:
            page = await through.page(f"{address}{await place.link()}")
            await shows(page, 1)
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
        finally:
            await through.close()


@pytest.mark.parametrize(("headers", "told"), [({}, FULL), ({"Retry-After": "1"}, SILENT)])
async def test_only_who_is_not_asked_to_come_again_is_told_that_the_house_is_full(
    browsing: Browsing, headers: dict[str, str], told: str
) -> None:
    """The match is on its way to another process, which is no crowd; the page comes back in."""
    place = browsing.place
    await place.play(1)
    async with relayed(browsing.address) as (relay, address):
        through = Browsing(browsing.browser, address)
        try:
            link = f"{address}{await place.link()}"
            page = await through.page(link)
            await shows(page, 1)

            async def refuse(route: Route) -> None:
                await route.fulfill(status=503, headers=headers)

            await page.route(link, refuse)
            await relay.cut()
            await expect(page.locator("#trouble")).to_contain_text(told)
            await page.unroute(link)
            await place.play(1)
            await shows(page, 2)
            await expect(page.locator("#trouble")).to_have_text("")
        finally:
            await through.close()
