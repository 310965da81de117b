"""Strangers, idle connections and floods: players come in all the same, and nothing is held."""

import asyncio
import contextlib
import json
import logging
import re
import secrets
import subprocess
import sys
from collections.abc import AsyncIterator
from datetime import timedelta
from urllib.parse import quote

import aiohttp
import pytest
from aiohttp import web
from handclock import HandClock
from loopback.bell import LONGEST, patience

from bot.serving.connections import MOST_IDLE, ConnectionLimits, LimitedSite
from bot.serving.web_servers import Handler
from bot.storage.links import TOKEN, Link, Links, Role
from bot.storage.store import open_store
from bot.venues.room import pages
from bot.venues.room.match_list import new_key
from bot.web import page_limits
from bot.web.messages_in import LONGEST_FRAME, LONGEST_MESSAGE
from bot.web.open_pages import ToDraw
from bot.web.page_limits import A_FRAME, BYTES_AT_ONCE, MOST_AT_ONCE
from venues.room.cup_pages import entered, opened, words
from venues.room.process import ROOT, referee
from venues.room.visitor import FORM, RoomHouse, Visitor, house, order, plain, seated

HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"


async def half_open(address: str, sent: bytes = HALF) -> asyncio.StreamReader:
    """A connection on which a request was begun and is never finished."""
    host, _, port = address.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(sent)
    await writer.drain()
    # The writer must outlive the call: a lost one closes the connection from this side.
    reader.writer = writer  # type: ignore[attr-defined]
    return reader


async def ended(reader: asyncio.StreamReader) -> bool:
    async with patience():
        with contextlib.suppress(ConnectionError):
            await reader.read()
    reader.writer.close()  # type: ignore[attr-defined]
    return True


async def test_a_room_that_is_not_there_gives_no_place(place):
    room, tokens = await place.open()
    headers = {"Origin": place.address, "Connection": "Upgrade", "Upgrade": "websocket"}
    for _ in range(330):
        socket = f"{place.address}/room/none/socket"
        async with place.session.get(socket, headers=headers) as refused:
            assert refused.status == 404
    await place.enters(room, tokens["one"])


async def test_a_half_open_request_makes_room_for_one_that_asks(place):
    first = [await half_open(place.address) for _ in range(MOST_IDLE)]
    more = [await half_open(place.address) for _ in range(10)]
    assert all([await ended(reader) for reader in first[:10]])
    _, _, visitors = await seated(place)
    await visitors[1].say("E5")
    await visitors[2].line("played E5")
    # Beyond the limit only as many went as came: the youngest still wait.
    assert not more[-1].at_eof()
    for reader in first[10:] + more:
        reader.writer.close()  # type: ignore[attr-defined]


@contextlib.asynccontextmanager
async def small_site(limits: ConnectionLimits) -> AsyncIterator[str]:
    """A web server that answers after its `go` was asked for, behind limits."""
    go = asyncio.Event()

    @web.middleware
    async def serving(request: web.Request, handler: Handler) -> web.StreamResponse:
        with limits.serving(request.transport):
            return await handler(request)

    async def wait(_: web.Request) -> web.Response:
        await go.wait()
        return web.Response(text="here")

    async def release(_: web.Request) -> web.Response:
        go.set()
        return web.Response(text="released")

    app = web.Application(middlewares=[serving])
    app.add_routes([web.get("/wait", wait), web.get("/go", release)])
    runner = web.AppRunner(app)
    await runner.setup()
    await LimitedSite(runner, "127.0.0.1", 0, limits).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


