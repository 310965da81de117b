"""What people do at the room's pages in a real Chromium: open a room, take a seat, play."""

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

from playwright.async_api import Page, Route, expect

from bot.referee import formats
from venues.room.browsing import LOOKS, Browsing

USUAL = {"host": "Ann", "clock": "", "side": ""}
"""What the form says where a player hosts and leaves the rest as it is."""
AXE = (files("axe_playwright_python") / "axe.min.js").read_text()
RUN = """axe.run(document).then(({ violations }) => violations.flatMap(
  ({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)))"""

AHEAD = "const now = Date.now; Date.now = () => now() + {}"
"""Sets the clock of a page's machine ahead, or back, by so many milliseconds."""
WATCHED = """() => {
  const seen = window.seen = [];
  const note = () => seen.push(document.querySelector("#link-state").textContent);
  new MutationObserver(note).observe(document.querySelector("#link-state"), { childList: true });
  document.querySelectorAll("button.cell").forEach((cell) => (cell.first = true));
  for (const clock of [performance, Date]) clock.now = ((at) => () => at)(clock.now());
}"""
"""Notes, in the page, what it says of its connection, and marks the cells that it has now.

Its clocks stand from then on: a busy machine may need longer to connect than a page keeps quiet.
"""
KEPT = "[...document.querySelectorAll('button.cell')].every((cell) => cell.first)"
"""Whether all its cells are those that were marked."""


async def whole_form(page: Page) -> None:
    """Opens what lies behind *More* on the start page, as soon as it offers the formats."""
    await expect(page.locator("#format option")).not_to_have_count(0)
    await page.locator("#more-ways").evaluate("(part) => { part.open = true; }")


async def start(page: Page, here: str = "both", *, at_once: bool = False, **fields: str) -> None:
    """Opens a room by the form on the start page; returns when its board is there.

    Whoever plays both seats has a match that has begun. Unless it is to begin `at_once`, it waits
    for Ready, as it does for two people; then one press is for both.
    """
    if here == "both" and not at_once:
        await page.route("**/rooms", _without_start)
    await whole_form(page)
    for seat, name in (("one", "Ann"), ("two", "Bob")):
        await page.fill(f"[name=name-{seat}]", fields.pop(f"name_{seat}", name))
    await page.select_option("[name=here]", here)
    if "format" in fields:
        await page.select_option("#format", fields.pop("format"))
    if fields:
        await page.click("text=Clock, hour, board and options")
        for name, text in fields.items():
            await page.fill(f"#form [name={name}]", text)
    await page.click("text=Open the room")
    await expect(page.locator("#link-state")).to_have_text("Connected")
    await expect(page.locator(".cell").first).to_be_visible()


async def _without_start(route: Route) -> None:
    wish = json.loads(route.request.post_data or "{}")
    await route.continue_(post_data=json.dumps({**wish, "here": ""}))


async def link(page: Page, name: str) -> str:
    return await page.get_by_label(f"Link for {name}").input_value()


async def type_turn(page: Page, turn: str, told_of: str = "", reader: Page | None = None) -> None:
    """Plays by typing; then the page, or another reader, is told of it in these words."""
    await page.fill("#words", turn)
    await page.press("#words", "Enter")
    if told_of:
        await expect(told(reader or page).last).to_contain_text(told_of)


async def click_turn(page: Page, turn: str) -> None:
    for cell in turn.split():
        await page.click(f"button[data-cell={cell}]")
    await page.click("#play-here")


def told(page: Page) -> Any:
    return page.locator("li.told")


async def stones(page: Page) -> list[str]:
    """What the board's cells are called, stones included."""
    return await page.locator("button.cell.taken").evaluate_all(
        "(cells) => cells.map((cell) => cell.getAttribute('aria-label'))"
    )


async def enter(browsing: Browsing, room: str, *tokens: str, **screen: Any) -> Page:
    """The page of whoever has these links to a room, as soon as its board is there."""
    page = await browsing.page(f"{browsing.address}/room/{room}#{','.join(tokens)}", **screen)
    await expect(page.locator("#link-state")).to_have_text("Connected")
    await expect(page.locator(".cell").first).to_be_visible()
    return page


async def opened(browsing: Browsing, form: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """A room and its tokens; what the form leaves open is as usual in its format."""
    red, blue = formats.find(form.get("format", "genius")).colours
    seats = {"one": {"name": "Ann", "colour": red}, "two": {"name": "Bob", "colour": blue}}
    found: tuple[str, dict[str, str]] = await browsing.place.open(**USUAL | seats | form)
    return found


async def both_seats(browsing: Browsing, screen: dict[str, Any] | None = None, **form: Any) -> Page:
    """A match that has begun, by the page of whoever hosts it and plays both colours."""
    room, tokens = await opened(browsing, form)
    keys = [tokens[role] for role in ("host", "one", "two")]
    page = await enter(browsing, room, *keys, **screen or {})
    await page.click("button[data-act=ready]")
    await expect(told(page)).to_have_count(2)
    return page


async def two_players(browsing: Browsing, **form: Any) -> tuple[Page, Page]:
    """A match that has begun, by the pages of Red, who hosts it, and of Blue."""
    return await players_of(browsing, *await opened(browsing, form))


async def players_of(browsing: Browsing, room: str, tokens: dict[str, str]) -> tuple[Page, Page]:
    """Red hosts and plays; Blue comes by link in another browser; both are ready."""
    red = await enter(browsing, room, tokens["host"], tokens["one"])
    blue = await enter(browsing, room, tokens["two"])
    for page in (red, blue):
        await page.click("button[data-act=ready]")
    await expect(told(blue).last).to_contain_text("Both are ready")
    return red, blue


async def order(page: Page, act: str) -> None:
    if act != "resume":
        await (
            page.locator(".menu", has=page.locator(f"[data-act={act}]")).locator("summary").click()
        )
    await page.click(f"[data-act={act}]")


async def settle(page: Page, act: str) -> None:
    """Does what the host's dialog asks about as it stands."""
    await order(page, act)
    await page.click("#order-go")


async def resign(page: Page) -> None:
    await order(page, "resign")
    await page.click("#ask-yes")


async def clean(page: Page) -> None:
    # Evaluated, not added as a script: what the page itself may load stays as strict as it is.
    if not await page.evaluate("Boolean(window.axe)"):
        await page.evaluate(AXE)
    assert await page.evaluate(RUN) == []


async def clean_in_every_look(page: Page) -> None:
    for look in LOOKS.values():
        await page.emulate_media(**look)
        await clean(page)


async def saved(page: Page, what: str, folder: Path) -> tuple[str, bytes]:
    async with page.expect_download() as downloading:
        await page.click(f"#take [data-what={what}]")
    download = await downloading.value
    file = folder / download.suggested_filename
    await download.save_as(file)
    return file.name, file.read_bytes()


def luminance(colour: str) -> float:
    """The relative luminance of `rgb(r, g, b)`, as WCAG 2 defines it."""
    levels = [int(level) / 255 for level in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (
        level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4 for level in levels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
