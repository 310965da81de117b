"""The hour of a match: typed, shown and accepted by each page's own clock."""

import re
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from handclock import HandClock
from playwright.async_api import expect

from bot.storage.process import boot
from venues.room.at_pages import clean, enter, opened, start, told, type_turn
from venues.room.browsing import Browsing
from venues.room.by_hand import pass_time
from venues.room.cup_pages import checking, cup
from venues.room.visitor import FORM, RoomHouse, house, words

HOUR = timedelta(hours=1)
PARIS = "Europe/Paris"


def moments(line):
    pieces = (piece for parts in line["parts"] for piece in parts)
    return [piece["on"] for piece in pieces if "on" in piece]


def offered(shown):
    return [one["act"] for one in shown["actions"]]


async def test_each_of_several_hours_has_a_button(place: RoomHouse) -> None:
    """With its hour; one below an earlier proposal takes none of the next."""
    room, tokens = await place.open()
    ann = await place.visit(room, tokens["one"], zone=PARIS)
    bob = await place.visit(room, tokens["two"], zone=PARIS)

    def proposed(count):
        return lambda state: len(state["proposed"]) == count

    await bob.say("match when in 3 hours or in 4 hours or in 5 hours")
    asked = await ann.line("Blue proposes 3 hours")
    first = await ann.state(proposed(3))
    assert offered(first)[:4] == ["accept-1", "accept-2", "accept-3", "decline"]
    assert [one["hour"] for one in first["actions"][:3]] == moments(asked)
    assert first["match"]["proposed"] == moments(asked)
    await bob.say("match when in 6 hours or in 7 hours")
    second = await ann.state(proposed(2))
    assert offered(second)[:3] == ["accept-1", "accept-2", "decline"]
    await ann.act("accept-2", first["actions"][1]["asked"])
    assert "That is not being asked any more" in await ann.whisper()
    await ann.act("accept-2", second["actions"][1]["asked"])
    assert moments(await bob.line("That is agreed")) == second["match"]["proposed"][1:]


async def test_a_page_has_the_zone_it_says_or_is_asked_for_it(place: RoomHouse) -> None:
    room, tokens = await place.open()
    for zone in ("Nowhere/At_all", "../../etc/passwd", 7, None, "x" * 5000):
        host = await place.enters(room, tokens["host"], zone=zone)
        await host.say("match when at:20:00")
        assert "I don't know your time zone" in await host.whisper()
        await host.close()
    bob = await place.enters(room, tokens["two"], zone=PARIS)
    day = place.venue.now().astimezone(ZoneInfo(PARIS)).date() + timedelta(days=2)
    await bob.say(f"match when at:{day} 20:00")
    hour = datetime(day.year, day.month, day.day, 20, tzinfo=ZoneInfo(PARIS))
    assert moments(await bob.line("Blue proposes to play")) == [round(hour.timestamp() * 1000)]
    await (await place.enters(room, tokens["one"])).act("accept")
    await bob.line("That is agreed: Ann and Bob play on")


async def test_the_form_takes_an_hour_and_says_what_is_wrong_with_it(place):
    """Nobody is ready at once, though one person holds both seats."""
    room, tokens = await place.open(at="tomorrow 20:00", zone="Asia/Tokyo", here="both")
    both = await place.visit(room, *(tokens[role] for role in ("host", "one", "two")))
    assert (await both.get("state"))["match"]["headline"] != "Red to move"
    # It may have been told before the page was there.
    told = [line for line in both.lines() if "play on" in words(line)]
    (at,) = moments(told[0] if told else await both.line("play on"))
    hour = datetime.fromtimestamp(at / 1000, ZoneInfo("Asia/Tokyo"))
    assert (hour.hour, hour.minute) == (20, 0)
    assert hour.date() - place.venue.now().astimezone(ZoneInfo("Asia/Tokyo")).date() == (
        timedelta(days=1)
    )
    room, tokens = await place.open(at="in 5 minutes", here="both")
    both = await place.visit(room, *(tokens[role] for role in ("host", "one", "two")))
    assert "ready" in offered(await both.get("state"))
    for fields, part in (
        ({"at": "soon", "zone": PARIS}, "is not understood"),
        ({"at": "20:00"}, "I don't know your time zone"),
        ({"at": "x" * 300}, "200 letters"),
    ):
        answer = await place.ask(FORM | fields)
        assert answer.status == 422
        told = await answer.json()
        assert part in told["error"]
        assert told.get("field", "") == ("" if part == "200 letters" else "at")


