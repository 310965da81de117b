"""What calls whoever looks elsewhere: sounds, notifications, title and icon of the tab."""

import asyncio
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, Page, expect

from venues.room.at_pages import link, start, table, told, type_turn
from venues.room.browsing import PATIENCE_MS, Browsing, visiting
from venues.room.process import referee

expect.set_options(timeout=PATIENCE_MS)
pytestmark = [pytest.mark.real_time, pytest.mark.asyncio(loop_scope="session")]

LISTEN = """
window.heard = [];
let chord = null;
const start = AudioScheduledSourceNode.prototype.start;
AudioScheduledSourceNode.prototype.start = function (at) {
  // What begins in one go is one sound.
  if (!chord) {
    window.heard.push(chord = []);
    queueMicrotask(() => (chord = null));
  }
  chord.push(this.frequency.value);
  return start.call(this, at);
};
"""
"""Writes down what a page has its loudspeaker play: of each sound the pitches."""

NAMED = """async () => {
  const { SOUNDS, play } = await import("/page/sounds.js");
  const played = [...window.heard];
  const names = {};
  for (const sound of SOUNDS) {
    play(new OfflineAudioContext(1, 1, 8000), sound);
    await null;
    names[window.heard.pop().join()] = sound;
  }
  return played.map((pitches) => names[pitches.join()]);
}"""

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

REACHED = """([list, count]) => new Promise((done) => {
  const look = () => (window[list].length >= count ? done() : setTimeout(look, 20));
  look();
})"""

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


async def reached(page: Page, items: str, count: int) -> None:
    """Returns when a list of the page's has so many items."""
    async with asyncio.timeout(PATIENCE_MS / 1000):
        await page.evaluate(REACHED, [items, count])


async def heard(page: Page, count: int) -> list[str]:
    """The sounds that a page has made, as soon as there are so many."""
    await reached(page, "heard", count)
    names: list[str] = await page.evaluate(NAMED)
    return names


async def listening(browsing: Browsing, person: BrowserContext, url: str) -> Page:
    """A page of somebody's, whose loudspeaker is listened to."""
    page = await person.new_page()
    await page.add_init_script(LISTEN)
    await page.goto(url or browsing.address)
    return page


async def players(browsing: Browsing, **fields: str) -> tuple[Page, Page, BrowserContext]:
    """Red, who hosts, and Blue, whose loudspeakers are listened to; and Red's browser."""
    person = await browsing.person()
    red = await listening(browsing, person, "")
    await start(red, here="one", **fields)
    blue = await listening(browsing, await browsing.person(), await link(red, "Blue: Bob"))
    for page in (red, blue):
        await page.click("button[data-act=ready]")
    await expect(told(blue).last).to_contain_text("Both are ready")
    return red, blue, person


async def test_the_sounds_are_short_soft_and_distinct(tmp_path: Path, browser: Browser) -> None:
    """At most 1.2 s and a quarter of full loudness; no two of them are nearly the same wave."""
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            page = await browsing.page()
            waves: dict[str, list[float]] = await page.evaluate(RENDERED)
            assert set(waves) == {"stone", "three", "ten", "end"}
            for wave in waves.values():
                assert 0.03 < max(map(abs, wave)) <= 0.25
                assert max(map(abs, wave[int(1.2 * 8000) :])) < 0.001
            for one, other in combinations(waves.values(), 2):
                both = sum(a * b for a, b in zip(one, other, strict=True))
                alone = [sum(a * a for a in wave) for wave in (one, other)]
                assert both**2 < 0.8 * alone[0] * alone[1]


async def test_players_hear_their_match_and_spectators_when_they_want_to(
    tmp_path: Path, browser: Browser
) -> None:
    """A stone, three stones allowed and the end; the switch is remembered in the browser."""
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            red, blue, _ = await players(browsing)
            person = await browsing.person()
            address = await link(red, "Spectators")
            watch = await listening(browsing, person, address)
            await expect(watch.locator("#link-state")).to_have_text("Connected")
            await watch.click("#alerts summary")
            await expect(watch.locator("[name=sounds]")).not_to_be_checked()
            await type_turn(red, "F6")
            await expect(watch.locator("button.cell.taken")).to_have_count(1)
            assert await watch.evaluate("heard") == []
            # Whoever switches it on hears at once what it is.
            await watch.check("[name=sounds]")
            assert await heard(watch, 1) == ["stone"]
            await type_turn(blue, "D3 F7")
            await type_turn(red, "B2 G5")
            await expect(told(blue).last).to_contain_text("Three stones allowed")
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
            await blue.click("text=More")
            await blue.click("[data-act=resign]")
            await blue.click("#ask-yes")
            assert (await heard(blue, 5))[-1] == "end"
            assert len(await heard(watch, 2)) == 2
            await expect(red.locator("#headline")).to_have_text("Red wins by resignation")
            assert len(await red.evaluate("heard")) == 4
            assert browsing.problems == []


