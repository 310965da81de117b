"""The watch pages over HTTP: who finds what, and that nothing sent to them changes a match."""

import asyncio
import contextlib
import logging
import re
import socket
import sqlite3
import sys
from html import unescape
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from fakes import RED, house
from loopback.bell import patience
from venues.room.played import damage
from venues.room.visitor import SEED_003

from bot.serving.web_servers import RETRY_MAX
from bot.settings import Settings
from bot.web.server import WebServer
from bot.wording.troubles import DAMAGED
from web.gallery import Gallery
from web.hall import Hall, hall
from web.watching import STREAMS, after, events, state

pytestmark = [pytest.mark.thorough, STREAMS]

FILES = ("record.txt", "replay.gif", "race.png", "board.png", "turns/1", "events")


async def fetched(session: aiohttp.ClientSession, address: str) -> aiohttp.ClientResponse:
    answer = await session.get(address)
    await answer.read()
    return answer


def stored(place: Hall) -> list[tuple[Any, ...]]:
    with contextlib.closing(sqlite3.connect(place.database)) as database:
        tables = ("matches", "events", "rulings", "players")
        return [row for table in tables for row in database.execute(f"SELECT * FROM {table}")]  # noqa: S608


async def test_a_match_is_found_by_its_link_while_its_server_allows_it(tmp_path: Path) -> None:
    async with hall(tmp_path) as place, aiohttp.ClientSession() as session:
        await place.turn_on("off")
        await place.start(clock="none")
        answer = await place.discord.slash(place.room, place.fan, "match watch")
        assert "setup watch:on" in answer.content
        assert answer.ephemeral
        await place.turn_on()
        link = await place.link()
        assert link == await place.link(place.ann) == await place.link(place.host, match="1")
        assert link.startswith(f"{place.address}/watch/")
        told = events(await session.get(f"{link}/events"))
        await state(told, 0)
        other = f"{link[:-1]}{'A' if link[-1] != 'A' else 'B'}"
        for address in (other, f"{place.address}/watch/", f"{place.address}/watch/1"):
            assert (await fetched(session, address)).status == 404
        await place.turn_on("off")
        for path in ("", *(f"/{file}" for file in FILES)):
            async with session.get(f"{link}{path}") as answer:
                assert answer.status == 404, path
        async with patience():
            assert [kind async for kind, _ in told if kind == "state"] == []
        assert link.rpartition("/")[2] not in place.log


async def test_every_change_reaches_every_watcher(tmp_path: Path) -> None:
    """By the oracle: the stones after each turn, plain and packed, and after a restart."""
    async with hall(tmp_path) as place, aiohttp.ClientSession() as session:
        link = await place.played(0)
        plain = await session.get(f"{link}/events", headers={"Accept-Encoding": "identity"})
        packed = await session.get(f"{link}/events")
        assert "Content-Encoding" not in plain.headers
        assert packed.headers["Content-Encoding"] == "gzip"
        streams = [events(answer) for answer in (plain, packed)]
        for turn, text in enumerate(SEED_003[:4], start=1):
            await place.play((place.ann, place.bob)[(turn - 1) % 2], text)
            for stream in streams:
                shown = await state(stream, turn)
                assert shown["match"]["stones"] == after(turn)
                assert [one["text"] for one in shown["moves"]] == list(SEED_003[:turn])
        await place.referee.kill()
        for stream in streams:
            with contextlib.suppress(aiohttp.ClientError):
                assert [kind async for kind, _ in stream if kind == "state"] == []
        await place.open()
        # Only hashes are kept: another link may be told, and the one from before stays good.
        for good in (link, await place.link()):
            again = await session.get(f"{good}/events")
            assert (await state(events(again), 4))["match"]["stones"] == after(4)


async def test_a_match_that_is_damaged_shows_how_far_it_can_be_read(tmp_path: Path) -> None:
    """The third of four turns: two are shown, with the reason, and Discord says so too."""
    async with hall(tmp_path) as place, aiohttp.ClientSession() as session:
        link = await place.played(4)
        await place.referee.kill()
        damage(place.database, "data = '{'", 3)
        await place.open()
        shown = (await state(events(await session.get(f"{link}/events")), 2))["match"]
        assert (shown["trouble"], shown["status"]) == (DAMAGED, "paused")
        assert shown["stones"] == after(2)
        record = await fetched(session, f"{link}/record.txt")
        assert SEED_003[1] in (text := await record.text())
        assert SEED_003[2] not in text
        assert DAMAGED in (await place.discord.slash(place.room, place.fan, "match status")).content
        refused = await place.discord.slash(place.room, place.host, "host pause")
        assert "I can't read all of it" in refused.content


async def test_files_taken_home_are_the_match(tmp_path: Path) -> None:
    async with hall(tmp_path) as place, aiohttp.ClientSession() as session:
        link = await place.played(4)
        kinds = {}
        for file in FILES[:4]:
            answer = await fetched(session, f"{link}/{file}")
            kinds[file] = (await answer.read())[:6]
            assert "noindex" in answer.headers["X-Robots-Tag"]
        assert kinds["replay.gif"] == b"GIF89a"
        assert kinds["race.png"] == kinds["board.png"] == b"\x89PNG\r\n"
        record = await (await fetched(session, f"{link}/record.txt")).text()
        for turn in SEED_003[:4]:
            assert turn in record
        boards = {
            await (await fetched(session, f"{link}/board.png?turn={n}")).read() for n in range(5)
        }
        assert len(boards) == 5
        position = await (await fetched(session, f"{link}/turns/1")).json()
        assert position["stones"] == {SEED_003[0]: "red"}
        nowhere = "turns/5 turns/-1 turns/x turns/99999 board.png?turn=5 board.png?turn="
        for path in nowhere.split():
            assert (await fetched(session, f"{link}/{path}")).status == 404, path


