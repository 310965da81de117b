"""What calls whoever looks elsewhere: notifications, the title and icon of the tab, sounds."""

from datetime import timedelta
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect
from programs import find_chromium

from venues.room.at_pages import enter, link, opened, resign, settle, told, two_players, type_turn
from venues.room.browsing import Browsing, chromium, visiting
from venues.room.by_hand import pass_time
from venues.room.listening import heard, listened_to, reached
from venues.room.visitor import house

LOOK_AWAY = """
window.notices = [];
window.away = false;
Object.defineProperty(document, "hidden", { get: () => window.away });
window.Notification &&= class extends Notification {
  constructor(title, options) {
    super(title, options);
    window.notices.push(`${title} | ${options.body}`);
  }
};
"""
"""The page can be told that nobody looks, and writes down what it notifies of."""


async def looking_away(browsing: Browsing, url: str, *allowed: str) -> Page:
    person = await browsing.person()
    await person.grant_permissions(list(allowed))
    page = await person.new_page()
    await page.add_init_script(LOOK_AWAY)
    await page.goto(url)
    await expect(page.locator("#link-state")).to_have_text("Connected")
    return page


async def notified(page: Page, *notices: str) -> None:
    await reached(page, "notices", len(notices))
    assert await page.evaluate("notices") == list(notices)


@pytest.mark.thorough
@pytest.mark.chromium
@pytest.mark.skipif(not find_chromium(windows=True), reason="no Chromium with windows is here")
async def test_notifications_reach_who_looks_elsewhere(tmp_path: Path) -> None:
    """Players of their own turn, spectators of each, all of the end; only on asking, and unseen."""
    async with (
        chromium(windows=True) as browser,
        house(tmp_path) as place,
        visiting(browser, place.address, place) as browsing,
    ):
        await notifying(browsing)


async def notifying(browsing: Browsing) -> None:
    red, blue = await two_players(browsing)
    again = await looking_away(browsing, await link(red, "Blue: Bob"), "notifications")
    watch = await looking_away(browsing, await link(red, "Spectators"), "notifications")
    for page in (again, watch):
        await page.evaluate("away = true")
    await type_turn(red, "F6")
    await expect(watch.locator("#headline")).to_contain_text("Blue to move")
    await type_turn(blue, "D3 F7")
    await expect(watch.locator("#headline")).to_contain_text("Red to move")
    for page in (again, watch):
        assert await page.evaluate("notices") == []
        await page.click("#alerts summary")
        await page.check("[name=notify]")
        await expect(page.locator("[name=notify]")).to_be_checked()
    await type_turn(red, "B2 G5")
    mine = "Your move | Ann – Bob: Blue to move: place up to 3 stones"
    await notified(again, mine)
    await notified(watch, "Blue to move: place up to 3 stones | Ann – Bob, Catchup")
    await again.evaluate("away = false")
    await type_turn(blue, "G6")
    await expect(again.locator("#headline")).to_contain_text("Red to move")
    await resign(red)
    await reached(watch, "notices", 3)
    assert (await watch.evaluate("notices"))[2] == "Blue wins by resignation | Ann – Bob, Catchup"
    await notified(again, mine)


async def test_notifications_that_there_are_not_are_explained(browsing: Browsing) -> None:
    room, tokens = await opened(browsing, {})
    for script, said in (
        ("", "does not let this page notify you"),
        ("Object.defineProperty(window, 'isSecureContext', { value: false })", "https addresses"),
        ("delete window.Notification", "notifies nobody"),
    ):
        person = await browsing.person()
        await person.grant_permissions([])
        await person.add_init_script(script)
        page = await person.new_page()
        await page.goto(f"{browsing.address}/room/{room}#{tokens['one']}")
        await page.click("#alerts summary")
        await expect(page.locator("#notify-about")).to_contain_text(said)
        await expect(page.locator("[name=notify]")).to_be_disabled()
        await page.keyboard.press("Escape")
        await expect(page.locator("#notify-about")).to_be_hidden()


