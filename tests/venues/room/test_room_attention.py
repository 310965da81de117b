"""What calls whoever looks elsewhere: notifications, title and icon of the tab."""

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect
from programs import find_chromium

from venues.room.at_pages import enter, link, opened, resign, settle, two_players, type_turn
from venues.room.browsing import Browsing, chromium, visiting
from venues.room.listening import reached
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
    """A person's page that can be told that nobody looks."""
    person = await browsing.person()
    await person.grant_permissions(list(allowed))
    page = await person.new_page()
    await page.add_init_script(LOOK_AWAY)
    await page.goto(url)
    await expect(page.locator("#link-state")).to_have_text("Connected")
    return page


async def notified(page: Page, *notices: str) -> None:
    """A page has notified of these things, and of nothing else."""
    await reached(page, "notices", len(notices))
    assert await page.evaluate("notices") == list(notices)


@pytest.mark.thorough
@pytest.mark.chromium
@pytest.mark.skipif(not find_chromium(windows=True), reason="no Chromium with windows is here")
async def test_who_looks_elsewhere_is_notified(tmp_path: Path) -> None:
    """Players of their own turn, spectators of each, all of the end; only on asking, and unseen."""
    async with (
        chromium(windows=True) as browser,
        house(tmp_path) as place,
        visiting(browser, place.address, place) as browsing,
    ):
        await notifying(browsing)


async def notifying(browsing: Browsing) -> None:
    """Both seats are looked at a second time by pages that may notify."""
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
    ended = (await watch.evaluate("notices"))[2]
    assert ended == "Blue wins by resignation | Ann – Bob, Catchup"
    await notified(again, mine)


async def test_where_there_are_no_notifications_the_switch_says_why(browsing: Browsing) -> None:
    """Refused once, over plain HTTP on a network, or in a browser that has none."""
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
