"""Nothing moves on the watch page, in a frame and on a stream, whatever happens in the match."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from fakes import BLUE, HOST, RED, TERMS
from playwright.async_api import Browser, expect
from venues.room.browsing import visiting

from bot.referee.submission import ChangeTime, Choose, Pause, Ready, Resume
from bot.timing import RealTime
from web.gallery import Gallery, gallery
from web.stillness import SCREENS, Stillness, screen

pytestmark = [pytest.mark.thorough, pytest.mark.asyncio(loop_scope="session")]

WAITING = replace(TERMS, dmo="blue", dmo_chooses=True)


@pytest.mark.parametrize("form", ["", "?embed"])
async def test_board_and_buttons_stand_still(tmp_path: Path, browser: Browser, form: str) -> None:
    """From waiting for the DMO to a lost connection, at seven widths: 0.0 pixels."""
    async with (
        gallery(tmp_path, timepiece=RealTime(), terms=WAITING) as place,
        visiting(browser, place.address, place) as people,
    ):
        address = f"{place.address}{await place.link()}{form}"
        pages = {str(wide): await people.page(address, **screen(wide)) for wide in SCREENS}
        still = Stillness(pages)
        await before_the_start(still, place)
        await turns(still, place)
        if not form:
            await looking_back(still)
        place.place.watch_deadlines()
        place.place.clock.advance(timedelta(minutes=7))
        await still.show("#headline", "Red wins on time")
        await still.look("flag")
        await still.each(lambda page: page.context.set_offline(True))
        await place.broadcasts.close()
        await still.each(lambda page: expect(page.locator("#trouble")).not_to_be_empty())
        await still.look("disconnected")
    print(f"\n{form or 'watch page'}\n{still.table()}")
    assert not still.problems(), "\n".join(still.problems())


async def before_the_start(still: Stillness, place: Gallery) -> None:
    """The DMO says who starts, and both get ready."""
    await still.show("#headline", "the DMO, to say who starts")
    await still.look("DMO to say who starts")
    await place.place.act(BLUE, Choose("red"))
    await still.show("#headline", "Red starts when both are ready")
    await still.look("waiting")
    await place.place.act(RED, Ready())
    await still.each(lambda page: expect(page.locator(".seat.red .tag.good")).to_have_count(1))
    await still.look("one is ready")
    await place.place.act(BLUE, Ready())
    await still.show("#headline", "Red to move")
    await still.look("turn")


async def turns(still: Stillness, place: Gallery) -> None:
    """Three turns, of which the last one leads; then the bank runs, and the match is paused."""
    for state, mover in (("turn 1", "Blue"), ("turn 2", "Red"), ("leading", "Blue")):
        await place.play(1)
        await still.show("#headline", f"{mover} to move")
        await still.look(state)
    place.place.clock.advance(timedelta(seconds=61))
    # What the pages are told of comes with the present.
    await place.place.act(HOST, ChangeTime("red", timedelta(seconds=1)))
    bank_alone = ".clock.live span:visible"
    await still.each(lambda page: expect(page.locator(bank_alone)).to_have_count(1))
    await still.look("bank")
    await place.place.act(HOST, Pause())
    await still.show(".seat.blue .tags", "Paused")
    await still.look("paused")
    await place.place.act(HOST, Resume())
    await still.show(".seat.blue .tags", "To move")


async def looking_back(still: Stillness) -> None:
    """The board of a turn before."""
    await still.each(lambda page: page.click("#step-back"))
    await still.each(lambda page: expect(page.locator("#to-now")).to_be_visible())
    await still.look("looking back")
    await still.each(lambda page: page.click("#to-now"))
