"""What is woken is worked on side by side, and each number once at a time."""

import asyncio
from collections import Counter
from contextlib import asynccontextmanager

from bot.desk.keyed import Keyed


class Work:
    """Work that lasts until it is let go on; what fails does so as soon as it is begun."""

    def __init__(self, *failing: int) -> None:
        self.begun, self.done = Counter[int](), Counter[int]()
        self._failing, self._goes_on = failing, asyncio.Event()

    async def __call__(self, number: int) -> None:
        self.begun[number] += 1
        if number in self._failing:
            raise ValueError(number)
        await self._goes_on.wait()
        self.done[number] += 1

    async def finish(self) -> None:
        self._goes_on.set()
        await turns()


async def turns() -> None:
    """Whatever can go on now goes on."""
    for _ in range(10):
        await asyncio.sleep(0)


@asynccontextmanager
async def at_work(work: Work, *woken: int):
    keyed = Keyed("cup", work, "it fails")
    running = asyncio.create_task(keyed.run())
    for number in woken:
        keyed.wake(number)
    await turns()
    yield keyed
    running.cancel()


async def test_what_is_woken_while_it_is_worked_on_is_worked_on_once_more():
    work = Work()
    async with at_work(work, 1, 2, 1) as keyed:
        keyed.wake(1)
        keyed.wake(1)
        await turns()
        assert work.begun == {1: 1, 2: 1}
        await work.finish()
        assert work.done == {1: 2, 2: 1}
        keyed.wake(2)
        await turns()
        assert work.done == {1: 2, 2: 2}


async def test_what_fails_is_logged_and_holds_up_nothing(caplog):
    work = Work(1)
    async with at_work(work, 1, 2) as keyed:
        await work.finish()
        keyed.wake(1)
        await turns()
        assert (work.begun, work.done) == ({1: 2, 2: 1}, {2: 1})
    assert [record.getMessage() for record in caplog.records] == ["cup 1: it fails"] * 2
