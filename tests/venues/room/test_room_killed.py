"""A referee that is killed again and again, for real: nobody is charged for what came of it."""

import asyncio
from pathlib import Path
from time import monotonic

import pytest

from venues.room.playing import begin, deadline_of, entered, seconds_left, set_up, until
from venues.room.process import referee

pytestmark = pytest.mark.real_time

SECONDS_A_TURN = 12


@pytest.mark.parametrize("seconds", [0.0, 1.5])
async def test_a_referee_killed_right_after_coming_back_has_charged_nothing(
    tmp_path: Path, seconds: float
) -> None:
    """Killed four seconds into a turn, started, killed within three seconds, started again."""
    with referee(tmp_path) as running:
        seats = await set_up(running, clock=f"{SECONDS_A_TURN}s")
        async with entered(running, seats) as (ann, bob):
            await begin(ann, bob)
            await until(await deadline_of(ann) - SECONDS_A_TURN + 4)
            running.process.kill()
    with referee(tmp_path) as running:
        async with entered(running, seats) as (_, bob):
            before = await seconds_left(bob)
            # What had run until the last heartbeat is charged, and no more than that.
            assert SECONDS_A_TURN - 4.5 < before < SECONDS_A_TURN
            await asyncio.sleep(seconds)
            running.process.kill()
            await asyncio.to_thread(running.process.wait)
            await asyncio.sleep(1)
    with referee(tmp_path) as running:
        begun = monotonic()
        async with entered(running, seats) as (ann, bob):
            left = await seconds_left(bob)
            # The clock runs again since its return, which on a busy machine is a while ago.
            assert before - 0.3 - (monotonic() - begun) < left < before + 0.3
            await ann.say("F6")
            await bob.state(lambda match: match["stones"] == {"F6": "red"})
