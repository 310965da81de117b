"""A crowd at the watch pages, those who mean no good, and what was kept and is so no longer."""

import asyncio
import logging
import resource
from pathlib import Path

import pytest
from aiohttp import ClientError, ClientResponse
from fakes import HOST, RED, ROOM
from loopback.bell import LONGEST, patience
from sqlalchemy import Engine, event

from bot.referee.events import Player
from bot.referee.submission import Reopen, ReplacePlayer, Resign, Submission
from bot.serving.connections import allow_more_files
from bot.storage.archive import Archive
from bot.web.files import MOST_OF_ONE, Takeaways, TooManyError
from web.gallery import Gallery, gallery


class Lookups:
    """How many connections of the database are used at once, and how often one is used."""

    def __init__(self) -> None:
        self.taken = self.now = self.most = 0
        event.listen(Engine, "begin", self._take)
        for end in ("commit", "rollback"):
            event.listen(Engine, end, self._give)

    def _take(self, *_: object) -> None:
        self.taken += 1
        self.now += 1
        self.most = max(self.most, self.now)

    def _give(self, *_: object) -> None:
        self.now -= 1


async def test_all_who_come_at_once_are_one_question_to_the_database(place: Gallery) -> None:
    """After a restart a thousand pages come back in the same second."""
    token = (await place.link()).rpartition("/")[2]
    lookups = Lookups()
    found = await asyncio.gather(*(place.broadcasts.find(token) for _ in range(1000)))
    assert {one.number for one in found if one} == {place.number}
    assert len(found) == 1000
    assert lookups.taken == 1


async def test_tokens_that_are_tried_leave_the_database_to_the_rulings(place: Gallery) -> None:
    """Three hundred tokens at once: some connections are left for what has to be ruled."""
    lookups = Lookups()
    tokens = [f"{number:032}" for number in range(300)]
    assert set(await asyncio.gather(*(place.broadcasts.find(token) for token in tokens))) == {None}
    assert lookups.taken == 300
    assert lookups.most < 5


async def test_a_text_that_is_no_token_is_not_asked_of_the_database(place: Gallery) -> None:
    """A database server takes a sign that it can't store for a failure."""
    lookups = Lookups()
    for token in ("%00" * 22, "%ED%A0%80", "é" * 22, "x" * 5000, "x" * 21, "."):
        for file in ("", "/events", "/board.png"):
            async with place.session.get(f"/watch/{token}{file}") as answer:
                assert answer.status == 404, token
    assert lookups.taken == 0


async def test_a_match_that_is_over_is_read_once(place: Gallery) -> None:
    await place.play(3)
    await place.place.act(RED, Resign())
    link = await place.link()
    first = await place.found(link)
    assert await place.found(link) is first


async def test_files_that_all_ask_for_are_drawn_once(place: Gallery) -> None:
    """Forty people press GIF in the same moment, when the match has ended."""
    await place.play(4)
    watched = await place.broadcasts.find((await place.link()).rpartition("/")[2])
    takeaways = Takeaways()
    films = await asyncio.gather(*(takeaways.film(watched) for _ in range(40)))
    assert len({id(film) for film in films}) == 1


async def test_one_match_leaves_room_for_the_pictures_of_others(place: Gallery) -> None:
    """Somebody asks for all boards of one match at once: a few are waited for, and no more."""
    await place.play(4)
    watched = await place.broadcasts.find((await place.link()).rpartition("/")[2])
    takeaways = Takeaways()
    boards = [takeaways.board(watched, turn) for turn in range(5)]
    asked = [asyncio.ensure_future(board) for board in boards]
    await asyncio.sleep(0)
    with pytest.raises(TooManyError):
        await asked[MOST_OF_ONE]
    assert len(set(await asyncio.gather(*asked[:MOST_OF_ONE]))) == MOST_OF_ONE
    # What had to be refused is drawn as soon as there is room.
    assert await takeaways.board(watched, MOST_OF_ONE) is not None
    await takeaways.close()


async def test_a_watcher_who_finds_the_house_full_is_told_so(tmp_path: Path) -> None:
    """The page says it, where it would stay empty, and comes again; once one has left, it is in."""
    async with gallery(tmp_path, most=2) as place:
        link = await place.link()
        async with place.session.get(f"{link}/events") as first:
            assert await first.content.readline() != b""
            for path in (link, f"{link}/events"):
                async with place.session.get(path) as answer:
                    assert answer.status == 503
                    assert "Too many people are watching" in await answer.text()
            async with place.session.get(link) as page:
                assert page.headers["Refresh"] == "20"


@pytest.mark.parametrize("lines", [1, 2], ids=["one line", "a line of its own"])
async def test_one_address_that_fills_the_house_makes_room_for_the_next(tmp_path, lines) -> None:
    """Through a proxy of this machine: it holds all three places, and another address comes.

    nginx adds whom it heard to the header's line, HAProxy in a line of its own.
    """
    async with gallery(tmp_path, most=4) as place:
        link = await place.link()

        async def watch(address: str) -> ClientResponse:
            # What the proxy was told by whoever asks stands in front, and counts for nothing.
            told = ["203.0.113.99", address]
            values = told if lines > 1 else [", ".join(told)]
            headers = [("X-Forwarded-For", value) for value in values]
            return await place.session.get(f"{link}/events", headers=headers)

        greedy = [await watch(f"2001:db8::{host}") for host in (1, 2, 3)]
        refused = await watch("2001:db8::4")
        assert [answer.status for answer in (*greedy, refused)] == [200, 200, 200, 503]
        others = [await watch("203.0.113.7") for _ in range(2)]
        assert [answer.status for answer in others] == [200, 503]
        with pytest.raises(ClientError):
            async with patience():
                await greedy[2].read()
        for answer in (greedy[0], greedy[1], others[0]):
            assert await answer.content.readline() != b""
            answer.close()


