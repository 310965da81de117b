"""Whoever calls time is woken whenever it would sleep too long, and left alone otherwise."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from fakes import BLUE, HOST, MINUTE, RED, ROOM, TERMS, FakeHouse, house

from bot.referee.clock import TimeControl
from bot.referee.events import MatchOpened
from bot.referee.room import Room
from bot.referee.submission import StartNow, Submission

SECOND = MINUTE / 60
OTHER = replace(ROOM, id="other")


async def begin(place: FakeHouse, room: Room, length: timedelta) -> None:
    """A match whose turns last so long; the player to move has just got the turn."""
    terms = replace(TERMS, control=TimeControl(length, 0 * SECOND))
    await place.desk.open(room, MatchOpened(place.clock.now(), HOST, (RED, BLUE), terms))
    await place.desk.submit(room, Submission(HOST, StartNow(), place.clock.now()))
    await place.settled()


@asynccontextmanager
async def asleep(folder: Path, *matches: tuple[Room, timedelta]) -> AsyncIterator[FakeHouse]:
    """A house with these matches, and `Deadlines` as it has just gone to sleep."""
    async with house(folder) as place:
        for room, length in matches:
            await begin(place, room, length)
        place.desk.wakeup.changed.clear()
        place.desk.wakeup.sleeps(min(place.desk.wakeup.wait(), MINUTE))
        yield place


@pytest.mark.parametrize(("length", "is_woken"), [(10 * SECOND, True), (20 * MINUTE, False)])
async def test_sleeper_is_woken_for_an_earlier_deadline_only(tmp_path, length, is_woken):
    async with asleep(tmp_path, (ROOM, 10 * MINUTE)) as place:
        await begin(place, OTHER, length)
        assert place.desk.wakeup.changed.is_set() is is_woken


async def test_a_turn_in_time_wakes_nobody(tmp_path):
    async with asleep(tmp_path, (ROOM, 10 * MINUTE)) as place:
        place.clock.advance(SECOND)
        await place.hear(RED, "E5")
        await place.settled()
        assert (await place.match()).turns
        assert not place.desk.wakeup.changed.is_set()


async def test_sleeper_is_woken_when_a_venue_is_ahead(tmp_path):
    """A message in one room shows that; the deadline of another match is nearer for it."""
    async with asleep(tmp_path, (ROOM, 20 * MINUTE), (OTHER, 50 * SECOND)) as place:
        before = place.venue.now
        place.venue.now = lambda: before() + 30 * SECOND
        await place.hear(RED, "E5")
        assert place.desk.wakeup.changed.is_set()


async def test_sleeper_is_woken_when_the_machine_slept_longer(tmp_path):
    """The timepiece goes on while the machine sleeps; the sleep of the program does not."""
    async with asleep(tmp_path, (ROOM, 10 * MINUTE)) as place:
        place.clock.advance(2 * MINUTE)
        await place.hear(RED, "E5")
        assert place.desk.wakeup.changed.is_set()


async def test_an_absence_and_a_return_have_it_count_anew(tmp_path):
    async with asleep(tmp_path, (ROOM, 10 * MINUTE)) as place:
        place.desk.duty.leave(place.venue, place.clock.now())
        assert place.desk.wakeup.changed.is_set()
        place.desk.wakeup.changed.clear()
        place.desk.wakeup.sleeps(MINUTE)
        await place.desk.duty.come_back(place.venue)
        assert place.desk.wakeup.changed.is_set()