WAITS = "Red starts when both are ready"


async def test_each_page_shows_the_hour_by_its_own_clock(by_hand: tuple[Browsing, HandClock]):
    """Ann is in Paris and Bob in New York; it is Saturday, 22:00 UTC."""
    browsing, _ = by_hand
    room, tokens = await opened(browsing, {})
    ann = await enter(browsing, room, tokens["host"], tokens["one"], timezone_id="Europe/Paris")
    bob = await enter(browsing, room, tokens["two"], timezone_id="America/New_York")
    await type_turn(ann, "match when tomorrow 20:00")
    for page, hour in ((ann, "20:00 (CET|GMT\\+1)"), (bob, "14:00 (EST|GMT-5)")):
        shown = re.compile(f"Ann and Bob play on Sunday,? 22 November 2026 at {hour}\\.")
        await expect(told(page).last).to_contain_text(shown)
        at = told(page).last.locator("p time")
        await expect(at).to_have_attribute("datetime", "2026-11-22T19:00:00.000Z")
    await expect(bob.locator("#headline")).to_have_text(f"Sun 22 Nov, 14:00: {WAITS}")
    await expect(bob.locator("button[data-act=ready]")).to_have_count(0)
    await type_turn(bob, "match ready")
    await expect(bob.locator("li.whisper").last).to_contain_text("ten minutes before the hour")
    await type_turn(bob, "match when mon 8pm")
    await expect(bob.locator("li.whisper").last).to_contain_text("Proposed: Monday")
    await expect(ann.locator("#headline")).to_have_text("Proposed: Tue 24 Nov, 02:00")
    await expect(told(ann).last).to_contain_text("Blue proposes to play on Tuesday")
    await clean(ann)
    await ann.click("button[data-act=accept]")
    await expect(told(bob).last).to_contain_text(
        re.compile("That is agreed: .* at 20:00 (EST|GMT-5)")
    )
    await expect(bob.locator("button[data-act=accept]")).to_have_count(0)


async def test_one_of_three_hours_is_chosen_by_ones_own_clock(by_hand):
    """Bob is in New York, and Ann reads in Paris what he proposes; then he proposes others."""
    browsing, _ = by_hand
    room, tokens = await opened(browsing, {})
    ann = await enter(browsing, room, tokens["one"], timezone_id="Europe/Paris")
    bob = await enter(browsing, room, tokens["two"], timezone_id="America/New_York")
    await type_turn(bob, "match when tomorrow noon or mon 8pm or tue 8pm")
    await expect(bob.locator("li.whisper").last).to_contain_text("“tomorrow noon” is not under")
    await type_turn(bob, "match when tomorrow 12:00 or mon 8pm or tue 8pm")
    proposed = "Proposed: Sun 22 Nov, 18:00 or Tue 24 Nov, 02:00 or Wed 25 Nov, 02:00"
    await expect(ann.locator("#headline")).to_have_text(proposed)
    await ann.click("text=Accept …")
    hours = ann.locator(".menu.accept-one button")
    await expect(hours).to_have_text(
        [
            "Accept 1: Sun 22 Nov, 18:00",
            "Accept 2: Tue 24 Nov, 02:00",
            "Accept 3: Wed 25 Nov, 02:00",
        ]
    )
    await clean(ann)
    await ann.keyboard.press("Escape")
    await type_turn(bob, "match when thu 8pm or fri 8pm or sat 8pm")
    # What is proposed anew closes the menu of what was.
    await expect(ann.locator("#headline")).to_contain_text("Sat 28 Nov, 02:00")
    await ann.click("text=Accept …")
    await expect(hours.nth(1)).to_have_text("Accept 2: Sat 28 Nov, 02:00")
    await hours.nth(1).click()
    await expect(told(bob).last).to_contain_text(
        re.compile("That is agreed: .* on Friday,? 27 November 2026 at 20:00 (EST|GMT-5)")
    )
    await expect(ann.locator(".menu.accept-one")).to_have_count(0)


