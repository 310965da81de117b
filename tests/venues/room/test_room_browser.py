"""The room in a real Chromium: people play by clicking, typing and touch, and come back."""

import re
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from bot.storage.copying import copy_database
from venues.room import at_pages as at
from venues.room.browsing import Browsing, visiting
from venues.room.visitor import house

WIDE = "document.documentElement.scrollWidth"
SAVED = Path(__file__).parents[2] / "threads" / "saved"


async def test_clicks_and_words_are_one(browsing: Browsing) -> None:
    """A click adds, another takes out, up to the allowance; typed words show their stones."""
    page = await at.both_seats(browsing)
    await at.type_turn(page, "F6")
    await expect(at.told(page)).to_have_count(3)
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
    await expect(page.locator("button[data-cell=D3]")).to_have_attribute("aria-label", "D3, chosen")
    await page.click("#clear")
    await expect(words).to_have_value("")
    await at.type_turn(page, "D3 Z9")
    await expect(page.locator("li.refusal")).to_contain_text("Z9 is off the board")
    await expect(words).to_have_value("D3 Z9")
    await page.fill("#words", "well well")
    await page.click("button[data-cell=D3]")
    await expect(words).to_have_value("well well")
    await expect(hint).to_contain_text("a turn goes alone")


async def test_names_with_html_are_names(browsing: Browsing) -> None:
    name, talk = "<img src=x onerror=alert(1)> @everyone", "<script>alert(2)</script> **bold**"
    page = await at.both_seats(browsing, one={"name": name, "colour": "red"})
    await expect(page.locator(".seat.red bdi")).to_have_text(name)
    await expect(at.told(page).first).to_contain_text(name)
    await at.type_turn(page, talk)
    await expect(page.locator("li.said").last).to_contain_text(talk)
    await expect(page.locator("#room img:not(.shot img):not(#picture img)")).to_have_count(0)
    await expect(page.locator("#room script")).to_have_count(0)


async def test_links_give_seats_and_nothing_else_does(browsing: Browsing) -> None:
    """The token leaves the address bar; a wrong or missing one is told so; spectators watch."""
    host = await browsing.page()
    await at.start(host, here="none")
    assert "#" not in host.url
    watch = await at.link(host, "Spectators")
    fan = await browsing.page(watch)
    await expect(fan.locator("#own-name")).to_be_visible()
    await expect(fan.locator("#actions button")).to_have_count(0)
    await expect(fan.locator("#links")).to_be_hidden()
    assert "#" not in fan.url
    await fan.fill("#own-name input", "Fan <b>")
    await at.type_turn(fan, "hello")
    await expect(host.locator("li.said").last).to_contain_text("Fan <b>")
    for address in (watch.partition("#")[0], f"{watch.partition('#')[0]}#wrong"):
        stranger = await browsing.page(address)
        await expect(stranger.locator("#notice")).to_contain_text("opens no seat")
        await expect(stranger.locator("#room")).to_be_hidden()
    # By keyboard: the button that gives the seat back has the focus of the one that took it.
    seat = host.locator("[data-key=sit-one]")
    await seat.press("Enter")
    await expect(host.locator("#speaks")).to_contain_text("Ann")
    await expect(seat).to_have_text("Stand up")
    await expect(seat).to_be_focused()
    await seat.press("Enter")
    await expect(host.locator("#speaks")).to_contain_text("The host")


async def test_match_can_be_played_by_keyboard_alone(browsing: Browsing) -> None:
    """One tab stop for the board, arrows between cells, Enter to choose; news is read out."""
    page = await at.both_seats(browsing)
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


async def test_a_phone_has_board_input_chat_and_answers_in_place(browsing: Browsing) -> None:
    """At 360 pixels nothing runs over the edge; a refusal stands there until the next input."""
    page = await browsing.page(viewport={"width": 360, "height": 740})
    await at.whole_form(page)
    await expect(page.locator(".intro figcaption")).to_be_hidden()
    assert await page.evaluate(WIDE) == 360
    await at.start(page, name_one="A name of quite some length indeed")
    await page.click("button[data-act=ready]")
    await expect(at.told(page)).to_have_count(2)
    assert await page.evaluate(WIDE) == 360
    tops = [
        await page.locator(part).evaluate("(node) => node.offsetTop")
        for part in ("#board", "#composer", ".chat")
    ]
    assert tops == sorted(tops)
    answer = page.locator("#answer")
    await at.type_turn(page, "Z9")
    await expect(answer).to_contain_text("Z9 is off the board")
    await expect(answer).to_be_in_viewport()
    await page.fill("#words", "E5")
    await expect(answer).to_be_empty()
    await page.press("#words", "Enter")
    await expect(at.told(page)).to_have_count(3)
    await at.click_turn(page, "A1")
    await expect(at.told(page)).to_have_count(4)
    await at.type_turn(page, "/status")
    await expect(answer).to_have_text("The answer is in the chat.")


PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
SMALL = """() => [...document.querySelectorAll("button:not(.cell), summary, select, #words")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .filter((one) => {
    const { width, height } = one.getBoundingClientRect();
    const zooms = one.matches("select, input") && parseFloat(getComputedStyle(one).fontSize) < 16;
    return width && (Math.min(width, height) < 44 || zooms);
  })
  .map((one) => one.id || one.textContent)"""
"""What is too small for a finger, and fields into which a phone zooms."""


@pytest.mark.parametrize("width", [360, 390, 700])
async def test_a_finger_has_room_and_no_phone_zooms_into_a_field(browsing, width):
    page = await at.both_seats(browsing, {**PHONE, "viewport": {"width": width, "height": 844}})
    await at.type_turn(page, "F6", "played")
    for cell in ("D3", "I1"):
        await page.tap(f"button[data-cell={cell}]")
    await expect(page.locator("button.cell.chosen")).to_have_count(2)
    for tab in ("#tab-lines", "#tab-turns"):
        await page.tap(tab)
        assert await page.evaluate(SMALL) == []
    await page.tap("#clear")
    await expect(page.locator("#words")).to_have_value("")
    assert (
        await page.evaluate("getComputedStyle(document.documentElement).touchAction")
        == "manipulation"
    )


async def test_resign_is_asked_about_and_never_a_slip(browsing: Browsing) -> None:
    """Resign is in the menu, which closes by itself; typed, it asks back, naming who resigns."""
    page = await browsing.page()
    await at.start(page)
    await page.dblclick("button[data-act=ready]")
    await expect(at.told(page)).to_have_count(2)
    resign, menu = page.locator("button[data-act=resign]"), page.locator("[data-key=more]")
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
        await at.type_turn(page, "match resign")
        await expect(page.locator("#ask-text")).to_have_text(
            "Resign this game as Red (Ann)? Blue (Bob) wins."
        )
        await page.click(f"#ask button:has-text('{button}')")
        await expect(page.locator("#ask")).to_be_hidden()
        # What was typed and asked about stays between the page and its reader.
        await expect(page.locator("li.said")).to_have_count(0)
    await expect(page.locator("#headline")).to_contain_text("Blue wins")


async def test_rules_open_at_the_top_and_the_chat_stays_at_its_end(browsing: Browsing) -> None:
    """On a low screen the rules come first; links that open leave the newest line in view."""
    page = await at.both_seats(browsing, {"viewport": {"width": 1280, "height": 600}})
    await page.click("#show-rules")
    sheet = page.locator("#sheet")
    assert await sheet.evaluate("(node) => node.scrollHeight > node.clientHeight")
    assert await sheet.evaluate("(node) => node.scrollTop") == 0
    await expect(sheet.locator("h2")).to_be_in_viewport()
    assert "match start" not in await sheet.inner_text()
    await page.keyboard.press("Escape")
    for number in range(8):
        await at.type_turn(page, f"line {number}")
        await expect(page.locator("li.said")).to_have_count(number + 1)
    await at.type_turn(page, "help")
    await expect(page.locator("li.whisper .asked")).to_have_text("help")
    await expect(page.locator("li.whisper p").last).to_be_in_viewport(ratio=0.9)
    await page.click("#links summary")
    await expect(page.locator(".link-row").first).to_be_visible()
    await expect(page.locator("#lines > li").last).to_be_in_viewport()
    await expect(page.locator("#newest")).to_be_hidden()


