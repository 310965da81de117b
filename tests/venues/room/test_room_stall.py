"""A referee that stands still near a deadline, for real: stopped and continued by signals."""

import asyncio
import signal
from pathlib import Path
from typing import Any

import pytest
from loopback.bell import LONGEST

from venues.room.playing import begun, stored
from venues.room.process import Running, referee
from venues.room.visitor import Visitor

pytestmark = pytest.mark.real_time

SECONDS_A_TURN = 6
BEFORE = 1.5
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


async def test_what_arrives_in_a_stall_counts(tmp_path: Path) -> None:
    """Sent in time, heard seconds after the deadline: a turn, then a resignation, and no flag."""
    with referee(tmp_path) as running:
        async with begun(running, clock=f"{SECONDS_A_TURN}s") as (ann, bob):
            await until_just_before(ann)
            await stands_still(running, 3.3, ann.say("F6"))
            shown = await bob.state(lambda match: match["turn"] or match["status"] == "over")
            assert shown["match"]["stones"] == {"F6": "red"}
            assert shown["match"]["status"] == "running"
            await until_just_before(bob)
            await stands_still(running, 1.5, bob.act("resign"))
            shown = await ann.state(lambda match: match["status"] == "over")
            assert "resignation" in shown["match"]["headline"]


async def test_a_planned_stop_after_a_stall_charges_nobody(tmp_path: Path) -> None:
    """It is told to stop while it stands still: no flag falls on its way out."""
    with referee(tmp_path) as running:
        async with begun(running, clock=f"{SECONDS_A_TURN}s") as (ann, _):
            await until_just_before(ann)
            await stands_still(running, 2.5, stop(running))
            await asyncio.to_thread(running.process.wait, LONGEST.total_seconds())
            assert running.process.returncode == 0
    kinds = {event["kind"] for event in stored(tmp_path)}
    assert "PlayerReady" in kinds
    assert not {"FlagFell", "MatchEnded"} & kinds


async def stop(running: Running) -> None:
    """The process is told to end; it hears of it when it goes on."""
    running.process.send_signal(signal.SIGINT)
