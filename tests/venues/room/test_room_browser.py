"""The room in a real Chromium: two people play by clicking and typing, reload, and come back."""

import contextlib
import re
from pathlib import Path

import pytest
from loopback.bell import PATIENCE
from playwright.async_api import Browser, expect
from storage.test_failures import held

from bot.storage.copying import copy_database
from venues.room.at_pages import (
    click_turn,
    link,
    start,
    stones,
    table,
    told,
    two_players,
    type_turn,
)
from venues.room.browsing import Browsing, visiting
from venues.room.process import referee
from venues.room.visitor import SEED_003

pytestmark = [
    pytest.mark.real_time,
    pytest.mark.asyncio(loop_scope="session"),
]


async def test_two_browsers_play_the_worked_example(tmp_path: Path, browser: Browser) -> None:
    """Red clicks, Blue types; leads and three stones are announced; a reload shows the same."""
    async with table(tmp_path, browser) as (browsing, red, blue):
        for number, turn in enumerate(SEED_003):
            mover, other = ((red, blue), (blue, red))[number % 2]
            await expect(mover.locator("#speaks + #words")).to_have_attribute(
                "placeholder",
                "Coordinates, such as C3 D4" if number else "One cell, such as C3",
            )
            if number == 10:
                await expect(told(red).last).to_contain_text(
                    "Score 2 → 4, Red has 4 too: Blue is leading."
                )
                await expect(told(red).last).to_contain_text("Three stones allowed.")
                await expect(red.locator("#pips .stone")).to_have_count(3)
                await expect(red.locator("#headline")).to_contain_text("up to 3 stones")
            await (click_turn if mover is red else type_turn)(mover, turn)
            for page in (mover, other):
                await expect(told(page)).to_have_count(number + 3)
                await expect(told(page).last).to_contain_text(f"played {turn}.")
            if number == 5:
                before = await stones(blue)
                lines = await blue.locator("#lines > li:not(.whisper)").count()
                await blue.reload()
                await expect(blue.locator("#link-state")).to_have_text("Connected")
                await expect(blue.locator("button.cell.taken")).to_have_count(len(before))
                assert await stones(blue) == before
                await expect(blue.locator("#lines > li")).to_have_count(lines)
        await expect(told(blue).last).to_contain_text(
            "Score 4 → 5, Red has 6: Blue is not leading."
        )
        picture = told(blue).last.locator("img")
        assert "Blue last played F2 G7 H6." in (await picture.get_attribute("alt") or "")
        await picture.scroll_into_view_if_needed()
        assert (
            await picture.evaluate("(image) => image.decode().then(() => image.naturalWidth)")
            == 800
        )
        assert sorted(await stones(red)) == sorted(await stones(blue))
        assert browsing.problems == []
        assert browsing.foreign == []


async def test_clicks_and_words_are_one(tmp_path: Path, browser: Browser) -> None:
    """A click adds, another takes out, up to the allowance; typed words show their stones."""
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            page = await browsing.page()
            await start(page)
            await page.click("button[data-act=ready]")
            await expect(told(page)).to_have_count(2)
            await type_turn(page, "F6")
            await expect(told(page)).to_have_count(3)
            words, hint = page.locator("#words"), page.locator("#hint")
            await page.click("button[data-cell=D3]")
            await page.click("button[data-cell=F7]")
            await expect(words).to_have_value("D3 F7")
            await page.click("button[data-cell=E5]")
            await expect(words).to_have_value("D3 F7")
            await expect(hint).to_contain_text("place 1 or 2 stones")
            await page.click("button[data-cell=D3]")
            await expect(words).to_have_value("F7")
            await page.click("button[data-cell=F6]", force=True)
            await expect(words).to_have_value("F7")
            await page.fill("#words", "d3, **f7**")
            await expect(page.locator("button.cell.chosen.blue")).to_have_count(2)
            await expect(page.locator("button[data-cell=D3]")).to_have_attribute(
                "aria-label", "D3, chosen"
            )
            await page.click("#clear")
            await expect(words).to_have_value("")
            await type_turn(page, "D3 Z9")
            await expect(page.locator("li.refusal")).to_contain_text("Z9 is off the board")
            await expect(words).to_have_value("D3 Z9")
            await page.fill("#words", "well well")
            await page.click("button[data-cell=D3]")
            await expect(words).to_have_value("well well")
            await expect(hint).to_contain_text("a turn goes alone")
            assert browsing.problems == []


