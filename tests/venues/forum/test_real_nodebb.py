"""The same against a real NodeBB, if one is named; without it nothing here runs.

`REFEREE_FORUM_KILLS=50` kills as often as that, as on loopback.

`NODEBB_URL`, `NODEBB_TOKEN` and `NODEBB_CATEGORY` are the referee's, which moderates the category;
`TEST_NODEBB_TOKEN_ANN`, `_BOB` and `_ADMIN` are bearer tokens of two players and an administrator.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from time import monotonic
from typing import Any

import aiohttp
import pytest

from bot.wording.forum import LOCKED, OUTSIDE
from venues.forum.kills import CLOCK, KILLS, SIDE, assert_told_once, play_through_kills
from venues.forum.process import Process
from venues.forum.relay import Moment, Relay

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
    pytest.mark.skipif(
        not (URL and all(TOKENS.values())), reason="NODEBB_… and TEST_NODEBB_… name none"
    ),
    pytest.mark.timeout(600),
    pytest.mark.real_time,
]
PATIENCE = timedelta(seconds=60)
UNSEEN = timedelta(seconds=35)
"""Over the grace: what a read after it does not have is late if it appears at all."""


class Real:
    """A topic on the forum, with a referee of its own process."""

    def __init__(self, session: aiohttp.ClientSession, referee: Process) -> None:
        self._session = session
        self.referee = referee
        self.category = int(os.environ.get("NODEBB_CATEGORY", "0").split(",")[0])
        self.topic = 0
        self.names: dict[str, str] = {}
        self.uids: dict[str, int] = {}
        self._raw: dict[int, str] = {}

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

    async def enqueue(self, who: str, text: str) -> str:
        """A reply that waits for approval; what the queue knows it by. The queue is on for it."""
        await configure(self, postQueue=1)
        queued = str(await self.say(who, text))
        await configure(self, postQueue=0)
        assert queued.startswith("reply-")
        return queued

    async def approve(self, queued: str) -> None:
        """A post that waits is let through."""
        await self.ask("admin", "POST", f"/api/v3/posts/queue/{queued}")

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
            pid = post["pid"]
            if pid not in self._raw:
                # The referee never edits.
                raw = await self.ask("admin", "GET", f"/api/v3/posts/{pid}/raw")
                self._raw[pid] = raw["content"]
            post["raw"] = self._raw[pid]
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
async def relay() -> AsyncIterator[Relay]:
    """What a referee can be put behind."""
    async with Relay(URL) as built:
        yield built


@pytest.fixture
async def real(tmp_path: Path) -> AsyncIterator[Real]:
    """A topic and a referee on a forum whose members may post as fast as they like."""
    async with on_duty(URL, tmp_path) as built:
        yield built


@pytest.fixture
async def relayed(relay: Relay, tmp_path: Path) -> AsyncIterator[Real]:
    """The same, where the referee knows the forum by the relay's address."""
    async with on_duty(relay.url, tmp_path) as built:
        yield built


@asynccontextmanager
async def on_duty(url: str, folder: Path) -> AsyncIterator[Real]:
    """A topic and a referee; in the end, no token of anybody's is in what it logged."""
    settings = {"NODEBB_URL": url, "NODEBB_TOKEN": TOKENS["referee"]}
    settings["NODEBB_CATEGORY"] = os.environ.get("NODEBB_CATEGORY", "")
    referee = Process(settings, folder)
    async with aiohttp.ClientSession() as session:
        built = Real(session, referee)
        await configure(built, newbiePostDelay=0, initialPostDelay=0, postDelay=0, postQueue=0)
        # A match played this fast is past the pictures of a minute, and shown as text.
        await configure(built, uploadRateLimitThreshold=0)
        await built.open()
        await referee.start()
        await referee.signed_in()
        try:
            yield built
        finally:
            referee.kill()
            await referee.ended()
        log = referee.log.read_text(encoding="utf-8", errors="replace")
        assert "DEBUG" in log
        assert not any(token in log for token in TOKENS.values())


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
    # An edit changes no record: the next post has the topic read. B2 is free as ever.
    await real.play("bob", "B2")
    await real.told("edited after it was ruled")


async def test_a_turn_approved_after_the_flag(real):
    """It waited in the queue, stamped in time; the match is over and its host is told."""
    before = await whispers(real)
    begun = await real.start(clock="20s+0s")
    queued = await real.enqueue("ann", "move: E5, in time I hope")
    over = await real.told("wins", after=begun["pid"], within=timedelta(minutes=3))
    await asyncio.sleep(UNSEEN.total_seconds())
    await real.approve(queued)
    new = await until(lambda: whispers(real, but=before), "a word to the host")
    (text,) = new.values()
    assert "its result stands" in text
    assert (await real.posts())[-1]["pid"] == over["pid"]