async def test_a_connection_is_ended_that_asks_for_nothing_and_no_request_under_way():
    """Headers that never end, nothing at all, and nothing more after an answer: each ends."""
    short = timedelta(milliseconds=50)
    async with small_site(ConnectionLimits(100, header=short, keepalive=short)) as address:
        assert await ended(await half_open(address))
        assert await ended(await half_open(address, b""))
        answered = await half_open(address, b"GET /go HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert b"released" in await answered.readuntil(b"released")
        assert await ended(answered)
    async with (
        small_site(ConnectionLimits(100, header=short, keepalive=short)) as address,
        aiohttp.ClientSession() as session,
    ):
        waiting = asyncio.create_task(session.get(f"{address}/wait"))
        for _ in range(3):
            assert await ended(await half_open(address))
        assert not waiting.done()
        await session.get(f"{address}/go")
        assert await (await waiting).text() == "here"


async def test_connections_together_hold_no_more_than_the_limit():
    async with small_site(ConnectionLimits(16)) as address:
        many = [await half_open(address) for _ in range(20)]
        assert all([await ended(reader) for reader in many[:4]])
        for reader in many[4:]:
            reader.writer.close()  # type: ignore[attr-defined]


async def test_a_stranger_who_says_nothing_is_let_go_and_gives_way_to_a_player(place, monkeypatch):
    monkeypatch.setattr(page_limits, "MOST_UNKNOWN", 2)
    room, tokens = await place.open()
    silent = [await place.stranger(room) for _ in range(3)]
    async with patience():
        assert (await silent[0].receive()).type is not aiohttp.WSMsgType.TEXT
    await place.enters(room, tokens["one"])
    for one in silent:
        await one.close()
    assert timedelta(seconds=2) == page_limits.HELLO_TIMEOUT
    monkeypatch.setattr("bot.web.page_connection.HELLO_TIMEOUT", timedelta(milliseconds=20))
    room, _ = await place.open()
    silent = await place.stranger(room)
    async with patience():
        assert (await silent.receive()).type is aiohttp.WSMsgType.CLOSE


async def test_spectators_never_take_a_players_place(tmp_path, monkeypatch):
    """With every spectator's place taken the next one is told so, and a player comes in.

    Whoever watches another room is let in, too: there nobody has a place yet.
    """
    monkeypatch.setattr(page_limits, "MOST_WATCHING", 2)
    async with house(tmp_path) as place:
        room, tokens = await place.open()
        watching = [await place.visit(room, tokens["watch"]) for _ in range(2)]
        for visitor in watching:
            await visitor.get("state")
        late = await place.visit(room, tokens["watch"])
        assert "full" in await late.whisper()
        assert (await late.socket.receive()).type is aiohttp.WSMsgType.CLOSE
        for role in ("one", "two", "host"):
            await place.enters(room, tokens[role])
        await watching[0].close()
        again = await let_in(place, room, tokens["watch"])
        other, others = await place.open()
        await place.enters(other, others["watch"])
        with pytest.raises(AssertionError):
            await again.until(lambda _: False)


async def let_in(place: RoomHouse, room: str, token: str) -> Visitor:
    """A page that is let in, as soon as the place of one that has gone is free."""
    async with patience():
        while True:
            visitor = await place.visit(room, token)
            said = json.loads((await visitor.socket.receive()).data)
            if said["type"] == "welcome":
                return visitor
            assert "full" in plain(said["parts"])


async def test_a_spectator_is_shown_what_their_link_opens_and_no_other_room(place):
    room, tokens = await place.open()
    await place.open(one={"name": "Secretive", "colour": "red"})
    cid = await place.enters(room, tokens["watch"])
    await cid.say("matches")
    shown = await cid.whisper()
    assert " against " in shown
    assert "Secretive" not in shown
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


async def test_one_address_opens_a_few_rooms_and_leaves_some_to_others(place):
    assert [(await place.ask({})).status for _ in range(11)] == [422] * 10 + [429]
    elsewhere = aiohttp.TCPConnector(local_addr=("127.0.0.2", 0))
    async with aiohttp.ClientSession(connector=elsewhere) as session:
        headers = {"Origin": place.address}
        made = await session.post(f"{place.address}/rooms", json=FORM, headers=headers)
        assert made.status == 200


async def test_forms_and_frames_that_can_not_be_read_are_answered_without_a_traceback(
    tmp_path, caplog
):
    bodies = (
        ("application/json; charset=bogus", b"{}"),
        ("application/json; charset=utf-8", b"\xff\xfe"),
        ("application/json", b'{"host": "\\ud800"}'),
        *(("application/json", body) for body in (b"[" * 100_000, b"no json", b"[1]")),
        ("application/json", b"x" * 100_000),
    )
    async with house(tmp_path) as place:
        for kind, sent in bodies:
            headers = {"Origin": place.address, "Content-Type": kind}
            made = await place.session.post(f"{place.address}/rooms", data=sent, headers=headers)
            assert 400 <= made.status < 500, kind
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]
    async with house(tmp_path) as place:
        room, tokens = await place.open()
        for after in (2**70, -(2**70), "7", 1.5, None, [1]):
            page = await place.visit(room, tokens["one"], after=after)
            assert "could not be read" in await page.whisper()
            assert (await page.socket.receive()).type is aiohttp.WSMsgType.CLOSE
            assert page.socket.close_code == 4400
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]
    async with house(tmp_path) as place:
        _, _, visitors = await seated(place)
        ann, bob = visitors[1:]
        await ann.socket.send_str('{"type": "say", "text": "\\ud800", "key": "k"}')
        assert "could not be read" in await ann.whisper()
        await ann.says("E5", bob, "played E5")
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