async def test_a_flag_falls_before_their_eyes(tmp_path: Path, browser: Browser) -> None:
    """A short clock runs down on the page, and the result is announced without a reload."""
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            page = await browsing.page()
            await start(page, clock="1s+1s")
            clock = page.locator(".seat.red .clock")
            await expect(clock).to_contain_text("0:01 bank")
            await page.click("button[data-act=ready]")
            await expect(clock).to_have_class("clock hurry live")
            await expect(told(page).last).to_contain_text("Red's time ran out")
            await expect(page.locator("#headline")).to_have_text("Blue wins on time")
            await expect(page.locator(".seat.blue .tag")).to_have_text("Winner")
            await page.click("button[data-act=rematch]")
            await expect(page.locator("#headline")).to_contain_text("Blue starts")


async def test_the_page_outlives_the_server(tmp_path: Path, browser: Browser) -> None:
    """Stopped in mid-match and started again, the page reconnects and the match goes on."""
    with referee(tmp_path) as running:
        port = running.address.rpartition(":")[2]
        async with visiting(browser, running.address) as browsing:
            red, blue = await two_players(browsing)
            await click_turn(red, "F6")
            await expect(told(blue).last).to_contain_text("played F6")
            running.process.send_signal(2)
            running.process.wait(PATIENCE.total_seconds())
            await expect(blue.locator("#link-state")).to_have_text("Reconnecting…")
            await type_turn(blue, "D3 F7")
            with referee(tmp_path, port):
                for page in (red, blue):
                    await expect(page.locator("#link-state")).to_have_text("Connected")
                    await expect(told(page).last).to_contain_text("played D3 F7")
                    await expect(page.locator("button.cell.taken")).to_have_count(3)
                assert await blue.locator("li.said", has_text="D3 F7").count() == 1


async def test_names_with_html_are_names(tmp_path: Path, browser: Browser) -> None:
    """Markup in a name or in talk is shown letter by letter and runs nowhere."""
    name = "<img src=x onerror=alert(1)> @everyone"
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            page = await browsing.page()
            await start(page, name_one=name)
            await expect(page.locator(".seat.red bdi")).to_have_text(name)
            await expect(told(page).last).to_contain_text(name)
            await type_turn(page, "<script>alert(2)</script> **bold**")
            await expect(page.locator("li.said").last).to_contain_text(
                "<script>alert(2)</script> **bold**"
            )
            assert await page.locator("#room img:not(.shot img):not(#picture img)").count() == 0
            assert await page.locator("#room script").count() == 0
            assert browsing.problems == []


async def test_links_give_seats_and_nothing_else_does(tmp_path: Path, browser: Browser) -> None:
    """The token leaves the address bar; a wrong or missing one is told so; spectators watch."""
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            host = await browsing.page()
            await start(host, here="none")
            assert "#" not in host.url
            watch = await link(host, "Spectators")
            fan = await browsing.page(watch)
            await expect(fan.locator("#own-name")).to_be_visible()
            await expect(fan.locator("#actions button")).to_have_count(0)
            await expect(fan.locator("#links")).to_be_hidden()
            assert "#" not in fan.url
            await fan.fill("#own-name input", "Fan <b>")
            await type_turn(fan, "hello")
            await expect(host.locator("li.said").last).to_contain_text("Fan <b>")
            for address in (watch.partition("#")[0], f"{watch.partition('#')[0]}#wrong"):
                stranger = await browsing.page(address)
                await expect(stranger.locator("#notice")).to_contain_text("opens no seat")
                await expect(stranger.locator("#room")).to_be_hidden()
            await host.click(".link-row:has-text('Red: Ann') >> text=Play it here")
            await expect(host.locator("#speaks")).to_contain_text("Ann")
            await host.click(".link-row:has-text('Red: Ann') >> text=Stand up")
            await expect(host.locator("#speaks")).to_contain_text("The host")


