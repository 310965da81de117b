"""The host's dialogs in a real Chromium: by mouse and by keyboard, with what is asked before."""

from playwright.async_api import Page, expect

from venues.room import at_pages as at
from venues.room.browsing import Browsing

MENU = "[data-key=correct]"


async def choose(page: Page, act: str) -> None:
    """Opens a dialog from the host's menu."""
    await at.order(page, act)
    await expect(page.locator("#order")).to_be_visible()


async def test_time_is_given_by_keyboard(browsing: Browsing) -> None:
    """A wrong length leads back to its field; then it is told, and the focus is at the menu."""
    page = await at.both_seats(browsing, clock="1m+5m")
    await page.focus(MENU)
    await page.keyboard.press("Enter")
    await page.focus("[data-act=time]")
    await page.keyboard.press("Enter")
    await expect(page.get_by_label("Whose bank")).to_be_focused()
    await page.keyboard.press("Tab")
    amount = page.get_by_label("How much")
    await expect(amount).to_be_focused()
    await page.keyboard.type("soon")
    await page.keyboard.press("Enter")
    await expect(page.locator("#order-problem")).to_contain_text("soon")
    await expect(amount).to_be_focused()
    await expect(amount).to_have_attribute("aria-invalid", "true")
    await amount.fill("-30s")
    await page.keyboard.press("Enter")
    await expect(page.locator("#order")).to_be_hidden()
    await expect(at.told(page).last).to_contain_text("took 0:30 from Red's bank")
    await expect(page.locator(MENU)).to_be_focused()


async def test_a_forfeit_says_who_wins_before_it_counts(browsing: Browsing) -> None:
    """Close goes on, and so does Esc; a colour has to be chosen, and its name is said."""
    red, blue = await at.two_players(browsing)
    note = red.locator("#order-note")
    for leaves in ("Close", "Escape"):
        await choose(red, "forfeit")
        await expect(note).not_to_contain_text("Bob")
        await red.get_by_label("Who forfeits").select_option("blue")
        await expect(note).to_contain_text("Blue (Bob) forfeits match 1? Red (Ann) wins.")
        if leaves == "Escape":
            await red.keyboard.press("Escape")
        else:
            await red.click("#order-no")
        await expect(red.locator("#order")).to_be_hidden()
        await expect(red.locator(MENU)).to_be_focused()
    await at.type_turn(red, "E5")
    await expect(at.told(blue).last).to_contain_text("played E5")
    # Whatever happens closes the menu: first this turn, on the page of Red as well.
    await expect(red.locator("#headline")).to_contain_text("Blue to move")
    await choose(red, "forfeit")
    await red.click("#order-go")
    await expect(red.locator("#order-problem")).to_contain_text("Who forfeits")
    await red.get_by_label("Who forfeits").select_option("blue")
    await red.get_by_label("Reason").fill("left the table")
    await red.click("#order-go")
    await expect(at.told(blue).last).to_contain_text("left the table")
    await expect(blue.locator("#headline")).to_contain_text("Red")
    await expect(red.locator(":focus")).to_have_count(1)


async def test_a_seat_is_given_to_somebody_else(browsing: Browsing) -> None:
    """The host copies the new link; who had the old one watches on the open page."""
    red, blue = await at.two_players(browsing)
    await choose(red, "replace")
    await red.get_by_label("Who leaves").select_option("blue")
    await red.get_by_label("Who takes the seat").fill("Cid")
    await red.click("#order-go")
    await expect(red.locator(".seat.blue .name")).to_contain_text("Cid")
    await expect(blue.locator("#speaks")).to_contain_text("Spectator")
    await expect(blue.locator("#own-name")).to_be_visible()
    cid = await browsing.page(await at.link(red, "Blue: Cid"))
    await expect(cid.locator("#speaks")).to_contain_text("Cid")
    await at.type_turn(red, "E5")
    await expect(at.told(cid).last).to_contain_text("played E5")
    await at.type_turn(cid, "D4")
    await expect(at.told(blue).last).to_contain_text("played D4")


async def test_the_dialogs_are_clean(browsing: Browsing) -> None:
    """By axe-core, also with a field that is wrong."""
    page = await at.both_seats(browsing, clock="1m+5m")
    for act in ("time", "replace", "adjudicate"):
        await choose(page, act)
        await at.clean_in_every_look(page)
        await page.click("#order-go")
        await expect(page.locator("[aria-invalid=true]")).to_be_focused()
        await at.clean_in_every_look(page)
        await page.click("#order-no")
    await at.type_turn(page, "E5")
    await expect(at.told(page).last).to_contain_text("played E5")
    await choose(page, "undo")
    await at.clean_in_every_look(page)
