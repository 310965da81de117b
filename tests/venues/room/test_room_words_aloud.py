"""The board in words in a real Chromium: asked for in the message box, read line by line."""

from playwright.async_api import Page, expect

from venues.room.at_pages import both_seats, clean, told, two_players, type_turn
from venues.room.browsing import Browsing


async def answered(page: Page, question: str, *lines: str) -> None:
    """A question is answered in these lines: where it is read out, and to be read again."""
    await type_turn(page, question)
    await expect(page.locator("li.whisper").last.locator(".words p")).to_have_text(list(lines))
    # A live region says the lines by itself, once, and the box keeps the keyboard.
    await expect(page.locator("#announcer p").last).to_have_text(" ".join(lines))
    await expect(page.locator("#answer")).to_be_empty()
    assert await page.evaluate("document.activeElement.id") == "words"


async def test_the_board_is_told_in_lines_to_whoever_asks(browsing: Browsing) -> None:
    """Rows, one's own groups and the neighbours of a cell; nobody else sees that they asked."""
    red, blue = await two_players(browsing)
    await type_turn(red, "E4")
    await expect(told(blue).last).to_contain_text("Red played E4")
    await type_turn(blue, "D4 D5")
    await expect(told(red).last).to_contain_text("Blue played D4 D5")
    seen = await red.locator("#lines > li").count()
    rows = [
        f"Row {row}, {cells} cells: empty."
        for row, cells in zip("ABCDEFGHI", (5, 6, 7, 8, 9, 8, 7, 6, 5), strict=True)
    ]
    rows[3], rows[4] = "Row D, 8 cells: Blue D4-5.", "Row E, 9 cells: Red E4."
    situation = (
        "Match 1. Catchup: a hexagonal board of side 5 after turn 2. Score: Red (Ann) 1, "
        "Blue (Bob) 2. Blue last played D4 D5. Blue is leading. "
        "Red to move: place up to 3 stones."
    )
    await answered(blue, "rows", situation, *rows)
    await clean(blue)
    blues = ["Blue has 1 group: 2.", "Blue 2 stones: D4-5."]
    await answered(blue, "my groups", *blues, "Red has 1 group: 1.", "Red alone: E4.")
    await answered(
        blue, "neighbours of E4",
        "E4: Red, alone.",
        "Above: D3 empty, D4 Blue.",
        "Left: E3 empty.",
        "Right: E5 empty.",
        "Below: F3 empty, F4 empty.",
    )  # fmt: skip
    await answered(blue, "near J1", "J1 is off the board: its rows are A to I.")
    # Talk is talk, though it begins alike.
    await type_turn(blue, "near the edge I would not")
    await expect(red.locator("li.said").last).to_contain_text("near the edge")
    assert await red.locator("#lines > li").count() == seen + 1
    await type_turn(red, "E5")
    await expect(told(blue).last).to_contain_text("Red played E5")


async def test_the_largest_board_is_told_whole(browsing: Browsing) -> None:
    """Side 13, of another game: 25 rows behind the situation, in a box that can be scrolled.

    On a phone the talk is out of sight, and the answer stands under the message box.
    """
    phone = {"viewport": {"width": 360, "height": 740}}
    page = await both_seats(browsing, phone, format="catena", side="13")
    await type_turn(page, "match board text")
    await expect(page.locator("#answer p")).to_have_count(26)
    await expect(page.locator("#answer p").nth(25)).to_have_text("Row Y, 13 cells: empty.")
    await clean(page)