async def test_the_tab_says_whose_turn_it_is(browsing: Browsing) -> None:
    """Title and icon, for players, hosts and spectators; the icon is one that the page may load."""
    icon: Any = "new URL(document.querySelector('link[rel=icon]').href).pathname"
    room, tokens = await opened(browsing, {})
    host = await enter(browsing, room, tokens["host"])
    await expect(host).to_have_title("Ann – Bob · The Referee")
    assert await host.evaluate(icon) == "/page/icon.svg"
    red = await browsing.page(await link(host, "Red: Ann"))
    watch = await browsing.page(await link(host, "Spectators"))
    await host.click("[data-act=start]")
    await expect(red).to_have_title("● Your move · Ann – Bob")
    assert await red.evaluate(icon) == "/page/icon-red-yours.svg"
    for page in (host, watch):
        await expect(page).to_have_title("Ann to move · Ann – Bob")
        assert await page.evaluate(icon) == "/page/icon-red.svg"
    await type_turn(red, "F6")
    for page in (host, red, watch):
        await expect(page).to_have_title("Bob to move · Ann – Bob")
        assert await page.evaluate(icon) == "/page/icon-blue.svg"
    for name in ("red", "red-yours", "white", "white-yours"):
        wide = await watch.evaluate(
            "(source) => { const image = new Image(); image.src = source;"
            " return image.decode().then(() => image.width); }",
            f"/page/icon-{name}.svg",
        )
        assert wide > 0
    await settle(host, "pause")
    await expect(watch).to_have_title("Paused · Ann – Bob")
    await settle(host, "cancel")
    await expect(watch).to_have_title("Cancelled · Ann – Bob")


RENDERED = """async () => {
  const { SOUNDS, play } = await import("/page/sounds.js");
  const rendered = {};
  for (const sound of SOUNDS) {
    const context = new OfflineAudioContext(1, 16000, 8000);
    play(context, sound);
    rendered[sound] = [...(await context.startRendering()).getChannelData(0)];
  }
  return rendered;
}"""


async def test_the_sounds_are_short_soft_and_distinct(browsing: Browsing) -> None:
    """At most 1.2 s and a quarter of full loudness; no two of them are nearly the same wave."""
    page = await browsing.page()
    waves: dict[str, list[float]] = await page.evaluate(RENDERED)
    assert set(waves) == {"stone", "three", "bank", "ten", "end"}
    for wave in waves.values():
        assert 0.03 < max(map(abs, wave)) <= 0.25
        assert max(map(abs, wave[int(1.2 * 8000) :])) < 0.001
    for one, other in combinations(waves.values(), 2):
        both = sum(a * b for a, b in zip(one, other, strict=True))
        alone = [sum(a * a for a in wave) for wave in (one, other)]
        assert both**2 < 0.8 * alone[0] * alone[1]


async def test_players_hear_their_match_and_spectators_if_they_want(browsing: Browsing) -> None:
    """A stone, three stones allowed and the end; the switch is remembered in the browser."""
    red, blue = await two_players(browsing)
    watch = await browsing.page(await link(red, "Spectators"))
    await expect(watch.locator("#link-state")).to_have_text("Connected")
    await listened_to(red, blue, watch)
    await watch.click("#alerts summary")
    await expect(watch.locator("[name=sounds]")).not_to_be_checked()
    await type_turn(red, "F6")
    await expect(watch.locator("button.cell.taken")).to_have_count(1)
    assert await watch.evaluate("heard") == []
    # Whoever switches it on hears at once what it is.
    await watch.check("[name=sounds]")
    assert await heard(watch, 1) == ["stone"]
    await type_turn(blue, "D3 F7", "played D3 F7", red)
    await type_turn(red, "B2 G5", "Three stones allowed", blue)
    assert await heard(red, 3) == ["stone", "stone", "three"]
    assert await heard(watch, 3) == ["stone", "stone", "three"]
    await watch.reload()
    await expect(watch.locator("button.cell.taken")).to_have_count(5)
    await watch.click("#alerts summary")
    await expect(watch.locator("[name=sounds]")).to_be_checked()
    await type_turn(blue, "G6")
    # None for what stood there when the page was loaded.
    assert (await heard(watch, 1))[0] in ("stone", "three")
    await red.click("#alerts summary")
    await red.uncheck("[name=sounds]")
    await resign(blue)
    assert (await heard(blue, 5))[-1] == "end"
    assert len(await heard(watch, 2)) == 2
    await expect(red.locator("#headline")).to_have_text("Red wins by resignation")
    assert len(await red.evaluate("heard")) == 4


