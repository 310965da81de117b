"""A process that stood still was on duty nowhere, a busy one was; and who calls time is woken."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from fakes import BLUE, MINUTE, RED, ROOM, SECOND, TERMS, FakeHouse, house
from settling import meanwhile

from bot.desk.presence import Away, StallWatch
from bot.referee.clock import TimeControl
from bot.referee.match import Room


@asynccontextmanager
async def watched(place: FakeHouse) -> AsyncIterator[StallWatch]:
    watch = StallWatch(place.venue, place.clock, partial(place.desk.start_over, place.venue))
    async with meanwhile(watch.run()):
        await place.world.until(place.clock.next_wake)
        yield watch


async def run_for(place: FakeHouse, seconds: int) -> None:
    for _ in range(2 * seconds):
        await place.world.until(place.clock.next_wake)
        place.clock.advance(SECOND / 2)
        for _ in range(5):
            await asyncio.sleep(0)


async def test_a_stall_is_time_off_duty_from_the_last_look_on(place):
    """Ten seconds of the turn, then a minute of swapping: ten seconds are charged."""
    async with watched(place) as watch:
        await run_for(place, 10)
        await place.world.until(place.clock.next_wake)
        said = place.world.say(RED, "E5", at=place.clock.now() + 30 * SECOND)
        place.clock.advance(MINUTE)
        assert watch.stalled()
        await place.world.until(lambda: "I was away for 1:00" in place.world.texts()[-1])
        await place.settled()
        assert not watch.stalled()
        (turn,) = (await place.match()).turns
        assert (turn.message, turn.used) == (said.message, 10 * SECOND)
        await place.hear(BLUE, "C3 F3")
        assert len((await place.match()).turns) == 2


async def test_stall_is_found_by_an_act_before_the_next_look(place):
    """The first message after it must not be ruled as if nothing had happened."""
    async with watched(place) as watch:
        last = place.clock.now()
        place.clock.advance(MINUTE)
        watch.check()
        assert place.desk.presence(place.venue).state == Away(last)
        await place.desk.presence(place.venue).ready(None)


@pytest.mark.parametrize("seconds", [1, 2])
async def test_a_busy_machine_is_on_duty(place, seconds):
    """A look that comes no later than the grace is nothing to speak of; nothing is read for it."""
    epoch = place.desk.presence(place.venue).epoch
    async with watched(place) as watch:
        place.clock.advance(seconds * SECOND)
        assert not watch.stalled()
        await run_for(place, 3)
    assert place.desk.presence(place.venue).epoch == epoch


async def test_a_stall_while_the_venue_is_away_is_part_of_that_absence(place):
    """It left before, and returns when it says so."""
    left = place.clock.now()
    async with watched(place):
        place.desk.duty.leave(place.venue, left)
        place.clock.advance(MINUTE)
        await run_for(place, 3)
        assert place.desk.presence(place.venue).state == Away(left)


async def test_a_stall_in_the_middle_of_a_return_is_charged_to_nobody(place):
    """One room has been read, another is being read as a minute is lost: it is all one absence."""
    other, go = replace(ROOM, id="other"), asyncio.Event()
    await place.start(room=other, begun=False)
    place.desk.duty.leave(place.venue, place.clock.now())
    place.venue.slow_in[other.id] = go
    async with watched(place) as watch:
        returning = asyncio.create_task(place.desk.duty.come_back(place.venue))
        while place.desk.alarm.wait() is None:
            place.desk.alarm.rings.clear()
            await place.desk.alarm.rings.wait()
        await run_for(place, 10)
        await place.world.until(place.clock.next_wake)
        place.clock.advance(MINUTE)
        watch.check()
        go.set()
        await returning
        await place.desk.presence(place.venue).ready(None)
        await place.hear(RED, "E5")
        (turn,) = (await place.match()).turns
        assert turn.used == timedelta(0)


async def test_a_line_that_breaks_right_after_a_stall_does_not_return_by_itself(place):
    """The stall was found, and before anything could be read the venue left for good."""
    async with watched(place) as watch:
        last = place.clock.now()
        place.clock.advance(MINUTE)
        watch.check()
        place.desk.duty.leave(place.venue, place.clock.now())
        await place.settled()
        await run_for(place, 3)
        assert place.desk.presence(place.venue).state == Away(last)
        await place.desk.duty.come_back(place.venue)
        assert place.desk.presence(place.venue).here


@pytest.mark.parametrize("seconds", [2.1, 4.9])
async def test_a_stall_longer_than_the_grace_is_charged_to_nobody_nor_told(idle, seconds):
    """Fifty-nine seconds of Red's minute have run; a turn in the stall is charged for those."""
    terms = replace(TERMS, control=TimeControl(MINUTE))
    await idle.start(terms)
    idle.watch_deadlines()
    async with watched(idle):
        await run_for(idle, 59)
        said = idle.world.say(RED, "E5", at=idle.clock.now() + 2 * SECOND)
        idle.clock.advance(timedelta(seconds=seconds))
        await idle.world.until(lambda: "played" in idle.world.texts()[-1])
        await idle.settled()
        (turn,) = (await idle.match()).turns
        assert (turn.message, turn.used) == (said.message, 59 * SECOND)
        assert not any("away" in text or "ran out" in text for text in idle.world.texts())


