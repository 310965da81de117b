"""A referee that stands still near a deadline, for real: stopped and continued by signals."""

import asyncio
import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from loopback.bell import PATIENCE

from venues.room.playing import playing
from venues.room.process import Running, referee
from venues.room.visitor import Visitor

pytestmark = pytest.mark.real_time

SECONDS_A_TURN = 8
BEFORE = 1.0
"""Seconds before the deadline, enough for a machine that is slow to wake this test."""


async def stands_still(running: Running, seconds: float, act: Any) -> None:
    """The process is stopped; it gets an act, and goes on some seconds after the deadline."""
    running.process.send_signal(signal.SIGSTOP)
    await act
    await asyncio.sleep(BEFORE + seconds)
    running.process.send_signal(signal.SIGCONT)


async def until_just_before(visitor: Visitor) -> None:
    """Returns shortly before the deadline of the turn under way."""
    shown = await visitor.state(lambda match: match["clock"]["deadline"] is not None)
    left = (shown["match"]["clock"]["deadline"] - shown["now"]) / 1000
    assert left > SECONDS_A_TURN / 2
    await asyncio.sleep(left - BEFORE)


@pytest.mark.parametrize("seconds", [1.5, 3.9])
async def test_a_turn_that_arrives_in_a_stall_counts(tmp_path: Path, seconds: float) -> None:
    """Sent in time, heard seconds after the deadline: nobody answered, so nobody is forfeited."""
    with referee(tmp_path) as running:
        async with playing(running, clock=f"{SECONDS_A_TURN}s") as (ann, bob):
            await until_just_before(ann)
            await stands_still(running, seconds, ann.say("F6"))
            shown = await bob.state(lambda match: match["turn"] or match["status"] == "over")
            assert (shown["match"]["stones"], shown["match"]["status"]) == (
                {"F6": "red"},
                "running",
            )


async def test_a_press_that_arrives_in_a_stall_counts(tmp_path: Path) -> None:
    """Resigning is no loss on time."""
    with referee(tmp_path) as running:
        async with playing(running, clock=f"{SECONDS_A_TURN}s") as (ann, bob):
            await until_just_before(ann)
            await stands_still(running, 2.5, ann.act("resign"))
            shown = await bob.state(lambda match: match["status"] == "over")
            assert "resignation" in shown["match"]["headline"]


async def test_a_planned_stop_after_a_stall_charges_nobody(tmp_path: Path) -> None:
    """It is told to stop while it stands still: no flag falls on its way out."""
    with referee(tmp_path) as running:
        async with playing(running, clock=f"{SECONDS_A_TURN}s") as (ann, _):
            await until_just_before(ann)
            await stands_still(running, 2.5, stop(running))
            await asyncio.to_thread(running.process.wait, PATIENCE.total_seconds())
            assert running.process.returncode == 0
    with closing(sqlite3.connect(tmp_path / "referee.sqlite3")) as database:
        stored = [data for (data,) in database.execute("SELECT data FROM events")]
    assert any("PlayerReady" in data for data in stored)
    assert not any("FlagFell" in data or "MatchEnded" in data for data in stored)


async def stop(running: Running) -> None:
    """The process is told to end; it hears of it when it goes on."""
    running.process.send_signal(signal.SIGINT)
