"""Links to rooms, seats and pages; those of an older referee are still good."""

import asyncio
import base64
import hashlib
import hmac
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import aiohttp
from aiohttp.test_utils import TestServer
from alembic import command
from alembic.config import Config
from fakes import RED, ROOM
from fakes import house as elsewhere
from sqlalchemy import create_engine, text
from venues.room.match_list import listed
from venues.room.visitor import RoomHouse, house, order, seated

from bot.desk.page_links import PageLinks
from bot.servers.settings import ServerSettings
from bot.settings import Settings
from bot.storage import migrations
from bot.storage.links import Link, Links, Role
from bot.storage.servers import Servers
from bot.storage.store import Store
from bot.web.broadcasts import Broadcasts
from bot.web.drawing import Drawings
from bot.web.server import WebServer
from bot.web.watch import WatchPages

ANN = Link(Role.SEAT, match=7, person="ann", name="Ann")
BOB = Link(Role.SEAT, match=7, person="bob", name="Bob")
FANS = Link(Role.WATCH, match=7)
ROOMS_HOST = Link(Role.HOST, "r1", person="r1.host")
OTHER_HOST = Link(Role.HOST, "r11", person="r11.host")


async def test_links_open_with_their_tokens_only(any_store):
    """All that is found of several is found by the token that opens it; a guess opens nothing."""
    links = Links(any_store)
    made = {await links.make(link): link for link in (ANN, BOB, FANS, ROOMS_HOST, Link(Role.HOME))}
    for token, link in made.items():
        assert await links.find([token]) == {token: link}
        # As a guess goes: by one sign, in other letters, cut short, or what the database holds.
        last = "A" if token[-1] != "A" else "B"
        kept = hashlib.sha256(token.encode()).hexdigest()
        assert await links.find((token[:-1] + last, token[:-1], f"{token} ", kept)) == {}
    # In the order in which they were asked for: of a page's several the first one counts.
    backwards = list(made)[::-1]
    assert list((await links.find([*backwards, "guessed"])).items()) == [
        (token, made[token]) for token in backwards
    ]
    token = await links.make(ANN)
    await links.add(dict.fromkeys(("x" * 21, "x" * 33, "%" * 32, ""), BOB))
    signs = ("\0", "\ud800", "é", "x", "%")
    lengths = (21, 31, 32, 33, 100_000)
    for guess in ("", *(sign * 32 for sign in signs), *("x" * length for length in lengths)):
        assert await links.find([guess]) == {}, guess
        assert await links.find([guess, token]) == {token: ANN}
    assert await links.find([]) == {}


async def test_links_are_stored_without_their_token(any_store: Store) -> None:
    links = Links(any_store)
    tokens = [await links.make(ANN) for _ in range(20)]
    assert len(set(tokens)) == 20
    assert all(re.fullmatch(r"[\w-]{32}", token) for token in tokens)
    rows = str(await any_store.rows(text("SELECT * FROM links")))
    for token in tokens:
        assert token not in rows
        assert hashlib.sha256(token.encode()).hexdigest() in rows


async def test_a_link_that_is_made_anew_leaves_those_before_good(any_store: Store) -> None:
    links = Links(any_store)
    tokens = await asyncio.gather(*(links.make(ANN) for _ in range(5)))
    assert await links.find(tokens) == dict.fromkeys(tokens, ANN)
    await links.add({tokens[0]: ANN})
    await links.add({tokens[0]: ANN, tokens[1]: ANN})
    assert await any_store.scalar(text("SELECT count(*) FROM links")) == 5


async def test_a_rooms_links_end_with_it_and_ones_own_name_their_holder(any_store):
    """Those of another room stay, and those that are to no room, which `""` does not name."""
    links = Links(any_store)
    made = {
        await links.make(link): link for link in (ROOMS_HOST, OTHER_HOST, FANS, Link(Role.HOME))
    }
    assert await links.of_room("r1") == [ROOMS_HOST]
    assert await links.of_room("") == []
    await links.end_room("r1")
    assert await links.of_room("r1") == []
    assert list((await links.find(made)).values()) == [OTHER_HOST, FANS, Link(Role.HOME)]
    for link in (ANN, FANS):
        await links.make(link)
    asked = [(7, "ann"), (7, "bob"), (8, "ann"), (7, "an"), (7, "ann ")]
    assert [await links.of_person(*one) for one in asked] == [True, False, False, False, False]


BEFORE = "0013"
HOST, ANOTHER = "OtL9VtGlkPKfdRXEZ0YgV2bAkWqJYI1s", "a" * 32
HOME, WATCH = "k" * 32, "0XU1TCjHbqdWl5CkAwRUJA"


def token_for(key: str) -> str:
    digest = hmac.new(HOST.encode(), f"seat {key}".encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:24]).decode()


