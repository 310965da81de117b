"""Whatever a browser, a tool or a forum sends: no traceback, no 500, and nothing that grows by it.

`make test` tries some, `make test-all` four times as many; `REFEREE_BAD_INPUTS=100000 pytest
tests/test_bad_input.py` that many.
"""

import asyncio
import json
import logging
import os
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import aiohttp
import pytest
from growth import sizes
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from loopback_forums import LoopbackDiscourse, LoopbackNodeBB
from ports import free_port
from venues.forum.house import EVERY, HOUR, SECOND, ForumHouse, house
from venues.room.visitor import FORM

from bot.commands.catalogue import COMMANDS
from bot.desk.pages import PageLinks
from bot.referee.events import Player
from bot.servers.settings import ServerSettings
from bot.storage.links import Halls, Links
from bot.storage.store import Servers, open_store
from bot.venues.room.match_list import new_key

# Hypothesis finds an example of a thousand frames long.
pytestmark = pytest.mark.filterwarnings("ignore:Generating overly large repr")
INPUTS = int(os.environ.get("REFEREE_BAD_INPUTS", "0"))
MOST_SHOWN = 100
"""Containers of a page or a match that is looked at differ by so much, whatever was sent."""
AT_ONCE, PAGES = 10, 3
"""Inputs of a page in an example, and pages."""
HALF = INPUTS // (6 * 2 * AT_ONCE * PAGES)
SAID = {"room_lines", "room_pictures", "events", "rulings", "outbox", "matches", "players"}
SAID |= {"links", "cups", "cup_events", "results", "facts", "forum_posts", "forum_topics", "people"}
"""Tables with a row for what was rightly said or done."""


def words(*some: str) -> st.SearchStrategy[str]:
    return st.sampled_from(some) | st.text(max_size=12)


NAMES = words(*COMMANDS, "cup join", "host pause", "@referee", "match start red:@ann blue:@bob")
TEXT = st.lists(
    NAMES | words("E5", "D4 D5", "A1", "move:", "pass", "🏆", "\x00", "\u202e"), max_size=5
)
NUMBERS = st.integers() | st.floats() | st.sampled_from([2**63, -(2**63), 10**400, 1, True])
LEAVES = st.none() | NUMBERS | TEXT.map(" ".join) | st.sampled_from(["x" * 5000, "\ud800", ""])
FIELDS = words(
    "type", "text", "key", "act", "options", "turn", "asked", "what", "name", "token", "tokens",
    "after", "at", "zone", "player", "amount", "seeding", "turns", "colour",
)  # fmt: skip
ANY = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(FIELDS, inner, max_size=4),
    max_leaves=8,
)
ACTS = words(
    "ready", "resign", "undo", "pause", "resume", "cancel", "time", "rematch", "ask-rematch",
    "hint", "accept", "decline", "ask-undo", "cup-join", "cup-start", "cup-leave", "cup-drop",
    "replace", "start-now", "adjudicate", "reopen", "move", "forfeit", "cup-award", "cup-deadline",
    "no-rematch", "cup-cancel",
)  # fmt: skip
MESSAGES = st.fixed_dictionaries(
    {"type": words("say", "act", "order", "save", "look", "try", "hello") | ANY},
    optional={
        "key": st.text(min_size=1, max_size=8) | ANY,
        "text": TEXT.map(" ".join) | ANY,
        "act": ACTS | ANY,
        "options": st.dictionaries(FIELDS, TEXT.map(" ".join) | ANY, max_size=4) | ANY,
        "turn": NUMBERS | ANY,
        "asked": NUMBERS | ANY,
        "what": words("record", "board", "film", "race", "bracket", "review") | ANY,
        "name": TEXT.map(" ".join) | ANY,
    },
)
FRAMES = (MESSAGES | ANY).map(json.dumps) | st.text() | st.binary(max_size=50)
FRAMES |= st.sampled_from(["x" * 20_000, "é" * 10_000, "[" * 4000])
HELLOS = st.fixed_dictionaries(
    {}, optional={"type": ANY, "tokens": ANY, "after": ANY, "at": ANY, "zone": ANY, "name": ANY}
)


