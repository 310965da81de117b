"""A referee at work on loopback forums, as a host and two players meet it; time by hand."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from elsewhere import Elsewhere
from handclock import HandClock
from layers import rows
from loopback_forums import (
    ForumPost,
    LoopbackDiscourse,
    LoopbackForum,
    LoopbackNodeBB,
    Topic,
    User,
)  # fmt: skip
from storage import kept

from bot.app import serve
from bot.settings import Settings
from bot.venues.forum.checkup import check_up

SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)
EVERY = 10 * SECOND
BOTH = pytest.mark.parametrize(
    "shut", rows([LoopbackNodeBB, LoopbackDiscourse], quick=[LoopbackNodeBB]), indirect=True
)
DISCOURSE = pytest.mark.parametrize("shut", [LoopbackDiscourse], indirect=True)
"""A test of what is asked or answered in the software's own way, which is another's in each."""
RED, BLUE = "E5", "D4 D5"
"""The first two turns of a game: one stone, then two."""
STEP = EVERY / 2
"""So much time passes at once where nobody says otherwise; the referee sees what it brings."""
MOST_STEPS = 600
"""After which what is waited for does not come."""


class ForumHouse:
    """One forum, one topic, and a referee that can be restarted."""

    def __init__(self, forum: LoopbackForum, clock: HandClock, folder: Path) -> None:
        self.forum = forum
        self.clock = clock
        self.elsewhere = Elsewhere()
        self.topic = forum.topic(forum.place, forum.host, "Ann against Bob")
        self.settings = Settings(
            **forum.settings(),
            forum_every=EVERY,
            database_url=kept.sqlite(folder / "referee.sqlite3"),
        )
        self._stop = asyncio.Event()
        self._work: asyncio.Task[None] | None = None
        self.revives = False
        """Whether a referee that was doomed is started anew."""
        self._doomed = False

    @property
    def working(self) -> bool:
        return self._work is not None

    def visit(self, forum: LoopbackForum) -> None:
        self.forum = forum
        self.set_also(**forum.settings())

    def set_also(self, **settings: Any) -> None:
        self.settings = replace(self.settings, **settings)

    def doom(self) -> None:
        """Ends the referee at once, in the middle of whatever it does."""
        self._doomed = True
        if self._work is not None:
            self._work.cancel()

    async def open(self) -> None:
        """Starts the referee and waits until it has gone round once."""
        self._stop = asyncio.Event()
        seen = len(self.forum.journal)
        self._work = asyncio.create_task(serve(self.settings, self.clock, self._stop))
        await self.forum.until(
            lambda: any(
                path.startswith(("/api/category/", "/latest.json"))
                for _, path, _ in self.forum.journal[seen:]
            ),
            "the first round",
        )

    async def close(self) -> None:
        """Stops it as SIGTERM does; one that was doomed is gone already."""
        if self._doomed:
            await self.kill()
        self._stop.set()
        if self._work is not None:
            work, self._work = self._work, None
            await work

    async def restart(self) -> None:
        await self.close()
        await self.open()

    async def kill(self) -> None:
        """Ends it in the middle of whatever it does; what is stored stays."""
        if self._work is not None:
            work, self._work = self._work, None
            # Broken off once: a second time it would leave its database open.
            if not work.cancelling():
                work.cancel()
            await asyncio.gather(work, return_exceptions=True)

    def say(self, user: User, text: str, **extras: Any) -> ForumPost:
        return self.forum.say(user, self.topic, text, **extras)

    async def until(self, check: Callable[[], Any], what: str = "", step: timedelta = STEP) -> Any:
        for _ in range(MOST_STEPS):
            if found := check():
                return found
            if self._doomed and self.revives:
                self._doomed = False
                await self.kill()
                await self.open()
            self.clock.advance(step)
            await self.settle()
        raise AssertionError(f"waited for {what}; there is:\n{self.forum.show()}")

    async def whispered(self, step: timedelta = STEP) -> str:
        """The first word to the host alone."""
        await self.until(lambda: self.forum.chats, "a word to the host", step)
        return self.forum.chats[0][2]

    async def settle(self) -> None:
        """Lets the referee do what it can do without time passing, however slow the machine is."""
        await self.elsewhere.settle(lambda: self.forum.under_way)

    async def told(self, part, *, after=None, topic=None, step=STEP) -> ForumPost:
        """The referee's next post with this part in it."""
        start = -1 if after is None else after.id

        def found() -> ForumPost | None:
            mine = self.forum.said_by(self.forum.referee, topic or self.topic)
            mine.sort(key=lambda post: post.id)
            return next((one for one in mine if one.id > start and part in one.raw), None)

        post: ForumPost = await self.until(found, repr(part), step)
        return post

    async def start(self, options: str = "") -> ForumPost:
        name = self.forum.referee.slug
        start = f"@{name} match start red:@ann blue:@bob {options}".strip()
        opened = self.say(self.forum.host, start)
        await self.told("against", after=opened)
        self.both_ready()
        return await self.told("Both are ready", after=opened)

    def both_ready(self) -> ForumPost:
        ready = f"@{self.forum.referee.slug} match ready"
        self.say(self.forum.ann, ready)
        return self.say(self.forum.bob, ready)

    async def play(self, user: User, text: str, expect: str = "played") -> ForumPost:
        return await self.told(expect, after=self.say(user, text))

    async def pass_time(self, length: timedelta, step: timedelta = STEP) -> None:
        end = self.clock.now() + length
        while (left := end - self.clock.now()) > timedelta(0):
            self.clock.advance(min(step, left))
            await self.settle()

    def count(self, part: str) -> int:
        return sum(one.raw.count(part) for one in self.mine())

    def mine(self, topic: Topic | None = None) -> list[ForumPost]:
        return self.forum.said_by(self.forum.referee, topic or self.topic)


@asynccontextmanager
async def house(kind: type[LoopbackForum], folder: Path) -> AsyncIterator[ForumHouse]:
    clock = HandClock()
    async with kind(clock.now) as forum:
        place = ForumHouse(forum, clock, folder)
        with place.elsewhere.counting():
            try:
                yield place
            finally:
                await place.close()


async def doctor(forum, **changes) -> list[str]:
    settings = Settings(**(forum.settings() | changes))
    return [f"{it.mark} {it.text}" async for it in check_up(settings, forum.now)]
