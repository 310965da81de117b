"""Clocks that are wrong: those of somebody in between, and a machine's that stood still."""

import time
from datetime import timedelta

import pytest
from loopback import Answer
from loopback.snowflakes import Snowflakes

from end_to_end.failing import told, until

TEN_MINUTES = timedelta(minutes=10)


async def test_the_date_of_somebody_in_between_ends_nobodys_time(place):
    """A proxy answers for Discord once, and its clock is ten minutes ahead."""
    await place.start()
    await place.pass_time(5)
    right = place.discord.clock
    place.discord.clock = lambda: right() + TEN_MINUTES
    place.discord.faults.next("POST /interactions/*", Answer(502))
    place.slash(place.fan, "match clock")
    await place.discord.wait_until(lambda: not place.discord.faults.pending)
    place.discord.clock = right
    await place.pass_time(8)
    played = await place.play(place.red, "E5")
    assert "Banks: Red 5:00" in played.content
    assert not told(place, "ran out")


async def test_a_machine_that_stood_still_charges_nobody(place):
    """It was suspended, its clocks with it, and the connection survived: Discord's stamps tell."""
    await place.start()
    await place.pass_time(5)
    right = place.discord.clock
    place.discord.clock = lambda: right() + TEN_MINUTES
    place.discord.ids = Snowflakes(place.discord.clock)
    await place.say(place.fan, "is anybody there?")
    await until(place, lambda: told(place, "I was away for 10:0"), "the referee to be back")
    played = await place.play(place.red, "E5")
    assert "Banks: Red 5:00" in played.content
    assert not told(place, "ran out")


@pytest.mark.real_time
async def test_a_loop_that_stood_still_was_not_on_duty(place):
    """Something held up everything for six seconds, and the connection survived it."""
    await place.start()
    await place.pass_time(30)
    time.sleep(6)  # noqa: ASYNC251 - this is what stands still
    await place.announcement("I was away for 0:0")
    played = await place.play(place.red, "E5")
    assert "Banks: Red 5:00" in played.content
