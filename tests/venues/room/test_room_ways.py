"""The start page's first buttons, and what is said in one place only."""

import re

from playwright.async_api import Page, expect

from bot.desk.thinking import Thinking
from bot.timing import RealTime
from venues.room.at_pages import both_seats, clean_in_every_look, resign, told, type_turn
from venues.room.browsing import Browsing

SCREENS = ((1280, 800), (360, 740), (390, 844), (768, 1024), (740, 360))
EMOJI = re.compile("[\u2300-\u27bf\u25b6\u25c0\u21a9\u21aa\U0001f000-\U0001faff]")


async def resized(page: Page, wide: int, high: int) -> None:
    """The page at its top, on a screen of this size."""
    await page.set_viewport_size({"width": wide, "height": high})
    await page.evaluate("scrollTo(0, 0)")


async def test_a_match_begins_from_the_first_screen(browsing: Browsing) -> None:
    """What begins is in sight; without the partner it is not offered; Enter begins as well."""
    browsing.place.desk.thinking = Thinking(RealTime())
    page = await browsing.page()
    await expect(page.locator("#format option")).not_to_have_count(0)
    for wide, high in SCREENS:
        await resized(page, wide, high)
        for way in ("#way-referee", "#way-both", "#way-friend"):
            await expect(page.locator(way)).to_be_in_viewport(ratio=1)
        await expect(page.locator("#form")).to_be_hidden()
    browsing.place.desk.thinking = None
    await page.reload()
    await expect(page.locator("#way-referee")).to_be_hidden()
    await page.press("#visitor", "Enter")
    await expect(page.locator("#headline")).to_contain_text("Red to move")
    await expect(page.locator(".seat .where")).to_have_text(["you", "you"])


async def test_a_friend_is_invited_by_a_link_over_the_board(browsing: Browsing) -> None:
    """It is in sight at once, on a phone too, and goes when the friend is there."""
    page = await browsing.page()
    await page.click("text=Invite a friend")
    link = page.get_by_role("textbox", name="Your friend's link")
    await expect(link).to_be_visible()
    for wide, high in SCREENS:
        await resized(page, wide, high)
        await expect(link).to_be_in_viewport(ratio=1)
        await expect(page.get_by_role("button", name="Copy").first).to_be_in_viewport(ratio=1)
    await clean_in_every_look(page)
    friend = await browsing.page(await link.input_value())
    await expect(friend.locator(".seat.blue .where")).to_have_text("you")
    await expect(link).to_be_hidden()
    for one in (page, friend):
        await one.click("[data-act=ready]")
    await expect(told(friend).last).to_contain_text("Both are ready")


async def test_an_answer_is_said_where_it_is_seen(browsing: Browsing) -> None:
    """In the talk beside the board, and heard once; on a phone under the box for words."""
    page = await both_seats(browsing)
    await type_turn(page, "Z9")
    await expect(page.locator("li.refusal")).to_be_in_viewport()
    await expect(page.locator("#answer")).to_be_empty()
    await expect(page.locator("#announcer p", has_text="Z9 is off the board")).to_have_count(1)
    await type_turn(page, "E5")
    await expect(told(page)).to_have_count(3)
    # The large board stands beside the talk, so no small one is in it.
    await expect(page.locator(".shot:visible")).to_have_count(0)
    await resized(page, 390, 844)
    await expect(page.locator(".shot:visible")).not_to_have_count(0)
    await type_turn(page, "Z9")
    await expect(page.locator("#answer")).to_contain_text("Z9 is off the board")


async def test_signs_are_pictures_of_our_own(browsing: Browsing) -> None:
    """No emoji stands on the page; clock and flag are drawn."""
    page = await both_seats(browsing)
    await type_turn(page, "E5")
    await expect(told(page).last.locator("svg.sign")).to_have_count(1)
    await resign(page)
    await expect(told(page).last.locator("svg.sign")).to_have_count(1)
    assert EMOJI.findall(await page.locator("body").inner_text()) == []
