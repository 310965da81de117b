"""What the pages of a match sound like, in a real Chromium: to whom, when, and once."""

from datetime import timedelta
from itertools import combinations

from playwright.async_api import expect

from venues.room.at_pages import link, resign, settle, told, two_players, type_turn
from venues.room.browsing import Browsing
from venues.room.by_hand import pass_time
from venues.room.listening import heard, listened_to

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
    await type_turn(blue, "D3 F7")
    await expect(told(red).last).to_contain_text("played D3 F7")
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
    await resign(blue)
    assert (await heard(blue, 5))[-1] == "end"
    assert len(await heard(watch, 2)) == 2
    await expect(red.locator("#headline")).to_have_text("Red wins by resignation")
    assert len(await red.evaluate("heard")) == 4


async def test_nothing_sounds_twice(browsing: Browsing) -> None:
    """Not after a new connection, not in a second tab, not for turns taken back or looked at."""
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
    shown = red.locator(".seat.red .clock")
    await expect(shown).to_have_class("clock hurry live")
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
