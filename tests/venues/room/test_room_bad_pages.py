"""Pages in trouble: a machine that slept, two tabs of a seat, a proxy that cuts, a wrong clock."""

import re

import pytest
from playwright.async_api import Page, expect
from web.relay import relayed

from venues.room.at_pages import click_turn, enter, opened, order, told, two_players, type_turn
from venues.room.browsing import Browsing

AHEAD = "const now = Date.now; Date.now = () => now() + {}"
"""Sets the clock of a page's machine ahead, or back, by so many milliseconds."""
WATCHED = """() => {
  const seen = window.seen = [];
  const note = () => seen.push(document.querySelector("#link-state").textContent);
  new MutationObserver(note).observe(document.querySelector("#link-state"), { childList: true });
  document.querySelectorAll("button.cell").forEach((cell) => (cell.first = true));
  for (const clock of [performance, Date]) clock.now = ((at) => () => at)(clock.now());
}"""
"""Notes, in the page, what it says of its connection, and marks the cells that it has now.

Its clocks stand from then on: a busy machine may need longer to connect than a page keeps quiet.
"""
KEPT = "[...document.querySelectorAll('button.cell')].every((cell) => cell.first)"
"""Whether all its cells are those that were marked."""
CHOSEN = "button.cell.chosen"


async def second_tab(page: Page) -> Page:
    """The same seat in another tab of the same browser, which remembers it."""
    tab = await page.context.new_page()
    await tab.goto(page.url)
    await expect(tab.locator("#link-state")).to_have_text("Connected")
    return tab


async def test_a_machine_that_slept_for_a_day_connects_anew(browsing: Browsing) -> None:
    """Its connection may be gone without a word: it is not waited for; tapped stones stay."""
    red, blue = await two_players(browsing)
    await red.click("button[data-cell=F6]")
    async with red.expect_websocket():
        await red.evaluate(AHEAD.format(86_400_000))
    await expect(red.locator("#link-state")).to_have_text("Connected")
    await expect(red.locator(CHOSEN)).to_have_count(1)
    await red.click("#play-here")
    await expect(told(blue).last).to_contain_text("Red played F6")


@pytest.mark.parametrize("minutes", [-5, 5])
async def test_a_clock_that_is_five_minutes_wrong_shows_the_room_s_time(
    browsing: Browsing, minutes: int
) -> None:
    """A minute a turn is a minute; nothing flags, and the turn is played."""
    room, tokens = await opened(browsing, {"clock": "1m+5m"})
    context = await browsing.person()
    await context.add_init_script(AHEAD.format(minutes * 60_000))
    page = await context.new_page()
    keys = ",".join(tokens[role] for role in ("host", "one", "two"))
    await page.goto(f"{browsing.address}/room/{room}#{keys}")
    await page.click("button[data-act=ready]")
    clock = page.locator(".seat.red .clock")
    await expect(clock).to_contain_text(re.compile(r"^0:[0-5]\d(\.\d)? turn"))
    await expect(clock).to_contain_text("5:00 bank")
    await click_turn(page, "F6")
    await expect(told(page).last).to_contain_text("Red played F6")


async def test_a_turn_tapped_on_an_old_position_keeps_what_is_still_legal(browsing) -> None:
    """Tapped in one tab; the other one plays, Blue takes a cell: the board and the rest stay."""
    red, blue = await two_players(browsing)
    await click_turn(red, "F6")
    await expect(told(red).last).to_contain_text("Red played F6")
    await click_turn(blue, "D3 F7")
    await expect(told(red).last).to_contain_text("Blue played D3 F7")
    for cell in ("B2", "E5"):
        await red.click(f"button[data-cell={cell}]")
    tab = await second_tab(red)
    await click_turn(tab, "G5")
    await expect(told(red).last).to_contain_text("Red played G5")
    await click_turn(blue, "B2")
    await expect(red.locator("button[data-cell=B2]")).to_have_attribute(
        "aria-label", "B2, blue stone, last turn"
    )
    await expect(red.locator("#words")).to_have_value("E5")
    await expect(red.locator(CHOSEN)).to_have_count(1)
    await red.click("#play-here")
    for page in (red, blue, tab):
        await expect(told(page).last).to_contain_text("Red played E5")


async def test_the_same_act_in_two_tabs_is_done_once(browsing: Browsing) -> None:
    """Both tabs have the question whether to resign open: the match ends once, both say so."""
    red, blue = await two_players(browsing)
    tab = await second_tab(red)
    for page in (red, tab):
        await order(page, "resign")
        await expect(page.locator("#ask-yes")).to_be_visible()
    for page in (red, tab):
        await page.click("#ask-yes")
    for page in (red, tab, blue):
        await expect(page.locator("#headline")).to_have_text("Blue wins by resignation")
        await expect(told(page).filter(has_text="resign")).to_have_count(1)
    assert [await page.locator("dialog[open]").count() for page in (red, tab)] == [0, 0]


async def test_a_proxy_that_cuts_is_not_seen(browsing: Browsing) -> None:
    """The page comes back: it says nothing of it, keeps its board, and misses no turn."""
    room, tokens = await opened(browsing, {})
    async with relayed(browsing.address) as (relay, address):
        through = Browsing(browsing.browser, address)
        try:
            red = await enter(through, room, tokens["host"], tokens["one"])
            blue = await enter(browsing, room, tokens["two"])
            for page in (red, blue):
                await page.click("button[data-act=ready]")
            await expect(told(red).last).to_contain_text("Both are ready")
            await red.evaluate(WATCHED)
            for turn, (page, text) in enumerate(((red, "F6"), (blue, "D3 F7"), (red, "B2 G5"))):
                async with red.expect_websocket():
                    await relay.cut()
                await type_turn(page, text)
                await expect(told(red)).to_have_count(turn + 3)
                await expect(told(red).last).to_contain_text(f"played {text}")
            assert await red.evaluate("seen") == []
            assert await red.evaluate(KEPT)
        finally:
            await through.close()
