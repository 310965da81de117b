"""The theme of the board is each browser's own; the talk's pictures stay everybody's."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from renderers import theme as themes
from venues.room.at_pages import start, told, two_players, type_turn
from venues.room.browsing import visiting
from venues.room.process import referee
from venues.room.test_room_axe import LOOKS, clean
from venues.room.test_room_screens import contrast
from venues.room.visitor import Visitor, house, seated

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize(
    ("asked", "drawn"),
    [("go", "go"), ("dark", "dark"), ("", "genius"), ("plaid", "genius"), (["go"], "genius")],
)
async def test_a_page_is_shown_the_theme_it_asks_for(
    tmp_path: Path, asked: object, drawn: str
) -> None:
    """The present board and earlier ones, and the stones' colours; no such theme is the usual."""
    async with house(tmp_path) as place:
        room, tokens, (host, ann, _) = await seated(place)
        socket = await place.session.ws_connect(
            f"{place.address}/room/{room}/socket", headers={"Origin": place.address}
        )
        fan = Visitor(socket, iter(()))
        await socket.send_json({"type": "hello", "tokens": [tokens["watch"]], "theme": asked})
        theme = themes.load(drawn)
        welcome = await fan.get("welcome")
        assert welcome["paints"]["red"]["fill"] == theme.colours["stones.red.fill"]
        assert tuple(welcome["themes"]) == themes.names()
        cell = f'fill="{theme.colours["board.cell"]}"'
        assert cell in (await fan.get("state"))["board"]
        await ann.say("F6")
        moved = await fan.until(lambda one: "board" in one)
        assert cell in moved["board"]
        assert 'data-cell="F6"' in moved["board"]
        await socket.send_json({"type": "look", "turn": 0})
        assert cell in (await fan.get("position"))["board"]
        usual = f'fill="{themes.load("genius").colours["board.cell"]}"'
        assert usual in [one["board"] for one in host.seen if "board" in one][-1]


async def shown_cell(page: Page) -> str:
    """What an empty cell is painted with."""
    found: str = await page.locator("#picture polygon.cell").first.get_attribute("fill") or ""
    return found


@pytest.mark.real_time
async def test_a_browser_keeps_its_theme(tmp_path: Path, browser: Browser) -> None:
    """Chosen in the middle of a match, seen while looking back and after a reload, by Red alone."""
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
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
            assert browsing.problems == []


@pytest.mark.real_time
@pytest.mark.parametrize("theme", themes.names())
async def test_the_names_of_cells_can_be_read_in_every_theme(
    tmp_path: Path, browser: Browser, theme: str
) -> None:
    """4.5:1 on an empty cell, and 3:1 for the larger name of a chosen one; axe-core is content."""
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            look = LOOKS["dark" if theme == "dark" else "light"]
            page = await browsing.page(reduced_motion="reduce", **look)
            await start(page, format="catena", at_once=True)
            await page.click("#look summary")
            await page.select_option("#theme", theme)
            await clean(page)
            await page.keyboard.press("Escape")
            cell = themes.load(theme).colours["board.cell"]
            await expect(page.locator("#picture polygon.cell").first).to_have_attribute(
                "fill", cell
            )
            await page.check("#names")
            ink, ground = await page.evaluate(
                "['.cell.empty span', '#picture [data-cell]'].map((one) => getComputedStyle("
                "document.querySelector(one))).map(({ color, fill }, at) => at ? fill : color)"
            )
            assert contrast(ink, ground) >= 4.5
            await page.click("button[data-cell=E5]")
            ink, ground = await page.evaluate(
                "(({ color, backgroundColor }) => [color, backgroundColor])("
                "getComputedStyle(document.querySelector('.cell.chosen span')))"
            )
            assert contrast(ink, ground) >= 3
            await clean(page)


def rgb(theme: str, role: str) -> str:
    """A colour of a theme as a browser writes it."""
    red, green, blue = themes.load(theme).rgb(role)
    return f"rgb({red}, {green}, {blue})"
