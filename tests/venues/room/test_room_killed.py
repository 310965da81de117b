"""A referee that is killed again and again, for real: nobody is charged for what came of it."""

import asyncio
from pathlib import Path

import pytest

from venues.room import playing
from venues.room.process import referee

pytestmark = pytest.mark.real_time

SECONDS_A_TURN = 12


async def test_a_referee_killed_right_after_coming_back_has_charged_nothing(tmp_path: Path) -> None:
    """Killed four seconds into a turn; then right after it is back, and 1.5 s after that."""
    with referee(tmp_path) as running:
        seats = await playing.set_up(running, clock=f"{SECONDS_A_TURN}s")
        async with playing.entered(running, seats) as (ann, bob):
            await playing.begin(ann, bob)
            began = await playing.deadline_of(ann) - SECONDS_A_TURN
            await playing.until(began + 4)
            running.process.kill()
            lived = asyncio.get_running_loop().time() - began
    # What had run until the last heartbeat is charged, and no more than that.
    least, most = SECONDS_A_TURN - lived - 0.3, float(SECONDS_A_TURN)
    for seconds in (0.0, 1.5):
        with referee(tmp_path) as running:
            async with playing.entered(running, seats) as (_, bob):
                left = await playing.left_at_return(bob, tmp_path)
                assert least < left < most
                await asyncio.sleep(seconds)
                running.process.kill()
                await asyncio.to_thread(running.process.wait)
                # On a busy machine it may have lived for longer than it was to: that is charged.
                left -= max(0.0, playing.heard_until(tmp_path) - playing.went_on(tmp_path))
                least, most = left - 0.3, left + 0.3
    with referee(tmp_path) as running:
        async with playing.entered(running, seats) as (ann, bob):
            assert least < await playing.left_at_return(bob, tmp_path) < most
            await ann.say("F6")
            await bob.state(lambda match: match["stones"] == {"F6": "red"})
