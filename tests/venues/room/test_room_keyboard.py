"""The room by keyboard and ear: focus, what is read out, the board in words; clean by axe-core."""

from playwright.async_api import Page, expect

from venues.room import at_pages as at
from venues.room.browsing import Browsing

FOCUSED = "document.activeElement.dataset.cell ?? document.activeElement.id"


async def press(page: Page, selector: str) -> None:
    await page.locator(selector).focus()
    await page.keyboard.press("Enter")


async def test_news_is_read_out_with_moments_and_sentences_apart(browsing: Browsing) -> None:
    """The countdowns are in the words that are read, and no paragraph is glued to the next."""
    red, blue = await at.two_players(browsing)
    await at.type_turn(red, "F6")
    said = blue.locator("#announcer")
    await expect(said).to_contain_text("Red played F6. Bob, Blue may place 1 or 2 stones.")
    await expect(said).to_contain_text("stones. Turn time ends in ")
    words = await said.inner_text()
    assert "ends ," not in words
    assert " ." not in words


async def test_the_keyboard_stays_at_the_table(browsing: Browsing) -> None:
    page = await browsing.page()
    await at.start(page)
    await press(page, "[data-act=start]")
    await expect(page.locator("[data-act=start]")).to_have_count(0)
    # Whoever is to move goes on at the board.
    assert await page.evaluate(FOCUSED) == "A1"
    await page.keyboard.press("Enter")
    await press(page, "#clear")
    assert await page.evaluate(FOCUSED) == "A1"
    await page.keyboard.press("Enter")
    await press(page, "#play-here")
    assert await page.evaluate(FOCUSED) == "A1"
    await expect(at.told(page).last).to_contain_text("Red played A1")
    menu = page.locator("[data-key=correct]")
    await press(page, "[data-key=correct]")
    await press(page, "[data-act=cancel]")
    await page.keyboard.press("Escape")
    await expect(page.locator("#order")).to_be_hidden()
    await expect(menu).to_be_focused()
    await press(page, "[data-key=correct]")
    await press(page, "[data-act=pause]")
    await page.keyboard.press("Enter")
    await expect(page.locator("[data-act=resume]")).to_have_count(1)
    await expect(menu).to_be_focused()


async def test_the_skip_link_skips(browsing: Browsing) -> None:
    """To the form on the start page, to the message box in a room, whose address stays as it is."""
    page = await browsing.page()
    await expect(page.locator("#format option")).not_to_have_count(0)
    for target in ("#visitor", "#words"):
        await page.evaluate("document.activeElement.blur()")
        await page.keyboard.press("Tab")
        await expect(page.locator(".skip")).to_be_focused()
        await page.keyboard.press("Enter")
        await expect(page.locator(target)).to_be_focused()
        assert "#" not in page.url
        if target == "#visitor":
            await at.start(page)
    await page.reload()
    await expect(page.locator("#link-state")).to_have_text("Connected")


async def test_stepping_by_keyboard_keeps_the_focus(browsing: Browsing) -> None:
    page = await at.both_seats(browsing)
    await at.type_turn(page, "F6")
    await expect(at.told(page)).to_have_count(3)
    await page.click("#tab-turns")
    for button, heir in (("#step-first", "step-on"), ("#step-last", "step-back")):
        await press(page, button)
        await page.wait_for_function(f"({FOCUSED}) === '{heir}'")
    await press(page, "#step-back")
    await page.click("#tab-lines")
    await press(page, "#to-now")
    await page.wait_for_function(f"({FOCUSED}) === 'A1'")


