"""Stepping through a match in a real Chromium, while it goes on and on a phone."""

from pathlib import Path

from playwright.async_api import expect

from venues.room.at_pages import saved, two_players, type_turn
from venues.room.browsing import Browsing
from venues.room.played import positions
from venues.room.visitor import SEED_003


async def test_a_match_is_stepped_through_while_it_goes_on(browsing: Browsing) -> None:
    """Keys, the list, the chart and the buttons; the other plays meanwhile, and so can you.

    On a phone, where the list lies below the board, a tap on a turn brings the board into view.
    """
    red, blue = await two_players(browsing)
    for number, turn in enumerate(SEED_003[:6]):
        await type_turn((red, blue)[number % 2], turn)
        await expect(red.locator("#turn-list li")).to_have_count(number + 1)
    stones = [len(state.stones) for state in positions(SEED_003[:7])]
    await red.click("#tab-turns")
    await red.click("#turn-list li:nth-child(2) button")
    await expect(red.locator("#past")).to_have_text("Turn 2 of 6")
    await expect(red.locator("#picture .cell.taken")).to_have_count(stones[2])
    await red.keyboard.press("ArrowRight")
    await expect(red.locator("#picture .cell.taken")).to_have_count(stones[3])
    await red.keyboard.press("Home")
    await expect(red.locator("#past")).to_have_text("Empty board")
    await expect(red.locator("#picture .cell.taken")).to_have_count(0)
    await expect(red.locator("#turn-list [aria-current]")).to_have_count(0)
    await red.click("#step-on")
    await expect(red.locator("#turn-list [aria-current]")).to_contain_text(SEED_003[0])
    # A cell of an earlier position is none to play on.
    await red.click("button[data-cell=A1]")
    await expect(red.locator("#hint")).to_contain_text("earlier position")
    # Red plays by typing: that is now.
    await type_turn(red, SEED_003[6])
    await expect(red.locator("#to-now")).to_be_hidden()
    await expect(red.locator("#picture .cell.taken")).to_have_count(stones[7])
    # Blue looks back while Red's turn arrives, and stays there.
    await blue.click("#tab-turns")
    await blue.click("#turn-list li:nth-child(1) button")
    await type_turn(blue, "hm")
    await blue.click("#turn-list li:nth-child(1) button")
    await expect(blue.locator("#past")).to_have_text("Turn 1 of 7")
    await expect(blue.locator("#picture .cell.taken")).to_have_count(stones[1])
    await blue.click("#to-now")
    await expect(blue.locator("#picture .cell.taken")).to_have_count(stones[7])
    box = await blue.locator("#race svg").bounding_box()
    await blue.mouse.click(box["x"] + 12, box["y"] + 20)
    await expect(blue.locator("#past")).to_have_text("Empty board")
    await blue.select_option("#step-pace", "fast")
    await blue.click("#step-auto")
    await expect(blue.locator("#step-auto")).to_have_text("Stop")
    await expect(blue.locator("#to-now")).to_be_hidden()
    await expect(blue.locator("#step-auto")).to_have_text("Autoplay")
    await expect(blue.locator("#picture .cell.taken")).to_have_count(stones[7])
    await red.set_viewport_size({"width": 360, "height": 740})
    await red.click("#tab-turns")
    await red.click("#turn-list li:nth-child(3) button")
    for button in ("#to-now", "#board-back", "#board-on"):
        await expect(red.locator(button)).to_be_in_viewport()
    await red.click("#board-back")
    await expect(red.locator("#past")).to_have_text("Turn 2 of 7")
    await red.click("#to-now")
    await expect(red.locator("#board-back")).to_be_hidden()
    assert await red.evaluate("document.documentElement.scrollWidth") == 360


async def test_a_match_is_taken_home(tmp_path: Path, browsing: Browsing) -> None:
    """Record, replay and the board of turn 2 are saved; nobody is told."""
    red, blue = await two_players(browsing)
    for number, turn in enumerate(SEED_003[:3]):
        await type_turn((red, blue)[number % 2], turn)
        await expect(blue.locator("#turn-list li")).to_have_count(number + 1)
    await blue.click("#tab-turns")
    await expect(blue.locator("#copy-result")).to_be_hidden()
    name, record = await saved(blue, "record", tmp_path)
    assert name == "match-1.txt"
    assert SEED_003[2] in record.decode()
    await blue.click("#turn-list li:nth-child(2) button")
    name, picture = await saved(blue, "board", tmp_path)
    assert (name, picture[:4]) == ("match-1-turn-2.png", b"\x89PNG")
    name, film = await saved(blue, "replay", tmp_path)
    assert (name, film[:3]) == ("match-1.gif", b"GIF")
    lines = await red.locator("#lines > li").count()
    await type_turn(red, "hm")
    await expect(red.locator("#lines > li")).to_have_count(lines + 1)
