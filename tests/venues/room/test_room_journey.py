"""One whole evening in a real Chromium: from the start page to the rematch, on phone and desktop.

It is the one browser test of `make test`; what each part of the page has to do beside it is proved
in the modules next to this one.
"""

from playwright.async_api import Page, expect

from venues.room.at_pages import clean, click_turn, link, start, stones, told, type_turn
from venues.room.browsing import Browsing

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
TURNS = ("C3", "B2 B3", "A1 A2", "C1 D1")


async def played(pages: tuple[Page, Page], number: int) -> None:
    """Both are told of a turn, and their boards agree."""
    lying = sum(len(turn.split()) for turn in TURNS[: number + 1])
    for page in pages:
        await expect(told(page).last).to_contain_text(f"played {TURNS[number]}.")
        # A page may be told of a turn before it has the board.
        await expect(page.locator("button.cell.taken")).to_have_count(lying)
    red, blue = pages
    assert sorted(await stones(red)) == sorted(await stones(blue))


async def test_a_match_from_the_start_page_to_its_rematch(browsing: Browsing) -> None:
    """Ann hosts and types; Bob comes by her link, on a phone, and taps; then he has had enough."""
    ann = await browsing.page()
    await expect(ann.locator("#matches")).to_be_hidden()
    await start(ann, here="one", side="3")
    await clean(ann)
    bob = await browsing.page(await link(ann, "Blue: Bob"), **PHONE)
    for page in (ann, bob):
        await page.click("button[data-act=ready]")
    await expect(told(bob).last).to_contain_text("Both are ready")
    await type_turn(ann, "F9")
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
            await (click_turn if number else type_turn)(ann, turn)
        await played((ann, bob), number)
    assert await bob.evaluate("document.documentElement.scrollWidth") == 360
    await bob.reload()
    await expect(bob.locator("button.cell.taken")).to_have_count(7)
    await type_turn(bob, "match resign")
    await bob.click("#ask-yes")
    await expect(ann.locator("#headline")).to_have_text("Red wins by resignation")
    await ann.click("[data-act=rematch]")
    await expect(bob.locator("#headline")).to_contain_text("Blue starts")
    await expect(bob.locator("#series")).to_have_text("Ann 1 – 0 Bob")
