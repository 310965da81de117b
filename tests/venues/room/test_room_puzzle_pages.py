"""The pages of puzzles in the local room: listed, shown, answered by proof, without a script."""

import json
from datetime import UTC, datetime

import pytest
from aiohttp import ClientResponse
from playwright.async_api import expect
from puzzles.test_puzzles import LINES

from bot.web.puzzle_pages import MOST_ANSWERS
from venues.room.at_pages import clean_in_every_look
from venues.room.browsing import Browsing
from venues.room.visitor import RoomHouse

PUZZLES = {values["number"]: values for values in map(json.loads, LINES)}


async def get(place: RoomHouse, path: str, **query: str) -> ClientResponse:
    return await place.session.get(f"{place.address}/{path}", params=query)


async def test_puzzles_are_listed_with_the_days_first(place: RoomHouse) -> None:
    days = {datetime.now(UTC).toordinal() % 72 + 1}
    text = await (await get(place, "puzzles")).text()
    days.add(datetime.now(UTC).toordinal() % 72 + 1)
    assert any(f"The puzzle of the day: {day}, " in text for day in days)
    for number, values in PUZZLES.items():
        row = text.split(f">Puzzle {number}</a>")[1].split("</tr>")[0]
        assert f"{values['open']} open cells" in row
    assert "no days in a row" in text


@pytest.mark.parametrize("number", [1, 7])
async def test_puzzle_answer_is_judged_by_proof(place: RoomHouse, number: int) -> None:
    answer = PUZZLES[number]["answer"]
    blank = await (await get(place, f"puzzles/{number}")).text()
    assert "One turn wins" in blank
    assert f'value="{answer}"' not in blank
    right = await (await get(place, f"puzzles/{number}", answer=answer)).text()
    assert f"✓ Right: {answer}. " in right
    odd = await (await get(place, f"puzzles/{number}", answer="<b>Z9")).text()
    assert 'class="problem"' in odd
    assert "<b>Z9" not in odd
    told = await (await get(place, f"puzzles/{number}", **{"give-up": "yes"})).text()
    assert f"The answer is {answer}. " in told


async def test_wrong_answers_missing_puzzles_and_too_many_answers(place):
    first, *_ = PUZZLES[1]["answer"].split()
    wrong = await (await get(place, "puzzles/1", answer=first)).text()
    assert f"✗ {first} does not win: " in wrong
    assert PUZZLES[1]["answer"] not in wrong
    missing = await get(place, "puzzles/73")
    assert (missing.status, "numbers 1 to 72" in await missing.text()) == (404, True)
    answer = PUZZLES[1]["answer"]
    for _ in range(MOST_ANSWERS + 1):
        last = await (await get(place, "puzzles/1", answer=answer)).text()
    assert "Please wait a minute" in last
    assert "✓" not in last


async def test_the_start_page_leads_to_a_puzzle_that_is_solved_there(browsing: Browsing) -> None:
    """In every look without a fault that axe finds, on a phone too."""
    page = await browsing.page(viewport={"width": 360, "height": 740})
    await page.get_by_role("link", name="Puzzles").click()
    await clean_in_every_look(page)
    await page.get_by_role("link", name="Puzzle 12", exact=True).click()
    await page.get_by_label("Your turn").fill(PUZZLES[12]["answer"])
    await page.get_by_role("button", name="Answer", exact=True).click()
    await expect(page.get_by_role("status")).to_contain_text("✓ Right: ")
    assert await page.evaluate("document.documentElement.scrollWidth") <= 360
    await clean_in_every_look(page)
