"""The start page's box for a saved topic: what it answers, and what a host sees go wrong."""

import asyncio
import io
import json
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from bot.venues.room.topic_process import answer
from bot.venues.room.topics import LARGEST_BODY, MOST
from venues.room.browsing import Browsing
from venues.room.visitor import RoomHouse

SAVED = Path(__file__).parents[2] / "threads" / "saved"


async def ask(place: RoomHouse, wish: object, **headers: str) -> tuple[int, dict[str, Any]]:
    headers = {"Origin": place.address} | headers
    body = io.BytesIO(json.dumps(wish).encode())
    answer = await place.session.post(f"{place.address}/topics", data=body, headers=headers)
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    return answer.status, await answer.json()


async def test_a_pasted_page_is_ruled_as_on_the_command_line(place: RoomHouse) -> None:
    """A row a post, the board, and what is to be posted next; nothing of it is kept."""
    status, told = await ask(place, {"page": (SAVED / "xenforo.html").read_text()})
    assert status == 200
    counted = [
        f"{post['number']} {post['author']} {post['kind']} {post['turn'] or ''}".rstrip()
        for post in told["posts"]
    ]
    assert counted == (SAVED / "xenforo.counted").read_text().splitlines()
    assert told["seats"] == "Red is Ann, Blue is Bob."
    assert told["board"].startswith("<svg")
    assert "@Ann, [b]Red[/b] may place up to 3 stones." in told["reply"]
    assert place.desk.open_matches("room", "local") == []


async def test_game_players_and_markup_can_be_said(place: RoomHouse) -> None:
    wish = {
        "page": "Ann:\nA1\nBob:\nB2 B3\n", "format": "bentley", "side": "4", "one": "bob",
        "two": "Ann", "markup": "markdown",
    }  # fmt: skip
    _, told = await ask(place, wish)
    assert told["seats"] == "White is Bob, Black is Ann."
    assert [post["kind"] for post in told["posts"]] == ["refused", "refused"]
    assert "side 4" in told["alt"]
    assert "@Bob, **White** may place 1 stone." in told["reply"]


BOTH = {"page": "Ann:\nF6\nBob:\nD3"}
WRONG: tuple[tuple[object, str], ...] = (
    ({"page": ""}, "No posts were found"),
    ({"page": "F6\nD3 F7"}, "save the page as HTML"),
    ({"page": "Ann:\nF6"}, "All posts are by Ann"),
    (BOTH | {"side": "99"}, "2 to 13"),
    (BOTH | {"format": "chess"}, "There is no format “chess”"),
    (BOTH | {"one": "Ann", "two": "Zed"}, "No post is by “Zed”"),
    (BOTH | {"one": "Ann"}, "Name both players"),
    ({"page": ["F6"]}, "could not be read"),
    (["F6"], "could not be read"),
)


@pytest.mark.parametrize(("wish", "part"), WRONG)
def test_topic_that_can_not_be_ruled_is_one_sentence(wish: object, part: str) -> None:
    assert part in str(answer(json.dumps(wish).encode())["error"])


@pytest.mark.thorough
async def test_topic_that_was_not_ruled_holds_up_nobody(place: RoomHouse) -> None:
    assert (await ask(place, ["F6"]))[0] == 422
    assert (await ask(place, BOTH))[0] == 200


async def test_a_page_that_is_too_large_or_another_sites_is_not_read(place):
    status, told = await ask(place, {"page": "x" * LARGEST_BODY})
    assert (status, "4 MB" in told["error"]) == (413, True)

    async def chunks() -> Any:
        for _ in range(LARGEST_BODY // 100_000 + 2):
            yield b"x" * 100_000

    answer = await place.session.post(
        f"{place.address}/topics", data=chunks(), headers={"Origin": place.address}
    )
    assert answer.status == 413
    answer = await place.session.post(
        f"{place.address}/topics", json={"page": "F6"}, headers={"Origin": "http://evil"}
    )
    assert answer.status == 403


@pytest.mark.thorough
async def test_topics_are_limited(place: RoomHouse) -> None:
    large = {"page": "x" * LARGEST_BODY}
    assert [(await ask(place, large))[0] for _ in range(MOST + 1)] == [413] * MOST + [429]


@pytest.mark.thorough
async def test_a_page_made_to_keep_a_parser_busy_holds_up_nobody(place: RoomHouse) -> None:
    tangled = "".join(f"<p><b id={n}>" for n in range(200)) + "<p>x" * 700_000
    busy = asyncio.create_task(ask(place, {"page": tangled}))
    assert (await place.session.get(f"{place.address}/")).status == 200
    status, told = await busy
    assert status == 422
    assert told["error"]


GOOD = "Ann:\nF6\nBob:\nD3 F7\n"
WRONG_AT_THE_BOX = (
    ("<html><body><h1>Log in</h1></body></html>", "No posts were found"),
    ("Ann:\n[quote]F6\nBob:\nD3\n", "[quote] in the input is never closed"),
    ("x" * LARGEST_BODY, "more than 4 MB"),
)


async def paste(page: Page, text: str) -> None:
    await page.evaluate("(text) => { document.forms.topic['topic-page'].value = text; }", text)
    await page.click("text=Rule the topic")


async def tell(page: Page, problem: str) -> None:
    """Waits for a problem in words; nothing of an earlier topic is left beside it."""
    await expect(page.locator("#topic-problem")).to_contain_text(problem)
    await expect(page.locator("#topic-result")).to_be_hidden()
    for width in (360, 1280):
        await page.set_viewport_size({"width": width, "height": 800})
        assert await page.evaluate("document.documentElement.scrollWidth") <= width


async def test_topic_box_tells_in_one_sentence_what_can_not_be_ruled(browsing: Browsing) -> None:
    """A page of something else, copied text, an open quote, one player, too much.

    A second page alone says beside the players what is missing; with the first it is whole.
    """
    page = await browsing.page()
    await expect(page.locator("[name=topic-format] option")).not_to_have_count(0)
    second, first = ((SAVED / f"nodebb-page{n}.html").read_text() for n in (2, 1))
    await paste(page, second)
    seats = page.locator("#topic-seats")
    await expect(seats).to_contain_text("Not in the input: posts 1–4 of the topic.")
    for hidden in ("#topic-board", "#topic-next"):
        await expect(page.locator(hidden)).to_be_hidden()
    await paste(page, second + first)
    await expect(page.locator("#topic-posts li")).to_have_count(9)
    await expect(seats).to_have_text("Red is Ann, Blue is Bob.")
    await expect(page.locator("#topic-next")).to_be_visible()
    for text, problem in WRONG_AT_THE_BOX:
        await paste(page, text)
        await tell(page, problem)
    await page.click("text=Game, players and markup")
    for field, name, problem in (
        ("topic-one", "Ann", "Name both players"),
        ("topic-two", "Zed", "Those who posted are Ann, Bob."),
    ):
        await page.fill(f"[name={field}]", name)
        await paste(page, GOOD)
        await tell(page, problem)