async def test_games_with_colours_and_verbs_have_their_buttons(browsing: Browsing) -> None:
    """A colour for each stone in Product, the button in Catena: clicked, and played as words."""
    page = await at.both_seats(browsing, format="product")
    await expect(page.locator("#colours label")).to_have_count(2)
    await expect(page.locator("#words")).to_have_attribute(
        "placeholder", "One cell, such as black:C3"
    )
    await page.click("#colours label:has-text('White')")
    await page.click("button[data-cell=E5]")
    await expect(page.locator("#words")).to_have_value("white:E5")
    await expect(page.locator("button[data-cell=E5]")).to_have_class("cell empty chosen white")
    await page.click("#play-here")
    await expect(at.told(page).last).to_contain_text("played white:E5")
    other = await at.both_seats(browsing, format="catena")
    await at.type_turn(other, "E5")
    await other.click("#button")
    await expect(other.locator("#words")).to_have_value("button")
    await other.click("#play-here")
    await expect(at.told(other).last).to_contain_text("button")
    await expect(other.locator(".seat.white .tag", has_text="button")).to_be_visible()


async def test_a_dmo_is_chosen_in_the_form_and_says_who_starts(browsing: Browsing) -> None:
    """The form offers the choice where there is one; the button names colours, the card the DMO."""
    page = await browsing.page()
    await at.whole_form(page)
    first, says = page.locator("[name=first]"), page.locator("[name=first] [value=dmo]")
    await expect(says).to_be_disabled()
    await page.select_option("[name=dmo]", "two")
    await expect(first).to_have_value("dmo")
    await page.select_option("#format", "catena")
    await expect(first).to_have_value("one")
    await expect(says).to_be_disabled()
    await page.select_option("#format", "genius")
    await expect(first).to_have_value("dmo")
    await at.start(page)
    await expect(page.locator("#headline")).to_have_text(
        "Waiting for Blue, the DMO, to say who starts"
    )
    await expect(page.locator(".seat.blue .tag", has_text="DMO")).to_be_visible()
    await page.click("summary:has-text('Choose')")
    await page.click("text=Blue starts")
    await expect(page.locator("#headline")).to_have_text("Blue starts when both are ready")
    await expect(page.locator(".seat").first).to_contain_text("Bob")
    await page.click("#actions [data-act=ready]")
    await expect(at.told(page).last).to_contain_text("Both are ready")
    await at.type_turn(page, "E5", "Blue played E5.")


async def test_tag_and_clock_keep_apart_and_names_are_as_usual(browsing: Browsing) -> None:
    """On a low screen the mover's tag and clocks never touch; a Genius board hides the names."""
    page = await at.both_seats(browsing, {"viewport": {"width": 1280, "height": 700}})
    # The line in the chat may come before the cards show whose move it is.
    await expect(page.locator(".seat.moves .tag")).to_be_visible()
    await expect(page.locator(".seat.moves .clock span").first).to_be_visible()
    # Both at one moment: the cards are drawn anew with every state.
    tag, clock = await page.evaluate(
        """[".seat.moves .tag", ".seat.moves .clock span"].map(
            (one) => document.querySelector(one).getBoundingClientRect().toJSON())"""
    )
    beside = tag["right"] <= clock["left"]
    below = clock["bottom"] <= tag["top"]
    assert beside or below or tag["bottom"] <= clock["top"]
    names = page.locator("#names")
    await expect(names).not_to_be_checked()
    await expect(page.locator("#board")).not_to_have_class("board named")
    await names.check()
    await page.reload()
    await expect(page.locator("#board")).to_have_class("board named")
    other = await at.both_seats(browsing, format="plur")
    await expect(other.locator("#board")).to_have_class("board named")


async def test_an_option_left_as_it_is_was_not_asked_for(browsing: Browsing) -> None:
    page = await browsing.page()
    await at.whole_form(page)
    await page.select_option("#format", "catena")
    await expect(page.locator("#format-note")).to_contain_text("Ribbons: claim every ribbon")
    await page.click("text=Clock, hour, board and options")
    await expect(page.locator("[name=option-button]")).to_have_value("on")
    komi = page.locator("[name=option-komi]")
    await expect(komi).to_have_accessible_description(re.compile("for not having started"))
    await expect(page.locator("#about-komi")).to_be_visible()
    await page.click("text=Game, players and markup")
    await page.select_option("[name=topic-format]", "too")
    await expect(page.locator("#topic-about")).to_contain_text("One stone of either colour")
    await page.select_option("[name=option-scoring]", "longest")
    await page.click("text=Open the room")
    await expect(at.told(page).first).to_contain_text("no button")


async def test_a_saved_topic_is_ruled_on_the_start_page(browsing: Browsing) -> None:
    """Pasted HTML becomes rows, a board and an announcement; names in it stay names."""
    source = (
        (SAVED / "nodebb.html").read_text().replace("Zoe", "&lt;img src=x onerror=alert(1)&gt;")
    )
    page = await browsing.page()
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
    for width in (1280, 360):
        await page.set_viewport_size({"width": width, "height": 800})
        assert await page.evaluate(WIDE) == width
    await expect(page.locator("#topic-result img")).to_have_count(0)


