"""`referee room`: the host's link is lost, and a new one is had on the machine itself."""

import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from typing import Any

from loopback.bell import patience
from ports import free_port
from storage.kept import sqlite
from venues.room.visitor import FORM, RoomHouse, browser, house, seated

from bot.app import serve
from bot.settings import Settings
from bot.storage.health import readiness
from bot.storage.schema import metadata
from bot.storage.store import open_store
from bot.timing import RealTime

LINK = re.compile(r"^  http://127\.0\.0\.1:(\d+)/room/(\w+)#(\S+)$", re.MULTILINE)
LIST = re.compile(r"^http://127\.0\.0\.1:\d+/#(\S+)$", re.MULTILINE)
ON_DUTY = {"alive": True, "on_duty": True, "store": True}


def port(place: RoomHouse) -> str:
    return place.address.rpartition(":")[2]


async def hello(place: RoomHouse, room: str, token: str) -> dict[str, Any]:
    return await (await place.visit(room, token)).get("state")


async def test_a_new_link_hosts_at_once_and_has_the_players_links(tmp_path, printed, caplog):
    async with house(tmp_path) as place:
        room, tokens, (_, ann, _) = await seated(place)
        told = await printed("--port", port(place), "room")
        (every,) = LIST.findall(told)
        asked = {"Authorization": f"Bearer {every}"}
        listed = await place.session.get(f"{place.address}/matches.json", headers=asked)
        assert [one["room"] for one in (await listed.json())["matches"]] == [room]
        assert told.startswith("Match 1: Ann against Bob, not over\n  http://127.0.0.1:")
        ((at, where, token),) = LINK.findall(told)
        assert (at, where) == (port(place), room)
        welcome = await hello(place, room, token)
        assert welcome["roles"] == ["host"]
        assert welcome["links"]["host"] == token
        for role in ("one", "two", "watch"):
            for link in (welcome["links"][role], tokens[role]):
                assert (await hello(place, room, link))["roles"] == [role]
        assert (await hello(place, room, tokens["host"]))["roles"] == ["host"]
        await ann.say("E5")
        await ann.line("played")
    assert token not in caplog.text
    assert token.encode() not in (tmp_path / "referee.sqlite3").read_bytes()


@asynccontextmanager
async def serving(settings: Settings) -> AsyncIterator[str]:
    stop = asyncio.Event()
    at_work = asyncio.create_task(serve(settings, RealTime(), stop))
    async with patience():
        while not (listens_at := (await readiness(settings.database_url)).listens_at):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    yield listens_at["room"]
    stop.set()
    await at_work


async def test_links_are_those_of_the_address_on_the_web(tmp_path, printed, monkeypatch, caplog):
    """With a path, as it is printed, also before the first room; a slash that lacks is added."""
    port = free_port()
    url = f"http://127.0.0.1:{port}/club"
    monkeypatch.setenv("WEB_URL", url)
    settings = Settings(database_url=sqlite(tmp_path / "referee.sqlite3"), web_url=url)
    async with serving(replace(settings, web_port=port)), browser() as session:
        told = await printed("room")
        assert told.startswith("No room was found in this database.\n")
        (every,) = re.findall(rf"^{url}/#\S+$", told, re.MULTILINE)
        page = await session.get(every)
        assert (page.status, str(page.url.with_fragment(None))) == (200, f"{url}/")
        assert (await session.get(url)).url.path == "/club/"
        made = await session.post(f"{url}/rooms", json=FORM, headers={"Origin": url[:-5]})
        room = (await made.json())["room"]
        assert f"\n  {url}/room/{room}#" in await printed("room")
        # Who watches machines knows them by their numbers.
        for host in ("127.0.0.1", "10.0.0.5:8080"):
            well = await session.get(f"{url}/healthz", headers={"Host": host})
            assert (well.status, await well.json()) == (200, ON_DUTY)
    assert "Everybody who finds WEB_URL can open rooms" in caplog.text


