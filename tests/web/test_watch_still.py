"""Nothing moves on the watch page, in a frame and on a stream, whatever happens in the match."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from fakes import BLUE, HOST, RED, TERMS
from playwright.async_api import Browser, Page, expect
from venues.room.browsing import visiting

from bot.referee.submission import Choose, ChangeTime, Pause, Ready, Resume
from bot.timing import RealTime
from web.gallery import gallery
from web.stillness import SCREENS, Stillness, screen

pytestmark = [pytest.mark.thorough, pytest.mark.asyncio(loop_scope="session")]

WAITING = replace(TERMS, dmo="blue", dmo_chooses=True)


@pytest.mark.parametrize("form", ["", "?embed", "?overlay"])
async def test_board_and_buttons_stand_still(tmp_path: Path, browser: Browser, form: str) -> None:
    """From waiting for the DMO to a lost connection, at seven widths: 0.0 pixels."""
    async with (
        gallery(tmp_path, timepiece=RealTime(), terms=WAITING) as place,
        visiting(browser, place.address, place) as people,
    ):
        house, link = place.place, await place.link()
        house.watch_deadlines()
        pages = [
            await people.page(f"{place.address}{link}{form}", **screen(wide)) for wide in SCREENS
        ]
        still = Stillness(dict(zip(map(str, SCREENS), pages, strict=True)))

        async def look(state: str, *shown: tuple[str, str]) -> None:
            for part, text in shown:
                await each(pages, lambda page: expect(page.locator(part)).to_contain_text(text))
            await still.look(state)

        await look("DMO to say who starts", ("#headline", "the DMO, to say who starts"))
        await house.act(BLUE, Choose("red"))
        await look("waiting", ("#headline", "Red starts when both are ready"))
        await house.act(RED, Ready())
        await look("one is ready", (".seat.red .tags", "Ready"))
        await house.act(BLUE, Ready())
        await look("turn", ("#headline", "Red to move"))
        for turn in range(3):
            await place.play(1)
            await look(f"turn {turn + 1}", ("#headline", ("Blue", "Red")[turn % 2] + " to move"))
        house.clock.advance(timedelta(seconds=61))
        await house.act(HOST, ChangeTime("red", timedelta(seconds=1)))
        await each(
            pages, lambda page: expect(page.locator(".clock.live span:visible")).to_have_count(1)
        )
        await look("bank")
        await house.act(HOST, Pause())
        await look("paused", (".seat.blue .tags", "Paused"))
        await house.act(HOST, Resume())
        await look("resumed", (".seat.blue .tags", "To move"))
        if not form:
            await each(pages, lambda page: page.click("#step-back"))
            await each(pages, lambda page: expect(page.locator("#to-now")).to_be_visible())
            await look("looking back")
            await each(pages, lambda page: page.click("#to-now"))
        house.clock.advance(timedelta(minutes=7))
        await house.settled()
        await look("flag", ("#headline", "Red wins on time"))
        await each(pages, lambda page: page.context.set_offline(True))
        await place.broadcasts.close()
        await each(pages, lambda page: expect(page.locator("#trouble")).not_to_be_empty())
        await look("disconnected")
    print(f"\n{form}\n{still.table()}")
    assert not still.problems(), "\n".join(still.problems())


async def each(pages: Iterable[Page], do: Callable[[Page], Awaitable[Any]]) -> None:
    """Does something at all pages at once."""
    await asyncio.gather(*map(do, pages))