async def test_it_can_be_played_by_keyboard_alone(tmp_path: Path, browser: Browser) -> None:
    """One tab stop for the board, arrows between cells, Enter to choose; news is read out."""
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            page = await browsing.page()
            await start(page)
            await page.locator("button[data-act=ready]").focus()
            await page.keyboard.press("Enter")
            await expect(told(page)).to_have_count(2)
            await expect(page.locator("#announcer")).to_contain_text("Both are ready")
            assert await page.locator("#cells button[tabindex='0']").count() == 1
            await page.locator("#cells button[tabindex='0']").focus()
            for key in ("ArrowDown", "ArrowDown", "ArrowRight", "End", "ArrowLeft", "Enter"):
                await page.keyboard.press(key)
            await expect(page.locator("#words")).to_have_value("C6")
            await page.keyboard.press("Tab")
            await page.keyboard.press("Tab")
            await page.keyboard.press("Enter")
            await expect(page.locator("#announcer")).to_contain_text("Red played C6")
            board = page.locator("svg.board-picture")
            await expect(board).to_have_attribute("role", "img")
            assert "Red last played C6." in (await board.get_attribute("aria-label") or "")
            await expect(page.locator("button[data-cell=C6]")).to_have_attribute(
                "aria-label", "C6, red stone, last turn"
            )
            await page.locator("#show-rules").focus()
            await page.keyboard.press("Enter")
            await expect(page.locator("#sheet")).to_contain_text("Your score is the size")
            await page.keyboard.press("Escape")
            await expect(page.locator("#sheet")).to_be_hidden()


async def test_a_narrow_screen_has_board_input_chat(tmp_path: Path, browser: Browser) -> None:
    """At 360 pixels nothing runs over the edge, and the order is board, input, chat."""
    phone = {"width": 360, "height": 740}
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            for scheme in ("light", "dark"):
                page = await browsing.page(viewport=phone, color_scheme=scheme)
                wide = "() => document.documentElement.scrollWidth"
                await expect(page.locator("#format option")).not_to_have_count(0)
                assert await page.evaluate(wide) == 360
                await start(page, name_one="A name of quite some length indeed")
                await page.click("button[data-act=ready]")
                await expect(told(page)).to_have_count(2)
                assert await page.evaluate(wide) == 360
                tops = [
                    await page.locator(part).evaluate("(node) => node.offsetTop")
                    for part in ("#board", "#composer", ".chat")
                ]
                assert tops == sorted(tops)
                await click_turn(page, "E5")
                await expect(told(page)).to_have_count(3)
            assert browsing.problems == []


async def test_answers_stand_under_the_message_box(tmp_path: Path, browser: Browser) -> None:
    """At 360 pixels a refusal is seen where it was typed, until the next input."""
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            page = await browsing.page(viewport={"width": 360, "height": 740})
            await expect(page.locator(".intro figcaption")).to_be_hidden()
            await start(page)
            await page.click("button[data-act=ready]")
            await expect(told(page)).to_have_count(2)
            answer = page.locator("#answer")
            await type_turn(page, "Z9")
            await expect(answer).to_contain_text("Z9 is off the board")
            await expect(answer).to_be_in_viewport()
            await page.fill("#words", "E5")
            await expect(answer).to_be_empty()
            await page.press("#words", "Enter")
            await expect(told(page)).to_have_count(3)
            await type_turn(page, "/status")
            await expect(answer).to_have_text("The answer is in the chat.")
            assert browsing.problems == []


