"""Requests that one process of a fleet passes on to another, over loopback."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

import pytest
from aiohttp import ClientSession, WSCloseCode, WSMsgType, web
from fakes import RED, ROOM, FakeHouse, house
from loopback.bell import patience
from venues.room.visitor import browser
from yarl import URL

from bot.desk.desk import Desk
from bot.parts import FLEET, Part
from bot.referee.match import Room
from bot.serving.hosts import HEADER, inner_url
from bot.settings import read_settings
from bot.storage.address import hosts_of
from bot.storage.lease_rows import KEPT, Holders
from bot.storage.leases import Leases
from bot.storage.process import this_process
from bot.timing import RealTime
from bot.web import page_socket
from bot.web.passing import HeldElsewhereError
from bot.web.server import WebServer
from web.gallery import Gallery
from web.roles import SeatHouse, seat_house

FAKE, PLACE = Part("fake"), Part(FLEET)


@dataclass
class Fleet:
    """One process that answers, and another one that passes on to it."""

    place: FakeHouse
    session: ClientSession
    leases: Leases
    holder: WebServer
    other: WebServer
    asked: str
    """Where the other one is."""
    heard: list[str]
    """What the holder's socket heard."""
    hurry: asyncio.Event
    """Until then the holder answers nothing at /late."""

    async def claim(self, url: str, leases: Leases | None = None) -> None:
        """The holder says where its pages are, and the other one has had time to look."""
        await (leases or self.leases).renew(PLACE, on_duty=True, address=url)
        self.place.clock.advance(KEPT)

    async def ask(self, path: str = "/whose", **headers: str) -> tuple[int, str]:
        url = URL(f"{self.asked}{path}", encoded=True)
        async with self.session.get(url, headers=headers) as answer:
            return answer.status, await answer.text()


@contextlib.asynccontextmanager
async def serving(server: WebServer) -> AsyncIterator[str]:
    work = asyncio.create_task(server.run())
    try:
        async with patience():
            host, port = await server.opened()
        yield f"http://{host}:{port}"
    finally:
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)