def make_old(file: Path) -> None:
    """Has a database the tables of before, with all that is in it but its links."""
    today = file.rename(file.with_suffix(".today"))
    config = Config()
    config.set_main_option("script_location", migrations.__path__[0])
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, BEFORE)
    engine.dispose()
    with closing(sqlite3.connect(file)) as old, old:
        kept = old.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN"
            " ('room_seats', 'watch_links', 'alembic_version') AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
        old.execute("ATTACH ? AS today", (str(today),))
        for (table,) in kept:
            columns = old.execute("SELECT name FROM pragma_table_info(?)", (table,)).fetchall()
            names = ", ".join(f'"{name}"' for (name,) in columns)
            old.execute(f"INSERT INTO main.{table} ({names}) SELECT {names} FROM today.{table}")  # noqa: S608


def keep_seats(file: Path, *rows: tuple[str, str, str]) -> None:
    """Tokens as they were kept: by room and role, "" being the room of the host's own."""
    hashes = [
        (hashlib.sha256(token.encode()).hexdigest(), room, role) for token, room, role in rows
    ]
    with closing(sqlite3.connect(file)) as old, old:
        old.executemany("INSERT INTO room_seats VALUES (?, ?, ?)", hashes)


async def roles(place: RoomHouse, room: str, *tokens: str) -> list[str]:
    page = await place.visit(room, *tokens)
    shown: list[str] = (await page.get("state"))["roles"]
    await page.close()
    return shown


async def test_the_links_of_a_room_open_what_they_opened(tmp_path: Path) -> None:
    """In a match that was begun by then, in which Cid has taken Bob's seat and is to move."""
    file = tmp_path / "referee.sqlite3"
    async with house(tmp_path) as place:
        room, tokens, (host, ann, _) = await seated(place)
        await ann.says("E5", ann, "played E5")
        await order(host, "replace", colour="blue", player="Cid")
        await host.state(lambda match: match["seats"][1]["name"] == "Cid")
        other, _ = await place.open()
    make_old(file)
    keys = ("one", "two", "two-1", "watch")
    seats = [(HOST, room, "host"), *((token_for(key), room, key) for key in keys)]
    keep_seats(file, *seats, (HOME, "", "host"), (ANOTHER, other, "host"))
    async with house(tmp_path) as place:
        opened = {key: await roles(place, room, token_for(key)) for key in keys}
        assert opened == {"one": ["one"], "two": ["watch"], "two-1": ["two"], "watch": ["watch"]}
        assert await roles(place, room, HOST) == ["host"]
        assert await roles(place, room, HOST, token_for("two-1")) == ["host", "two"]
        for token in (*tokens.values(), HOME, ANOTHER):
            page = await place.visit(room, token)
            assert (await page.get("closed"))["text"].startswith("This link opens no seat")
        zoe = await place.visit(room, HOST)
        assert (await zoe.get("state"))["links"] == {
            "host": HOST,
            "one": token_for("one"),
            "two": token_for("two-1"),
            "watch": token_for("watch"),
        }
        cid = await place.visit(room, token_for("two-1"))
        await cid.say("F5")
        assert (await zoe.line("F5", "said"))["name"] == "Cid"
        await zoe.line("played F5", "told")
        every = await listed(place, key=HOME)
        assert [one["room"] for one in every["matches"]] == [other, room]
        for key in (HOST, token_for("one"), token_for("watch")):
            assert (await listed(place, key=key))["listed"] is False


async def test_the_link_of_a_watch_page_shows_its_match(tmp_path: Path) -> None:
    """It stands in a message of long ago; asked for now, another one is told, and both are good."""
    file = tmp_path / "referee.sqlite3"
    async with elsewhere(tmp_path) as place:
        number = await place.start()
        await place.hear(RED, "E5")
    make_old(file)
    with closing(sqlite3.connect(file)) as old, old:
        old.execute("INSERT INTO watch_links VALUES (?, ?)", (number, WATCH))
    async with elsewhere(tmp_path) as place:
        pages = PageLinks(place.store, "")
        server = WebServer(Settings(), place.desk, place.clock)
        WatchPages(server, Broadcasts(place.desk, Drawings(place.desk), pages, place.clock), str)
        told = await pages.watch(number)
        async with TestServer(server.app) as served, aiohttp.ClientSession() as session:

            async def status(path: str) -> int:
                async with session.get(served.make_url(path)) as answer:
                    assert answer.status != 200 or "Ann" in await answer.text()
                    return answer.status

            assert await status(f"/watch/{WATCH}") == 404
            await Servers(place.store).settle(ROOM.venue, ROOM.server, ServerSettings(watch=True))
            assert await status(f"/watch/{WATCH}") == 200
            assert await status(told) == 200
            assert await status(f"/watch/{WATCH[:-1]}B") == 404