async def test_nothing_ends_by_a_slip(tmp_path: Path, browser: Browser) -> None:
    """Resign is in the menu, which closes by itself; typed, it asks back, naming who resigns."""
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            page = await browsing.page()
            await start(page)
            await page.dblclick("button[data-act=ready]")
            await expect(told(page)).to_have_count(2)
            resign, menu = page.locator("button[data-act=resign]"), page.locator(".menu summary")
            await expect(page.locator("#ask")).to_be_hidden()
            await expect(resign).to_be_hidden()
            await menu.click()
            await expect(resign).to_be_visible()
            await page.keyboard.press("Escape")
            await expect(resign).to_be_hidden()
            await menu.click()
            await page.click("#headline")
            await expect(resign).to_be_hidden()
            for button in ("No, go on", "Resign"):
                await type_turn(page, "match resign")
                await expect(page.locator("#ask-text")).to_have_text(
                    "Resign this game as Red (Ann)? Blue (Bob) wins."
                )
                await page.click(f"#ask button:has-text('{button}')")
                await expect(page.locator("#ask")).to_be_hidden()
            await expect(page.locator("#headline")).to_contain_text("Blue wins")
            assert browsing.problems == []


async def test_rules_open_at_the_top_and_the_chat_stays_at_its_end(
    tmp_path: Path, browser: Browser
) -> None:
    """On a low screen the rules come first; links that open leave the newest line in view."""
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            page = await browsing.page(viewport={"width": 1280, "height": 600})
            await start(page)
            await page.click("button[data-act=ready]")
            await expect(told(page)).to_have_count(2)
            await page.click("#show-rules")
            sheet = page.locator("#sheet")
            assert await sheet.evaluate("(node) => node.scrollHeight > node.clientHeight")
            assert await sheet.evaluate("(node) => node.scrollTop") == 0
            await expect(sheet.locator("h2")).to_be_in_viewport()
            assert "match start" not in await sheet.inner_text()
            await page.keyboard.press("Escape")
            for number in range(8):
                await type_turn(page, f"line {number}")
                await expect(page.locator("li.said")).to_have_count(number + 1)
            await type_turn(page, "help")
            await expect(page.locator("#answer")).not_to_be_empty()
            await expect(page.locator("li.whisper p").last).to_be_in_viewport(ratio=0.9)
            await page.click("#links summary")
            await expect(page.locator(".link-row").first).to_be_visible()
            await expect(page.locator("#lines > li").last).to_be_in_viewport()
            await expect(page.locator("#newest")).to_be_hidden()
            assert browsing.problems == []


async def test_games_with_colours_and_verbs_have_their_buttons(
    tmp_path: Path, browser: Browser
) -> None:
    """A colour for each stone in Product, the button in Catena: clicked, and played as words."""
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            page = await browsing.page()
            await start(page, format="product")
            await page.click("button[data-act=ready]")
            await expect(page.locator("#colours label")).to_have_count(2)
            await expect(page.locator("#words")).to_have_attribute(
                "placeholder", "One cell, such as black:C3"
            )
            await page.click("#colours label:has-text('White')")
            await page.click("button[data-cell=E5]")
            await expect(page.locator("#words")).to_have_value("white:E5")
            await expect(page.locator("button[data-cell=E5]")).to_have_class(
                "cell empty chosen white"
            )
            await page.click("#play-here")
            await expect(told(page).last).to_contain_text("played white:E5")
            other = await browsing.page()
            await start(other, format="catena")
            await other.click("button[data-act=ready]")
            await expect(told(other)).to_have_count(2)
            await type_turn(other, "E5")
            await other.click("#button")
            await expect(other.locator("#words")).to_have_value("button")
            await other.click("#play-here")
            await expect(told(other).last).to_contain_text("button")
            await expect(other.locator(".seat.white .tag", has_text="button")).to_be_visible()
            assert browsing.problems == []


async def test_a_dmo_is_chosen_in_the_form_and_says_who_starts(
    tmp_path: Path, browser: Browser
) -> None:
    """The form offers the choice where there is one; the button names colours, the card the DMO."""
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            page = await browsing.page()
            await expect(page.locator("#format option")).not_to_have_count(0)
            first, says = page.locator("[name=first]"), page.locator("[name=first] [value=dmo]")
            await expect(says).to_be_disabled()
            await page.select_option("[name=dmo]", "two")
            await expect(first).to_have_value("dmo")
            await page.select_option("#format", "catena")
            await expect(first).to_have_value("one")
            await expect(says).to_be_disabled()
            await page.select_option("#format", "genius")
            await expect(first).to_have_value("dmo")
            await start(page)
            await expect(page.locator("#headline")).to_have_text("Blue says who starts")
            await expect(page.locator(".seat.blue .tag", has_text="DMO")).to_be_visible()
            await page.click("text=Blue starts")
            await expect(page.locator("#headline")).to_have_text("Blue starts when both are ready")
            await expect(page.locator(".seat").first).to_contain_text("Bob")
            await page.click("#actions [data-act=ready]")
            await expect(told(page).last).to_contain_text("Both are ready")
            await type_turn(page, "E5")
            await expect(told(page).last).to_contain_text("Blue played E5.")
            assert browsing.problems == []


