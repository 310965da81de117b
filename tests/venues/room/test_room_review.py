"""The review on the board: what a page is told of a match that is over, and shows of it."""

import asyncio
import re
from dataclasses import replace
from itertools import combinations

import pytest
from aiohttp import ClientResponse
from oracle.board import named
from oracle.games import make
from oracle.oracle import Oracle, State, Turn
from playwright.async_api import Page, Route, expect
from thinker import thinker

from bot.desk.thinker import ThinkingError
from bot.players.review import Review
from bot.referee.match import Room
from bot.timing import RealTime
from venues.room.at_pages import clean_in_every_look, enter
from venues.room.browsing import Browsing
from venues.room.played import GAME, over
from venues.room.visitor import RoomHouse, seated


async def asked_for(place: RoomHouse, room: str, number: int, token: str) -> ClientResponse:
    keys = {"Authorization": f"Bearer {token}"}
    return await place.session.get(f"{place.address}/room/{room}/review/{number}", headers=keys)


def turn_of(state: State, cells: str) -> Turn:
    return Turn(tuple((named(cell), state.to_move) for cell in cells.split()))


def wins(oracle: Oracle, state: State) -> bool:
    """Whether the player to move wins, with every way to go on tried by the other referee."""
    if oracle.is_over(state):
        return oracle.winner(state) == state.to_move
    few, most, *_ = oracle.allowance(state)
    return any(
        not wins(oracle, oracle.play(state, Turn(tuple((cell, state.to_move) for cell in cells))))
        for count in range(few, min(most, len(state.empty)) + 1)
        for cells in combinations(state.empty, count)
    )


async def test_what_a_page_is_told_is_what_the_other_referee_finds(place: RoomHouse) -> None:
    """A turn is marked where it throws a won game away; the better one wins. Nothing while open.

    The curve is Red's: 1 where Red wins with every way to go on tried, else 0, proven all along.
    """
    async with thinker(RealTime()) as place.desk.thinking:
        room, tokens = await over(place)
        answer = await asked_for(place, room, 1, tokens["watch"])
        told = await answer.json()
        oracle, marks = make("genius", 2), {mark["turn"]: mark for mark in told["marks"]}
        state, thrown, curve = oracle.start(), set(), []
        for number, turn in enumerate(GAME, start=1):
            later = oracle.play(state, turn_of(state, turn))
            curve.append(wins(oracle, later) == (number % 2 == 0))
            if wins(oracle, state) and wins(oracle, later):
                thrown.add(number)
                better = " ".join(marks[number]["better"])
                assert not wins(oracle, oracle.play(state, turn_of(state, better)))
                assert marks[number]["proven"]
                assert f"left ✓ a loss, proven, {len(later.empty)} cell" in marks[number]["text"]
                assert f"Better: {better}, ✓ a win, proven." in marks[number]["text"]
            state = later
        assert set(marks) == set(told["worst"]) == thrown != set()
        points = told["curve"]["points"]
        shares = [wins(oracle, oracle.start()), *curve]
        assert {0, 1} == set(shares)
        assert [point["share"] for point in points] == shares
        for point, share in zip(points, shares, strict=True):
            assert (point["low"], point["high"], point["proven"]) == (share, share, True)
            assert point["text"] == f"✓ {'Red' if share else 'Blue'} wins, proven"
        assert (await asked_for(place, room, 2, tokens["watch"])).status == 404
        assert (await asked_for(place, room, 1, "")).status == 404
        another, theirs, _ = await seated(place, side="2")
        assert (await asked_for(place, another, 1, theirs["host"])).status == 404
        answer = await asked_for(place, another, 2, theirs["host"])
        assert answer.status == 422
        assert "once it is over" in (await answer.json())["error"]


