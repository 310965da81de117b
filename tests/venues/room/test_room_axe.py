"""Every page of the room is clean by axe-core, in light, in dark and in forced colours."""

from playwright.async_api import expect

from venues.room.at_pages import (
    clean_in_every_look,
    enter,
    link,
    opened,
    order,
    resign,
    start,
    told,
    type_turn,
    whole_form,
)
from venues.room.browsing import Browsing


async def test_every_page_is_clean(browsing: Browsing) -> None:
    """The form with all its parts open, the room before and in a match, dialogs, and no seat."""
    page = await browsing.page()
    await whole_form(page)
    await page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
    await clean_in_every_look(page)
    await start(page)
    await clean_in_every_look(page)
    await page.click("[data-act=ready]")
    await expect(told(page)).to_have_count(2)
    await type_turn(page, "Z9")
    await expect(page.locator("li.refusal")).to_have_count(1)
    await page.fill("#words", "")
    await page.click("button[data-cell=D3]")
    await page.check("#names")
    await page.click("#alerts summary")
    await clean_in_every_look(page)
    await page.click("[data-key=correct]")
    await clean_in_every_look(page)
    await page.click("[data-key=correct]")
    # Where the talk is not beside the board, it has small boards to be opened.
    await page.set_viewport_size({"width": 768, "height": 1024})
    for opens in ("#show-rules", ".shot >> nth=-1", ""):
        await (page.click(opens) if opens else order(page, "cancel"))
        await expect(page.locator("dialog[open]")).to_have_count(1)
        await clean_in_every_look(page)
        await page.keyboard.press("Escape")
        await expect(page.locator("dialog[open]")).to_have_count(0)
    await type_turn(page, "E5")
    await expect(told(page)).to_have_count(3)
    await page.click("#tab-turns")
    await page.click("#step-back")
    await clean_in_every_look(page)
    address = (await link(page, "Spectators")).partition("#")[0]
    stranger = await browsing.page(address)
    await expect(stranger.locator("#notice")).to_be_visible()
    await expect(stranger.locator(".skip")).to_be_hidden()
    await clean_in_every_look(stranger)


async def test_every_role_s_page_is_clean(browsing: Browsing) -> None:
    """The host who plays neither, a player on a phone, a spectator: before, in and after it."""
    room, tokens = await opened(browsing, {"clock": "1m+5m"})
    phone = {"viewport": {"width": 360, "height": 740}}
    host = await enter(browsing, room, tokens["host"])
    red = await enter(browsing, room, tokens["one"], **phone)
    watch = await enter(browsing, room, tokens["watch"])
    pages = (host, red, watch)
    for page in pages:
        await clean_in_every_look(page)
    await host.click("[data-act=start]")
    await expect(red.locator("#headline")).to_contain_text("Red to move")
    await red.click("button[data-cell=F6]")
    for page in pages:
        await clean_in_every_look(page)
    await resign(red)
    for page in pages:
        await expect(page.locator("#headline")).to_have_text("Blue wins by resignation")
        await clean_in_every_look(page)