async def test_what_a_page_sent_too_fast_it_sends_again(browsing: Browsing) -> None:
    """Sixteen lines in a moment, and a turn: the turn is played, and no line is lost."""
    red, blue = await at.two_players(browsing)
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
    await at.type_turn(red, "F6", "Red played F6.", blue)
    talk = blue.locator("li.said .words", has_text="talk")
    await expect(talk).to_have_count(16)
    assert sorted(await talk.all_inner_texts()) == sorted(said)


async def test_a_turn_that_came_too_early_does_not_wait_in_the_box(browsing: Browsing) -> None:
    """Blue types E5 before Red takes it: Blue's next turn is clicked and played without it.

    Whoever clicks a cell out of turn waits for their own; who has no seat waits for none.
    """
    red, blue = await at.two_players(browsing)
    fan = await browsing.page(await at.link(red, "Spectators"))
    await expect(fan.locator("#headline")).to_contain_text("Red to move")
    for page, hint in (
        (fan, "You watch: the players place the stones."),
        (blue, "It is not your turn."),
    ):
        await page.click("button[data-cell=D3]")
        await expect(page.locator("#hint")).to_have_text(hint)
    await at.type_turn(blue, "E5")
    await expect(blue.locator("li.refusal")).to_contain_text("Red")
    await expect(blue.locator("#words")).to_have_value("")
    # What is written for later is told from what is on the board by then.
    await blue.fill("#words", "E5 D4")
    await at.type_turn(red, "E5")
    await expect(blue.locator("button.cell.taken")).to_have_count(1)
    await expect(blue.locator("#hint")).to_have_text("E5 is taken.")
    await blue.click("button[data-cell=D3]")
    await expect(blue.locator("#words")).to_have_value("D4 D3")
    await expect(blue.locator("#hint")).to_contain_text("Score: Red 1 · Blue 2")
    await blue.click("#play-here")
    await expect(at.told(red).last).to_contain_text("Blue played D4 D3.")


async def test_a_correction_is_no_turn_on_the_page_either(browsing: Browsing) -> None:
    """No stone is shown for "E5 *E6", and the button does not say Play; the referee asks which."""
    page = await at.both_seats(browsing)
    for words, button in (("*E5*", "Play"), ("E5 *E6", "Say"), ("~~E5~~ E6", "Say")):
        await page.fill("#words", words)
        await expect(page.locator("#send")).to_have_text(button)
        await expect(page.locator("#play-here")).to_be_visible(visible=button == "Play")
    await page.click("#send")
    await expect(page.locator("li.refusal")).to_contain_text("Which turn do you mean?")


TURNS = ("C3", "B2 B3", "A1 A2", "C1 D1")


async def played(pages: tuple[Page, Page], number: int) -> None:
    """Both are told of a turn, and their boards agree."""
    lying = sum(len(turn.split()) for turn in TURNS[: number + 1])
    for page in pages:
        await expect(at.told(page).last).to_contain_text(f"played {TURNS[number]}.")
        # A page may be told of a turn before it has the board.
        await expect(page.locator("button.cell.taken")).to_have_count(lying)
    red, blue = pages
    assert sorted(await at.stones(red)) == sorted(await at.stones(blue))


async def test_a_match_from_the_start_page_to_its_rematch(browsing: Browsing) -> None:
    """Ann hosts and types; Bob comes by her link, on a phone, and taps; then he has had enough."""
    ann = await browsing.page()
    await expect(ann.locator("#matches")).to_be_hidden()
    await at.start(ann, here="one", side="3")
    await at.clean(ann)
    bob = await browsing.page(await at.link(ann, "Blue: Bob"), **PHONE)
    for page in (ann, bob):
        await page.click("button[data-act=ready]")
    await expect(at.told(bob).last).to_contain_text("Both are ready")
    await at.type_turn(ann, "F9")
    await expect(ann.locator("li.refusal")).to_contain_text("F9 is off the board")
    await expect(ann.locator("#words")).to_have_value("F9")
    for number, turn in enumerate(TURNS):
        if number % 2:
            for cell in turn.split():
                await bob.tap(f"button[data-cell={cell}]")
            await bob.tap("#play-here")
        else:
            # Blue has just taken the lead: three stones are allowed, and the box says how.
            await expect(ann.locator("#pips .stone")).to_have_count(3 if number else 1)
            wanted = "Such as C3 D4" if number else "One cell, such as C3"
            await expect(ann.locator("#words")).to_have_attribute("placeholder", wanted)
            await (at.click_turn if number else at.type_turn)(ann, turn)
        await played((ann, bob), number)
    assert await bob.evaluate("document.documentElement.scrollWidth") == 360
    await bob.reload()
    await expect(bob.locator("button.cell.taken")).to_have_count(7)
    await at.type_turn(bob, "match resign")
    await bob.click("#ask-yes")
    await expect(ann.locator("#headline")).to_have_text("Red wins by resignation")
    await ann.click("[data-act=rematch]")
    await expect(bob.locator("#headline")).to_contain_text("Blue starts")
    await expect(bob.locator("#series")).to_have_text("Ann 1 – 0 Bob")


