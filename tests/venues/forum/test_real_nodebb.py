"""The same against a real NodeBB, if one is named; without it nothing here runs.

`NODEBB_URL`, `NODEBB_TOKEN` and `NODEBB_CATEGORY` are the referee's, which moderates the category;
`TEST_NODEBB_TOKEN_ANN`, `_BOB` and `_ADMIN` are bearer tokens of two players and an administrator.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from pathlib import Path
from time import monotonic
from typing import Any

import aiohttp
import pytest

from venues.forum.process import Process

URL = os.environ.get("NODEBB_URL", "")
TOKENS = {
    name: os.environ.get(variable, "")
    for name, variable in (
        ("referee", "NODEBB_TOKEN"),
        ("ann", "TEST_NODEBB_TOKEN_ANN"),
        ("bob", "TEST_NODEBB_TOKEN_BOB"),
        ("admin", "TEST_NODEBB_TOKEN_ADMIN"),
    )
}
pytestmark = [
    pytest.mark.skipif(not (URL and all(TOKENS.values())), reason="no real NodeBB is named"),
    pytest.mark.timeout(600),
    pytest.mark.real_time,
]
PATIENCE = timedelta(seconds=60)
SETTINGS = ("minimumPostLength", "newbiePostDelay", "initialPostDelay", "postDelay", "postQueue")


class Real:
    """A topic on the forum, with a referee of its own process."""

    def __init__(self, session: aiohttp.ClientSession, referee: Process) -> None:
        self._session = session
        self.referee = referee
        self.category = int(os.environ.get("NODEBB_CATEGORY", "0").split(",")[0])
        self.topic = 0
        self.names: dict[str, str] = {}
        self.uids: dict[str, int] = {}

    async def ask(self, who: str, method: str, path: str, body: object = None) -> Any:
        """A request of somebody's; what is in the answer."""
        headers = {"Authorization": f"Bearer {TOKENS[who]}"}
        async with self._session.request(method, URL + path, json=body, headers=headers) as answer:
            found = await answer.json()
            assert answer.status < 300, (method, path, answer.status, found)
            return found.get("response", found) if path.startswith("/api/v3") else found

    async def open(self) -> None:
        """A topic of the administrator's, and the names of all."""
        for who in TOKENS:
            me = await self.ask(who, "GET", "/api/self")
            self.names[who], self.uids[who] = me["userslug"], me["uid"]
        body = {
            "cid": self.category,
            "title": "Ann against Bob",
            "content": "A match is held here.",
        }
        self.topic = (await self.ask("admin", "POST", "/api/v3/topics", body))["tid"]

    async def say(self, who: str, text: str) -> Any:
        """A reply; its id, or what the queue knows it by."""
        made = await self.ask(who, "POST", f"/api/v3/topics/{self.topic}", {"content": text})
        return made.get("pid") or made["id"]

    async def order(self, words: str, who: str = "admin") -> Any:
        """A command."""
        return await self.say(who, f"@{self.names['referee']} {words}")

    async def posts(self) -> list[dict[str, Any]]:
        """The referee's posts with their raw text, oldest first."""
        page, found = 1, []
        while True:
            shown = await self.ask("admin", "GET", f"/api/topic/{self.topic}?page={page}")
            found += shown["posts"]
            if page >= shown["pagination"]["pageCount"]:
                break
            page += 1
        mine = [post for post in found if post["uid"] == self.uids["referee"]]
        for post in mine:
            raw = await self.ask("admin", "GET", f"/api/v3/posts/{post['pid']}/raw")
            post["raw"] = raw["content"]
        return mine

    async def told(
        self, part: str, *, after: Any = 0, within: timedelta = PATIENCE
    ) -> dict[str, Any]:
        """The referee's first post behind another one with this part in it."""
        end = monotonic() + within.total_seconds()
        while True:
            mine = await self.posts()
            for post in mine:
                if part in post["raw"] and (not isinstance(after, int) or post["pid"] > after):
                    return post
            assert monotonic() < end, (part, [post["raw"] for post in mine])
            await asyncio.sleep(0.5)

    async def start(self, clock: str = "3h+3h", side: int = 5) -> dict[str, Any]:
        """A match that the administrator hosts."""
        seats = f"red:@{self.names['ann']} blue:@{self.names['bob']}"
        await self.order(f"match start {seats} clock:{clock} side:{side}")
        await self.told("against")
        await self.order("match ready", "ann")
        await self.order("match ready", "bob")
        return await self.told("Both are ready")

    async def play(self, who: str, turn: str) -> dict[str, Any]:
        """A turn; what is told of it."""
        await self.say(who, f"move: {turn}, here we go")
        return await self.told(f"played **{turn}**")


@pytest.fixture
async def real(tmp_path: Path) -> AsyncIterator[Real]:
    """A topic and a referee on a forum whose members may post as fast as they like."""
    settings = {"NODEBB_URL": URL, "NODEBB_TOKEN": TOKENS["referee"]}
    settings["NODEBB_CATEGORY"] = os.environ.get("NODEBB_CATEGORY", "")
    referee = Process(settings, tmp_path)
    async with aiohttp.ClientSession() as session:
        built = Real(session, referee)
        await configure(built, newbiePostDelay=0, initialPostDelay=0, postDelay=0, postQueue=0)
        await built.open()
        await referee.start()
        await referee.signed_in()
        try:
            yield built
        finally:
            referee.kill()
            await referee.ended()
            assert TOKENS["referee"] not in referee.log.read_text(
                encoding="utf-8", errors="replace"
            )