async def test_what_is_chosen_and_said_is_heard(browsing: Browsing) -> None:
    """The count of chosen cells, talk of the opponent with their name, and each cell once."""
    red, blue = await at.two_players(browsing)
    await at.type_turn(red, "F6")
    heard = blue.locator("#announcer")
    await expect(heard).to_contain_text("Red played F6.")
    for cell, words in (
        ("D3", "1 of 2 chosen: D3"),
        ("F7", "2 of 2 chosen: D3 F7"),
        ("D3", "1 of 2 chosen: F7"),
    ):
        await blue.click(f"button[data-cell={cell}]")
        await expect(heard.locator("p").last).to_have_text(words)
    await at.type_turn(red, "good luck, Bob")
    await expect(heard.locator("p").last).to_have_text("Ann: good luck, Bob")
    fan = await browsing.page(await at.link(red, "Spectators"))
    await expect(fan.locator("#link-state")).to_have_text("Connected")
    await at.type_turn(fan, "what a start")
    await expect(blue.locator("li.said").last).to_contain_text("what a start")
    await expect(heard).not_to_contain_text("what a start")
    # A turn is heard once, when it is announced; nobody hears their own words.
    assert "Ann: F6" not in await heard.inner_text()
    await expect(red.locator("#announcer")).not_to_contain_text("good luck")
    cell = blue.locator("#cells").get_by_role("gridcell", name="D3, empty", exact=True)
    await expect(cell).to_have_count(1)
    await expect(cell).to_have_js_property("tagName", "BUTTON")
    assert await blue.locator("#cells").get_by_role("button").count() == 0