@pytest.fixture
async def fleet(tmp_path: Path) -> AsyncIterator[Fleet]:
    """The holder says whom a request is from, and repeats what is said to it."""
    heard: list[str] = []

    async def whose(request: web.Request) -> web.Response:
        text = f"{holder.doors.source(request)} {HEADER in request.headers}"
        return web.Response(text=f"{text} {request.rel_url.raw_query_string}")

    async def repeats(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        async for message in socket:
            heard.append(message.data)
            if message.data == "go":
                await socket.close(code=4401)
            elif message.type is WSMsgType.TEXT:
                await socket.send_str(message.data * 2)
        heard.append(f"left with {socket.close_code}")
        return socket

    hurry = asyncio.Event()

    async def late(request: web.Request) -> web.StreamResponse:
        heard.append("asked")
        await hurry.wait()
        return await (repeats if "Upgrade" in request.headers else whose)(request)

    async def elsewhere(_: web.Request) -> web.Response:
        raise HeldElsewhereError(ROOM)

    settings = read_settings({"DISCORD_TOKEN": "a-token", "WEB_PORT": "0"})
    async with house(tmp_path) as place, contextlib.AsyncExitStack() as stack:
        leases = Leases(place.store, RealTime(), place.clock.now)
        await leases.acquire([FAKE, PLACE], pytest.fail)
        servers = []
        for answers in ((whose, repeats, late), [elsewhere] * 3):
            server = WebServer(settings, Desk(place.store, place.desk._ledger.outbox), RealTime())
            server.join(Holders(place.store, place.clock), leases)
            paths = zip(("/whose", "/socket", "/late"), answers, strict=True)
            server.add(web.get(path, answer) for path, answer in paths)
            servers.append(server)
        holder, other = servers
        asked = await stack.enter_async_context(serving(other))
        url = await stack.enter_async_context(serving(holder))
        session = await stack.enter_async_context(browser())
        built = Fleet(place, session, leases, holder, other, asked, heard, hurry)
        assert leases.inner_url == url
        await built.claim(url)
        yield built


async def test_a_request_that_was_passed_on_keeps_its_address(fleet: Fleet) -> None:
    """Limits of one address would else be those of a process; whoever asks can't choose it."""
    assert await fleet.ask("/whose?a=%2Fb&c") == (200, "127.0.0.1 True a=%2Fb&c")
    heard = await fleet.ask(**{"X-Forwarded-For": "1.2.3.4, 2001:db8::7"})
    assert heard == (200, "2001:db8::/64 True ")


async def test_while_nobody_holds_a_match_pages_are_told_to_come_again(fleet: Fleet) -> None:
    url = fleet.leases.inner_url
    assert (await fleet.ask())[0] == 200
    for gone in ("", "http://127.0.0.1:9"):
        await fleet.claim(gone)
        async with fleet.session.get(f"{fleet.asked}/whose") as answer:
            assert (answer.status, answer.headers["Retry-After"]) == (503, "1")
            assert "handed on to another process" in await answer.text()
    # What did not answer is looked up anew at once.
    await fleet.leases.renew(PLACE, on_duty=True, address=url)
    assert (await fleet.ask())[0] == 200
    await fleet.leases.release()
    fleet.place.clock.advance(KEPT)
    assert (await fleet.ask())[0] == 503


async def test_a_socket_is_passed_on_both_ways_with_how_it_ended(fleet: Fleet) -> None:
    """All that was said before the end is heard, and why it ended: some are to stay away."""
    headers = {"Origin": fleet.asked}
    for how in ("go", "leave"):
        socket = await fleet.session.ws_connect(f"{fleet.asked}/socket", headers=headers)
        for said in ("one", "x" * 16_000):
            await socket.send_str(said)
            assert await socket.receive_str() == said * 2
        if how == "go":
            await socket.send_str("go")
            ended = await socket.receive()
            assert (ended.type, ended.data) == (WSMsgType.CLOSE, 4401)
        else:
            for number in range(20):
                await socket.send_str(str(number))
            await socket.close(code=WSCloseCode.GOING_AWAY)
            async with patience():
                while "left with 1001" not in fleet.heard:  # noqa: ASYNC110 - the other end
                    await asyncio.sleep(0.01)
            assert fleet.heard[-21:-1] == [str(number) for number in range(20)]
    async with fleet.session.get(f"{fleet.asked}/socket", headers=headers) as answer:
        assert answer.status != 200


HANDSHAKE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
}


@pytest.mark.parametrize("headers", [{}, HANDSHAKE], ids=["page", "socket"])
async def test_a_page_that_goes_away_is_no_failure_of_the_holder(fleet, caplog, headers) -> None:
    """Bob closes the tab before his match is drawn: its holder is asked for again by nobody."""
    asked = URL(fleet.asked)
    reader, writer = await asyncio.open_connection(asked.host, asked.port)
    told = {"Host": asked.authority, "Origin": fleet.asked} | headers
    lines = "".join(f"{name}: {text}\r\n" for name, text in told.items())
    writer.write(f"GET /late HTTP/1.1\r\n{lines}\r\n".encode())

    async def until(come: Callable[[], bool]) -> None:
        async with patience():
            while not come():  # noqa: ASYNC110 - the other end
                await asyncio.sleep(0.01)

    await until(lambda: "asked" in fleet.heard)
    writer.close()
    limits, passing = fleet.other._limits, fleet.other._passing
    assert passing is not None
    await until(lambda: not limits._connections)
    with caplog.at_level(logging.INFO):
        fleet.hurry.set()
        await until(lambda: not passing._places._taken)
    assert "do not answer" not in caplog.text
    assert await reader.read() == b""


@pytest.mark.parametrize("protocol", ["websocket", "h2c"])
async def test_a_page_that_is_no_socket_is_a_page(fleet: Fleet, protocol: str) -> None:
    headers = HANDSHAKE | {"Upgrade": protocol, "Origin": fleet.asked}
    assert await fleet.ask(**headers) == (200, "127.0.0.1 True ")


