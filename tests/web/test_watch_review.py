"""The review on the watch page: only of a match that is over, made once, and seen on the board."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from math import sqrt
from pathlib import Path

import pytest
import pytest_asyncio
from aiohttp import ClientResponse
from commands.clerks import ELSEWHERE, asks, hold
from fakes import BLUE, HOST, RED, TERMS
from playwright.async_api import Browser, expect
from referee.tables import new, terms
from thinker import thinker
from venues.room.at_pages import clean_in_every_look
from venues.room.browsing import visiting
from venues.room.played import GAME

from bot.commands.clerk import Clerk
from bot.commands.parsing import read_order
from bot.desk.backlog import Queue
from bot.desk.thinking import Thinking
from bot.players.review import Review, Reviewed
from bot.referee.submission import Ready, Reopen, Resign, Submission
from bot.timing import RealTime
from bot.web.reviews import AN_ADDRESS_ASKS, findings
from web.gallery import Gallery, gallery
from web.stillness import SCREENS, Stillness, screen

SMALL = replace(TERMS, side=2)


@pytest_asyncio.fixture
async def thinking() -> AsyncIterator[Thinking]:
    async with thinker(RealTime()) as started:
        yield started


@pytest_asyncio.fixture
async def opened(tmp_path: Path, thinking: Thinking) -> AsyncIterator[Gallery]:
    """A match of which both throw away a won game; Red has yet to resign."""
    async with gallery(tmp_path, terms=SMALL) as place:
        place.place.desk.thinking = thinking
        await played(place)
        yield place


async def played(place: Gallery) -> None:
    """The game on side 2, up to its end."""
    for player in (RED, BLUE):
        await place.place.act(player, Ready())
    for number, turn in enumerate(GAME):
        await place.place.hear((RED, BLUE)[number % 2], turn)


async def asked(place: Gallery) -> ClientResponse:
    return await place.session.get(f"{(await place.link())[1:]}/review")


async def test_a_review_asked_for_while_turns_wait_is_to_be_asked_for_again(opened) -> None:
    """Turns in three matches have waited for three seconds: nothing is begun for a watcher."""
    await opened.place.act(RED, Resign())
    backlog, clock = opened.place.desk.backlog, opened.place.clock
    for match in (2, 3, 4):
        backlog.add(Queue.ACTS, match, match)
    clock.advance(timedelta(seconds=3))
    assert "Please ask again in 10 s" in (await (await asked(opened)).json())["error"]
    for match in (2, 3, 4):
        backlog.remove(Queue.ACTS, match)
    clock.advance(timedelta(seconds=6))
    assert (await asked(opened)).status in (200, 202)


async def test_nothing_is_told_of_a_match_under_way(opened: Gallery, thinking: Thinking) -> None:
    answer = await asked(opened)
    assert answer.status == 422
    assert "once it is over" in (await answer.json())["error"]
    assert thinking.for_reviews.process_id is None
    await opened.place.act(RED, Resign())
    await opened.settle(watch=False)
    assert (await asked(opened)).status == 404
    assert (await opened.session.get("watch/none/review")).status == 404


async def test_a_crowd_and_a_command_are_given_one_review(opened, thinking) -> None:
    await opened.place.act(RED, Resign())
    work_out, times = thinking.review, []

    async def counted(*question: object) -> Review:
        times.append(question)
        return await work_out(*question)

    thinking.review = counted
    clerk = Clerk(opened.place.desk, opened.place.store, opened.place.venue)
    order = read_order("match review")
    answers, _ = await asyncio.gather(
        asyncio.gather(*(asked(opened) for _ in range(40))),
        clerk.carry_out(order, asks(opened.place, RED)),
    )
    told = [await answer.json() for answer in answers]
    assert all(one == told[0] for one in told)
    assert [mark["turn"] for mark in told[0]["marks"]] == [3, 4]
    assert len(times) == 1
    # What was made is held back as well while people play what stands alike.
    await hold(opened.place, ELSEWHERE, GAME[:3], side=2)
    held_back = await asked(opened)
    assert held_back.status == 422
    assert "An open match stands" in (await held_back.json())["error"]


async def test_one_address_asks_so_often_and_no_more(opened: Gallery) -> None:
    for _ in range(AN_ADDRESS_ASKS):
        assert (await asked(opened)).status == 422
    refused = await asked(opened)
    assert refused.status == 429
    assert "ask again in a minute" in (await refused.json())["error"]


@pytest.mark.thorough
@pytest.mark.asyncio(loop_scope="session")
async def test_watchers_see_it_on_race_and_board(tmp_path: Path, browser: Browser) -> None:
    """Where the end is told, at every width, and nothing moves; gone when it goes on."""
    async with (
        thinker(RealTime()) as thinking,
        gallery(tmp_path, timepiece=RealTime(), terms=SMALL) as place,
        visiting(browser, place.address, place) as people,
    ):
        place.place.desk.thinking = thinking
        await played(place)
        address = f"{place.address}{await place.link()}"
        pages = {str(wide): await people.page(address, **screen(wide)) for wide in SCREENS}
        still = Stillness(pages)
        await still.each(lambda page: expect(page.locator("#turn-list li")).to_have_count(4))
        await still.look("turn")
        await still.each(lambda page: expect(page.locator("[data-act=review]")).to_have_count(0))
        await place.place.act(RED, Resign())
        await still.show("#headline", "Blue wins by resignation")
        await still.look("end")
        await still.each(lambda page: page.click("#end [data-act=review]"))
        await still.each(
            lambda page: expect(page.locator("#marks button")).to_have_text(["3", "4"])
        )
        await still.each(lambda page: page.click("#marks button >> nth=0"))
        await still.show("#past", "Turn 3 of 4")
        await still.show("#caption", "cells searched. Better:")
        await still.each(
            lambda page: expect(page.locator(".cell.better.proven")).not_to_have_count(0)
        )
        await still.look("review")
        assert not still.problems(), "\n".join(still.problems())
        page = pages["390"]
        await clean_in_every_look(page)
        await page.focus("#mark-on")
        await page.keyboard.press("Enter")
        await expect(page.locator("#announcer")).to_contain_text("Turn 4, Blue B3 C1 left ✓ a loss")
        order = Submission(HOST, Reopen("a slip"), place.place.clock.now(), may_host=True)
        await place.place.desk.submit_to(place.number, order)
        await still.each(lambda page: expect(page.locator("#review")).to_be_hidden())
        await still.each(lambda page: expect(page.locator(".cell.better")).to_have_count(0))
        await still.each(lambda page: expect(page.locator("[data-act=review]")).to_have_count(0))


def _turn(number: int, chance: float, *, exact: bool, lost: float, best: float) -> Reviewed:
    """A turn of E5 by whose turn it is, with A1 as the better one where it cost something."""
    mover = (number - 1) % 2
    better = (61 * mover,) if lost else ()
    return Reviewed(number, mover, (30 + 61 * mover,), chance, exact, 9, lost, better, best, exact)


ESTIMATED = _turn(1, 0.3, exact=False, lost=0.4, best=0.7)
PLAIN = _turn(2, 0.64, exact=False, lost=0.0, best=0.0)
TIED = _turn(3, 0.5, exact=True, lost=0.5, best=1.0)
THROWN = _turn(4, 1.0, exact=True, lost=1.0, best=1.0)
REVIEW = Review(0.5, (ESTIMATED, PLAIN, TIED, THROWN), 4, (THROWN, TIED, ESTIMATED))


def test_the_curve_has_each_share_with_its_bounds() -> None:
    """Bounds are 20 points beside an even game; what is proven has none but itself."""
    points = findings(7, new(terms()), REVIEW)["curve"]["points"]
    assert [point["share"] for point in points] == [0.5, 0.3, 0.64, 0.5, 1.0]
    assert [point["proven"] for point in points] == [False, False, False, True, True]
    for point in points:
        share = point["share"]
        reach = 0.0 if point["proven"] else 0.2 * sqrt(4 * share * (1 - share))
        assert point["low"] == pytest.approx(share - reach, abs=1e-4)
        assert point["high"] == pytest.approx(share + reach, abs=1e-4)
    assert [point["text"] for point in points] == [
        "≈ Red 50 % (30–70)", "≈ Red 30 % (12–48)", "≈ Red 64 % (45–83)", "✓ a tie, proven",
        "✓ Red wins, proven",
    ]  # fmt: skip


def test_a_start_that_is_proven_is_told_as_proven() -> None:
    """On side 2 all is solved before the first turn."""
    told = findings(7, new(terms()), Review(0.0, (THROWN,), 1, (), before_exact=True))
    assert told["curve"]["points"][0] == {
        "share": 0.0, "low": 0.0, "high": 0.0, "proven": True, "text": "✓ Blue wins, proven",
    }  # fmt: skip


def test_the_findings_name_the_worst_mistakes_and_how_they_are_known() -> None:
    """Worst first by their numbers; the marks themselves stand in the order of play."""
    told = findings(7, new(terms()), REVIEW)
    assert told["worst"] == [4, 3, 1]
    assert [(mark["turn"], mark["certain"], mark["cost"]) for mark in told["marks"]] == [
        (1, False, "≈ cost about 40 %"),
        (3, True, "✓ cost the win"),
        (4, True, "✓ cost the game"),
    ]
    assert told["marks"][0]["line"] == "Turn 1, Red E5: ≈ cost about 40 %"