async def test_marked_turns_are_shown_on_race_and_board(browsing: Browsing) -> None:
    """Two people ask, and it is worked out once; shapes and words tell how sure it is."""
    place, go_on, asked = browsing.place, asyncio.Event(), []
    async with thinker(RealTime()) as thinking:
        place.desk.thinking, work_out = thinking, thinking.review

        async def slow(*question: object) -> Review:
            asked.append(question)
            await go_on.wait()
            review = await work_out(*question)
            third, fourth = review.turns[2:]
            guessed = replace(third, exact=False, chance=0.3, best=0.7, best_exact=False, lost=0.4)
            turns = (*review.turns[:2], guessed, fourth)
            return replace(review, turns=turns, worst=(fourth, guessed))

        thinking.review = slow
        room, tokens = await over(place)
        page = await enter(browsing, room, tokens["one"])
        other = await enter(browsing, room, tokens["watch"])
        for each in (page, other):
            # Right under the board, where one looks, and not below the talk.
            await each.click(".actions [data-act=review]")
            await expect(each.locator("#review-text")).to_have_text(
                "The referee looks at 4 turns …"
            )
        before = await page.locator("#board").bounding_box()
        go_on.set()
        for each in (page, other):
            await expect(each.locator("#marks button")).to_have_text(["3", "4"])
        assert len(asked) == 1
        await expect(page.locator("#race .point.estimated")).to_have_count(1)
        await expect(page.locator("#race .point.proven")).to_have_count(1)
        await curve_is_drawn(page)
        await page.get_by_role("button", name="Turn 3, Red A1 B1 left ≈ 30 % (12–48).").focus()
        await page.keyboard.press("Enter")
        await expect(page.locator("#past")).to_have_text("Turn 3 of 4")
        await expect(page.locator("#hint")).to_contain_text("≈ 70 % (52–88)")
        await expect(page.locator(".cell.better.estimated").first).to_have_accessible_name(
            re.compile(r"better, ≈ 70 % \(52–88\)$")
        )
        await page.click("#mark-on")
        await expect(page.locator(".cell.better.estimated")).to_have_count(0)
        await expect(page.locator(".cell.better.proven").first).to_have_accessible_name(
            re.compile("better, ✓ a win, proven$")
        )
        await expect(page.locator("#mark-back")).to_be_focused()
        assert await page.locator("#board").bounding_box() == before
        await clean_in_every_look(page)
        await page.keyboard.press("Enter")
        await expect(page.locator("#past")).to_have_text("Turn 3 of 4")
        # What cost most is named first; a name leads to its turn.
        await expect(page.locator("#worst button")).to_have_text(
            ["Turn 4, Blue B3 C1: ✓ cost the game", "Turn 3, Red A1 B1: ≈ cost about 40 %"]
        )
        await page.click("#worst button >> nth=0")
        await expect(page.locator("#past")).to_be_empty()
        await expect(page.locator("#turn-list [aria-current]")).to_contain_text("B3 C1")
        await expect(page.locator("#hint")).to_contain_text("Turn 4, Blue B3 C1 left ✓ a loss")


async def curve_is_drawn(page: Page) -> None:
    """Whole lines to what is proven, a dashed one to the guess; each row says it by sign and look.

    Red's share after turn 3 was guessed to be 0.3: 0.2 · √(4 · 0.3 · 0.7) = 0.18 to either side.
    """
    lines = {name: page.locator(f"#race .share-line.{name}") for name in ("proven", "estimated")}
    drawn = {name: await line.get_attribute("d") or "" for name, line in lines.items()}
    assert {name: path.count("M") for name, path in drawn.items()} == {"proven": 3, "estimated": 1}
    dashes = "(line) => getComputedStyle(line).strokeDasharray"
    assert await lines["proven"].evaluate(dashes) == "none"
    assert await lines["estimated"].evaluate(dashes) != "none"
    corners = (await page.locator("#race .band").get_attribute("points") or "").split()
    heights = [float(corner.split(",")[1]) for corner in corners]
    upper, lower = heights[:5], heights[:4:-1]
    # All others are won for Red: from them down to the lower bound is a share of 1 - (0.3 - reach).
    reach = 0.2 * (4 * 0.3 * 0.7) ** 0.5
    spans = [low - high for high, low in zip(upper, lower, strict=True)]
    drop = (lower[3] - upper[0]) / (0.7 + reach)
    assert spans == pytest.approx([0, 0, 0, 2 * reach * drop, 0], abs=0.1)
    assert drop > 30
    await expect(page.locator("#curve-key")).to_have_text(
        re.compile("Red's share of wins.*✓ proven.*≈ estimated")
    )
    row = page.locator("#turn-list li").nth(2)
    await expect(row.locator(".estimated")).to_have_text(
        ["≈ Red 30 % (12–48)", "≈ cost about 40 %"]
    )
    await expect(page.locator("#turn-list .proven")).to_have_count(4)
    await expect(row.get_by_role("button")).to_have_accessible_name(
        re.compile("≈ Red 30 % .12–48.")
    )
    colours = [
        await page.locator(f"#turn-list .known .{name}").first.evaluate(
            "(chip) => getComputedStyle(chip).color"
        )
        for name in ("proven", "estimated")
    ]
    assert len(set(colours)) == 2