async def test_a_process_that_does_not_know_yet_where_it_is_reached_is_asked_again(fleet) -> None:
    """It was started where another one was: nothing is forged, and the page is to come back."""
    assert fleet.holder.doors.inner is not None
    fleet.holder.doors.inner.url = ""
    async with fleet.session.get(f"{fleet.asked}/whose") as answer:
        assert (answer.status, answer.headers["Retry-After"]) == (503, "1")


async def test_an_address_of_another_machine_alone_is_not_asked(fleet: Fleet, caplog) -> None:
    """It would be somebody else here: the log says once what to set."""
    url = fleet.leases.inner_url
    await fleet.leases.release()
    there = replace(this_process(), host="another", machine="another")
    leases = Leases(fleet.place.store, RealTime(), fleet.place.clock.now, there)
    await leases.acquire([FAKE, PLACE], pytest.fail)
    await fleet.claim(url, leases)
    with caplog.at_level(logging.WARNING):
        assert [(await fleet.ask())[0] for _ in range(2)] == [503, 503]
    assert caplog.text.count("Set WEB_HOST there") == 1


async def test_each_match_is_asked_for_at_the_process_of_its_shard(tmp_path: Path) -> None:
    """Two share four shards, one of them has a forum; a shard that is free is nobody's."""
    async with house(tmp_path) as place:
        held = {"a": ["discord 0 4", "forum 0 1"], "b": ["discord 3 4", "discord 1 4"]}
        for place_in_fleet, (name, parts) in enumerate(held.items()):
            leases = Leases(place.store, RealTime(), place.clock.now)
            own = Part(FLEET, place_in_fleet, 4)
            named = [Part(venue, int(n), int(of)) for venue, n, of in map(str.split, parts)]
            await leases.acquire([*named, own], pytest.fail)
            await leases.renew(own, on_duty=True, address=f"http://{name}:80")
        holders = Holders(place.store, place.clock)
        rooms = [("discord", str(shard << 22)) for shard in range(4)]
        rooms += [("discord", "0"), ("forum", "x"), ("room", "x")]
        found = [await holders.find(Room(*room, "1")) for room in rooms]
        urls = [one and one.inner_url for one in found]
        a, b = "http://a:80", "http://b:80"
        assert urls == [a, b, None, b, a, a, None]


@pytest.mark.parametrize(
    ("host", "database", "url"),
    [
        ("10.0.0.5", "postgresql+asyncpg://db.example/x", "http://10.0.0.5:80"),
        ("::1", "postgresql+asyncpg://db.example/x", "http://[::1]:80"),
        ("0.0.0.0", "postgresql+asyncpg://me@127.0.0.1:5432/x", "http://127.0.0.1:80"),  # noqa: S104
        ("0.0.0.0", "postgresql+asyncpg:///x?host=/run", "http://127.0.0.1:80"),  # noqa: S104
        ("0.0.0.0", "postgresql+asyncpg://nowhere.invalid/x", "http://127.0.0.1:80"),  # noqa: S104
    ],
)
async def test_the_address_where_others_reach_a_process(host: str, database: str, url: str) -> None:
    """Where it listens; or else its own address on the way to the database."""
    assert await inner_url(host, 80, hosts_of(database)) == url


async def test_each_server_of_the_database_may_say_where_the_others_are():
    servers = ["no-such.invalid", "x" * 70, "127.0.0.1"]
    assert await inner_url("0.0.0.0", 8080, servers) == "http://127.0.0.1:8080"  # noqa: S104


async def test_a_seal_of_any_bytes_is_refused(fleet: Fleet) -> None:
    """A visitor may send whatever a header can hold."""
    asked = URL(fleet.asked)
    reader, writer = await asyncio.open_connection(asked.host, asked.port)
    lines = f"GET /whose HTTP/1.1\r\nHost: {asked.authority}\r\n{HEADER}: a ".encode()
    writer.write(lines + b"\xff\r\nConnection: close\r\n\r\n")
    async with patience():
        assert b" 403 " in await reader.readline()
    writer.close()


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