async def test_a_room_is_opened_for_a_later_hour_by_the_form(by_hand: tuple[Browsing, HandClock]):
    browsing, _ = by_hand
    page = await browsing.page(timezone_id="Asia/Tokyo")
    await start(page, at_once=True, at="mon 20:00")
    shown = re.compile("Ann and Bob play on Monday,? 23 November 2026 at 20:00 (JST|GMT\\+9)")
    await expect(told(page)).to_have_count(1)
    await expect(told(page).last).to_contain_text(shown)
    await expect(page.locator("#headline")).to_have_text(f"Mon 23 Nov, 20:00: {WAITS}")
    await expect(page.locator("button[data-act=ready]")).to_have_count(0)


async def test_ready_is_offered_from_ten_minutes_before(by_hand: tuple[Browsing, HandClock]):
    """By itself, with no word of the referee's: nobody is to be told beforehand."""
    browsing, clock = by_hand
    room, tokens = await opened(browsing, {})
    ann = await enter(browsing, room, tokens["host"], tokens["one"])
    await type_turn(ann, "match when at:in 12 minutes remind:off", "settled it")
    await expect(ann.locator("button[data-act=ready]")).to_have_count(0)
    await pass_time(clock, timedelta(minutes=3, seconds=30))
    await expect(ann.locator("button[data-act=ready]")).to_be_visible()
    await expect(told(ann).last).to_contain_text("settled it")


NOTES = """
window.notices = [];
Object.defineProperty(document, "hidden", { get: () => true });
window.Notification = class {
  static permission = "granted";
  constructor(title) { window.notices.push(title); }
  close() {}
};
"""
"""A browser that lets pages notify, writes down of what, and is looked away from."""


async def test_who_looks_elsewhere_is_called_at_the_hour(by_hand: tuple[Browsing, HandClock]):
    """Shortly before it, and when it comes; each once, whatever else is told meanwhile."""
    browsing, clock = by_hand
    room, tokens = await opened(browsing, {})
    ann = await browsing.page(timezone_id="Europe/Paris")
    await ann.add_init_script(NOTES + "localStorage.setItem('referee.notify', 'true');")
    await ann.goto(f"{browsing.address}/room/{room}#{tokens['one']}")
    host = await enter(browsing, room, tokens["host"], timezone_id="Europe/Paris")
    await type_turn(host, "match when in 12 minutes", "settled it", ann)
    for length, part in ((4, "Press Ready"), (11, "It is time")):
        await pass_time(clock, timedelta(minutes=length))
        await expect(told(ann).last).to_contain_text(part)
    near, come = await ann.evaluate("notices")
    assert near.endswith(f": {WAITS}")
    assert come == WAITS


@pytest.mark.skipif(not boot(), reason="this system does not say when it was started")
@pytest.mark.parametrize("sure", [False, True])
async def test_clock_that_jumps_ahead_between_two_starts(tmp_path: Path, *, sure: bool) -> None:
    """Without a reboot no hour is early and no check-in moves; a clock set by NTP is believed."""
    clock = HandClock()
    async with house(tmp_path, clock, clock.now) as place:
        room, tokens = await place.open()
        host = await place.visit(room, tokens["host"])
        await host.say("match when in 30 minutes")
        await host.line("settled it")
        cup_room, cup_tokens, _, _ = await checking(place, "Ann", "Bob", "Cid")
        shown = await cup(await place.visit(cup_room, cup_tokens["watch"]), status="check-in")
    async with house(tmp_path, clock, lambda: clock.now() + HOUR, sure=sure) as place:
        assert (place.venue.now() - clock.now() > HOUR / 2) is sure
        later = await cup(await place.visit(cup_room, cup_tokens["watch"]), status="check-in")
        assert (later["until"] - shown["until"] > 1000 * 60) is sure
        host = await place.visit(room, tokens["host"])
        if sure:
            assert await host.told("It is time")
        else:
            await host.get("state")
            assert not [line for line in host.lines() if "It is time" in words(line)]
