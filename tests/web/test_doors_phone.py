"""A whole match on the loopback Discord: Ann taps on her phone, and Bob types in the channel."""

import re
from pathlib import Path

import pytest
from loopback.bell import PATIENCE
from playwright.async_api import expect
from venues.room.browsing import PATIENCE_MS, chromium, visiting

from web.hall import PHONE, Hall, hall

pytestmark = [pytest.mark.thorough, pytest.mark.timeout(400)]

LENGTHS = (5, 6, 7, 8, 9, 8, 7, 6, 5)
CELLS = [
    f"{row}{number}" for row, length in zip("ABCDEFGHI", LENGTHS, strict=True)
    for number in range(1, length + 1)
]  # fmt: skip
TURNS = [CELLS[23 * number % len(CELLS)] for number in range(60)]
"""All cells but one, far from each other, one a turn: 23 and 61 have no common divisor."""
KILLED_BEFORE, KILLED_BEHIND = (14, 40), (20, 46)
"""Turns before whose tap, or behind whose tap, the referee is killed."""


def told(place: Hall) -> list[str]:
    """The cells of the turns that were announced, in the channel's order."""
    texts = [message.content for message in place.discord.messages(place.room)]
    return [found[1] for text in texts if (found := re.search(r"\*\* played \*\*(\w+)", text))]


async def test_sixty_turns_by_touch_and_by_typing(tmp_path: Path) -> None:
    """Kills among them: each turn is told once, and in its order; the page comes back by itself."""
    expect.set_options(timeout=PATIENCE_MS)
    async with (
        hall(tmp_path, alone=True) as place,
        chromium() as browser,
        visiting(browser, place.address) as browsing,
    ):
        board = await place.start(clock="1m+60m")
        answer = await place.discord.click(board, "Play", place.ann)
        page = await browsing.page(answer.components[0]["components"][0]["url"], **PHONE)
        for number, cell in enumerate(TURNS):
            if number % 2:
                await place.discord.say(place.room, place.bob, cell)
            else:
                if number in KILLED_BEFORE:
                    await place.referee.kill()
                await page.tap(f"button[data-cell={cell}]")
                await page.tap("#play-here")
                if number in KILLED_BEHIND:
                    await place.referee.kill()
                if not place.referee.running:
                    await place.open()
            await place.discord.wait_until(
                lambda turns=number + 1: len(told(place)) == turns, PATIENCE, what=f"{cell} told"
            )
            await expect(page.locator("button.cell.taken")).to_have_count(number + 1)
        assert told(place) == TURNS
        assert place.referee.starts == 1 + len(KILLED_BEFORE + KILLED_BEHIND)
