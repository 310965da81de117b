"""Answers and turns that get lost: questions, presses, two tabs, a proxy, a clock that is wrong."""

import json
import re

import pytest
from playwright.async_api import Page, WebSocketRoute, expect
from web.relay import relayed

from venues.room import at_pages as at
from venues.room.browsing import Browsing

ASKED = "li.whisper:has(.asked)"


async def test_only_the_asker_sees_question_and_answer(browsing: Browsing) -> None:
    """The words stand with the answer; a picture can be enlarged; the match goes on.

    Whoever asks while the list of turns covers the talk is shown the talk.
    """
    red, blue = await at.two_players(browsing)
    fan = await browsing.page(await at.link(red, "Spectators"))
    await blue.click("#tab-turns")
    await expect(blue.locator("#lines")).to_be_hidden()
    await at.type_turn(blue, "match status")
    await expect(blue.locator(ASKED)).to_be_visible()
    await expect(blue.locator("#words")).to_be_focused()
    await at.type_turn(blue, "match borad")
    await at.type_turn(blue, "match board")
    asked = blue.locator(ASKED)
    await expect(asked).to_have_count(3)
    await expect(asked.nth(0).locator(".asked")).to_have_text("match status")
    await expect(asked.nth(0)).to_contain_text("Red Ann against Blue Bob")
    await expect(asked.nth(1)).to_contain_text("match board")
    await expect(asked.nth(2).locator("img")).to_have_attribute(
        "alt", re.compile("Red has no stones")
    )
    await asked.nth(2).locator(".shot").click()
    shown = blue.locator("#sheet img")
    await expect(shown).to_be_visible()
    assert await shown.evaluate("(one) => one.decode().then(() => one.naturalWidth)") == 800
    await blue.keyboard.press("Escape")
    await at.type_turn(red, "E5")
    for page in (red, blue, fan):
        await expect(at.told(page).last).to_contain_text("played E5")
    for page in (red, fan):
        await expect(page.locator(ASKED)).to_have_count(0)
        await expect(page.locator("li.said .words")).to_have_text(["E5"])


@pytest.mark.parametrize(("lost", "given"), [("whisper", 2), ("taken", 1)])
async def test_an_answer_whose_connection_broke_is_shown_once(browsing, lost, given):
    """One that never arrived is asked for again; one that did is not, whatever else was lost."""
    sockets: list[WebSocketRoute] = []
    answers: list[str] = []

    def cut(socket: WebSocketRoute) -> None:
        server, first, ended = socket.connect_to_server(), not sockets, []
        sockets.append(socket)

        async def heard(message: str | bytes) -> None:
            said = json.loads(message)
            if said["type"] == "whisper" and said.get("key"):
                answers.append(said["key"])
            if first and said["type"] == lost and said.get("key"):
                ended.append(said)
                await server.close()
                await socket.close()
            if not ended:
                socket.send(message)

        server.on_message(heard)

    page = await browsing.page()
    await page.route_web_socket("**/socket", cut)
    await at.start(page)
    await at.type_turn(page, "match rules")
    await expect(page.locator(ASKED)).to_have_count(1)
    await expect(page.locator("#link-state")).to_have_text("Connected")
    await at.type_turn(page, "help")
    await expect(page.locator(ASKED)).to_have_count(2)
    assert len(sockets) == 2
    assert len(answers) == given + 1
    assert len(set(answers)) == 2


@pytest.mark.parametrize("arrives", [True, False])
async def test_a_press_whose_answer_was_lost_is_told_of_and_not_made_again(browsing, arrives):
    """The line breaks as *Ready* is pressed, before it arrives or behind it: the page does not know
    which, says so once, and shows how it stands.
    """
    sockets: list[WebSocketRoute] = []

    def breaking(socket: WebSocketRoute) -> None:
        server, first = socket.connect_to_server(), not sockets
        sockets.append(socket)

        async def pressed(message: str | bytes) -> None:
            broken = first and json.loads(message)["type"] == "act"
            if arrives or not broken:
                server.send(message)
            if broken:
                await server.close()
                await socket.close()

        socket.on_message(pressed)

    page = await browsing.page()
    await page.route_web_socket("**/socket", breaking)
    await at.start(page)
    await page.click("[data-act=ready]")
    said = page.locator("li.whisper").filter(has_text="before the answer to “Ready” came")
    await expect(said).to_have_count(1)
    if not arrives:
        await page.click("[data-act=ready]")
    await expect(page.locator("#headline")).to_contain_text("to move")
    await expect(page.locator("li.whisper")).to_have_count(1)
    assert len(sockets) == 2


CHOSEN = "button.cell.chosen"


