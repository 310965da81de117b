"""A real NodeBB as an arena: people by their tokens, `python -m bot` as a process, and real time.

Between the two is a relay, which cuts what is to be cut and says how far a post has come. Where the
environment names no such forum the suite says so and goes on: see `venues/forum/real.py`.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from itertools import cycle, islice
from pathlib import Path
from time import monotonic
from typing import Any

import aiohttp

from bot.venues.forum.voice import answered_by, nonce_in
from venues.conformance.arena import FAN, Found, Topic, words_of_post
from venues.conformance.at_forum import in_utc
from venues.forum.process import Process
from venues.forum.real import CATEGORY, NAMED, ON_A_REAL_FORUM, REFEREE, TOKENS, URL, RealNodeBB
from venues.forum.relay import Moment, Relay

__all__ = ["NAMED", "ON_A_REAL_FORUM", "real_nodebb"]

PATIENCE = timedelta(minutes=3)
GLANCE = timedelta(seconds=0.3)
UNSEEN_EDIT = timedelta(seconds=1.5)
"""So long after a post somebody may have seen it."""
MOMENTS = (
    (Moment.UNSENT, False), (Moment.UNSENT, True), (Moment.MADE, True), (Moment.ANSWERED, True),
)  # fmt: skip
"""At which a process can be killed over a post, and whether the post is made all the same."""


class RealArena(Topic):
    """What it shows is as of the last look; whoever waits looks again and again."""

    downtime = timedelta(seconds=90)
    silence = timedelta(minutes=6)

    def __init__(self, forum: RealNodeBB, relay: Relay, referee: Process) -> None:
        self.forum, self.relay, self.referee = forum, relay, referee
        self._told: list[dict[str, Any]] = []
        self._whispers: dict[str, str] = {}
        self._known: frozenset[str] = frozenset()
        self._passed = datetime(1970, 1, 1, tzinfo=UTC)
        self._ahead = timedelta(0)
        """By how much the forum's clock is ahead of the machine's monotonic one."""
        self._killing: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await self.forum.open()
        self._known = frozenset(await self.forum.whispers())
        await self.start()

    async def close(self) -> None:
        if self._killing is not None:
            self._killing.cancel()
            await asyncio.gather(self._killing, return_exceptions=True)
        self.referee.kill()
        await self.referee.ended()

    @property
    def handles(self) -> Mapping[str, str]:
        return self.forum.slugs

    async def say(self, who: str, text: str) -> str:
        sent = timedelta(seconds=monotonic())
        made = await self.forum.say(who, text)
        self._ahead = _moment(made["timestamp"]) - datetime(1970, 1, 1, tzinfo=UTC) - sent
        return str(made["pid"])

    async def say_unheard(self, who: str, text: str) -> str:
        """The same: nobody tells a referee who has to look."""
        sent = self._now()
        said = await self.say(who, text)
        self.lag = max(timedelta(0), sent - self._passed)
        return said

    async def edit(self, message: str, text: str) -> None:
        """By its author, and somebody posts: an edit changes no record."""
        await asyncio.sleep(UNSEEN_EDIT.total_seconds())
        await self.forum.edit(int(message), text)
        await self.say(FAN, "I saw that, you know")

    async def ask(self, who: str, words: str) -> str:
        said = await self.say(who, f"{self.mention} {words}")
        await self.answer(said)
        return "\n".join(post["raw"] for post in self._replies(said))

    def told(self) -> list[str]:
        return [words_of_post(post["raw"]) for post in self._told]

    def answers(self, message: str) -> list[str]:
        return [words_of_post(post["raw"]) for post in self._replies(message)]

    def logged(self) -> str:
        return self.referee.log.read_text(encoding="utf-8", errors="replace")

    def lose_an_answer(self) -> None:
        self.relay.arm(self.forum.topic, Moment.MADE, lambda: False)

    async def start(self) -> None:
        await self.referee.start()
        await self.relay.round()

    async def stop(self) -> None:
        await self.referee.stop()

    async def be_down(self, length: timedelta) -> None:
        await self.stop()
        await asyncio.sleep(length.total_seconds())
        await self.start()

    async def be_away(self, length: timedelta) -> None:
        """Every connection is cut, and it takes some minutes more until the next try."""
        self.relay.silent = True
        await asyncio.sleep(length.total_seconds())
        self.relay.silent = False
        await self.relay.round()

    async def settle(self) -> None:
        await self.relay.round(2)
        await self._look()

    async def pass_time(self, length: timedelta) -> None:
        """It has to be waited for, counted from what was told last."""
        stamps = [self._passed, *(_moment(post["timestamp"]) for post in self._told[-1:])]
        self._passed = max(stamps) + length
        await asyncio.sleep((self._passed - self._now()).total_seconds())

    async def until(self, check: Callable[[], Found]) -> Found:
        end = monotonic() + PATIENCE.total_seconds()
        while not (found := check()):
            assert monotonic() < end, "\n---\n".join(self.told())
            await asyncio.sleep(GLANCE.total_seconds())
            await self._look()
        return found

    def moment(self, at: datetime, zone: str) -> str:
        """As the forum shows moments to all."""
        del zone
        return in_utc(at)

    @property
    def mention(self) -> str:
        return f"@{self.forum.slugs[REFEREE]}"

    async def hold_back(self, who: str, text: str) -> str:
        """The administrator has the queue on for a moment."""
        return await self.forum.enqueue(who, text)

    async def let_through(self, held: str) -> None:
        await self.forum.approve(held)

    async def shut(self, how: str) -> None:
        await {"locked": self.forum.lock, "moved": self.forum.move}[how]()

    async def open_again(self, how: str) -> None:
        await {"locked": self.forum.lock, "moved": self.forum.move}[how](undo=True)

    def whispers(self) -> list[str]:
        return list(self._whispers.values())

    def kill_over_every_post(self, first: int) -> None:
        self._killing = asyncio.create_task(self._kill_and_start(first))

    async def _kill_and_start(self, first: int) -> None:
        for moment, goes_on in islice(cycle(MOMENTS), first, None):
            struck = self.relay.arm(self.forum.topic, moment, self.killer(goes_on=goes_on))
            await struck()
            await self.referee.ended()
            await self.referee.start()

    def killer(self, *, goes_on: bool) -> Callable[[], bool]:
        """What kills the referee, and says whether its post is made all the same."""

        def strike() -> bool:
            self.referee.kill()
            return goes_on

        return strike

    def _replies(self, message: str) -> list[dict[str, Any]]:
        return [
            post
            for post in self._told
            if str(post.get("toPid")) == message or message in answered_by(nonce_in(post["raw"]))
        ]

    def _now(self) -> datetime:
        """The forum's present, as its latest stamp told it."""
        return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=monotonic()) + self._ahead

    async def _look(self) -> None:
        if self._killing is not None and self._killing.done():
            self._killing.result()
        self._told = await self.forum.told()
        self._whispers = await self.forum.whispers(self._known)


def _moment(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


@asynccontextmanager
async def real_nodebb(folder: Path) -> AsyncIterator[RealArena]:
    """The forum that the environment names; in the end nobody's token is in what was logged."""
    async with Relay(URL) as relay, aiohttp.ClientSession() as session:
        settings = {"NODEBB_URL": relay.url, "NODEBB_CATEGORY": CATEGORY}
        referee = Process(settings | {"NODEBB_TOKEN": TOKENS[REFEREE]}, folder)
        arena = RealArena(RealNodeBB(session), relay, referee)
        await arena.open()
        try:
            yield arena
        finally:
            await arena.close()
        log = arena.logged()
        assert "DEBUG" in log
        assert "Bearer" not in log
        assert not any(token in log for token in TOKENS.values())
