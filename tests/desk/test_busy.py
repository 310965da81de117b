"""Clocks while the process that thinks is busy: nothing that time brings is told any later."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from time import thread_time

from fakes import BLUE, RED, SECOND, TERMS, FakeHouse, SteppingClock
from loopback.bell import Bell
from settling import meanwhile
from storage.kept import sqlite
from thinker import thinker

from bot.desk.thinking import Thinking
from bot.players.game import Game
from bot.players.programs import spar
from bot.referee.clock import ZERO, TimeControl

GRACE = 2 * SECOND
"""The fake venue's."""
RUSHED = replace(
    TERMS,
    control=TimeControl(10 * SECOND, 20 * SECOND),
    warnings=(10 * SECOND, 5 * SECOND, 2 * SECOND),
)
TOLD = {
    "turn time is over": 10, "less than 0:10": 20, "than 0:05": 25, "than 0:02": 28, "ran out": 30,
}  # fmt: skip
"""What a player who stays silent is told, and how many seconds after the turn began it is due."""
OVERSLEPT = SECOND * 0.3
"""Whoever works between counting how long to sleep and falling asleep wakes that much later."""
LONG = Game("genius", 5)


class WorkingClock(SteppingClock):
    """Moved by hand, and by the work of the thread that rules: so long everybody else waits.

    It counts the processor's time and not the wall's, so that a busy machine makes nothing later.
    """

    def __init__(self, bell: Bell) -> None:
        super().__init__(bell)
        self._worked = thread_time()

    def now(self) -> datetime:
        self._keep_up()
        return super().now()

    def monotonic(self) -> timedelta:
        self._keep_up()
        return super().monotonic()

    async def sleep(self, length: timedelta) -> None:
        self._keep_up()
        await super().sleep(length)

    def advance(self, length: timedelta) -> None:
        """Lets time pass; some may have passed since whoever asks has looked."""
        super().advance(max(length, ZERO))

    def _keep_up(self) -> None:
        before, self._worked = self._worked, thread_time()
        self.advance(timedelta(seconds=self._worked - before))


@asynccontextmanager
async def busy(thinking: Thinking) -> AsyncIterator[None]:
    """The process is there, and reviews one long game after another."""
    turns = spar("gentle", "gentle", LONG, 1)
    await thinking.review(LONG, (), 1)

    async def ask() -> None:
        while True:
            await thinking.review(LONG, turns, 1)

    async with meanwhile(ask()) as asking:
        yield
        assert not asking.done()


def is_asleep(place: FakeHouse, until: datetime) -> bool:
    """Whether somebody sleeps no longer than that; who has yet to fall asleep would miss it."""
    wakes = place.clock.next_wake()
    return wakes is not None and wakes <= until


async def silence(place: FakeHouse) -> list[tuple[str, timedelta]]:
    """What is told while a player stays silent, and how long after the turn began."""
    place.watch_deadlines()
    await place.start(RUSHED)
    await place.hear(RED, "E5")
    await place.hear(BLUE, "A1")
    begun = place.world.announced()[-1]
    while "ran out" not in place.world.texts()[-1]:
        known = len(place.world.announced())
        until = place.clock.now() + place.desk.alarm.wait() + OVERSLEPT
        await place.world.until(lambda until=until: is_asleep(place, until))
        place.clock.advance(until - place.clock.now())
        await place.world.until(lambda known=known: len(place.world.announced()) > known)
        await place.settled()
    told = place.world.announced()
    return [(one.text, one.at - begun.at) for one in told[told.index(begun) + 1 :]]


@asynccontextmanager
async def working(folder: Path, name: str) -> AsyncIterator[FakeHouse]:
    """A house whose time passes while it works."""
    place = FakeHouse(folder, 5 * SECOND)
    place.address = sqlite(folder / f"{name}.sqlite3")
    place.clock = place.world.clock = WorkingClock(place.world.bell)
    await place.open()
    try:
        yield place
    finally:
        await place.close()


async def test_every_warning_and_the_flag_come_in_the_same_second_as_without(tmp_path) -> None:
    """Turn time, three warnings and the flag, while one long review after another is made."""
    async with working(tmp_path, "idle") as place:
        alone = await silence(place)
    async with working(tmp_path, "busy") as place, thinker(place.clock) as thinking, busy(thinking):
        place.desk.thinking = thinking
        beside = await silence(place)
    for (text, after), (words, due) in zip(alone, TOLD.items(), strict=True):
        assert words in text
        assert ZERO < after - due * SECOND - GRACE < SECOND
    for (text, after), (same, without) in zip(beside, alone, strict=True):
        assert _timeless(text) == _timeless(same)
        assert abs(after - without) < SECOND


def _timeless(text: str) -> str:
    """Words without the moments in them, which are some milliseconds later by the second time."""
    return re.sub(r"\[[\d:]+\]", "[…]", text)
