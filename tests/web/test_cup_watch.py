"""The watch page of a cup: what is stored is shown, to all with its link and to nobody else."""

from pathlib import Path
from typing import Any

import pytest
from desk.cup_house import PEOPLE, CupHouse
from fakes import HOST, ROOM, FakeHouse
from playwright.async_api import Browser, Page, expect
from venues.room.at_pages import clean_in_every_look
from venues.room.browsing import visiting

from bot.commands.clerk import Clerk
from bot.commands.parsing import read_order
from bot.commands.request import Asker
from bot.cups import acts
from bot.timing import RealTime
from web.gallery import Gallery, gallery

SCREENS = ((360, 740), (1280, 700))


async def status(place: FakeHouse) -> str:
    clerk = Clerk(place.desk, place.store, place.venue)
    asker = Asker(HOST, ROOM, place.clock.now())
    return (await clerk.carry_out(read_order("cup status"), asker)).text


async def cup_in(built: Gallery, count: int, **plan: Any) -> CupHouse:
    cup = CupHouse(built.place)
    await cup.open(count, **plan)
    return cup


async def test_its_link_is_told_where_watching_is_on(place: Gallery) -> None:
    """`cup status` tells the link; watching turned off, it tells none, and the page is gone."""
    place.place.desk.page_links = place.pages
    await cup_in(place, 2)
    told = await status(place.place)
    assert "Watch it here: /cup/" in told
    link = told.rpartition(" ")[2]
    shown = await place.session.get(place.address + link)
    assert shown.status == 200
    text = await shown.text()
    assert "<title>Colosseum · Cup · The Referee</title>" in text
    assert "<li>Ann</li>" in text
    await place.settle(watch=False)
    assert "/cup/" not in await status(place.place)
    for path in (link, f"{link}/events", "/cup/" + "x" * 32, "/watch/" + link.rpartition("/")[2]):
        assert (await place.session.get(place.address + path)).status == 404, path


async def test_a_link_to_a_match_opens_no_cup(place: Gallery) -> None:
    """Nor does one to a cup open a match: each token is of one thing."""
    await cup_in(place, 2)
    match = (await place.link()).rpartition("/")[2]
    cup = (await place.pages.watch_cup(1)).rpartition("/")[2]
    assert (await place.session.get(f"{place.address}/cup/{match}")).status == 404
    assert (await place.session.get(f"{place.address}/watch/{cup}")).status == 404


async def test_its_stream_ends_when_another_process_takes_the_cup_over(tmp_path: Path) -> None:
    """The page comes back at once, and is passed on to whoever runs the cup by then."""
    async with gallery(tmp_path, timepiece=RealTime()) as built:
        await cup_in(built, 2)
        desk, link = built.place.desk, built.address + await built.pages.watch_cup(1)
        desk.handover.is_shared = True
        async with built.session.get(f"{link}/events") as stream:
            while b"Sign-up is open: 2 in" not in await stream.content.readline():
                pass
            await desk.handover.close_pages(built.place.venue)
            await stream.content.read()
        assert (await built.session.get(link)).status == 404


@pytest.mark.thorough
@pytest.mark.asyncio(loop_scope="session")
async def test_a_page_follows_a_cup_to_its_champion(tmp_path: Path, browser: Browser) -> None:
    """Sign-up, bracket, results and champion come by themselves, on a phone and a wide screen."""
    async with (
        gallery(tmp_path, timepiece=RealTime()) as built,
        visiting(browser, built.address, built) as people,
    ):
        cup = await cup_in(built, 3)
        link = built.address + await built.pages.watch_cup(1)
        sizes = [{"width": wide, "height": high} for wide, high in SCREENS]
        pages = [await people.page(link, viewport=size) for size in sizes]
        await all_show(pages, "#cup-line", "Sign-up is open: 3 in")
        await cup.do(acts.enter, PEOPLE[3])
        await all_show(pages, "#cup-line", "Sign-up is open: 4 in")
        await cup.begin()
        await all_show(pages, ".pairing", "Their match is open")
        for count in (2, 1):
            for meeting in await cup.seated(count):
                await cup.play(meeting)
        await all_show(pages, "#cup-line", "Ann is the champion")
        for page in pages:
            label = await page.locator("#cup-pictures svg").get_attribute("aria-label")
            assert label is not None
            assert label.endswith("Champion: Ann.")
            await clean_in_every_look(page)
            # At a zoom of 400 % as well.
            for wide in (320, 360, 1280):
                await page.set_viewport_size({"width": wide, "height": 740})
                over = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
                assert over <= 0, wide


@pytest.mark.thorough
@pytest.mark.asyncio(loop_scope="session")
async def test_without_scripts_it_shows_how_the_cup_stands(tmp_path, browser) -> None:
    async with (
        gallery(tmp_path, timepiece=RealTime()) as built,
        visiting(browser, built.address, built) as people,
    ):
        cup = await cup_in(built, 3, system="round-robin")
        await cup.begin()
        await cup.seated(1)
        link = built.address + await built.pages.watch_cup(1)
        page = await people.page(link, java_script_enabled=False)
        await expect(page.locator("noscript svg, .unscripted svg").first).to_be_visible()
        await expect(page.get_by_role("heading", name="Colosseum")).to_be_visible()


async def all_show(pages: list[Page], part: str, text: str) -> None:
    for page in pages:
        await expect(page.locator(part).first).to_contain_text(text)
