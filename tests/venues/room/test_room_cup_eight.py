"""A cup of eight in real Chromiums: from sign-up to champion without an act of the host."""

import re
from datetime import timedelta

from end_to_end.cups import TIED
from handclock import HandClock
from playwright.async_api import Page, expect

from venues.room.at_cups import (
    beats,
    champion_is,
    joined,
    link_of,
    open_cup,
    ordered,
    ready_and_resigned,
    to_match,
)
from venues.room.at_pages import told, type_turn
from venues.room.browsing import Browsing
from venues.room.by_hand import pass_time

ZONES = {"Bob": "Europe/Paris", "Gus": "America/New_York"}
NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")
HEADLINE, READY = "#headline", "button[data-act=ready]"


async def agree_on_an_hour(bob: Page, gus: Page) -> None:
    """It is 22:00 UTC: Bob says twenty past eleven in Paris, Gus reads twenty past five."""
    for page in (bob, gus):
        await to_match(page)
    await type_turn(bob, "match when 23:20")
    await expect(gus.locator(HEADLINE)).to_have_text("Proposed: Sat 21 Nov, 17:20")
    await gus.click("button[data-act=accept]")
    for page, hour in ((bob, "23:20 (CET|GMT\\+1)"), (gus, "17:20 (EST|GMT-5)")):
        await expect(told(page).last).to_contain_text(re.compile(f"That is agreed.* at {hour}"))


async def tie(dan: Page, eve: Page) -> None:
    """They play until both have as much as the other."""
    pages = (dan, eve)
    for page in pages:
        await to_match(page)
        await page.click(READY)
    mover = dan.locator(".seat.moves")
    await expect(mover).to_be_visible()
    # Who moves first was drawn by lot.
    first = "Dan" not in await mover.inner_text()
    for number, turn in enumerate(TIED, first):
        await type_turn(pages[number % 2], turn)
        await expect(told(dan).locator(f"text={turn}").first).to_be_visible()


async def test_eight_sign_up_and_one_is_champion(by_hand: tuple[Browsing, HandClock]) -> None:
    """One never comes, one leaves in round two, two tie, two made an appointment across zones."""
    browsing, clock = by_hand
    host = await open_cup(browsing, format="plur", side="2", clock="none", **{"round-time": "40m"})
    link = await link_of(host)
    page_of = {name: await joined(browsing, link, name, **_zone(name)) for name in NAMES}
    ann, bob, cid, dan, eve, fay, gus, _ = page_of.values()
    results = host.locator("#cup-results")
    await ordered(host, "cup-start", seeding="Whoever signed up first")
    await to_match(ann)
    await ann.click(READY)
    await agree_on_an_hour(bob, gus)
    await tie(dan, eve)
    await expect(results).to_contain_text("tied")
    await beats(cid, fay)
    # It is their hour.
    await pass_time(clock, timedelta(minutes=20))
    await ready_and_resigned(bob, gus)
    await expect(results).to_contain_text("Bob beat Gus")
    # Hal did not come until the end of the round.
    await pass_time(clock, timedelta(minutes=21))
    await expect(results).to_contain_text("Ann wins against Hal by walkover")
    # The next game of a pairing is played in its room.
    await ready_and_resigned(eve, dan)
    await expect(results).to_contain_text("Eve beat Dan")
    await eve.get_by_role("link", name="The cup").click()
    await eve.click("[data-act=cup-leave]")
    await eve.click("#order-go")
    await expect(results).to_contain_text("Ann wins against Eve by walkover")
    await beats(bob, cid)
    await beats(ann, bob)
    await champion_is([host, ann], "Ann")


def _zone(name: str) -> dict[str, str]:
    return {"timezone_id": ZONES[name]} if name in ZONES else {}
