"""Pages of a venue that is given up: what they sent is dealt with, and nothing more is taken."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from aiohttp import WSCloseCode, WSMsgType
from fakes import RED, ROOM
from loopback.bell import patience

from bot.web import page_socket
from web.gallery import Gallery
from web.roles import SeatHouse, seat_house


@pytest.fixture
async def seats(tmp_path: Path) -> AsyncIterator[SeatHouse]:
    """A house of a fleet, with a match in it."""
    async with seat_house(tmp_path) as built:
        built.place.desk.handover.is_shared = True
        await built.place.start()
        yield built


def _given_up(seats: SeatHouse) -> "asyncio.Task[None]":
    desk, venue = seats.place.desk, seats.place.venue
    return asyncio.create_task(desk.handover.close_pages(venue))


async def _lock(seats: SeatHouse) -> asyncio.Lock:
    live = await seats.place.desk._ledger.find(1)
    assert live is not None
    return live.lock


async def test_a_page_at_a_handover_is_ruled_before_and_not_taken_after(seats) -> None:
    """The turn is told as taken before the connection ends; the page comes back elsewhere."""
    page = await seats.visit(1, await seats.own(1, RED))
    await page.get("state")
    async with await _lock(seats):
        key = await page.say("E5")
        await page.line("E5", "said")
        leaving = _given_up(seats)
        for _ in range(10):
            # By then the page is being let go.
            await asyncio.sleep(0)
        later = await page.say("C3 F3")
    await leaving
    while (frame := await page.socket.receive()).type is WSMsgType.TEXT:
        page.seen.append(frame.json())
    assert frame.data == WSCloseCode.GOING_AWAY
    assert [one["key"] for one in page.seen if one["type"] == "taken"] == [key]
    held = await seats.place.desk.match(1)
    assert held is not None
    assert [turn.turn for turn in held[1].turns] == ["E5"]
    assert later not in str(page.seen)
    assert await seats.place.desk.handover.room_elsewhere(1) == ROOM


async def test_a_handover_breaks_off_what_takes_too_long(seats, monkeypatch) -> None:
    """Nobody waits for it, and it is not told as taken; the page sends it again to the next one."""
    monkeypatch.setattr(page_socket, "LEAVE_TIMEOUT", timedelta(seconds=0.2))
    page = await seats.visit(1, await seats.own(1, RED))
    await page.get("state")
    async with await _lock(seats):
        await page.say("E5")
        await page.line("E5", "said")
        await _given_up(seats)
        while (frame := await page.socket.receive()).type is WSMsgType.TEXT:
            assert frame.json()["type"] != "taken"
    held = await seats.place.desk.match(1)
    assert held is not None
    assert not held[1].turns


async def test_a_page_that_says_hello_meanwhile_is_to_come_again(seats: SeatHouse) -> None:
    """It is not told that its link opens nothing, after which it would stay away."""
    path, origin = f"{seats.address}/match/1/socket", {"Origin": seats.address}
    socket = await seats.session.ws_connect(path, headers=origin)
    token = await seats.own(1, RED)
    await _given_up(seats)
    await socket.send_json({"type": "hello", "tokens": [token], "after": 0})
    frame = await socket.receive()
    assert (frame.type, frame.data) == (WSMsgType.CLOSE, WSCloseCode.TRY_AGAIN_LATER)


async def test_a_stream_ends_when_its_match_is_given_up(place: Gallery) -> None:
    desk = place.place.desk
    desk.handover.is_shared = True
    async with place.session.get(f"{(await place.link()).lstrip('/')}/events") as stream:
        assert await stream.content.readuntil(b"event: state")
        await desk.handover.close_pages(place.place.venue)
        ticking = asyncio.create_task(_tick(place))
        async with patience():
            await stream.content.read()
        ticking.cancel()
    # Where it is served here again, it is watched here again.
    desk.handover.forget(place.place.venue)
    assert await desk.handover.room_elsewhere(place.number) == ROOM
    desk.serve(place.place.venue)
    assert await desk.handover.room_elsewhere(place.number) is None


async def _tick(place: Gallery) -> None:
    # No longer than until the next beat, with which it would be looked at anyway.
    for _ in range(20):
        place.place.clock.advance(timedelta(seconds=0.2))
        await asyncio.sleep(0.01)