async def test_a_review_that_knows_no_shares_still_shows_its_marks(browsing: Browsing) -> None:
    async with thinker(RealTime()) as browsing.place.desk.thinking:
        room, tokens = await over(browsing.place)
        page = await enter(browsing, room, tokens["one"])

        async def older(route: Route) -> None:
            answer = await route.fetch()
            told = await answer.json()
            if "marks" in told:
                told = {"match": told["match"], "text": told["text"], "marks": [
                    {key: mark[key] for key in ("turn", "text", "better", "proven", "would")}
                    for mark in told["marks"]
                ]}  # fmt: skip
            await route.fulfill(status=answer.status, json=told)

        await page.route("**/review/*", older)
        await page.click(".actions [data-act=review]")
        await expect(page.locator("#marks button")).to_have_text(["3", "4"])
        await expect(page.locator("#race .point")).to_have_count(2)
        for part in ("#worst", "#curve-key", "#race .share-line", "#turn-list .known"):
            await expect(page.locator(f"{part}:visible")).to_have_count(0)
        await page.click("#marks button >> nth=0")
        await expect(page.locator("#past")).to_have_text("Turn 3 of 4")


async def test_why_there_is_no_review_is_said_and_it_can_be_asked_for_again(browsing):
    async with thinker(RealTime()) as thinking:
        browsing.place.desk.thinking, work_out = thinking, thinking.review

        async def failing(*_: object) -> Review:
            raise ThinkingError("it died")

        thinking.review = failing
        room, tokens = await over(browsing.place)
        page = await enter(browsing, room, tokens["one"])
        await page.click("[data-act=review]")
        await expect(page.locator("#review-text")).to_contain_text("failed on my side")
        thinking.review = work_out
        await page.click("#tab-lines")
        await page.click("[data-act=review]")
        await expect(page.locator("#marks button")).to_have_text(["3", "4"])


async def test_a_page_behind_many_is_told_its_place_and_shown_the_review(browsing):
    """Eight other matches are reviewed before; then it comes without another press."""
    place, go_on = browsing.place, asyncio.Event()
    async with thinker(RealTime()) as thinking:
        place.desk.thinking, work_out = thinking, thinking.review

        async def slow(*question: object) -> Review:
            await go_on.wait()
            return await work_out(*question)

        thinking.review = slow
        room, tokens = await over(place)
        held = await place.desk.latest(Room("room", "local", room))
        others = [
            asyncio.create_task(place.desk.reviews.made(number, held[1]))
            for number in range(1001, 1009)
        ]
        page = await enter(browsing, room, tokens["one"])
        await page.click("[data-act=review]")
        await expect(page.locator("#review-text")).to_have_text(
            "You are 9th in the queue of reviews. Yours comes here by itself."
        )
        answer = await asked_for(place, room, held[0], tokens["watch"])
        assert (answer.status, "9th" in (await answer.json())["waiting"]) == (202, True)
        go_on.set()
        await expect(page.locator("#marks button")).to_have_text(["3", "4"])
        await asyncio.gather(*others)