async def test_a_turn_approved_after_another_was_ruled(real):
    """The running match pauses and its host is called, once; the turn is not ruled."""
    await real.start()
    queued = await real.enqueue("ann", "move: C3, from the queue")
    await asyncio.sleep(UNSEEN.total_seconds())
    red = await real.play("ann", "E5")
    await real.approve(queued)
    paused = await real.told("appeared only now", after=red["pid"])
    assert f"@{real.names['admin']}" in paused["raw"]
    resumed = await real.order("match resume")
    await real.told("resumed", after=resumed)
    await real.play("bob", "A1")
    said = "".join(post["raw"] for post in await real.posts())
    assert said.count("appeared only now") == 1
    assert "played **C3**" not in said


@pytest.mark.parametrize("trouble", ["locked", "moved"])
async def test_a_topic_where_it_cannot_go_on_pauses_the_match(trouble, real):
    """With the reason; it goes on when that is undone and the host resumes."""
    elsewhere = await real.ask("admin", "POST", "/api/v3/categories", {"name": "Elsewhere"})
    before = await whispers(real)
    await real.start()
    topic = f"/api/v3/topics/{real.topic}"
    if trouble == "locked":
        await real.ask("admin", "PUT", f"{topic}/lock")
    else:
        await real.ask("admin", "PUT", f"{topic}/move", {"cid": elsewhere["cid"]})
    (text,) = (await until(lambda: whispers(real, but=before), "a word to the host")).values()
    assert {"locked": LOCKED, "moved": OUTSIDE}[trouble] in text
    if trouble == "locked":
        await real.ask("admin", "DELETE", f"{topic}/lock")
    else:
        await real.ask("admin", "PUT", f"{topic}/move", {"cid": real.category})
    resumed = await real.order("match resume")
    await real.told("resumed", after=resumed)
    told = await real.play("ann", "E5")
    assert told["pid"] > resumed


async def test_an_answer_that_is_cut_off_is_not_posted_twice(relay, relayed):
    """The forum made the post and the referee heard nothing of it: it looks before it posts."""
    await relayed.start()
    before = len(await relayed.posts())
    cut = relay.arm(relayed.topic, Moment.MADE, lambda: False)
    await relayed.say("ann", "move: E5, here we go")
    await cut()
    await relayed.told("played **E5**")
    await relayed.play("bob", "A1")
    said = [post["raw"] for post in await relayed.posts()]
    assert [sum(f"played **{turn}**" in raw for raw in said) for turn in ("E5", "A1")] == [1, 1]
    assert relay.posts == len(said) - before


@pytest.mark.timeout(180 + 30 * KILLS)
async def test_killed_with_sigkill_while_it_posts(relay, relayed):
    """Before, while and after the forum makes the post: every ruling stands there once."""
    await relayed.start(clock=CLOCK.removeprefix("clock:"), side=SIDE)
    moments = [(Moment.UNSENT, False), (Moment.UNSENT, True), (Moment.MADE, True),
               (Moment.ANSWERED, True)]  # fmt: skip

    def arm(number: int) -> Callable[[], Awaitable[object]]:
        moment, goes_on = moments[number % len(moments)]

        def strike() -> bool:
            relayed.referee.kill()
            return goes_on

        return relay.arm(relayed.topic, moment, strike)

    async def say(player: int, text: str) -> None:
        await relayed.say(("ann", "bob")[player], text)

    await play_through_kills(relayed.referee, arm, say, relayed.told)
    said = [post["raw"] for post in await relayed.posts()]
    assert_told_once(said)
    print(f"{KILLS} kills, {len(said)} posts of the referee's, each turn told once")


async def whispers(real: Real, but: Collection[str] = ()) -> dict[str, str]:
    """What the referee wrote to the administrator alone, by id; without those of the ids `but`."""
    rooms = (await real.ask("admin", "GET", "/api/v3/chats"))["rooms"]
    found: dict[str, str] = {}
    for room in rooms:
        answer = await real.ask("admin", "GET", f"/api/v3/chats/{room['roomId']}/messages")
        found |= {str(one["messageId"]): one["content"] for one in answer["messages"]}
    return {number: text for number, text in found.items() if number not in but}


async def until(check: Callable[[], Any], what: str) -> Any:
    """The first truthy answer of a check."""
    end = monotonic() + PATIENCE.total_seconds()
    while not (found := await check()):
        assert monotonic() < end, what
        await asyncio.sleep(0.5)
    return found