async def test_tag_and_clock_keep_apart_and_names_are_as_usual_in_the_format(
    tmp_path: Path, browser: Browser
) -> None:
    """On a low screen the mover's tag and clocks never touch; a Genius board hides the names."""
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            page = await browsing.page(viewport={"width": 1280, "height": 700})
            await start(page)
            await page.click("button[data-act=ready]")
            await expect(told(page).last).to_contain_text("Both are ready")
            # The line in the chat may come before the cards show whose move it is.
            await expect(page.locator(".seat.moves .tag")).to_be_visible()
            await expect(page.locator(".seat.moves .clock span").first).to_be_visible()
            tag = await page.locator(".seat.moves .tag").bounding_box()
            clock = await page.locator(".seat.moves .clock span").first.bounding_box()
            assert tag is not None
            assert clock is not None
            beside = tag["x"] + tag["width"] <= clock["x"]
            assert beside or tag["y"] + tag["height"] <= clock["y"]
            names = page.locator("#names")
            await expect(names).not_to_be_checked()
            await expect(page.locator("#board")).not_to_have_class("board named")
            await names.check()
            await page.reload()
            await expect(page.locator("#board")).to_have_class("board named")
            other = await browsing.page()
            await start(other, format="plur")
            await expect(other.locator("#board")).to_have_class("board named")


async def test_an_option_left_as_it_is_was_not_asked_for(tmp_path: Path, browser: Browser) -> None:
    """Catena by the longest ribbon has no button, which the form offers by default."""
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            page = await browsing.page()
            await expect(page.locator("#format option")).not_to_have_count(0)
            await page.select_option("#format", "catena")
            await expect(page.locator("#format-note")).to_contain_text(
                "Ribbons: claim every ribbon"
            )
            await page.click("text=Clock, board and options")
            await expect(page.locator("[name=option-button]")).to_have_value("on")
            komi = page.locator("[name=option-komi]")
            await expect(komi).to_have_accessible_description(re.compile("for not having started"))
            await expect(page.locator("#about-komi")).to_be_visible()
            await page.click("text=Game, players and markup")
            await page.select_option("[name=topic-format]", "too")
            await expect(page.locator("#topic-about")).to_contain_text("One stone of either colour")
            await page.select_option("[name=option-scoring]", "longest")
            await page.click("text=Open the room")
            await expect(told(page).first).to_contain_text("no button")


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark")])
async def test_a_saved_topic_is_ruled_on_the_start_page(
    tmp_path: Path, browser: Browser, width: int, scheme: str
) -> None:
    """Pasted HTML becomes rows, a board and an announcement; names in it stay names."""
    saved = Path(__file__).parents[2] / "threads" / "saved" / "nodebb.html"
    source = saved.read_text().replace("Zoe", "&lt;img src=x onerror=alert(1)&gt;")
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            await _rule_topic(browsing, source, width, scheme)