async def test_a_page_notices_a_restored_backup(tmp_path: Path, browser: Browser) -> None:
    """It is loaded anew and shows the restored past alone; words under way are not lost."""
    file = tmp_path / "referee.sqlite3"
    async with AsyncExitStack() as stack:
        async with house(tmp_path) as place:
            port = int(place.address.rpartition(":")[2])
            browsing = await stack.enter_async_context(visiting(browser, place.address, place))
            red, blue = await at.two_players(browsing)
            await at.type_turn(red, "F6", "Red played F6.")
            assert copy_database(file, tmp_path / "backup", overwrite=False).matches == 1
            for page, turn in ((blue, "D4 E5"), (red, "A1")):
                await at.type_turn(page, turn, f"played {turn}.")
        await at.type_turn(blue, "C3")
        # The last connection took its companions with it.
        (tmp_path / "backup").replace(file)
        async with house(tmp_path, port=port):
            for page in (red, blue):
                await expect(page.locator("li.whisper")).to_contain_text("restored from a backup")
                await expect(page.locator("button.cell.taken")).to_have_count(1)
                await expect(page.locator("li", has_text="D4 E5")).to_have_count(0)
            await expect(blue.locator("#words")).to_have_value("C3")
            await at.type_turn(blue, "D4 E6", "Blue played D4 E6.", red)
            # Whoever comes back to the same past is not loaded anew.
            await red.evaluate("window.same = true")
        async with house(tmp_path, port=port):
            await expect(red.locator("#link-state")).to_have_text("Connected")
            assert await red.evaluate("window.same")


@pytest.mark.parametrize("broken", ["offline", "half-open"])
async def test_turn_on_its_way_stays_on_the_board_and_is_played_once(browsing, broken):
    """The network is gone, or takes nothing and says so to nobody: the page says so at once."""
    page = await at.both_seats(browsing)
    await page.evaluate("() => { WebSocket.prototype.kept = WebSocket.prototype.send; }")
    if broken == "offline":
        await page.context.set_offline(True)
        await expect(page.locator("#link-state")).to_have_text("Reconnecting…")
    else:
        await page.evaluate("() => { WebSocket.prototype.send = () => {}; }")
    await at.click_turn(page, "F6")
    await expect(page.locator("#hint")).to_contain_text("F6")
    await expect(page.locator(".board.sending .cell.chosen")).to_have_count(1)
    await expect(page.locator("#link-state")).to_have_text("Reconnecting…")
    await page.evaluate("() => { WebSocket.prototype.send = WebSocket.prototype.kept; }")
    await page.context.set_offline(False)
    await expect(at.told(page).last).to_contain_text("played F6", timeout=20_000)
    assert await at.stones(page) == ["F6, red stone, last turn"]
    await expect(page.locator(".board.sending")).to_have_count(0)
    await expect(page.locator("#link-state")).to_have_text("Connected")
    await expect(page.locator("li.said")).to_have_count(1)


async def test_press_without_an_answer_is_told_of_and_keeps_its_connection(browsing):
    """A hint may be thought about for longer: that is no lost connection."""
    room, tokens = await at.opened(browsing, {"clock": "1m+5m"})
    page = await at.enter(browsing, room, tokens["one"])
    await page.evaluate("() => { WebSocket.prototype.send = () => {}; }")
    await page.click("[data-act=ready]")
    await expect(page.locator("#trouble")).to_have_text("Waiting for the answer to “Ready” …")
    await expect(page.locator("#link-state")).to_have_text("Connected")
