"""A backup is restored under open pages."""

from contextlib import AsyncExitStack
from pathlib import Path

from playwright.async_api import Browser, expect

from bot.storage.copying import copy_database
from venues.room.at_pages import told, two_players, type_turn
from venues.room.browsing import visiting
from venues.room.visitor import house


async def test_a_page_notices_a_restored_backup(tmp_path: Path, browser: Browser) -> None:
    """It is loaded anew and shows the restored past alone; words under way are not lost."""
    file = tmp_path / "referee.sqlite3"
    async with AsyncExitStack() as stack:
        async with house(tmp_path) as place:
            port = int(place.address.rpartition(":")[2])
            browsing = await stack.enter_async_context(visiting(browser, place.address, place))
            red, blue = await two_players(browsing)
            await type_turn(red, "F6")
            await expect(told(red).last).to_contain_text("Red played F6.")
            copied = copy_database(file, tmp_path / "backup", overwrite=False)
            assert copied.matches == 1
            for page, turn in ((blue, "D4 E5"), (red, "A1")):
                await type_turn(page, turn)
                await expect(told(page).last).to_contain_text(f"played {turn}.")
        await type_turn(blue, "C3")
        # The last connection took its companions with it.
        (tmp_path / "backup").replace(file)
        async with house(tmp_path, port=port):
            for page in (red, blue):
                await expect(page.locator("li.whisper")).to_contain_text("restored from a backup")
                await expect(page.locator("button.cell.taken")).to_have_count(1)
                await expect(page.locator("li", has_text="D4 E5")).to_have_count(0)
            await expect(blue.locator("#words")).to_have_value("C3")
            await type_turn(blue, "D4 E6")
            await expect(told(red).last).to_contain_text("Blue played D4 E6.")
            # Whoever comes back to the same past is not loaded anew.
            await red.evaluate("window.same = true")
        async with house(tmp_path, port=port):
            await expect(red.locator("#link-state")).to_have_text("Connected")
            assert await red.evaluate("window.same")
