"""A cup in real Chromiums: people sign up at their own and play until one is champion."""

import asyncio
import re
from datetime import timedelta
from pathlib import Path

from end_to_end.cups import TIED
from handclock import HandClock
from playwright.async_api import Browser, Page, expect

from venues.room import at_cups as cups
from venues.room.at_pages import clean_in_every_look, order, told, two_players, type_turn
from venues.room.browsing import Browsing
from venues.room.by_hand import pass_time
from venues.room.process import referee


async def test_four_play_a_knockout_at_four_browsers(browsing: Browsing) -> None:
    """Each pairing has a room of its own; the page of the cup leads there and shows what came."""
    host = await cups.open_cup(browsing)
    link = await cups.link_of(host)
    ann, bob, cid, dan = [
        await cups.joined(browsing, link, n, **cups.PHONE) for n in ("Ann", "Bob", "Cid", "Dan")
    ]
    await expect(host.locator("#cup-line")).to_have_text("Sign-up is open: 4 in")
    await clean_in_every_look(ann)
    await cups.ordered(host, "cup-start", seeding="Whoever signed up first")
    picture = host.locator("#cup-pictures svg")
    await expect(host.locator(".pairing")).to_have_count(2)
    await cups.beats(ann, dan)
    await expect(host.locator("#cup-results")).to_contain_text("Ann beat Dan")
    # Cid leaves in the middle of their match: it is called off, the cup decides it.
    await cups.to_match(bob)
    await cid.click("[data-act=cup-leave]")
    await expect(cid.locator("#order-note")).to_contain_text("For good")
    await cid.click("#order-go")
    await expect(host.locator("#cup-results")).to_contain_text("Bob wins against Cid by walkover")
    await expect(bob.locator("#headline")).to_contain_text("cancelled", ignore_case=True)
    # In the room of the match before, the line above the board leads to the next.
    await cups.beats(ann, bob)
    await cups.champion_is([host, ann, bob, cid], "Ann")
    await expect(picture).to_have_count(1)
    alt = await picture.get_attribute("aria-label")
    assert alt is not None
    assert alt.endswith("Champion: Ann.")
    await ann.get_by_role("link", name="The cup").click()
    await cups.champion_is([ann], "Ann")
    await clean_in_every_look(ann)


async def test_cup_acts_have_one_answer_each_where_they_were_done(browsing: Browsing) -> None:
    """Typed or pressed, refused or done: one answer, in the dialog, in the talk, or as news."""
    host = await cups.open_cup(browsing)
    # By keyboard: the focus stays where the button was.
    ann = await browsing.page(await cups.link_of(host))
    await ann.focus("[data-act=cup-join]")
    await ann.keyboard.press("Enter")
    await ann.keyboard.type("Ann")
    await ann.keyboard.press("Enter")
    await expect(ann.locator("[data-act=cup-leave]")).to_be_visible()
    await expect(ann.locator("[data-act=cup-join]")).to_be_focused()
    whispers = ann.locator("li.whisper")
    await expect(whispers).to_have_count(1)
    await expect(whispers).to_contain_text("You are in Colosseum")
    # A name that is taken is refused in the dialog, and its field is named.
    await ann.click("[data-act=cup-join]")
    await ann.fill("#order-form [name=name]", "ANN")
    await ann.click("#order-go")
    await expect(ann.locator("#order-problem")).to_contain_text("Somebody called ANN is in already")
    await expect(ann.locator("#order-form [name=name]")).to_be_focused()
    await ann.click("#order-no")
    await expect(whispers).to_have_count(1)
    # What is typed and needs more words has the same dialog.
    await type_turn(ann, "cup leave")
    await expect(ann.locator("#order-title")).to_have_text("Leave")
    await ann.click("#order-go")
    await expect(whispers).to_have_count(2)
    await expect(whispers.last).to_contain_text("You have left.")
    await expect(host.locator("#cup-line")).to_have_text("Sign-up is open")
    # What is the host's is refused to others, and too few are no cup.
    await type_turn(ann, "cup start")
    await expect(whispers).to_have_count(3)
    await expect(whispers.last).to_contain_text("That is for Zoe, the cup's host")
    await host.click("[data-act=cup-start]")
    await host.click("#order-go")
    await expect(host.locator("#order-problem")).to_contain_text("needs 2 entrants or more")
    await host.click("#order-no")
    # What the room is told is not said twice.
    await type_turn(host, "cup cancel too few came")
    await host.fill("#order-form [name=reason]", "too few came")
    await host.click("#order-go")
    await expect(ann.locator("li.told").last).to_contain_text("Zoe called Colosseum off")
    await expect(host.locator("li.whisper")).to_have_count(0)
    await expect(ann.locator("#cup-line")).to_have_text("Called off: “too few came”")
    await expect(ann.locator("[data-act=cup-join]")).to_have_count(0)


