"""What a watch page has to show of the known game, by the oracle."""

from playwright.async_api import Page, expect
from venues.room.at_pages import stones
from venues.room.played import named, positions
from venues.room.visitor import SEED_003


def after(turns: int) -> dict[str, str]:
    return named(positions(SEED_003[:turns])[-1])


async def shows(page: Page, turns: int) -> None:
    wanted = {f"{cell}, {colour} stone" for cell, colour in after(turns).items()}
    await expect(page.locator("button.cell.taken")).to_have_count(len(wanted))
    assert {label.removesuffix(", last turn") for label in await stones(page)} == wanted