async def configure(real: Real, **settings: int) -> None:
    """The administrator changes the forum's settings."""
    for name, value in settings.items():
        path = f"/api/v3/admin/settings/{name}"
        await real.ask("admin", "PUT", path, {"value": value})


async def test_a_whole_match(real):
    """A golden game, every turn told once; the winner is the right one."""
    golden = Path(__file__).parents[2] / "games" / "genius" / "random-1.txt"
    _, *turns, _ = golden.read_text(encoding="utf-8").splitlines()
    await real.start(side=4)
    for number, turn in enumerate(turns):
        told = await real.play(("ann", "bob")[number % 2], turn)
    assert "Red" in told["raw"]
    assert "wins" in told["raw"]
    said = [post["raw"] for post in await real.posts()]
    assert [sum(f"played **{turn}**" in raw for raw in said) for turn in turns] == [1] * len(turns)
    assert all("[//]: # (referee" in raw for raw in said)
    shown = await real.ask("ann", "GET", f"/api/topic/{real.topic}")
    assert not any("(referee" in post["content"] for post in shown["posts"])


async def test_a_refusal_and_a_picture(real):
    """A turn off the board is answered; the board of a good one can be fetched by anybody."""
    await real.start()
    wrong = await real.say("ann", "move: Z9, is that right?")
    await real.told("Z9 is off the board", after=wrong)
    told = await real.play("ann", "E5")
    url = told["raw"].rpartition("](")[2].partition(")")[0]
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        assert answer.status == 200
        assert (await answer.read()).startswith(b"\x89PNG")


async def test_edits_before_and_after_the_first_sight(real):
    """One that was edited unseen counts as it is; edited once it was ruled it changes nothing."""
    await real.start()
    real.referee.kill()
    await real.referee.ended()
    first = await real.say("ann", "move: A1, I suppose")
    await asyncio.sleep(1.5)
    await real.ask("ann", "PUT", f"/api/v3/posts/{first}", {"content": "move: E5, I am sure"})
    await real.referee.start()
    await real.told("played **E5**")
    await asyncio.sleep(1.5)
    await real.ask("ann", "PUT", f"/api/v3/posts/{first}", {"content": "move: B2, instead of it"})
    # An edit changes no record: the next post has the topic read.
    await real.say("bob", "I saw that, you know")
    await real.told("edited after it was ruled")


async def test_a_turn_approved_after_the_flag(real):
    """It waited in the queue, stamped in time; the match is over and its host is told."""
    begun = await real.start(clock="20s+0s")
    await configure(real, postQueue=1)
    await asyncio.sleep(2)
    queued = await real.say("ann", "move: E5, in time I hope")
    assert str(queued).startswith("reply-"), queued
    over = await real.told("wins", after=begun["pid"], within=timedelta(minutes=3))
    await asyncio.sleep(35)
    await real.ask("admin", "POST", f"/api/v3/posts/queue/{queued}")
    await configure(real, postQueue=0)
    chats = await until(lambda: whispers(real), "a word to the host")
    assert any("its result stands" in text for text in chats), chats
    assert (await real.posts())[-1]["pid"] == over["pid"]


async def test_a_locked_and_a_moved_topic(real):
    """Each pauses the match; it goes on when that is undone and the host resumes."""
    await real.start()
    await real.ask("admin", "PUT", f"/api/v3/topics/{real.topic}/lock")
    paused = await real.told("the topic is locked")
    await real.ask("admin", "DELETE", f"/api/v3/topics/{real.topic}/lock")
    await real.order("match resume")
    await real.told("resumed", after=paused["pid"])
    told = await real.play("ann", "E5")
    assert told["pid"] > paused["pid"]


async def test_killed_while_it_posts(real):
    """Three times in the middle of a turn's announcement; each turn is told once."""
    await real.start()
    turns = ["E5", "A1", "B2"]
    for number, turn in enumerate(turns):
        await real.say(("ann", "bob")[number % 2], f"move: {turn}, here we go")
        await asyncio.sleep(0.6 + 0.4 * number)
        real.referee.kill()
        await real.referee.ended()
        await real.referee.start()
        await real.told(f"played **{turn}**")
    await asyncio.sleep(6)
    said = [post["raw"] for post in await real.posts()]
    assert [sum(f"played **{turn}**" in raw for raw in said) for turn in turns] == [1, 1, 1]


async def whispers(real: Real) -> list[str]:
    """What the referee wrote to the administrator alone."""
    rooms = (await real.ask("admin", "GET", "/api/v3/chats"))["rooms"]
    found: list[str] = []
    for room in rooms:
        answer = await real.ask("admin", "GET", f"/api/v3/chats/{room['roomId']}/messages")
        found += [message["content"] for message in answer["messages"]]
    return found


async def until(check: Callable[[], Any], what: str) -> Any:
    """The first truthy answer of a check."""
    end = monotonic() + PATIENCE.total_seconds()
    while not (found := await check()):
        assert monotonic() < end, what
        await asyncio.sleep(0.5)
    return found
