"""What waits for the referee to be back on duty, and when it is."""

import asyncio
import gc

import pytest
from fakes import ROOM, house

from bot.commands.catalogue import Name
from bot.commands.parsing import Order
from bot.timing import VenueClock
from bot.venues.discord.connection import Connection


@pytest.mark.parametrize("command", [Name.PAUSE, Name.HELP])
async def test_work_that_is_broken_off_before_its_time_was_never_begun(tmp_path, command):
    """The program ends while a command waits: nothing was done, and nothing is left over."""
    begun = []

    async def carry_out() -> None:
        async with connection.once_back(Order(command), ROOM, place.clock.now()):
            begun.append("it")

    async with house(tmp_path) as place:
        connection = Connection(place.desk, place.venue, VenueClock(place.clock, place.clock.now()))
        await place.start()
        place.desk.duty.leave(place.venue)
        waiting = asyncio.create_task(carry_out())
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        # What is never awaited is a warning of the collector's, and with it an error here.
        gc.collect()
        assert begun == []
        await place.desk.duty.come_back(place.venue)
        await carry_out()
        assert begun == ["it"]


async def test_ready_after_the_connection_has_broken_is_no_return(tmp_path):
    """discord.py says "ready" some time after READY, whatever became of the connection.

    The rooms could be read, but nothing is heard: without a session the referee stays away, and the
    clocks stand, until the next READY or RESUMED.
    """
    async with house(tmp_path) as place:
        connection = Connection(place.desk, place.venue, VenueClock(place.clock, place.clock.now()))
        connection.begun()
        connection.lost()
        await connection.return_to_duty()
        assert not connection.is_back()
        connection.begun()
        await connection.return_to_duty()
        assert connection.is_back()
