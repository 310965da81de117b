"""The theme of the board is each browser's own; the talk's pictures stay everybody's."""

import re
from pathlib import Path

from playwright.async_api import Page, expect

from renderers import theme as themes
from venues.room.at_pages import both_seats, clean, contrast, two_players, type_turn
from venues.room.browsing import LOOKS, Browsing
from venues.room.visitor import house, seated


async def test_one_board_is_drawn_for_the_themes_of_all_pages(tmp_path: Path) -> None:
    """What a page is told names no colour; the style sheet has each theme's, by its name."""
    async with house(tmp_path) as place:
        _, _, (host, ann, _) = await seated(place)
        assert tuple(host.seen[0]["themes"]) == themes.names()
        await ann.say("F6")
        moved = await host.until(lambda one: 'data-cell="F6"' in one.get("board", ""))
        await host.socket.send_json({"type": "look", "turn": 0})
        for board in (moved["board"], (await host.get("position"))["board"]):
            assert 'fill="var(--board-cell)"' in board
            assert not re.search("#[0-9a-f]{6}", board)
        async with place.session.get(f"{place.address}/page/themes.css") as answer:
            rules = dict(re.findall(r"\[data-theme=(\w+)\] \{ (.*?) \}", await answer.text()))
    assert tuple(rules) == themes.names()
    for name, rule in rules.items():
        for role in ("board.cell", "stones.red.mark_ink", "table.background"):
            variable = f"--{role.removeprefix('stones.').replace('.', '-').replace('_', '-')}"
            assert f"{variable}: {themes.load(name).colours[role]};" in f"{rule};", (name, role)


async def shown_cell(page: Page) -> str:
    found: str = await page.locator("#picture polygon.cell").first.evaluate(
        "(cell) => getComputedStyle(cell).fill"
    )
    return found


async def test_a_browser_keeps_its_theme(browsing: Browsing) -> None:
    """Chosen in the middle of a match, seen while looking back and after a reload, by Red alone."""
    red, blue = await two_players(browsing)
    await type_turn(red, "E5", "played E5")
    await red.click("#tab-turns")
    await red.click("#step-first")
    await expect(red.locator("#past")).to_have_text("Empty board")
    wood = rgb("go", "board.cell")
    await red.click("#look summary")
    await red.select_option("#theme", "go")
    await expect(red.locator("#picture polygon.cell").first).to_have_css("fill", wood)
    await expect(red.locator("#past")).to_have_text("Empty board")
    await red.click("#to-now")
    await expect(red.locator("button.cell.taken")).to_have_count(1)
    assert await shown_cell(red) == wood
    await red.reload()
    await expect(red.locator("#theme")).to_have_value("go")
    await expect(red.locator("#picture polygon.cell").first).to_have_css("fill", wood)
    stone = red.locator(".seat.red > .stone")
    await expect(stone).to_have_css("background-color", rgb("go", "stones.red.fill"))
    assert await shown_cell(blue) == rgb("genius", "board.cell")


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
        cell = rgb(theme, "board.cell")
        await expect(page.locator("#picture polygon.cell").first).to_have_css("fill", cell)
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
    red, green, blue = themes.load(theme).rgb(role)
    return f"rgb({red}, {green}, {blue})"
