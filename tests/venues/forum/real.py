"""A real NodeBB, if the environment names one: what its people do there by their tokens.

`NODEBB_URL`, `NODEBB_TOKEN` and `NODEBB_CATEGORY` are the referee's, which moderates the category;
`TEST_NODEBB_TOKEN_ANN`, `_BOB` and `_ADMIN` are bearer tokens of two players and an administrator.
Never name a forum that people use: its settings are changed, and accounts are made on it.
"""

import os
import secrets
from collections.abc import Iterable
from typing import Any

import aiohttp
import pytest

from venues.conformance.arena import ANN, BOB, FAN, HOST

URL = os.environ.get("NODEBB_URL", "").rstrip("/")
CATEGORY = os.environ.get("NODEBB_CATEGORY", "").partition(",")[0]
REFEREE = "Referee"
VARIABLES = {
    REFEREE: "NODEBB_TOKEN", ANN: "TEST_NODEBB_TOKEN_ANN", BOB: "TEST_NODEBB_TOKEN_BOB",
    HOST: "TEST_NODEBB_TOKEN_ADMIN",
}  # fmt: skip
TOKENS = {name: os.environ.get(variable, "") for name, variable in VARIABLES.items()}
NAMED = bool(URL and CATEGORY and all(TOKENS.values()))
ON_A_REAL_FORUM = [
    pytest.mark.skipif(not NAMED, reason="NODEBB_… and TEST_NODEBB_… name no real NodeBB"),
    pytest.mark.timeout(1200),
    pytest.mark.real_time,
]
AT_EASE = {
    "minimumPostLength": 1, "newbiePostDelay": 0, "initialPostDelay": 0, "postDelay": 0,
    "postQueue": 0, "uploadRateLimitThreshold": 0,
}  # fmt: skip
"""Settings with which people may post as they like, and a fast match has all its pictures."""
LATEST_CHATS = 5


class RealNodeBB:
    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session
        self._tokens = dict(TOKENS)
        self._raw: dict[int, str] = {}
        self._elsewhere = 0
        self.topic = 0
        self.slugs: dict[str, str] = {}
        self.uids: dict[str, int] = {}

    async def ask(self, who: str, method: str, path: str, body: object = None) -> Any:
        headers = {"Authorization": f"Bearer {self._tokens[who]}"}
        async with self._session.request(method, URL + path, json=body, headers=headers) as answer:
            found = await answer.json()
            assert answer.status < 300, (method, path, answer.status, found)
            return found.get("response", found) if path.startswith("/api/v3") else found

    async def configure(self, **settings: int) -> None:
        for name, value in settings.items():
            await self.ask(HOST, "PUT", f"/api/v3/admin/settings/{name}", {"value": value})

    async def open(self) -> None:
        """Everybody may post; a topic of the administrator's, and a spectator with an account."""
        await self.configure(**AT_EASE)
        await self._make_fan()
        for who in self._tokens:
            me = await self.ask(who, "GET", "/api/self")
            self.slugs[who], self.uids[who] = me["userslug"], me["uid"]
        body = {"cid": int(CATEGORY), "title": "Ann against Bob", "content": "A match is held."}
        self.topic = (await self.ask(HOST, "POST", "/api/v3/topics", body))["tid"]

    async def say(self, who: str, text: str) -> dict[str, Any]:
        """A reply as the forum answers it: with a `pid`, or a `queued` one with an `id`."""
        path = f"/api/v3/topics/{self.topic}"
        made: dict[str, Any] = await self.ask(who, "POST", path, {"content": text})
        return made

    async def edit(self, post: int, text: str) -> None:
        said = await self.ask(HOST, "GET", f"/api/v3/posts/{post}")
        who = next(name for name, uid in self.uids.items() if uid == said["uid"])
        await self.ask(who, "PUT", f"/api/v3/posts/{post}", {"content": text})

    async def enqueue(self, who: str, text: str) -> str:
        """A reply that waits for approval; the queue is on for it alone."""
        await self.configure(postQueue=1)
        made = await self.say(who, text)
        await self.configure(postQueue=0)
        assert made["queued"]
        return str(made["id"])

    async def approve(self, queued: str) -> None:
        await self.ask(HOST, "POST", f"/api/v3/posts/queue/{queued}")

    async def lock(self, *, undo: bool = False) -> None:
        await self.ask(HOST, "DELETE" if undo else "PUT", f"/api/v3/topics/{self.topic}/lock")

    async def move(self, *, undo: bool = False) -> None:
        if not self._elsewhere:
            made = await self.ask(HOST, "POST", "/api/v3/categories", {"name": "Elsewhere"})
            self._elsewhere = made["cid"]
        to = int(CATEGORY) if undo else self._elsewhere
        await self.ask(HOST, "PUT", f"/api/v3/topics/{self.topic}/move", {"cid": to})

    async def told(self) -> list[dict[str, Any]]:
        page, found = 1, []
        while True:
            shown = await self.ask(HOST, "GET", f"/api/topic/{self.topic}?page={page}")
            found += shown["posts"]
            if page >= shown["pagination"]["pageCount"]:
                break
            page += 1
        mine = [post for post in found if post["uid"] == self.uids[REFEREE]]
        for post in mine:
            post["raw"] = await self._raw_of(post["pid"])
        return mine

    async def whispers(self, but: Iterable[str] = ()) -> dict[str, str]:
        """What the referee wrote to the host alone, by id, oldest first; none of some ids."""
        rooms = (await self.ask(HOST, "GET", "/api/v3/chats"))["rooms"][:LATEST_CHATS]
        found: dict[int, str] = {}
        for room in rooms:
            shown = await self.ask(HOST, "GET", f"/api/v3/chats/{room['roomId']}/messages")
            for one in shown["messages"]:
                if one["fromuid"] == self.uids[REFEREE]:
                    found[int(one["messageId"])] = one["content"]
        return {str(key): text for key, text in sorted(found.items()) if str(key) not in but}

    async def _raw_of(self, post: int) -> str:
        if post not in self._raw:
            # The referee never edits.
            self._raw[post] = (await self.ask(HOST, "GET", f"/api/v3/posts/{post}/raw"))["content"]
        return self._raw[post]

    async def _make_fan(self) -> None:
        """A new account each time: nobody can ask for the token of an old one."""
        name = f"fan-{secrets.token_hex(4)}"
        body = {"username": name, "email": f"{name}@example.org", "password": secrets.token_hex()}
        made = await self.ask(HOST, "POST", "/api/v3/users", body)
        body = {"uid": made["uid"], "description": name}
        self._tokens[FAN] = (await self.ask(HOST, "POST", "/api/v3/admin/tokens", body))["token"]