async def test_a_form_that_never_ends_is_not_waited_for(place, monkeypatch):
    assert timedelta(seconds=5) == pages.BODY_TIMEOUT
    monkeypatch.setattr(pages, "BODY_TIMEOUT", timedelta(milliseconds=20))
    host = place.address.removeprefix("http://")
    head = (
        f"POST /rooms HTTP/1.1\r\nHost: {host}\r\nOrigin: {place.address}\r\n"
        "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
    )
    reader = await half_open(place.address, head.encode())
    async with patience():
        assert b" 408 " in await reader.readline()
    reader.writer.close()  # type: ignore[attr-defined]


OF_NO_ROOM = {
    "k" * 32: Link(Role.HOME),
    "w" * 32: Link(Role.WATCH, match=7),
    "s" * 32: Link(Role.SEAT, match=7, person="ann", name="Ann"),
}


async def test_rooms_without_a_match_expire(tmp_path):
    """The seats of a room whose match was never stored are forgotten at the next start.

    Links that are to no room stay: of matches held elsewhere, and the host's own.
    """
    async with house(tmp_path) as place:
        room, _ = await place.open()
        await Links(place.store).add({"h" * 32: Link(Role.HOST, "empty")} | OF_NO_ROOM)
    async with house(tmp_path):
        pass
    store = await open_store(f"sqlite+aiosqlite:///{tmp_path / 'referee.sqlite3'}")
    try:
        links = Links(store)
        assert await links.of_room("empty") == []
        assert await links.find(["h" * 32]) == {}
        assert len(await links.of_room(room)) == 4
        assert await links.find(OF_NO_ROOM) == OF_NO_ROOM
    finally:
        await store.close()


@pytest.mark.thorough
def test_few_file_descriptors_keep_nobody_out(tmp_path):
    """With 96 descriptors and 300 half-open requests a page is still answered, and told seldom."""
    with referee(tmp_path, descriptors=96) as running:
        program = (
            "import socket, sys, urllib.request\n"
            "host, port = sys.argv[1].removeprefix('http://').split(':')\n"
            "held = []\n"
            "for _ in range(300):\n"
            "    one = socket.create_connection((host, int(port)), 30)\n"
            f"    one.sendall({HALF!r})\n"
            "    held.append(one)\n"
            "print(urllib.request.urlopen(sys.argv[1], timeout=180).status)\n"
        )
        asked = subprocess.run(
            [sys.executable, "-c", program, running.address],
            check=True, capture_output=True, text=True, timeout=LONGEST.total_seconds(),
        )  # fmt: skip
        assert asked.stdout == "200\n"
    log = (tmp_path / "referee.log").read_text()
    assert log.count("nobody can come in") <= 1
    assert "Traceback" not in log


CLOSED = """
import asyncio, os, resource, socket
from bot.timing import RealTime
from bot.serving.connections import log_accept_failures_seldom

async def main():
    log_accept_failures_seldom(RealTime())
    server = await asyncio.get_running_loop().create_server(asyncio.Protocol, "127.0.0.1", 0)
    client = socket.socket()
    client.setblocking(False)
    free = os.open(os.devnull, os.O_RDONLY)
    os.close(free)
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (free, hard))
    failed = asyncio.Event()
    handle = asyncio.get_running_loop().get_exception_handler()
    def handled(loop, context):
        handle(loop, context)
        failed.set()
    asyncio.get_running_loop().set_exception_handler(handled)
    client.connect_ex(server.sockets[0].getsockname())
    await failed.wait()
    failed.clear()
    server.close()
    await failed.wait()

asyncio.run(main())
"""
"""A connection that could not be accepted, and a server that is closed before the next try."""


@pytest.mark.real_time
def test_a_stop_just_after_no_descriptor_was_left_logs_no_traceback():
    """asyncio tries to listen again a second later, on a socket that is closed by then."""
    done = subprocess.run(
        [sys.executable, "-c", CLOSED], check=True, capture_output=True, text=True, cwd=ROOT,
        timeout=LONGEST.total_seconds(),
    )  # fmt: skip
    assert done.stderr.count("nobody can come in") == 1
    assert "Traceback" not in done.stderr


LOOK = json.dumps({"type": "look", "turn": 0, "x": "x" * (LONGEST_MESSAGE - 50)})
SHORT, FRAMES = '{"type": "look"}', 200


async def gone(visitor: Visitor) -> bool:
    while (await visitor.socket.receive()).type is aiohttp.WSMsgType.TEXT:
        pass
    return True