async def second_tab(page: Page) -> Page:
    tab = await page.context.new_page()
    await tab.goto(page.url)
    await expect(tab.locator("#link-state")).to_have_text("Connected")
    return tab


async def test_a_machine_that_slept_for_a_day_connects_anew(browsing: Browsing) -> None:
    """Its connection may be gone without a word: it is not waited for; tapped stones stay."""
    red, blue = await at.two_players(browsing)
    await red.click("button[data-cell=F6]")
    async with red.expect_websocket():
        await red.evaluate(at.AHEAD.format(86_400_000))
    await expect(red.locator("#link-state")).to_have_text("Connected")
    await expect(red.locator(CHOSEN)).to_have_count(1)
    await red.click("#play-here")
    await expect(at.told(blue).last).to_contain_text("Red played F6")


@pytest.mark.parametrize("minutes", [-5, 5])
async def test_a_clock_that_is_five_minutes_wrong_shows_the_room_s_time(browsing, minutes):
    """A minute a turn is a minute; nothing flags, and the turn is played."""
    room, tokens = await at.opened(browsing, {"clock": "1m+5m"})
    context = await browsing.person()
    await context.add_init_script(at.AHEAD.format(minutes * 60_000))
    page = await context.new_page()
    keys = ",".join(tokens[role] for role in ("host", "one", "two"))
    await page.goto(f"{browsing.address}/room/{room}#{keys}")
    await page.click("button[data-act=ready]")
    clock = page.locator(".seat.red .clock")
    await expect(clock).to_contain_text(re.compile(r"^0:[0-5]\d(\.\d)? turn"))
    await expect(clock).to_contain_text("5:00 bank")
    await at.click_turn(page, "F6")
    await expect(at.told(page).last).to_contain_text("Red played F6")


async def test_a_turn_tapped_on_an_old_position_keeps_what_is_still_legal(browsing) -> None:
    """Tapped in one tab; the other one plays, Blue takes a cell: the board and the rest stay."""
    red, blue = await at.two_players(browsing)
    await at.click_turn(red, "F6")
    await expect(at.told(red).last).to_contain_text("Red played F6")
    await at.click_turn(blue, "D3 F7")
    await expect(at.told(red).last).to_contain_text("Blue played D3 F7")
    for cell in ("B2", "E5"):
        await red.click(f"button[data-cell={cell}]")
    tab = await second_tab(red)
    await at.click_turn(tab, "G5")
    await expect(at.told(red).last).to_contain_text("Red played G5")
    await at.click_turn(blue, "B2")
    await expect(red.locator("button[data-cell=B2]")).to_have_attribute(
        "aria-label", "B2, blue stone, last turn"
    )
    await expect(red.locator("#words")).to_have_value("E5")
    await expect(red.locator(CHOSEN)).to_have_count(1)
    await red.click("#play-here")
    for page in (red, blue, tab):
        await expect(at.told(page).last).to_contain_text("Red played E5")


async def test_the_same_act_in_two_tabs_is_done_once(browsing: Browsing) -> None:
    red, blue = await at.two_players(browsing)
    tab = await second_tab(red)
    for page in (red, tab):
        await at.order(page, "resign")
        await expect(page.locator("#ask-yes")).to_be_visible()
    for page in (red, tab):
        await page.click("#ask-yes")
    for page in (red, tab, blue):
        await expect(page.locator("#headline")).to_have_text("Blue wins by resignation")
        await expect(at.told(page).filter(has_text="resign")).to_have_count(1)
    assert [await page.locator("dialog[open]").count() for page in (red, tab)] == [0, 0]


async def test_a_proxy_that_cuts_is_not_seen(browsing: Browsing) -> None:
    """The page comes back: it says nothing of it, keeps its board, and misses no turn."""
    room, tokens = await at.opened(browsing, {})
    async with relayed(browsing.address) as (relay, address):
        through = Browsing(browsing.browser, address)
        try:
            red = await at.enter(through, room, tokens["host"], tokens["one"])
            blue = await at.enter(browsing, room, tokens["two"])
            for page in (red, blue):
                await page.click("button[data-act=ready]")
            await expect(at.told(red).last).to_contain_text("Both are ready")
            await red.evaluate(at.WATCHED)
            for turn, (page, text) in enumerate(((red, "F6"), (blue, "D3 F7"), (red, "B2 G5"))):
                async with red.expect_websocket():
                    await relay.cut()
                await at.type_turn(page, text)
                await expect(at.told(red)).to_have_count(turn + 3)
                await expect(at.told(red).last).to_contain_text(f"played {text}")
            assert await red.evaluate("seen") == []
            assert await red.evaluate(at.KEPT)
        finally:
            await through.close()