async def test_matches_follow_each_other_in_one_room(browsing: Browsing) -> None:
    """With rooms:here a whole cup is played at one browser, by all who signed up there."""
    page = await cups.open_cup(browsing, rooms="here")
    for name in ("Ann", "Bob", "Cid"):
        await cups.join(page, name)
    await cups.ordered(page, "cup-start", seeding="Whoever signed up first")
    for winner in ("Bob", "Ann"):
        await page.click("button[data-act=ready]")
        await expect(page.locator("#headline")).to_contain_text("to move")
        await page.locator(".menu.correct summary").click()
        await page.click("[data-act=adjudicate]")
        choice = page.locator("#order-form [name=winner] option", has_text=winner)
        await page.select_option("#order-form [name=winner]", await choice.get_attribute("value"))
        await page.click("#order-go")
        await expect(page.locator("li.told", has_text=f"{winner} beat")).to_have_count(1)
    await cups.champion_is([page], "Ann")
    await page.click("#cup-show")
    await expect(page.locator("#cup-results")).to_contain_text("Ann beat Bob")
    await clean_in_every_look(page)


async def test_a_cup_outlives_a_killed_referee(tmp_path: Path, browser: Browser) -> None:
    with referee(tmp_path) as running:
        browsing = Browsing(browser, running.address)
        host = await cups.open_cup(browsing)
        link = await cups.link_of(host)
        ann, bob = [await cups.joined(browsing, link, n, **cups.PHONE) for n in ("Ann", "Bob")]
        await cups.ordered(host, "cup-start", seeding="Whoever signed up first")
        await cups.to_match(ann)
        running.process.kill()
        await asyncio.to_thread(running.process.wait)
    await expect(ann.locator("#link-state")).to_have_text("Reconnecting…")
    with referee(tmp_path, port=running.address.rpartition(":")[2]):
        for page in (host, ann, bob):
            await expect(page.locator("#link-state")).to_have_text("Connected")
        await cups.to_match(bob)
        await cups.ready_and_resigned(ann, bob)
        await cups.champion_is([host, ann, bob], "Ann")
    assert browsing.problems == []
    await browsing.close()


async def test_a_cup_is_opened_beside_a_match(browsing: Browsing) -> None:
    """From the host's menu: a line above the board tells of it, a dialog holds the rest."""
    red, blue = await two_players(browsing)
    await type_turn(blue, "cup open name:Arena")
    await expect(blue.locator("li.whisper")).to_contain_text("Only the host of this room")
    await order(red, "cup-open")
    await red.click("#order-go")
    await expect(red.locator("#order-problem")).to_contain_text("name")
    await red.fill("#order-form [name=name]", "Arena")
    await red.select_option("#order-form [name=best-of]", "3")
    await red.click("#order-go")
    await expect(red.locator("#order")).to_be_hidden()
    await expect(red.locator("[data-act=cup-open]")).to_have_count(0)
    for page in (red, blue):
        await expect(page.locator("#cup-status")).to_have_text("Arena · Sign-up is open")
        await expect(told(page).filter(has_text="Press Join to be in.")).to_have_count(1)
    await type_turn(blue, "cup join")
    await blue.fill("#order-form [name=name]", "Bob")
    await blue.click("#order-go")
    await expect(red.locator("#cup-status")).to_have_text("Arena · Sign-up is open: 1 in")
    # Their match goes on as it was.
    await type_turn(red, "F6", "Red played F6.", blue)
    await blue.set_viewport_size({"width": 360, "height": 740})
    await blue.click("#cup-show")
    await expect(blue.locator(".entrants li")).to_have_text(["Bob you"])
    await clean_in_every_look(blue)


