"""What whoever has a link, or none, can't do to others: flood them, take their places, be two."""

import asyncio
import json
import secrets
from urllib.parse import quote

import aiohttp
import pytest

from bot.storage.links import TOKEN, Links
from bot.web.message_limits import BYTES_AT_ONCE, MOST_AT_ONCE
from bot.web.messages_in import LONGEST_FRAME, LONGEST_MESSAGE
from bot.web.open_pages import ToDraw
from venues.room.cup_pages import entered, opened, words
from venues.room.visitor import RoomHouse, Visitor, order, seated

LOOK = json.dumps({"type": "look", "turn": 0, "x": "x" * (LONGEST_MESSAGE - 50)})


async def gone(visitor: Visitor) -> bool:
    """Reads whatever still comes until the connection is over."""
    while (await visitor.socket.receive()).type is aiohttp.WSMsgType.TEXT:
        pass
    return True


async def test_a_flood_ends_its_own_connection_and_no_other(place: RoomHouse) -> None:
    """A spectator sends more in a moment than pages ever do, each frame as long as is read."""
    room, tokens, (_, ann, bob) = await seated(place)
    fan = await place.visit(room, tokens["watch"])
    await fan.get("state")
    for _ in range(2 + BYTES_AT_ONCE // len(LOOK)):
        await fan.socket.send_str(LOOK)
    assert await gone(fan)
    await ann.say("F6")
    await bob.line("played")


async def test_frame_longer_than_is_read_ends_its_connection_without_a_word(
    place: RoomHouse, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever sends ten a second fills no log."""
    room, tokens, (_, ann, bob) = await seated(place)
    fan = await place.visit(room, tokens["watch"])
    await fan.get("state")
    await fan.socket.send_str("x" * 4 * LONGEST_FRAME)
    assert await gone(fan)
    await ann.say("F6")
    await bob.line("played")
    assert not [record for record in caplog.records if record.exc_info]


async def test_whoever_hangs_up_at_once_fills_no_log(
    place: RoomHouse, caplog: pytest.LogCaptureFixture
) -> None:
    """A page is asked for and the connection reset, before it can be answered."""
    room, _, (_, ann, bob) = await seated(place)
    host, port = place.address.removeprefix("http://").split(":")
    asked = (
        f"GET /room/{room}/socket HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {place.address}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {'A' * 22}==\r\n\r\n"
    )
    for _ in range(5):
        _, writer = await asyncio.open_connection(host, int(port))
        writer.write(asked.encode())
        writer.transport.abort()
    await ann.say("F6")
    await bob.line("played")
    assert not [record for record in caplog.records if record.exc_info]


async def test_frames_longer_than_any_message_are_answered_once_and_then_cut_off(
    place: RoomHouse,
) -> None:
    """Each is read whole to be answered: the first is, whoever goes on is cut off."""
    room, tokens, _ = await seated(place)
    fan = await place.visit(room, tokens["watch"])
    await fan.say("x" * (LONGEST_FRAME - 200))
    assert "too long" in await fan.whisper()
    await fan.say("x" * (LONGEST_FRAME - 200))
    assert await gone(fan)


@pytest.mark.parametrize(
    "hello", [{"after": True}, {"after": "x" * 9000}, {"after": 2**60}, {"after": 1.5}]
)
async def test_hello_with_a_strange_last_line_is_told_to_be_unreadable(
    place: RoomHouse, hello: dict[str, object], caplog: pytest.LogCaptureFixture
) -> None:
    """It says so, and nothing is logged of it."""
    room, tokens = await place.open()
    socket = await place.stranger(room)
    await socket.send_json({"type": "hello", "tokens": [tokens["watch"]]} | hello)
    assert "could not be read" in (await socket.receive()).data
    assert not caplog.records


async def test_refused_joins_keep_no_links_and_take_no_seats_places(place: RoomHouse) -> None:
    """The cup has begun: whoever still asks to be in it gets a word, and nothing is stored."""
    room, tokens = await opened(place)
    host = await place.visit(room, tokens["host"])
    for name in ("Ann", "Bob"):
        await entered(place, room, tokens["watch"], name)
    await order(host, "cup-start")
    fan = await place.visit(room, tokens["watch"])
    tried = [secrets.token_urlsafe(24) for _ in range(3)]
    for number, token in enumerate(tried):
        assert TOKEN.fullmatch(token)
        told = await order(fan, "cup-join", name=f"Late {number}", token=token)
        assert told["refused"], words(told)
    assert await Links(place.store).find(tried) == {}


async def test_joins_at_once_enter_one_person_once_and_one_name_once(place: RoomHouse) -> None:
    """Two tabs with one token; then two people with one name."""
    room, tokens = await opened(place)
    host = await place.visit(room, tokens["host"])
    token = secrets.token_urlsafe(24)
    tabs = [await place.visit(room, tokens["watch"]) for _ in range(2)]
    both = await asyncio.gather(*(order(tab, "cup-join", name="Ann", token=token) for tab in tabs))
    assert any(answer.get("enters") for answer in both), both
    pair = await asyncio.gather(
        *(order(tab, "cup-join", name="Bob", token=secrets.token_urlsafe(24)) for tab in tabs)
    )
    assert [bool(answer.get("enters")) for answer in pair].count(True) == 1, pair
    await order(tabs[0], "cup-join", name="Cid", token=secrets.token_urlsafe(24))
    shown = await host.until(
        lambda one: (
            one["type"] == "cup"
            and any(player["name"] == "Cid" for player in one["cup"]["players"])
        )
    )
    assert sorted(player["name"] for player in shown["cup"]["players"]) == ["Ann", "Bob", "Cid"]


async def test_a_room_is_drawn_once_however_often_its_cup_changes_and_turns_come_first() -> None:
    """A cup of 256 starts; meanwhile a turn is played in a match of another room."""
    waiting = ToDraw()
    for _ in range(267):
        waiting.add("cup", is_turn=False)
    waiting.add("match", is_turn=True)
    assert [await waiting.next(), await waiting.next()] == [("match", True), ("cup", False)]
    waiting.add("match", is_turn=True)
    assert await waiting.next() == ("match", True)


@pytest.mark.parametrize("name", ["anything", "x" * 3000, "<script>"])
async def test_room_of_no_pairing_is_not_there(place: RoomHouse, name: str) -> None:
    """Whoever has the link to a cup comes into the rooms of its pairings, and into no other."""
    room, tokens = await opened(place)
    socket = f"{place.address}/room/{room}-{quote(name, safe='')}/socket"
    headers = {"Origin": place.address, "Connection": "Upgrade", "Upgrade": "websocket"}
    async with place.session.get(socket, headers=headers) as refused:
        assert refused.status == 404
    assert tokens


async def test_talk_of_spectators_has_a_limit_of_the_room_and_none_of_players(
    place: RoomHouse,
) -> None:
    """Three pages say as much as one may; the third is asked to say it again later."""
    room, tokens, (_, ann, bob) = await seated(place)
    fans = [await place.visit(room, tokens["watch"], name=f"Fan {n}") for n in range(3)]
    for fan in fans:
        for number in range(MOST_AT_ONCE):
            await fan.say(f"line {number}")
    again = await fans[2].get("again")
    assert again["key"]
    await ann.say("F6")
    await bob.line("played")


async def test_what_is_no_request_is_answered_and_not_logged(
    place: RoomHouse, caplog: pytest.LogCaptureFixture
) -> None:
    """Anybody may send it, as often as they like."""
    host, port = place.address.removeprefix("http://").split(":")
    for junk in (b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\n\r\n", b"\x00\x01\x02\r\n\r\n"):
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(junk)
        assert (await reader.readline()).startswith(b"HTTP/1.")
        writer.close()
    assert not caplog.records


async def test_locks_of_rooms_that_nobody_looks_at_are_forgotten(place: RoomHouse) -> None:
    """Twenty thousand subjects opened and left would keep twenty thousand locks."""
    room, tokens = await place.open()
    page = await place.visit(room, tokens["watch"])
    await page.get("welcome")
    messages = place.venue._log
    await page.close()
    for number in range(50):
        messages.leave(f"room-{number}", print)
        await messages.follow(f"room-{number}", 0, print)
        messages.leave(f"room-{number}", print)
    assert len(messages._locks) <= 1