async def test_nothing_sounds_twice(tmp_path: Path, browser: Browser) -> None:
    """Not after a new connection, not in a second tab, not for turns taken back or looked at."""
    with referee(tmp_path) as running:
        port = running.address.rpartition(":")[2]
        async with visiting(browser, running.address) as browsing:
            red, blue, person = await players(browsing)
            tab = await listening(browsing, person, red.url)
            await expect(tab.locator("#link-state")).to_have_text("Connected")
            await tab.click("#tab-turns")
            for page, turn in ((red, "F6"), (blue, "D3 F7"), (red, "B2 G5")):
                await type_turn(page, turn)
                await expect(tab.locator("#turn-list li", has_text=turn)).to_be_visible()
            await heard(blue, 3)
            both = [len(await page.evaluate("heard")) for page in (red, tab)]
            # Of the last turn it may be still to come; of those before it has been heard.
            assert 2 <= sum(both) <= 3
            await tab.close()
            running.process.send_signal(2)
            running.process.wait(PATIENCE_MS / 1000)
            await expect(blue.locator("#link-state")).to_have_text("Reconnecting…")
            with referee(tmp_path, port):
                for page in (red, blue):
                    await expect(page.locator("#link-state")).to_have_text("Connected")
                await type_turn(blue, "G6")
                assert await heard(blue, 4) == ["stone", "stone", "three", "three"]
                await blue.click("#tab-turns")
                for step in ("#step-first", "#step-on", "#step-last"):
                    await blue.click(step)
                await expect(blue.locator("#to-now")).to_be_hidden()
                for left in (3, 2):
                    await red.click("text=More")
                    await red.click("[data-act=undo]")
                    await red.click("#ask-yes")
                    await expect(blue.locator("#turn-list li")).to_have_count(left)
                await type_turn(red, "A1")
                assert await heard(blue, 5) == ["stone", "stone", "three", "three", "stone"]


async def test_the_last_ten_seconds_are_heard_by_whose_they_are(
    tmp_path: Path, browser: Browser
) -> None:
    """Red's, at Red's page alone, once; not of a turn that begins with less."""
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            red, blue, _ = await players(browsing, clock="0+11s")
            assert await heard(red, 1) == ["ten"]
            await type_turn(red, "F6")
            await heard(red, 2)
            await type_turn(blue, "D3 F7")
            await heard(red, 3)
            await red.click("text=More")
            await red.click("[data-act=resign]")
            await red.click("#ask-yes")
            assert await heard(red, 4) == ["ten", "stone", "stone", "end"]
            assert "ten" not in await heard(blue, 3)
            assert browsing.problems == []


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


async def test_who_looks_elsewhere_is_notified(tmp_path: Path, browser: Browser) -> None:
    """Players of their own turn, spectators of each, all of the end; only on asking, and unseen."""
    async with table(tmp_path, browser) as (browsing, red, blue):
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
        await red.click("text=More")
        await red.click("[data-act=resign]")
        await red.click("#ask-yes")
        await reached(watch, "notices", 3)
        assert (await watch.evaluate("notices"))[
            2
        ] == "Blue wins by resignation | Ann – Bob, Catchup"
        await notified(again, mine)
        assert browsing.problems == []


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("", "does not let this page notify you"),
        ("Object.defineProperty(window, 'isSecureContext', { value: false })", "https addresses"),
        ("delete window.Notification", "notifies nobody"),
    ],
)
async def test_where_there_are_no_notifications_the_switch_says_why(
    tmp_path: Path, browser: Browser, script: str, said: str
) -> None:
    """Refused once, over plain HTTP on a network, or in a browser that has none."""
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            person = await browsing.person()
            await person.grant_permissions([])
            page = await person.new_page()
            await page.add_init_script(script)
            await page.goto(browsing.address)
            await start(page)
            await page.click("#alerts summary")
            await expect(page.locator("#notify-about")).to_contain_text(said)
            await expect(page.locator("[name=notify]")).to_be_disabled()
            await page.keyboard.press("Escape")
            await expect(page.locator("#notify-about")).to_be_hidden()
            assert browsing.problems == []


async def test_the_tab_says_whose_turn_it_is(tmp_path: Path, browser: Browser) -> None:
    """Title and icon, for players, hosts and spectators; the icon is one that the page may load."""
    icon: Any = "document.querySelector('link[rel=icon]').getAttribute('href')"
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            host = await browsing.page()
            await start(host, here="none")
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
            await host.click("[data-act=pause]")
            await expect(watch).to_have_title("Paused · Ann – Bob")
            await host.click("text=More")
            await host.click("[data-act=cancel]")
            await host.click("#ask-yes")
            await expect(watch).to_have_title("Cancelled · Ann – Bob")
            assert browsing.problems == []