async def test_check_in_lets_those_play_who_pressed_it(browsing: Browsing) -> None:
    """With a check-in each page has one button more; the host begins with those who pressed it."""
    host = await browsing.page(**cups.PHONE)
    await host.fill("#visitor", "Zoe")
    await host.click("#more-cups > summary")
    await host.click("#cup-form .more > summary")
    await host.fill("#cup-form [name=name]", "Colosseum")
    await host.fill("#cup-form [name=check-in]", "30m")
    await host.click("text=Open the cup")
    link = await cups.link_of(host)
    ann, bob, cid = [
        await cups.joined(browsing, link, n, **cups.PHONE) for n in ("Ann", "Bob", "Cid")
    ]
    await cups.ordered(host, "cup-start", seeding="Whoever signed up first")
    for page in (ann, bob):
        await expect(page.locator("#cup-until")).to_contain_text("Check in until")
        await page.click("text=I'm here")
        await page.click("#order-go")
        await expect(page.locator("[data-act=cup-check-in]")).to_have_count(0)
    await expect(host.locator(".entrants li")).to_have_text(["Ann here", "Bob here", "Cid"])
    await expect(ann.locator(".entrants li").first).to_have_text("Ann you · here")
    await clean_in_every_look(cid)
    await host.click("text=Begin now")
    await expect(host.locator("#order-note")).to_contain_text("The others are taken out: 1.")
    await host.click("#order-go")
    await expect(told(cid).filter(has_text="Not here, and so not in it: Cid.")).to_have_count(1)
    await cups.beats(ann, bob)
    await cups.champion_is([host, ann, bob, cid], "Ann")


ZONES = {"Bob": "Europe/Paris", "Gus": "America/New_York"}
NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")
HEADLINE, READY = "#headline", "button[data-act=ready]"


async def agree_on_an_hour(bob: Page, gus: Page) -> None:
    """It is 22:00 UTC: Bob says twenty past eleven in Paris, Gus reads twenty past five."""
    for page in (bob, gus):
        await cups.to_match(page)
    await type_turn(bob, "match when 23:20")
    await expect(gus.locator(HEADLINE)).to_have_text("Proposed: Sat 21 Nov, 17:20")
    await gus.click("button[data-act=accept]")
    for page, hour in ((bob, "23:20 (CET|GMT\\+1)"), (gus, "17:20 (EST|GMT-5)")):
        await expect(told(page).last).to_contain_text(re.compile(f"That is agreed.* at {hour}"))


async def tie(dan: Page, eve: Page) -> None:
    pages = (dan, eve)
    for page in pages:
        await cups.to_match(page)
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
    host = await cups.open_cup(
        browsing, format="plur", side="2", clock="none", **{"round-time": "40m"}
    )
    link = await cups.link_of(host)
    zone = {name: {"timezone_id": ZONES[name]} if name in ZONES else {} for name in NAMES}
    page_of = {name: await cups.joined(browsing, link, name, **zone[name]) for name in NAMES}
    ann, bob, cid, dan, eve, fay, gus, _ = page_of.values()
    results = host.locator("#cup-results")
    await cups.ordered(host, "cup-start", seeding="Whoever signed up first")
    await cups.to_match(ann)
    await ann.click(READY)
    await agree_on_an_hour(bob, gus)
    await tie(dan, eve)
    await expect(results).to_contain_text("tied")
    await cups.beats(cid, fay)
    # It is their hour.
    await pass_time(clock, timedelta(minutes=20))
    await cups.ready_and_resigned(bob, gus)
    await expect(results).to_contain_text("Bob beat Gus")
    # Hal did not come until the end of the round.
    await pass_time(clock, timedelta(minutes=21))
    await expect(results).to_contain_text("Ann wins against Hal by walkover")
    # The next game of a pairing is played in its room.
    await cups.ready_and_resigned(eve, dan)
    await expect(results).to_contain_text("Eve beat Dan")
    await eve.get_by_role("link", name="The cup").click()
    await eve.click("[data-act=cup-leave]")
    await eve.click("#order-go")
    await expect(results).to_contain_text("Ann wins against Eve by walkover")
    await cups.beats(bob, cid)
    await cups.beats(ann, bob)
    await cups.champion_is([host, ann], "Ann")