async def test_a_flood_ends_its_own_connection_and_no_other(place):
    """A spectator sends more in a moment than pages ever do; or frames longer than any message."""
    room, tokens, (_, ann, bob) = await seated(place)
    for look, most in ((LOOK, len(LOOK)), (SHORT, A_FRAME)):
        fan = await place.enters(room, tokens["watch"])
        for _ in range(2 + BYTES_AT_ONCE // most):
            await fan.socket.send_str(look)
        assert await gone(fan)
    await ann.says("F6", bob, "played")
    # Between frames that come at once others have their turn.
    fan, turns = await place.enters(room, tokens["watch"]), 0
    sent = [fan.socket.send_str(SHORT) for _ in range(FRAMES)]
    told = asyncio.gather(*sent, fan.say("x" * LONGEST_MESSAGE), fan.whisper())
    while not told.done():
        turns += 1
        await asyncio.sleep(0)
    assert turns > FRAMES, turns
    fan = await place.visit(room, tokens["watch"])
    await fan.say("x" * (LONGEST_FRAME - 200))
    assert "too long" in await fan.whisper()
    await fan.say("x" * (LONGEST_FRAME - 200))
    assert await gone(fan)
    # Whose pages are cut off again and again has to wait before the next one.
    for _ in range(page_limits.CUTS - 3):
        fan = await place.enters(room, tokens["watch"])
        for _ in range(2 + BYTES_AT_ONCE // len(LOOK)):
            await fan.socket.send_str(LOOK)
        assert await gone(fan)
    assert "too many pages" in await (await place.visit(room, tokens["watch"])).whisper()
    await place.enters(room, tokens["two"])
    await bob.says("D4", ann, "played")


@pytest.mark.parametrize(
    "hello", [{"after": True}, {"after": "x" * 9000}, {"after": 2**60}, {"after": 1.5}]
)
async def test_hello_with_a_strange_last_line_is_told_to_be_unreadable(place, hello, caplog):
    room, tokens = await place.open()
    socket = await place.stranger(room)
    await socket.send_json({"type": "hello", "tokens": [tokens["watch"]]} | hello)
    assert "could not be read" in (await socket.receive()).data
    assert not [one for one in caplog.records if one.levelno > logging.INFO]


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
    room, tokens = await opened(place)
    socket = f"{place.address}/room/{room}-{quote(name, safe='')}/socket"
    headers = {"Origin": place.address, "Connection": "Upgrade", "Upgrade": "websocket"}
    async with place.session.get(socket, headers=headers) as refused:
        assert refused.status == 404
    assert tokens
    key = {"Authorization": f"Bearer {await new_key(Links(place.store))}", "Origin": place.address}
    watch = f"{place.address}/watch/{room}-{quote(name, safe='')}"
    async with place.session.post(watch, headers=key) as refused:
        assert refused.status == 404


async def test_talk_of_spectators_has_a_limit_of_the_room_and_none_of_players(tmp_path):
    """Three pages say as much as one may; the third is asked to say it again later."""
    clock = HandClock()
    async with house(tmp_path, clock, clock.now) as place:
        room, tokens, (_, ann, bob) = await seated(place)
        fans = [await place.visit(room, tokens["watch"], name=f"Fan {n}") for n in range(3)]
        for one, fan in enumerate(fans):
            for number in range(MOST_AT_ONCE):
                await fan.say(f"{one}, line {number}")
            if fan is not fans[-1]:
                # Which of two connections is read first is not said.
                await fan.line(f"{one}, line {MOST_AT_ONCE - 1}")
        assert (await fans[-1].get("again"))["key"]
        await ann.says("F6", bob, "played")


async def test_bytes_that_are_no_request_are_answered_and_not_logged(place, caplog):
    room, _ = await place.open()
    host, port = place.address.removeprefix("http://").split(":")
    page = f"GET / HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n".encode()
    own = f"Origin: {place.address}\r\nContent-Encoding: deflate\r\nContent-Length: 5\r\n\r\n"
    packed = page.replace(b"GET /", b"POST /rooms")[:-2] + own.encode() + b"abcde"
    long = b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\n\r\n"
    wish = f"Origin: {place.address}\r\nUpgrade: ".encode() + b"\x80\r\n\r\n"
    socket = page.replace(b"GET /", f"GET /room/{room}/socket".encode())[:-2] + wish
    for junk in (long, b"\x00\x01\x02\r\n\r\n", packed, socket, page):
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(junk)
        answer = await reader.read()
        assert answer.startswith((b"HTTP/1.1 200", b"HTTP/1.0 400", b"HTTP/1.1 400"))
        assert re.findall(rb"\nServer: (.*)\r", answer) == [b"referee"]
        writer.close()
    assert not [one for one in caplog.records if one.levelno > logging.INFO]


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
