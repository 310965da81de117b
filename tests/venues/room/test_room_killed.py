"""A referee that is killed again and again, for real: nobody is charged for what came of it."""

import asyncio
import contextlib
import json
import sqlite3
from datetime import datetime
from pathlib import Path

import pytest

from venues.room.playing import begin, deadline_of, entered, set_up, until
from venues.room.process import referee
from venues.room.visitor import Visitor

pytestmark = pytest.mark.real_time

SECONDS_A_TURN = 12


def went_on(folder: Path) -> float:
    """When the clock went on after the last absence: a long one is told of first."""
    with contextlib.closing(sqlite3.connect(folder / "referee.sqlite3")) as database:
        rows = database.execute("SELECT data FROM events ORDER BY number").fetchall()
    events = [json.loads(data) for (data,) in rows]
    back = max(number for number, one in enumerate(events) if one["kind"] == "RefereeBack")
    event = events[back]
    if event["told"]:
        event = next(one for one in events if one["kind"] == "Shown" and one["through"] >= back)
    return datetime.fromisoformat(event["at"]).timestamp()


def heard_until(folder: Path) -> float:
    """When the referee last noted that it was on duty, by its records."""
    with contextlib.closing(sqlite3.connect(folder / "referee.sqlite3")) as database:
        (at,) = database.execute("SELECT at FROM duty WHERE venue = 'room'").fetchone()
    return datetime.fromisoformat(at).timestamp()


async def left_at_return(visitor: Visitor, folder: Path) -> float:
    """How many seconds the player to move had left when the clock went on.

    A page is told later, on a busy machine much later, and meanwhile the clock runs.
    """
    shown = await visitor.state(lambda match: match["clock"]["deadline"] is not None)
    return float(shown["match"]["clock"]["deadline"] / 1000 - went_on(folder))


@pytest.mark.parametrize("seconds", [0.0, 1.5])
async def test_a_referee_killed_right_after_coming_back_has_charged_nothing(
    tmp_path: Path, seconds: float
) -> None:
    """Killed four seconds into a turn, started, killed within three seconds, started again."""
    with referee(tmp_path) as running:
        seats = await set_up(running, clock=f"{SECONDS_A_TURN}s")
        async with entered(running, seats) as (ann, bob):
            await begin(ann, bob)
            began = await deadline_of(ann) - SECONDS_A_TURN
            await until(began + 4)
            running.process.kill()
            lived = asyncio.get_running_loop().time() - began
    with referee(tmp_path) as running:
        async with entered(running, seats) as (_, bob):
            before = await left_at_return(bob, tmp_path)
            # What had run until the last heartbeat is charged, and no more than that.
            assert SECONDS_A_TURN - lived - 0.3 < before < SECONDS_A_TURN
            await asyncio.sleep(seconds)
            running.process.kill()
            await asyncio.to_thread(running.process.wait)
            # On a busy machine it may have lived for longer than it was to: that is charged.
            before -= max(0.0, heard_until(tmp_path) - went_on(tmp_path))
            await asyncio.sleep(1)
    with referee(tmp_path) as running:
        async with entered(running, seats) as (ann, bob):
            assert before - 0.3 < await left_at_return(bob, tmp_path) < before + 0.3
            await ann.say("F6")
            await bob.state(lambda match: match["stones"] == {"F6": "red"})
