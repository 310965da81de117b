"""What somebody asks the referee is between the two of them, seen in a real Chromium."""

import json
import re

import pytest
from playwright.async_api import WebSocketRoute, expect

from venues.room.at_pages import link, start, told, two_players, type_turn
from venues.room.browsing import Browsing

ASKED = "li.whisper:has(.asked)"


async def test_only_the_asker_sees_question_and_answer(browsing: Browsing) -> None:
    """The words stand with the answer; a picture can be enlarged; the match goes on.

    Whoever asks while the list of turns covers the talk is shown the talk.
    """
    red, blue = await two_players(browsing)
    fan = await browsing.page(await link(red, "Spectators"))
    await blue.click("#tab-turns")
    await expect(blue.locator("#lines")).to_be_hidden()
    await type_turn(blue, "match status")
    await expect(blue.locator(ASKED)).to_be_visible()
    await expect(blue.locator("#words")).to_be_focused()
    await type_turn(blue, "match borad")
    await type_turn(blue, "match board")
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
    await type_turn(red, "E5")
    for page in (red, blue, fan):
        await expect(told(page).last).to_contain_text("played E5")
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
    await start(page)
    await type_turn(page, "match rules")
    await expect(page.locator(ASKED)).to_have_count(1)
    await expect(page.locator("#link-state")).to_have_text("Connected")
    await type_turn(page, "help")
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
    await start(page)
    await page.click("[data-act=ready]")
    said = page.locator("li.whisper").filter(has_text="before the answer to “Ready” came")
    await expect(said).to_have_count(1)
    if not arrives:
        await page.click("[data-act=ready]")
    await expect(page.locator("#headline")).to_contain_text("to move")
    await expect(page.locator("li.whisper")).to_have_count(1)
    assert len(sockets) == 2
