"""The disk is full, and a clock is running: nobody pays.

Each with a referee in a process of its own, and by the real clock; with time moved by hand, and for
a database that another program holds, `test_room_store_fails.py` says the same.
"""

import asyncio
from datetime import datetime
from pathlib import Path

import pytest
from chaos.process import STOPS_WITHIN

from bot.timing import wall_clock
from venues.room import playing
from venues.room.failing_disk import filled, limited, small_disk
from venues.room.process import ask, referee, stopped

pytestmark = pytest.mark.real_time

SECONDS_A_TURN = 7
A_TURN_WITHOUT_ITS_PICTURE = 20 * 4096
"""The line and the ruling take ten pages of the journal, a heartbeat meanwhile two, and the picture
thirteen: there is room for a turn and for four heartbeats, but never for the picture."""
LONG = " " * 1900
"""Beside a turn: more than the journal has room for by chance."""
ASKED_ON_A_FULL_DISK = [
    (("health",), 1, "at work, but not on duty: the database can't be used: the disk"),
    (("health", "--live"), 0, "at work, but not on duty: the database can't be used: the disk"),
    (("doctor",), 1, "rules nothing: the database can't be used: the disk"),
]
"""What is asked, its status, and what it says: of the process, since here nothing is limited."""
BEFORE = 2.5
"""Seconds before the deadline at which a turn is sent."""


def about(seconds: float) -> object:
    """So much but for what lies between two notes of the same moment."""
    return pytest.approx(seconds, abs=0.3)


def no_less_than(stood: float, left: float) -> bool:
    """No more was charged than had run; where a busy machine stalled, that is given back."""
    return stood - 0.3 < left < SECONDS_A_TURN + 0.3


def turn_ends(folder: Path) -> float:
    """When the first turn would end if the referee had never been away."""
    begun = next(one for one in playing.stored(folder) if one["kind"] == "Shown")["at"]
    return datetime.fromisoformat(begun).timestamp() + SECONDS_A_TURN


async def test_a_disk_full_between_a_ruling_and_its_announcement(tmp_path: Path) -> None:
    """The turn is stored, its picture does not fit: it is told when there is room, and once."""
    with referee(tmp_path) as running:
        async with playing.begun(running, clock=f"{SECONDS_A_TURN}s") as (ann, bob):
            deadline = await playing.deadline_of(ann)
            async with limited(running, tmp_path, left=A_TURN_WITHOUT_ITS_PICTURE):
                await ann.say("F6")
                await bob.state(lambda match: match["stones"] == {"F6": "red"})
                await playing.until(deadline + 1)
            shown = await bob.state(lambda match: match["clock"]["deadline"] is not None)
            begun = [one for one in playing.stored(tmp_path) if one["kind"] == "Shown"][-1]["at"]
            begun_at = datetime.fromisoformat(begun).timestamp()
            # Blue's time runs from the moment when the room was told, and not before.
            assert shown["match"]["clock"]["deadline"] / 1000 - begun_at == about(SECONDS_A_TURN)
            assert playing.told(bob).count("Red played F6.") == 1
            await bob.say("A1")
            await ann.state(lambda match: len(match["stones"]) == 2)


async def test_a_planned_stop_while_the_disk_is_full(tmp_path: Path) -> None:
    """It ends in time with a turn that it could not store; the page sends it again, and it counts.

    Charged is what had run when the disk was full, and not what ran until the stop.
    """
    with referee(tmp_path) as running:
        seats = await playing.set_up(running, clock=f"{SECONDS_A_TURN}s")
        async with playing.entered(running, seats) as (ann, bob):
            await playing.begin(ann, bob)
            deadline = await playing.deadline_of(ann)
            async with limited(running, tmp_path):
                full = wall_clock().timestamp()
                await playing.until(deadline - BEFORE)
                key = await ann.say("F6" + LONG)
                await ann.until(lambda one: "is kept" in str(one))
                for words, status, said in ASKED_ON_A_FULL_DISK:
                    asked = await asyncio.to_thread(ask, running, *words)
                    assert (asked.returncode, said in asked.stdout + asked.stderr) == (status, True)
                assert await stopped(running) < STOPS_WITHIN
                assert running.process.returncode == 0
            assert not any(one["type"] == "taken" and one.get("key") == key for one in ann.seen)
    noted = playing.heard_until(tmp_path)
    assert noted <= full
    left = min(SECONDS_A_TURN, turn_ends(tmp_path) - noted)
    with referee(tmp_path) as running:
        async with playing.entered(running, seats) as (ann, bob):
            assert no_less_than(left, await playing.left_at_return(bob, tmp_path))
            await ann.say("F6", key)
            await bob.state(lambda match: match["stones"] == {"F6": "red"})


async def test_a_start_on_a_full_disk_is_one_line_and_charges_nobody(tmp_path: Path) -> None:
    """It says what is wrong and ends; with room on the disk the match goes on where it stood."""
    with small_disk(tmp_path / "disk") as folder:
        with referee(folder) as running:
            seats = await playing.set_up(running, clock=f"{SECONDS_A_TURN}s")
            async with playing.entered(running, seats) as (ann, bob):
                await playing.begin(ann, bob)
                deadline = await playing.deadline_of(ann)
                await playing.until(deadline - 3)
        stood = turn_ends(folder) - playing.heard_until(folder)
        async with filled(running, folder):
            failed = await asyncio.to_thread(ask, running, WEB_PORT="0")
            assert failed.returncode == 1
            assert failed.stderr.count("\n") == 1
            assert "the disk is full" in failed.stderr
            await playing.until(deadline + 1)
        with referee(folder) as running:
            async with playing.entered(running, seats) as (ann, bob):
                assert no_less_than(stood, await playing.left_at_return(bob, folder))
                await ann.say("F6")
                await bob.state(lambda match: match["stones"] == {"F6": "red"})
