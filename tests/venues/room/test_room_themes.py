"""The theme of the board is each browser's own; the talk's pictures stay everybody's."""

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from renderers import theme as themes
from venues.room.at_pages import both_seats, clean, told, two_players, type_turn
from venues.room.browsing import LOOKS, Browsing
from venues.room.contrast import contrast
from venues.room.visitor import house, seated

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_page_is_shown_the_theme_it_asks_for(tmp_path: Path) -> None:
    """The present board and earlier ones, and the stones' colours; no such theme is the usual."""
    wishes = ("go", "dark", "", "plaid", ["go"])
    async with house(tmp_path) as place:
        room, tokens, (host, ann, _) = await seated(place)
        fans = []
        for asked in wishes:
            theme = themes.load(asked if asked in ("go", "dark") else "genius")
            cell = f'fill="{theme.colours["board.cell"]}"'
            fan = await place.visit(room, tokens["watch"], theme=asked)
            fans.append((fan, cell))
            welcome = await fan.get("welcome")
            assert welcome["paints"]["red"]["fill"] == theme.colours["stones.red.fill"]
            assert tuple(welcome["themes"]) == themes.names()
            assert cell in (await fan.get("state"))["board"]
        await ann.say("F6")
        for fan, cell in fans:
            moved = await fan.until(lambda one: 'data-cell="F6"' in one.get("board", ""))
            assert cell in moved["board"]
            await fan.socket.send_json({"type": "look", "turn": 0})
            assert cell in (await fan.get("position"))["board"]
        await host.line("played F6")
        usual = f'fill="{themes.load("genius").colours["board.cell"]}"'
        assert usual in [one["board"] for one in host.seen if "board" in one][-1]


async def shown_cell(page: Page) -> str:
    """What an empty cell is painted with."""
    found: str = await page.locator("#picture polygon.cell").first.get_attribute("fill") or ""
    return found


@pytest.mark.thorough
async def test_a_browser_keeps_its_theme(browsing: Browsing) -> None:
    """Chosen in the middle of a match, seen while looking back and after a reload, by Red alone."""
    red, blue = await two_players(browsing)
    await type_turn(red, "E5")
    await expect(told(red).last).to_contain_text("played E5")
    await red.click("#tab-turns")
    await red.click("#step-first")
    await expect(red.locator("#past")).to_have_text("Empty board")
    wood = themes.load("go").colours["board.cell"]
    await red.click("#look summary")
    await red.select_option("#theme", "go")
    await expect(red.locator("#picture polygon.cell").first).to_have_attribute("fill", wood)
    await expect(red.locator("#past")).to_have_text("Empty board")
    await red.click("#to-now")
    await expect(red.locator("button.cell.taken")).to_have_count(1)
    assert await shown_cell(red) == wood
    await red.reload()
    await expect(red.locator("#theme")).to_have_value("go")
    await expect(red.locator("#picture polygon.cell").first).to_have_attribute("fill", wood)
    stone = red.locator(".seat.red > .stone")
    await expect(stone).to_have_css("background-color", rgb("go", "stones.red.fill"))
    assert await shown_cell(blue) == themes.load("genius").colours["board.cell"]


@pytest.mark.thorough
async def test_the_names_of_cells_can_be_read_in_every_theme(browsing: Browsing) -> None:
    """4.5:1 on an empty cell, and 3:1 for the larger name of a chosen one; axe-core is content."""
    page = await both_seats(browsing, format="catena")
    await page.check("#names")
    for theme in themes.names():
        await page.emulate_media(**LOOKS["dark" if theme == "dark" else "light"])
        await page.click("#look summary")
        await page.select_option("#theme", theme)
        await clean(page)
        await page.keyboard.press("Escape")
        cell = themes.load(theme).colours["board.cell"]
        await expect(page.locator("#picture polygon.cell").first).to_have_attribute("fill", cell)
        ink, ground = await page.evaluate(
            "['.cell.empty span', '#picture [data-cell]'].map((one) => getComputedStyle("
            "document.querySelector(one))).map(({ color, fill }, at) => at ? fill : color)"
        )
        assert contrast(ink, ground) >= 4.5, theme
        await page.click("button[data-cell=E5]")
        ink, ground = await page.evaluate(
            "(({ color, backgroundColor }) => [color, backgroundColor])("
            "getComputedStyle(document.querySelector('.cell.chosen span')))"
        )
        assert contrast(ink, ground) >= 3, theme
        await clean(page)
        await page.click("#clear")


def rgb(theme: str, role: str) -> str:
    """A colour of a theme as a browser writes it."""
    red, green, blue = themes.load(theme).rgb(role)
    return f"rgb({red}, {green}, {blue})"