async def test_a_short_stall_is_nothing_where_no_clock_runs(idle):
    """Three seconds of a busy machine in a match without a clock: nothing is read for it."""
    await idle.start(replace(TERMS, control=None))
    epoch = idle.desk.presence(idle.venue).epoch
    async with watched(idle):
        idle.clock.advance(3 * SECOND)
        await run_for(idle, 3)
    assert idle.desk.presence(idle.venue).epoch == epoch


async def test_stalls_are_logged_once_a_minute(place, caplog):
    """Each is an absence; the log has the first, then one line for all of a minute."""
    found = []
    watch = StallWatch(place.venue, place.clock, found.append)
    async with meanwhile(watch.run()):
        await asyncio.sleep(0)
        for _ in range(21):
            place.clock.advance(3 * SECOND)
            watch.check()
    lines = [one.getMessage() for one in caplog.records if "stood still" in one.getMessage()]
    assert len(found) == 21
    assert lines == [
        "fake: the process stood still for 0:00:03",
        "fake: the process stood still for 0:01:00 in all, 20 times",
    ]


OTHER = replace(ROOM, id="other")


async def begin(place: FakeHouse, room: Room, length: timedelta) -> None:
    await place.start(replace(TERMS, control=TimeControl(length, 0 * SECOND)), room=room)


@asynccontextmanager
async def asleep(folder: Path, *matches: tuple[Room, timedelta]) -> AsyncIterator[FakeHouse]:
    """A house with these matches, and its alarm as it has just been set."""
    async with house(folder) as place:
        for room, length in matches:
            await begin(place, room, length)
        await sleep(place)
        yield place


async def sleep(place: FakeHouse) -> None:
    """Whoever calls time begins to sleep; what wakes it is told by the bell."""
    place.desk.alarm.rings.clear()
    place._work.append(asyncio.create_task(place.desk.alarm.sleep()))
    await asyncio.sleep(0)


@pytest.mark.parametrize(("length", "is_woken"), [(10 * SECOND, True), (20 * MINUTE, False)])
async def test_sleeper_is_woken_for_an_earlier_deadline_only(tmp_path, length, is_woken):
    async with asleep(tmp_path, (ROOM, 10 * MINUTE)) as place:
        await begin(place, OTHER, length)
        assert place.desk.alarm.rings.is_set() is is_woken


async def test_sleeper_is_left_by_a_turn_in_time_and_woken_when_the_machine_slept_longer(tmp_path):
    async with asleep(tmp_path, (ROOM, 10 * MINUTE)) as place:
        await place.hear(RED, "E5", after=SECOND)
        await place.settled()
        assert (await place.match()).turns
        assert not place.desk.alarm.rings.is_set()
        # The timepiece goes on while the machine sleeps; the sleep of the program does not.
        await place.hear(BLUE, "D3", after=2 * MINUTE)
        assert place.desk.alarm.rings.is_set()


async def test_sleeper_is_woken_when_a_venue_is_ahead(tmp_path):
    """A message in one room shows that; the deadline of another match is nearer for it."""
    async with asleep(tmp_path, (ROOM, 20 * MINUTE), (OTHER, 50 * SECOND)) as place:
        before = place.venue.now
        place.venue.now = lambda: before() + 30 * SECOND
        await place.hear(RED, "E5")
        assert place.desk.alarm.rings.is_set()


async def test_sleeper_counts_anew_after_an_absence_and_a_return(tmp_path):
    async with asleep(tmp_path, (ROOM, 10 * MINUTE)) as place:
        place.desk.duty.leave(place.venue, place.clock.now())
        assert place.desk.alarm.rings.is_set()
        await sleep(place)
        await place.desk.duty.come_back(place.venue)
        assert place.desk.alarm.rings.is_set()