async def pasted(session: aiohttp.ClientSession, link: str) -> tuple[dict[str, str], str]:
    """What others show of a pasted link, and all of the page."""
    text = await (await fetched(session, link)).text()
    return dict(re.findall(r'<meta property="([^"]*)" content="([^"]*)">', text)), text


async def test_a_pasted_link_shows_the_players_and_the_board(tmp_path: Path) -> None:
    async with hall(tmp_path) as place, aiohttp.ClientSession() as session:
        place.ann.name = 'A"><script>'
        link = await place.played(1)
        told, text = await pasted(session, link)
        assert told["og:url"] == link
        assert "Bob · Catchup" in told["og:title"]
        assert "&quot;&gt;&lt;script&gt;" in told["og:title"]
        assert "Blue to move: place 1 or 2 stones" in told["og:description"]
        assert "<script>" not in text
        picture = unescape(told["og:image"])
        assert picture.startswith(f"{link}/board.png?turn=1&")
        assert (await fetched(session, picture)).content_type == "image/png"
        # Whoever keeps the picture by its address has to ask for the other first turn.
        await place.discord.slash(place.room, place.host, "host undo")
        await place.play(place.ann, "E5")
        again = unescape((await pasted(session, link))[0]["og:image"])
        assert again.startswith(f"{link}/board.png?turn=1&")
        assert again != picture
        assert (await fetched(session, f"{place.address}/robots.txt")).status == 200


async def test_only_a_frame_may_be_framed(tmp_path: Path) -> None:
    async with hall(tmp_path) as place, aiohttp.ClientSession() as session:
        link = await place.played(0)
        page = await fetched(session, link)
        assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]
        assert page.headers["X-Frame-Options"] == "DENY"
        for form in ("embed", "overlay"):
            frame = await fetched(session, f"{link}?{form}")
            assert "frame-ancestors *" in frame.headers["Content-Security-Policy"]
            assert "X-Frame-Options" not in frame.headers
            assert "unsafe" not in frame.headers["Content-Security-Policy"]


async def test_nothing_that_is_sent_changes_a_match(tmp_path: Path) -> None:
    """Each method on each address, and each frame that a page of the local room sends."""
    frames = [
        {"type": "hello", "tokens": [], "after": 0},
        {"type": "say", "text": "D3 F7", "key": "1"},
        *({"type": "act", "act": act} for act in ("ready", "resign", "undo", "pause", "cancel")),
        {"type": "order", "act": "forfeit", "options": {"colour": "red"}},
        {"type": "look", "turn": 0},
        {"type": "save", "what": "record", "turn": 0},
    ]
    async with hall(tmp_path) as place, aiohttp.ClientSession() as session:
        link = await place.played(1)
        before = stored(place)
        for path in ("", *(f"/{file}" for file in FILES)):
            for method in ("POST", "PUT", "PATCH", "DELETE", "OPTIONS"):
                for frame in frames:
                    async with session.request(method, f"{link}{path}", json=frame) as answer:
                        assert answer.status in (404, 405), (method, path)
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await session.ws_connect(f"{link}{path}", timeout=aiohttp.ClientWSTimeout(5))
        for path in ("/rooms", "/topics", "/room/x/socket", "/"):
            async with session.post(f"{place.address}{path}", json=frames[1]) as answer:
                assert answer.status in (404, 405), path
        assert stored(place) == before
        await place.play(place.bob, SEED_003[1])


async def test_those_who_come_at_once_through_one_proxy_are_all_served(place: Gallery) -> None:
    link = await place.link()
    port = int(place.address.rpartition(":")[2])
    come = [await asyncio.open_connection("127.0.0.1", port) for _ in range(100)]
    asked = f"GET {link} HTTP/1.0\r\nHost: localhost\r\n\r\n"
    for _, writer in come:
        writer.write(asked.encode())
    async with patience():
        answers = [await reader.readline() for reader, _ in come]
    assert {answer.split()[1] for answer in answers} == {b"200"}
    for _, writer in come:
        writer.close()


async def test_doctor_says_that_the_referee_at_work_serves_the_pages(tmp_path: Path) -> None:
    async with hall(tmp_path) as place:
        command = (sys.executable, "-m", "bot", "doctor")
        doctor = await asyncio.create_subprocess_exec(
            *command, cwd=tmp_path, env=place.referee.environment, stdout=asyncio.subprocess.PIPE
        )
        told, _ = await doctor.communicate()
        served = f"✓ Pages: served by the referee that is running (process {place.referee.pid})"
        assert served in told.decode()


async def test_a_port_in_use_stops_no_match(tmp_path, caplog):
    """Something else listens there: said once, the match goes on, and the port is tried again."""
    caplog.set_level(logging.INFO)
    async with house(tmp_path) as place:
        await place.start()
        with socket.create_server(("127.0.0.1", 0), reuse_port=False) as taken:
            port = taken.getsockname()[1]
            settings = Settings("a token", web_url=f"http://127.0.0.1:{port}", web_port=port)
            serving = asyncio.create_task(WebServer(settings, place.desk, place.clock).run())
            await place.hear(RED, "F6")
            for _ in range(3):
                place.clock.advance(RETRY_MAX)
                await asyncio.sleep(0)
        async with patience():
            while "pages are served" not in caplog.text:
                place.clock.advance(RETRY_MAX)
                await asyncio.sleep(0)
        assert caplog.text.count("no page can be opened") == 1
        assert (await place.match()).turns
        async with aiohttp.ClientSession() as session:
            assert (await fetched(session, f"{settings.web_url}/robots.txt")).status == 200
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)
