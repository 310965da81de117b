"""What people do with a cup at the room's pages: open one, sign up, play a pairing."""

from typing import Any

from playwright.async_api import Locator, Page, expect

from venues.room.at_pages import resign
from venues.room.browsing import Browsing

PHONE = {"viewport": {"width": 360, "height": 740}}


async def open_cup(browsing: Browsing, host: str = "Zoe", **fields: str) -> Page:
    page = await browsing.page()
    await page.fill("#visitor", host)
    await expect(page.locator("#cup-form [name=format] option")).not_to_have_count(0)
    await page.click("#more-cups > summary")
    await page.fill("#cup-form [name=name]", fields.pop("name", "Colosseum"))
    if fields:
        await page.click("#cup-form .more summary")
    for name, value in fields.items():
        await _filled(page.locator(f"#cup-form [name={name}]"), value)
    await page.click("text=Open the cup")
    await expect(page.locator("#cup-line")).to_have_text("Sign-up is open")
    return page


async def link_of(host: Page) -> str:
    return await host.get_by_role("textbox", name="Link to the cup").input_value()


async def join(page: Page, name: str) -> None:
    await page.click("[data-act=cup-join]")
    await page.fill("#order-form [name=name]", name)
    await page.click("#order-go")
    await expect(page.locator(".entrants li", has_text=name)).to_contain_text("you")


async def joined(browsing: Browsing, link: str, name: str, **screen: Any) -> Page:
    page = await browsing.page(link, **screen)
    await join(page, name)
    return page


async def ordered(page: Page, act: str, **fields: str) -> None:
    """The host settles something in a dialog of the cup."""
    if not await page.locator(f"[data-act={act}]").is_visible():
        await page.click(".cup-host summary")
    await page.click(f"[data-act={act}]")
    for name, value in fields.items():
        await _filled(page.locator(f"#order-form [name={name}]"), value)
    await page.click("#order-go")
    await expect(page.locator("#order")).to_be_hidden()


async def _filled(field: Locator, text: str) -> None:
    if await field.evaluate("(one) => one.tagName") == "SELECT":
        await field.select_option(text)
    else:
        await field.fill(text)


async def to_match(page: Page) -> None:
    await page.locator(".pairing.own a, #cup-ways a.primary").locator("visible=true").first.click()
    await expect(page.locator(".cell").first).to_be_visible()


async def beats(winner: Page, loser: Page) -> None:
    for page in (winner, loser):
        await to_match(page)
    await ready_and_resigned(winner, loser)


async def champion_is(pages: list[Page], name: str) -> None:
    """All pages come to say who has won the cup, on the page and in the bracket's alt text."""
    for page in pages:
        await expect(
            page.locator("#cup-line, #cup-status").locator("visible=true")
        ).to_contain_text(f"{name} is the champion")


async def ready_and_resigned(winner: Page, loser: Page) -> None:
    for page in (winner, loser):
        await page.click("button[data-act=ready]")
    await expect(loser.locator("#headline")).to_contain_text("to move")
    await resign(loser)
    for page in (winner, loser):
        await expect(page.locator("#headline")).to_contain_text("wins")