async def test_escape_takes_back_and_a_question_mark_explains(browsing: Browsing) -> None:
    """Esc clears what is chosen, never what is said; ? opens the keys, but not while writing."""
    page = await at.both_seats(browsing)
    words = page.locator("#words")
    await page.click("button[data-cell=E5]")
    await expect(words).to_have_value("E5")
    await page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keys")
    await expect(sheet).to_contain_text("Takes all chosen cells back")
    await page.keyboard.press("Escape")
    await expect(sheet).to_be_hidden()
    await expect(words).to_have_value("E5")
    await expect(page.locator("button[data-cell=E5]")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(words).to_have_value("")
    await expect(page.locator("#announcer p").last).to_have_text("0 of 1 chosen")
    await words.press_sequentially("ready?")
    await page.keyboard.press("Escape")
    await expect(words).to_have_value("ready?")
    await expect(page.locator("dialog[open]")).to_have_count(0)


async def test_every_page_is_clean(browsing: Browsing) -> None:
    """The form with all its parts open, the room before and in a match, dialogs, and no seat."""
    page = await browsing.page()
    await at.whole_form(page)
    await page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
    await at.clean_in_every_look(page)
    await at.start(page)
    await at.clean_in_every_look(page)
    await page.click("[data-act=ready]")
    await expect(at.told(page)).to_have_count(2)
    await at.type_turn(page, "Z9")
    await expect(page.locator("li.refusal")).to_have_count(1)
    await page.fill("#words", "")
    await page.click("button[data-cell=D3]")
    await page.check("#names")
    await page.click("#alerts summary")
    await at.clean_in_every_look(page)
    await page.click("[data-key=correct]")
    await at.clean_in_every_look(page)
    await page.click("[data-key=correct]")
    # Where the talk is not beside the board, it has small boards to be opened.
    await page.set_viewport_size({"width": 768, "height": 1024})
    for opens in ("#show-rules", ".shot >> nth=-1", ""):
        await (page.click(opens) if opens else at.order(page, "cancel"))
        await expect(page.locator("dialog[open]")).to_have_count(1)
        await at.clean_in_every_look(page)
        await page.keyboard.press("Escape")
        await expect(page.locator("dialog[open]")).to_have_count(0)
    await at.type_turn(page, "E5")
    await expect(at.told(page)).to_have_count(3)
    await page.click("#tab-turns")
    await page.click("#step-back")
    await at.clean_in_every_look(page)
    address = (await at.link(page, "Spectators")).partition("#")[0]
    stranger = await browsing.page(address)
    await expect(stranger.locator("#notice")).to_be_visible()
    await expect(stranger.locator(".skip")).to_be_hidden()
    await at.clean_in_every_look(stranger)


async def test_every_role_s_page_is_clean(browsing: Browsing) -> None:
    """The host who plays neither, a player on a phone, a spectator: before, in and after it."""
    room, tokens = await at.opened(browsing, {"clock": "1m+5m"})
    phone = {"viewport": {"width": 360, "height": 740}}
    host = await at.enter(browsing, room, tokens["host"])
    red = await at.enter(browsing, room, tokens["one"], **phone)
    pages = (host, red, await at.enter(browsing, room, tokens["watch"]))
    for page in pages:
        await at.clean_in_every_look(page)
    await host.click("[data-act=start]")
    await expect(red.locator("#headline")).to_contain_text("Red to move")
    await red.click("button[data-cell=F6]")
    for page in pages:
        await at.clean_in_every_look(page)
    await at.resign(red)
    for page in pages:
        await expect(page.locator("#headline")).to_have_text("Blue wins by resignation")
        await at.clean_in_every_look(page)


async def answered(page: Page, question: str, *lines: str) -> None:
    await at.type_turn(page, question)
    await expect(page.locator("li.whisper").last.locator(".words p")).to_have_text(list(lines))
    # A live region says the lines by itself, once, and the box keeps the keyboard.
    await expect(page.locator("#announcer p").last).to_have_text(" ".join(lines))
    await expect(page.locator("#answer")).to_be_empty()
    assert await page.evaluate("document.activeElement.id") == "words"


async def test_the_board_is_told_in_lines_to_whoever_asks(browsing: Browsing) -> None:
    """Rows, one's own groups and the neighbours of a cell; nobody else sees that they asked."""
    red, blue = await at.two_players(browsing)
    await at.type_turn(red, "E4", "Red played E4", blue)
    await at.type_turn(blue, "D4 D5", "Blue played D4 D5", red)
    seen = await red.locator("#lines > li").count()
    rows = [
        f"Row {row}, {cells} cells: empty."
        for row, cells in zip("ABCDEFGHI", (5, 6, 7, 8, 9, 8, 7, 6, 5), strict=True)
    ]
    rows[3], rows[4] = "Row D, 8 cells: Blue D4-5.", "Row E, 9 cells: Red E4."
    situation = (
        "Match 1. Catchup: a hexagonal board of side 5 after turn 2. Score: Red (Ann) 1, "
        "Blue (Bob) 2. Blue last played D4 D5. Blue is leading. "
        "Red to move: place up to 3 stones."
    )
    await answered(blue, "rows", situation, *rows)
    await at.clean(blue)
    blues = ["Blue has 1 group: 2.", "Blue 2 stones: D4-5."]
    await answered(blue, "my groups", *blues, "Red has 1 group: 1.", "Red alone: E4.")
    await answered(
        blue, "neighbours of E4",
        "E4: Red, alone.",
        "Above: D3 empty, D4 Blue.",
        "Left: E3 empty.",
        "Right: E5 empty.",
        "Below: F3 empty, F4 empty.",
    )  # fmt: skip
    await answered(blue, "near J1", "J1 is off the board: its rows are A to I.")
    # Talk is talk, though it begins alike.
    await at.type_turn(blue, "near the edge I would not")
    await expect(red.locator("li.said").last).to_contain_text("near the edge")
    assert await red.locator("#lines > li").count() == seen + 1
    await at.type_turn(red, "E5", "Red played E5", blue)


async def test_the_largest_board_is_told_whole(browsing: Browsing) -> None:
    """Side 13, of another game: 25 rows behind the situation, in a box that can be scrolled.

    On a phone the talk is out of sight, and the answer stands under the message box.
    """
    phone = {"viewport": {"width": 360, "height": 740}}
    page = await at.both_seats(browsing, phone, format="catena", side="13")
    await at.type_turn(page, "match board text")
    await expect(page.locator("#answer p")).to_have_count(26)
    await expect(page.locator("#answer p").nth(25)).to_have_text("Row Y, 13 cells: empty.")
    await at.clean(page)
