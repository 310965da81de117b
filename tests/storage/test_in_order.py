"""Whose turn it is to use a database, and who fails with whom while it can't be reached."""

import asyncio

import pytest

from bot.storage.failures import UnreachableError
from bot.storage.in_order import InOrder


async def use(order: InOrder) -> str:
    """Whoever has a turn is answered."""
    async with order.turn():
        return "answered"


async def test_who_comes_after_a_failure_does_not_fail_with_those_who_waited_for_it():
    """Two wait while a third finds the database silent, and tries again at once."""
    order, waited = InOrder(1, patient=True), []

    async def find_silent() -> None:
        async with order.turn():
            waited.extend(asyncio.create_task(use(order)) for _ in range(2))
            await asyncio.sleep(0)
            raise UnreachableError("silent")

    with pytest.raises(UnreachableError):
        await find_silent()
    assert await use(order) == "answered"
    failed = await asyncio.gather(*waited, return_exceptions=True)
    assert [str(error) for error in failed] == ["silent", "silent"]