PATHS = """
/ /room/{room} /room/{room}/socket /room/{room}/review/{number} /room/{room}/from/{number} /rooms
/cups /topics /formats.json /matches.json /watch/{room} /example.svg /pictures/{token}.png /nothing
/page/{number} /page/room.js /match/{number} /match/{number}/socket /match/{number}/review/{number}
/watch/{token} /watch/{token}/events /watch/{token}/turns/{number} /watch/{token}/board.png
/watch/{token}/record.txt /watch/{token}/replay.gif /watch/{token}/race.png /watch/{token}/review
/cup/{token} /cup/{token}/events /puzzles /puzzles/{number} /hall/{slug} /hall/{slug}/ /robots.txt
/hall/{slug}/games /hall/{slug}/players /hall/{slug}/player /hall/{slug}/openings /hall/{slug}/rules
/hall/{slug}/fairness /hall/{slug}/match/{number} /hall/{slug}/match/{number}/events
/hall/{slug}/results.atom /hall/{slug}/export.csv /hall/{slug}/export.jsonl /hall/{slug}/export.txt
"""
PLACES = ("{room}", "{token}", "{number}", "{slug}")
ODD = st.text(max_size=12).map(lambda text: quote(text, safe="")) | st.sampled_from(
    ["%00", "%2F7", "..%2f", "%ff", "%", "0", "-1", "9" * 30, "a" * 3000, "%F0%9F%8F%86", "."]
)
ASKED = words(
    "turn", "overlay", "embed", "seen", "answer", "give-up", "before", "key", "ruleset", "side",
    "page", "player", "opponent", "from", "to", "format", "result", "sort", "number", "title",
)  # fmt: skip
QUERIES = st.lists(st.tuples(ASKED, TEXT.map(" ".join) | NUMBERS.map(str)), max_size=3).map(
    lambda pairs: urlencode(pairs, errors="replace")
)
NAMED = st.sampled_from([
    "Accept-Encoding", "Authorization", "Connection", "Cookie", "Content-Type", "Expect", "Range",
    "Upgrade", "If-None-Match", "Last-Event-ID", "Sec-WebSocket-Key", "X-Forwarded-For",
    "Sec-WebSocket-Version", "Transfer-Encoding", "X-Referee-Passed-On", "Accept-Language",
    "Content-Encoding",
])  # fmt: skip
VALUES = st.sampled_from(
    [
        "Bearer {key}", "Upgrade", "websocket", "13", "gzip", "deflate", "bytes=0-1",
        "application/json", "*",
    ]
) | st.text(st.characters(max_codepoint=255), max_size=40)  # fmt: skip
HEADERS = st.dictionaries(NAMED, VALUES, max_size=3)
BODIES = (
    st.just("")
    | ANY.map(json.dumps)
    | st.dictionaries(st.sampled_from(sorted(FORM)), ANY, max_size=3).map(
        lambda changes: json.dumps(FORM | changes)
    )
    | st.text(max_size=200)
)
METHODS = st.sampled_from(["GET"] * 6 + ["POST"] * 3 + ["HEAD", "PUT", "OPTIONS", "DELETE", "X"])


