"""What somebody asks the referee is between the two of them, seen in a real Chromium."""

import json
import re
from pathlib import Path

import pytest
from loopback.bell import PATIENCE
from playwright.async_api import Browser, WebSocketRoute, expect

from venues.room.at_pages import link, start, table, told, two_players, type_turn
from venues.room.browsing import visiting
from venues.room.process import referee

pytestmark = [pytest.mark.real_time, pytest.mark.asyncio(loop_scope="session")]

ASKED = "li.whisper:has(.asked)"


async def test_only_the_asker_sees_question_and_answer(tmp_path: Path, browser: Browser) -> None:
    """The words stand with the answer; a picture can be enlarged; the match goes on."""
    async with table(tmp_path, browser) as (browsing, red, blue):
        fan = await browsing.page(await link(red, "Spectators"))
        await type_turn(blue, "match status")
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
        assert browsing.problems == []


async def test_an_answer_is_seen_where_the_turns_stood(tmp_path: Path, browser: Browser) -> None:
    """Whoever asks while the list of turns covers the talk is shown the talk."""
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            page = await browsing.page()
            await start(page)
            await page.click("#tab-turns")
            await expect(page.locator("#lines")).to_be_hidden()
            await type_turn(page, "match rules")
            await expect(page.locator(ASKED)).to_be_visible()
            await expect(page.locator("#words")).to_be_focused()


@pytest.mark.parametrize(("lost", "given"), [("whisper", 2), ("taken", 1)])
async def test_an_answer_whose_connection_broke_is_shown_once(
    tmp_path: Path, browser: Browser, lost: str, given: int
) -> None:
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

    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
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


async def test_a_question_waits_for_a_referee_that_was_stopped(
    tmp_path: Path, browser: Browser
) -> None:
    """Asked while it is away, it is answered once after its return, and nobody else sees it."""
    with referee(tmp_path) as running:
        port = running.address.rpartition(":")[2]
        async with visiting(browser, running.address) as browsing:
            red, blue = await two_players(browsing)
            running.process.kill()
            running.process.wait(PATIENCE.total_seconds())
            await expect(red.locator("#link-state")).to_have_text("Reconnecting…")
            await type_turn(red, "match status")
            await expect(red.locator("#hint")).to_contain_text("is sent when the room is back")
            with referee(tmp_path, port):
                await expect(red.locator(ASKED)).to_contain_text("Red Ann against Blue Bob")
                await type_turn(red, "E5")
                for page in (red, blue):
                    await expect(told(page).last).to_contain_text("played E5")
                    await expect(page.locator("li.said")).to_have_count(1)
                await expect(red.locator(ASKED)).to_have_count(1)
                await expect(blue.locator(ASKED)).to_have_count(0)