async def test_a_watcher_who_comes_back_says_what_they_have_in_either_way(place: Gallery) -> None:
    link = await place.link()
    async with place.session.get(f"{link}/events") as answer:
        told = await _events(answer, 2)
        assert list(told) == ["beat", "state"]
        seen = told["state"]
    async with place.session.get(f"{link}/events", headers={"Last-Event-ID": seen}) as by_header:
        assert list(await _events(by_header, 1)) == ["beat"]
    async with place.session.get(f"{link}/events?seen={seen}") as by_address:
        assert list(await _events(by_address, 1)) == ["beat"]
    assert seen


async def _events(answer: ClientResponse, count: int) -> dict[str, str]:
    """The names of the first events of a stream, and their ids."""
    told: dict[str, str] = {}
    known = ""
    async with patience():
        while len(told) < count:
            name, _, rest = (await answer.content.readline()).decode().strip().partition(": ")
            if name == "id":
                known = rest
            elif name == "event":
                told[rest], known = known, ""
    return told


async def test_a_head_is_answered_like_a_page_but_for_its_body(place: Gallery) -> None:
    link = await place.link()
    async with place.session.head(link) as answer:
        assert (answer.status, await answer.read()) == (200, b"")
        assert answer.headers["Referrer-Policy"] == "no-referrer"
    async with place.session.head(f"{link[:-1]}!") as answer:
        assert answer.status == 404
    async with place.session.head(f"{link}/events") as answer:
        assert answer.status == 405


async def test_an_address_without_anything_says_so_in_a_sentence(place: Gallery) -> None:
    for path in ("/", "/watch", "/watch/", "/page/none.js", "/font/x", "/favicon.ico"):
        async with place.session.get(path) as answer:
            assert answer.status == 404, path
            assert "<p>There is nothing here.</p>" in await answer.text()
    async with place.session.post(await place.link()) as answer:
        assert (answer.status, answer.headers["Allow"]) == (405, "GET,HEAD")
        assert "only for looking" in await answer.text()


async def test_a_watcher_who_leaves_is_not_counted(place: Gallery) -> None:
    """Nor is their match followed any longer, once the next word to them does not arrive."""
    link = await place.link()
    async with place.session.get(f"{link}/events") as answer:
        await _events(answer, 2)
        assert place.broadcasts.watchers == 1
    while place.broadcasts.watchers:
        await place.play(1)
        place.place.clock.advance(LONGEST)
        await asyncio.sleep(0)
    followers = {task for task in asyncio.all_tasks() if task.get_name().startswith("watchers")}
    # The last of them may still be on its way out; one that stays would never end.
    async with patience():
        await asyncio.gather(*followers, return_exceptions=True)


def test_files_that_the_system_does_not_grant_stop_nobody(monkeypatch, caplog):
    """The referee asks for more, and starts with as many as it has; the log says so."""

    def refuse(*_: object) -> None:
        raise ValueError("current limit exceeds maximum limit")

    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, resource.RLIM_INFINITY))
    monkeypatch.setattr(resource, "setrlimit", refuse)
    with caplog.at_level(logging.INFO):
        allow_more_files()
    assert "no more than 256 files can be open" in caplog.text


PICTURES = ("/board.png", "/board.png?turn=1", "/replay.gif", "/race.png")
FILES = ("", *PICTURES, "/record.txt", "/turns/1")


async def shown(place: Gallery, link: str, *more: str) -> dict[str, bytes]:
    kept = {}
    for file in (*FILES, *more):
        async with place.session.get(f"{link}{file}") as answer:
            assert answer.status == 200, file
            kept[file] = await answer.read()
    return kept


async def test_a_name_that_was_forgotten_is_in_nothing_that_was_kept(place: Gallery) -> None:
    await place.play(3)
    await place.place.act(RED, Resign())
    link = await place.link()
    before = await shown(place, link)
    assert b"Ann" in before["/turns/1"]
    await Archive(place.place.store).forget(ROOM.venue, ROOM.server, RED.id)
    async with place.session.get(link) as answer:
        assert answer.status == 404
    after = await shown(place, await place.link())
    for file in FILES:
        # Three bytes of a packed picture may be any three.
        if not after[file].startswith((b"\x89PNG", b"GIF8")):
            assert b"Ann" not in after[file], file
        assert after[file] != before[file], file


async def test_a_player_who_takes_a_seat_is_in_the_pictures(place: Gallery) -> None:
    """No turn has been played meanwhile: all else on the board is as it was."""
    await place.play(2)
    link = await place.link()
    before = await shown(place, link)
    await place.place.act(HOST, ReplacePlayer("red", Player("cat", "Cat")))
    after = await shown(place, link)
    for file in set(FILES) - {"/record.txt"}:
        assert after[file] != before[file], file
    assert b"Cat" in after["/turns/1"]


async def test_a_match_that_goes_on_again_is_shown_so(place: Gallery) -> None:
    """It is over, and is looked at; then the host reopens it, and nobody is shown as the winner."""
    await place.play(3)
    link = await place.link()
    before = await shown(place, link, "/turns/3")
    await place.place.act(RED, Resign())
    over = await shown(place, link, "/turns/3")
    assert (await place.found(link)).over
    order = Submission(HOST, Reopen("too soon"), place.place.clock.now(), may_host=True)
    await place.place.desk.submit_to(place.number, order)
    assert not (await place.found(link)).over
    again = await shown(place, link, "/turns/3")
    for file in ("", "/board.png", "/turns/3"):
        assert over[file] not in (before[file], again[file])