@st.composite
def asked(draw: st.DrawFn) -> bytes:
    """A request for a page that is there or is not; what is known is put in when it is sent."""
    path = draw(st.sampled_from(PATHS.split()))
    for place in PLACES:
        if place in path and draw(st.booleans()):
            path = path.replace(place, draw(ODD))
    query = draw(QUERIES)
    body = draw(BODIES).encode(errors="replace")
    headers = {"Host": "{host}", "Origin": "http://{host}", **draw(HEADERS)}
    if body:
        headers |= {"Content-Length": str(len(body))}
    lines = [f"{draw(METHODS)} {path}{'?' * bool(query)}{query} HTTP/1.1"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    raw = "\r\n".join(lines).encode("latin-1", errors="replace") + b"\r\n\r\n" + body
    return raw if draw(st.integers(0, 20)) else draw(st.binary(max_size=100)) + b"\r\n\r\n"


POSTS = st.tuples(st.integers(0, 3), TEXT.map(" ".join) | st.text(max_size=200))


@st.composite
def spoilt(draw: st.DrawFn) -> Callable[[Any], Any]:
    """A change to what a forum answers: one value is another, or the whole answer is."""
    steps = draw(st.lists(st.integers(0, 30), min_size=1, max_size=8))
    new = draw(ANY)

    def change(answer: Any) -> Any:
        inner, last = answer, None
        for step in steps:
            keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
            if not keys:
                break
            last = inner, keys[step % len(keys)]
            inner = inner[last[1]]
            if not isinstance(inner, dict | list):
                break
        if last is None:
            return new
        last[0][last[1]] = new
        return answer

    return change


class Tried:
    """A referee with a room, a forum and all pages, and what happened to it by bad input."""

    def __init__(self, place: ForumHouse, log: pytest.LogCaptureFixture) -> None:
        self.place, self._log = place, log
        self.url = place.settings.web_url
        self.session = aiohttp.ClientSession(headers={"Origin": self.url})
        self.doors: list[tuple[str, list[str]]] = []
        """Addresses of sockets, and the links that open them."""
        self.known: dict[str, str] = {}
        """What stands in addresses of pages that are there."""
        self.statuses: Counter[int] = Counter()

    async def open(self, pages: PageLinks, halls: Halls, links: Links) -> None:
        await self.place.start("clock:9h+9h")
        for path, form in (("rooms", FORM), ("cups", {"name": "Cup", "system": "knockout"})):
            made = await (await self.session.post(f"{self.url}/{path}", json=form)).json()
            tokens = list(made["tokens"].values())
            self.doors += [(f"room/{made['room']}/socket", tokens[:n]) for n in (1, 2, 5)]
            self.known |= {"room": made["room"], "seat": tokens[0]}
        seat = await pages.own(1, Player("2", "Ann"))
        self.doors.append(("match/1/socket", [seat.partition("#")[2]]))
        self.known["token"] = (await pages.watch(1)).rpartition("/")[2]
        forum = self.place.forum
        hall = await halls.of(forum.name, forum.url.partition("//")[2], "Forum")
        self.known |= {"slug": hall.slug, "number": "1", "key": await new_key(links)}
        for path in (f"hall/{hall.slug}/", f"watch/{self.known['token']}", "puzzles"):
            async with self.session.get(f"{self.url}/{path}") as answer:
                assert answer.status == 200, path

    async def later(self) -> None:
        """Limits are full again, and no step is so long that the process seems to stand still."""
        await self.place.pass_time(5 * SECOND, SECOND / 3)

    async def frames(self, door: int, hello: dict[str, Any] | None, frames: list[Any]) -> None:
        """A page that sends these, and then something that is answered, unless it was cut off."""
        path, tokens = self.doors[door % len(self.doors)]
        said = {"tokens": tokens, "after": 0} if hello is None else hello
        async with self.session.ws_connect(f"{self.url}/{path}", autoclose=False) as page:
            try:
                await page.send_str(json.dumps(said))
                for frame in frames:
                    send = page.send_bytes if isinstance(frame, bytes) else page.send_str
                    await send(
                        frame.encode(errors="replace").decode() if isinstance(frame, str) else frame
                    )
                await page.send_json({"type": "order", "act": "nothing", "key": "the last"})
                while True:
                    told = await page.receive()
                    if told.type is not aiohttp.WSMsgType.TEXT or '"the last"' in told.data:
                        return
            except ConnectionError:
                return

    async def request(self, raw: bytes) -> None:
        """One request, as it stands, on a connection of its own."""
        host, port = self.url.removeprefix("http://").split(":")
        for name, value in (*self.known.items(), ("host", f"{host}:{port}")):
            raw = raw.replace(b"{%s}" % name.encode(), value.encode())
        reader, writer = await asyncio.open_connection(host, int(port))
        try:
            writer.write(raw)
            async with asyncio.timeout(0.5):
                status = (await reader.readline()).split(b" ")
                await reader.read(1 << 16)
            self.statuses[int(status[1])] += len(status) > 1
        except (TimeoutError, ConnectionError, IndexError):
            self.statuses[0] += 1
        finally:
            writer.close()

    async def round(self, posts: list[tuple[int, str]], spoil: Callable[[Any], Any]) -> None:
        forum = self.place.forum
        people = [forum.ann, forum.bob, forum.host, forum.fan]
        topic = forum.topic(forum.place, forum.fan, "Talk") if len(posts) % 2 else self.place.topic
        for author, text in posts:
            forum.say(people[author], topic, text or "-")
        forum.faults.spoilt = spoil
        await self.place.pass_time(EVERY)
        forum.faults.spoilt = None
        await self.place.pass_time(EVERY)

    async def measured(self, days: int) -> dict[str, int]:
        await self.place.pass_time(days * 24 * HOUR, 24 * HOUR)
        await self.later()
        rows: dict[str, int] = {}
        file = self.place.settings.database_url.partition("///")[2]
        with closing(sqlite3.connect(f"/{file.lstrip('/')}")) as database:
            for (table,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'"):
                if table not in SAID:
                    (rows[table],) = database.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608
        return {**sizes(), **rows, "tasks": len(asyncio.all_tasks())}

    def clean(self) -> None:
        bad = [one for one in self._log.records if one.exc_info or one.levelno >= logging.ERROR]
        self._log.clear()
        failed = self.statuses.pop(500, 0)
        assert not bad, logging.Formatter().format(bad[0])
        assert not failed


@asynccontextmanager
async def opened(folder: Path, log: pytest.LogCaptureFixture, kind: Any) -> AsyncIterator[Tried]:
    async with house(kind, folder) as place:
        port = free_port()
        url = f"http://127.0.0.1:{port}"
        place.set_also(web_url=url, web_port=port, room="on", thinking=False)
        store = await open_store(place.settings.database_url)
        rules = ServerSettings(watch=True, pages="public")
        for venue, server in ((place.forum.name, place.forum.url.partition("//")[2]), ("room", "")):
            await Servers(store).change(venue, server, lambda _: rules)
        await place.open()
        tried = Tried(place, log)
        try:
            await tried.open(PageLinks(store, url), Halls(store), Links(store))
            yield tried
        finally:
            await tried.session.close()
            await store.close()


Run = Callable[[Coroutine[Any, Any, Any]], Any]


@pytest.fixture(
    params=[LoopbackNodeBB, pytest.param(LoopbackDiscourse, marks=pytest.mark.thorough)]
)
def referee(request, tmp_path, caplog) -> Iterator[tuple[Tried, Run]]:
    caplog.set_level(logging.INFO)
    with asyncio.Runner() as runner:
        stack = AsyncExitStack()
        tried = runner.run(stack.enter_async_context(opened(tmp_path, caplog, request.param)))
        try:
            yield tried, runner.run
        finally:
            runner.run(stack.aclose())


def tries(referee, inputs, send, days=0) -> None:
    """Sends many inputs; what the second half of them leaves behind does not grow with them.

    The first half fills what holds only so much. `send` says how many inputs it has sent.
    """
    tried, run = referee
    half = settings.default.max_examples // 10
    sent = examples = 0

    @settings(suppress_health_check=list(HealthCheck), max_examples=HALF or half)
    @given(inputs)
    def one(given: Any) -> None:
        nonlocal sent, examples
        sent += run(send(tried, given))
        examples += 1
        tried.clean()

    one()
    before, examples = run(tried.measured(days)), 0
    one()
    after = run(tried.measured(days))
    tried.clean()
    logging.getLogger(__name__).info("%s inputs, answers %s", sent, dict(tried.statuses))
    # What was posted in a topic is read whole, and held until it is attended to.
    grown = {name: after[name] - before.get(name, 0) for name in after if name != "News.posts"}
    assert {name: more for name, more in grown.items() if more > examples // 3 + MOST_SHOWN} == {}


def some(of: st.SearchStrategy[Any], most: int = AT_ONCE) -> st.SearchStrategy[list[Any]]:
    return st.lists(of, min_size=most if INPUTS else 1, max_size=most)


def test_frames(referee: tuple[Tried, Run]) -> None:
    async def send(tried: Tried, given: list[tuple[int, Any, list[Any]]]) -> int:
        await tried.later()
        await asyncio.gather(*(tried.frames(*page) for page in given))
        return sum(len(frames) for _, _, frames in given)

    pages = st.tuples(st.integers(0, 6), st.none() | HELLOS, some(FRAMES))
    tries(referee, some(pages, PAGES), send)


def test_requests(referee: tuple[Tried, Run]) -> None:
    async def send(tried: Tried, given: list[bytes]) -> int:
        await asyncio.gather(*(tried.request(raw) for raw in given))
        return len(given)

    tries(referee, some(asked(), PAGES * AT_ONCE), send)


def test_posts_and_answers_of_a_forum(referee: tuple[Tried, Run]) -> None:
    async def send(tried: Tried, given: tuple[list[tuple[int, str]], Callable[[Any], Any]]) -> int:
        before = len(tried.place.forum.journal)
        await tried.round(*given)
        return len(given[0]) + len(tried.place.forum.journal) - before

    tries(referee, st.tuples(some(POSTS, PAGES * AT_ONCE), spoilt()), send, days=9)