async def test_sounds_are_not_heard_twice(browsing: Browsing) -> None:
    red, blue = await two_players(browsing)
    tab = await red.context.new_page()
    await tab.goto(red.url)
    await expect(tab.locator("#link-state")).to_have_text("Connected")
    await listened_to(red, blue, tab)
    await tab.click("#tab-turns")
    for page, turn in ((red, "F6"), (blue, "D3 F7"), (red, "B2 G5")):
        await type_turn(page, turn)
        await expect(tab.locator("#turn-list li", has_text=turn)).to_be_visible()
    await heard(blue, 3)
    both = [len(await page.evaluate("heard")) for page in (red, tab)]
    # Of the last turn it may be still to come; of those before it has been heard.
    assert 2 <= sum(both) <= 3
    await tab.close()
    browsing.place.venue._pages.close()
    await type_turn(blue, "G6")
    assert await heard(blue, 4) == ["stone", "stone", "three", "three"]
    await blue.click("#tab-turns")
    for step in ("#step-first", "#step-on", "#step-last"):
        await blue.click(step)
    await expect(blue.locator("#to-now")).to_be_hidden()
    for left in (3, 2):
        await settle(red, "undo")
        await expect(blue.locator("#turn-list li")).to_have_count(left)
    await type_turn(red, "A1")
    assert await heard(blue, 5) == ["stone", "stone", "three", "three", "stone"]


async def test_the_last_ten_seconds_are_heard_by_whose_they_are(by_hand):
    """Red's, at Red's page alone, once; then a flag falls before their eyes."""
    browsing, clock = by_hand
    red, blue = await two_players(browsing, clock="0+60s")
    await listened_to(red, blue)
    await pass_time(clock, timedelta(seconds=51))
    assert await heard(red, 1) == ["ten"]
    await type_turn(red, "F6")
    await heard(red, 2)
    await type_turn(blue, "D3 F7")
    assert await heard(red, 3) == ["ten", "stone", "stone"]
    await expect(red.locator(".seat.red .clock")).to_have_class("clock hurry live")
    await pass_time(clock, timedelta(seconds=10))
    for page in (red, blue):
        await expect(told(page).last).to_contain_text("Red's time ran out")
        await expect(page.locator("#headline")).to_have_text("Blue wins on time")
        await expect(page.locator(".seat.blue .tag")).to_have_text("Winner")
    assert await heard(red, 4) == ["ten", "stone", "stone", "end"]
    assert await heard(blue, 3) == ["stone", "stone", "end"]
    await red.click("button[data-act=rematch]")
    await expect(blue.locator("#headline")).to_contain_text("Blue starts")


VIBRATED = "window.buzzed = []; navigator.vibrate = (pattern) => buzzed.push(pattern.length) > 0"


async def test_the_mover_is_rung_once_when_the_bank_opens_and_at_ten_seconds(by_hand):
    """A phone vibrates with it, unless its reader wants fewer movements; Blue hears nothing."""
    browsing, clock = by_hand
    red, blue = await two_players(browsing, clock="20s+60s")
    await listened_to(red, blue)
    for page in (red, blue):
        await page.evaluate(f"{VIBRATED}; undefined")
    await pass_time(clock, timedelta(seconds=21))
    assert await heard(red, 1) == ["bank"]
    await pass_time(clock, timedelta(seconds=50))
    assert await heard(red, 2) == ["bank", "ten"]
    assert await red.evaluate("buzzed") == [3, 3]
    await type_turn(red, "F6")
    await blue.emulate_media(reduced_motion="reduce")
    await expect(blue.locator(".seat.blue .clock")).to_have_class("clock live")
    await pass_time(clock, timedelta(seconds=21))
    assert await heard(blue, 2) == ["stone", "bank"]
    assert await blue.evaluate("buzzed") == []
