"""Whose turn it is to use a database, and who fails with whom while it can't be reached."""

import asyncio
from contextlib import suppress

from bot.storage.failures import UnreachableError
from bot.storage.in_order import InOrder


async def use(order: InOrder) -> str:
    """Whoever has a turn is answered."""
    async with order.turn():
        return "answered"


async def fail(order: InOrder, waiting: int) -> list["asyncio.Task[str]"]:
    """Somebody finds the database silent, while so many wait: those."""
    waited: list[asyncio.Task[str]] = []
    with suppress(UnreachableError):
        async with order.turn():
            waited += [asyncio.create_task(use(order)) for _ in range(waiting)]
            await asyncio.sleep(0)
            raise UnreachableError("silent")
    return waited


async def test_failure_spares_later_comers():
    """Two waited; whoever found the database silent tries again at once."""
    order = InOrder(1, patient=True)
    waited = await fail(order, 2)
    assert await use(order) == "answered"
    failed = await asyncio.gather(*waited, return_exceptions=True)
    assert [str(error) for error in failed] == ["silent", "silent"]


async def test_failure_spares_waiters_after_an_answer():
    """That one had a turn of its own all the while."""
    order = InOrder(2, patient=True)
    async with order.turn():
        (waited,) = await fail(order, 1)
    assert await waited == "answered"
