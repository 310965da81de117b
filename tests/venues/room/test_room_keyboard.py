"""The room by keyboard and ear: where the focus goes, what is read out, where links skip to."""

from playwright.async_api import Page, expect

from venues.room import at_pages as at
from venues.room.browsing import Browsing

FOCUSED = "document.activeElement.dataset.cell ?? document.activeElement.id"


async def press(page: Page, selector: str) -> None:
    """Presses a button by keyboard."""
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
    """After Start, Play, Clear and an answered question the focus is never lost to the body."""
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
    """A step that there is no more, and the way back to now, hand the focus on."""
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