async def _rule_topic(browsing: Browsing, source: str, width: int, scheme: str) -> None:
    page = await browsing.page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    await expect(page.locator("[name=topic-format] option")).not_to_have_count(0)
    await page.fill("[name=topic-page]", "F6")
    await page.click("text=Rule the topic")
    await expect(page.locator("#topic-problem")).to_contain_text("save the page as HTML")
    await page.fill("[name=topic-page]", source)
    await page.click("text=Rule the topic")
    rows = page.locator("#topic-posts li")
    await expect(rows).to_have_count(9)
    await expect(page.locator("#topic-problem")).to_be_empty()
    await expect(rows.nth(0)).to_contain_text("<img src=x onerror=alert(1)>")
    await expect(rows.nth(6)).to_contain_text("B2 is taken by Red.")
    await expect(page.locator("#topic-board svg")).to_be_visible()
    reply = await page.input_value("#topic-reply")
    assert reply.endswith("@Ann, **Red** may place up to 3 stones.")
    assert await page.evaluate("document.documentElement.scrollWidth") == width
    assert await page.locator("#topic-result img").count() == 0
    assert browsing.foreign == []
    assert [one for one in browsing.problems if "422" not in one] == []


async def test_what_a_page_sent_too_fast_it_sends_again(tmp_path: Path, browser: Browser) -> None:
    """Sixteen lines in a moment, and a turn: the turn is played, and no line is lost."""
    async with table(tmp_path, browser) as (browsing, red, blue):
        said = [f"talk {number}" for number in range(16)]
        await red.evaluate(
            """(said) => {
              for (const text of said) {
                document.getElementById("words").value = text;
                document.getElementById("composer").requestSubmit();
              }
            }""",
            said,
        )
        whisper = red.locator("li.whisper", has_text="sends them again")
        await expect(whisper.first).to_be_visible()
        await type_turn(red, "F6")
        await expect(told(blue).last).to_contain_text("Red played F6.")
        talk = blue.locator("li.said .words", has_text="talk")
        await expect(talk).to_have_count(16)
        assert sorted(await talk.all_inner_texts()) == sorted(said)
        assert browsing.problems == []


async def test_a_line_that_could_not_be_stored_is_sent_again_to_the_next_process(
    tmp_path: Path, browser: Browser
) -> None:
    """The database is locked, the referee is killed, and another one starts: the turn is played."""
    with referee(tmp_path) as running:
        port = running.address.rpartition(":")[2]
        async with visiting(browser, running.address) as browsing:
            red, blue = await two_players(browsing)
            async with held(tmp_path / "referee.sqlite3"):
                await type_turn(red, "F6")
                await expect(red.locator("li.whisper").last).to_contain_text("is kept")
                running.process.kill()
                running.process.wait()
            with referee(tmp_path, port):
                await expect(told(blue).last).to_contain_text("Red played F6.")
                await expect(blue.locator("button.cell.taken")).to_have_count(1)


async def test_an_open_page_notices_that_a_backup_was_restored(
    tmp_path: Path, browser: Browser
) -> None:
    """It is loaded anew and shows the restored past alone; words under way are not lost."""
    file = tmp_path / "referee.sqlite3"
    async with contextlib.AsyncExitStack() as stack:
        with referee(tmp_path) as running:
            port = running.address.rpartition(":")[2]
            browsing = await stack.enter_async_context(visiting(browser, running.address))
            red, blue = await two_players(browsing)
            await type_turn(red, "F6")
            await expect(told(blue).last).to_contain_text("Red played F6.")
            copied = copy_database(file, tmp_path / "backup", overwrite=False)
            assert copied.matches == 1
            await type_turn(blue, "D4 E5")
            await expect(told(red).last).to_contain_text("Blue played D4 E5.")
            await type_turn(red, "A1")
            await expect(told(red).last).to_contain_text("Red played A1.")
        await type_turn(blue, "C3")
        # The last connection took its companions with it.
        (tmp_path / "backup").replace(file)
        with referee(tmp_path, port):
            for page in (red, blue):
                await expect(page.locator("li.whisper")).to_contain_text("restored from a backup")
                await expect(page.locator("button.cell.taken")).to_have_count(1)
                await expect(page.locator("li", has_text="D4 E5")).to_have_count(0)
            await expect(blue.locator("#words")).to_have_value("C3")
            await type_turn(blue, "D4 E6")
            await expect(told(red).last).to_contain_text("Blue played D4 E6.")
            # Whoever comes back to the same past is not loaded anew.
            await red.evaluate("window.same = true")
        with referee(tmp_path, port):
            await expect(red.locator("#link-state")).to_have_text("Connected")
            assert await red.evaluate("window.same")