async def test_the_links_have_the_port_of_the_room_that_is_open(tmp_path, printed, capsys):
    """It was started with `--port`, and nobody says so again; a lease that is over has no say."""
    settings = Settings(database_url=sqlite(tmp_path / "referee.sqlite3"), web_port=0)
    async with serving(settings) as here, browser() as session:
        address, told = f"http://{here}", capsys.readouterr().out
        assert f"open at {address}\nIts matches are kept in {tmp_path}/referee.sqlite3\n" in told
        made = await session.post(f"{address}/rooms", json=FORM, headers={"Origin": address})
        room = (await made.json())["room"]
        ((at, where, _),) = LINK.findall(await printed("room"))
        assert (f"127.0.0.1:{at}", where) == (here, room)
        assert (await session.get(f"http://127.0.0.1:{at}/room/{room}")).status == 200
    assert capsys.readouterr().out.startswith("Stopped. Every match is kept")
    ((at, _, _),) = LINK.findall(await printed("--port", "9000", "room"))
    assert at == "9000"


async def test_a_new_link_goes_with_the_seats_as_they_are(tmp_path, printed):
    async with house(tmp_path) as place:
        _, _, (host, _, _) = await seated(place)
        given = {"colour": "blue", "player": "Cid"}
        await host.socket.send_json({"type": "order", "act": "replace", "options": given})
        await host.state(lambda match: match["seats"][1]["name"] == "Cid")
        ((_, room, token),) = LINK.findall(await printed("--port", port(place), "room"))
        links = (await hello(place, room, token))["links"]
        seat = (await hello(place, room, links["two"]))["match"]["seats"][1]
        assert (seat["name"], seat["yours"]) == ("Cid", True)


async def test_every_room_is_listed_or_those_that_are_named(tmp_path, printed):
    async with house(tmp_path) as place:
        rooms = [(await place.open())[0] for _ in range(3)]
    told = await printed("room")
    assert [room for _, room, _ in LINK.findall(told)] == rooms[::-1]
    assert "start the referee, and they open" in told
    assert max(len(line) for line in told.splitlines()) <= 80
    (found,) = LINK.findall(await printed("room", rooms[1]))
    assert found[1] == rooms[1]
    assert await printed("room", "elsewhere") == "No room was found in this database.\n"
    with closing(sqlite3.connect(tmp_path / "referee.sqlite3")) as database:
        kept = dict(database.execute("SELECT room, count(*) FROM links GROUP BY room"))
    assert [kept[room] for room in rooms] == [8, 12, 8]


async def test_a_room_whose_match_is_damaged_has_a_link_too(tmp_path, printed):
    """Its host may want to close it."""
    async with house(tmp_path) as place:
        await place.open()
    with closing(sqlite3.connect(tmp_path / "referee.sqlite3")) as database, database:
        database.execute("UPDATE events SET data = '{'")
    told = await printed("room")
    assert told.startswith("Match 1, whose record can't be read\n")
    assert LINK.search(told)


async def test_no_database_is_made_and_none_is_migrated(tmp_path, printed):
    """A referee of an older version may be at work on it."""
    file = tmp_path / "referee.sqlite3"
    assert await printed("room") == "No room was found in this database.\n"
    assert not file.exists()
    await (await open_store(f"sqlite+aiosqlite:///{file}")).close()
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '0001'")
        database.execute("DROP TABLE links")
    before = file.read_bytes()
    told = await printed("room", status=1)
    assert told.startswith("referee: the database is from before the first release (schema 0001)")
    assert told.count("\n") == 1
    assert file.read_bytes() == before
    with closing(sqlite3.connect(file)) as database:
        named = {row[0] for row in database.execute("SELECT name FROM sqlite_master")}
    assert not named >= set(metadata.tables)


async def test_settings_that_cannot_be_used_are_one_line(printed, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "mysql://somewhere")
    assert (await printed("room", status=1)).startswith("referee: DATABASE_URL can't be used")
