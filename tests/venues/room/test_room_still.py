"""Nothing moves in the room: whatever happens in a match, a finger meets what it was put down for."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import timedelta
from typing import Any

import pytest
from playwright.async_api import Page, expect
from web.stillness import SCREENS, Stillness, screen

from venues.room.at_pages import enter, opened
from venues.room.browsing import Browsing
from venues.room.by_hand import pass_time
from venues.room.visitor import SEED_003

pytestmark = [pytest.mark.thorough, pytest.mark.asyncio(loop_scope="session")]

FORM = {"clock": "1m+5m", "dmo": "two", "first": "dmo"}


async def each(pages: Iterable[Page], do: Callable[[Page], Awaitable[Any]]) -> None:
    """Does something at all pages at once."""
    await asyncio.gather(*map(do, pages))


async def headline(pages: Iterable[Page], text: str) -> None:
    """All pages say this of the match."""
    await each(pages, lambda page: expect(page.locator("#headline")).to_contain_text(text))


async def at_each_width(browsing: Browsing, room: str, *tokens: str) -> dict[str, Page]:
    """The pages of people with the same links, whose screens differ."""
    return {str(wide): await enter(browsing, room, *tokens, **screen(wide)) for wide in SCREENS}


@pytest.mark.parametrize("roles", [("host", "one", "two"), ("two",)], ids=" ".join)
async def test_board_and_buttons_stand_still(by_hand: Any, roles: Sequence[str]) -> None:
    """From waiting for the DMO to a lost connection, at seven widths: 0.0 pixels."""
    browsing, clock = by_hand
    room, tokens = await opened(browsing, FORM)
    host, ann, bob = [
        await browsing.place.visit(room, tokens[one]) for one in ("host", "one", "two")
    ]
    still = Stillness(await at_each_width(browsing, room, *map(tokens.get, roles)))
    pages = still.pages.values()
    await headline(pages, "the DMO, to say who starts")
    await still.look("DMO to say who starts")
    await bob.act("first-red")
    await headline(pages, "Red starts when both are ready")
    await still.look("waiting")
    await bob.act("ready")
    await each(
        pages,
        lambda page: expect(page.locator(".seat.blue .tags")).not_to_contain_text("Not ready"),
    )
    await still.look("one is ready")
    await ann.act("ready")
    await headline(pages, "Red to move")
    await still.look("turn")
    await each(pages, lambda page: page.fill("#words", "F6"))
    await still.look("stone chosen")
    await each(pages, lambda page: page.fill("#words", ""))
    for number, turn in enumerate(SEED_003[:3]):
        await (ann, bob)[number % 2].say(turn)
        await headline(pages, ("Blue", "Red")[number % 2] + " to move")
        await still.look(f"turn {number + 1}")
    await each(pages, lambda page: page.fill("#words", SEED_003[0]))
    await each(pages, lambda page: expect(page.locator("#hint")).to_contain_text("taken"))
    await still.look("hint")
    await each(pages, lambda page: page.press("#words", "Enter"))
    await each(pages, lambda page: expect(page.locator("#answer")).not_to_be_empty())
    await still.look("refused")
    await each(pages, lambda page: page.fill("#words", ""))
    await pass_time(clock, timedelta(seconds=61))
    await each(
        pages, lambda page: expect(page.locator(".clock.live span:visible")).to_have_count(1)
    )
    await still.look("bank")
    await ann.act("ask-undo")
    await each(pages, lambda page: expect(page.locator("[data-act=accept]")).to_be_visible())
    await still.look("asked to take back")
    await bob.act("decline")
    await host.act("pause")
    await each(
        pages, lambda page: expect(page.locator(".seat.blue .tags")).to_contain_text("Paused")
    )
    await still.look("paused")
    await host.act("resume")
    await each(
        pages, lambda page: expect(page.locator(".seat.blue .tags")).not_to_contain_text("Paused")
    )
    await each(pages, lambda page: page.evaluate("document.getElementById('tab-turns').click()"))
    await each(pages, lambda page: page.click("#step-back"))
    await each(pages, lambda page: expect(page.locator("#to-now")).to_be_visible())
    await still.look("looking back")
    await each(pages, lambda page: page.click("#to-now"))
    await each(pages, lambda page: page.evaluate("document.getElementById('tab-lines').click()"))
    await pass_time(clock, timedelta(minutes=6))
    await headline(pages, "Red wins on time")
    await still.look("flag")
    await ann.act("ask-rematch")
    await each(pages, lambda page: expect(page.locator("#series")).to_be_visible())
    await still.look("rematch asked for")
    await host.act("rematch")
    await headline(pages, "starts when both are ready")
    await still.look("waiting again")
    await host.act("start")
    await headline(pages, "Blue to move")
    await ann.act("resign")
    await headline(pages, "Blue wins by resignation")
    await still.look("end")
    await each(pages, lambda page: page.context.set_offline(True))
    browsing.place.venue._pages.close()
    await each(pages, lambda page: expect(page.locator("#trouble")).not_to_be_empty())
    await still.look("disconnected")
    print(f"\n{' '.join(roles)}\n{still.table()}")
    assert not still.problems(), "\n".join(still.problems())
