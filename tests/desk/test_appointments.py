"""What is told of an appointment is told once, wherever a crash falls."""

from datetime import timedelta

import pytest
from fakes import BLUE, HOST, RED, ROOM, TERMS, FakeHouse

from bot.desk.venue import VenueError
from bot.referee.events import Appointment, MatchOpened
from bot.referee.match import Status
from bot.referee.submission import Ready

MINUTE = timedelta(minutes=1)
MARKS = ("📅", "⏰", "🔔", "⌛")


def counts(place: FakeHouse) -> list[int]:
    return [sum(mark in text for text in place.world.texts()) for mark in MARKS]


async def appointed(place: FakeHouse, ahead: timedelta) -> int:
    meets = Appointment(place.clock.now() + ahead)
    opened = MatchOpened(place.clock.now(), HOST, (RED, BLUE), TERMS, meets)
    number = await place.desk.open(ROOM, opened)
    await place.settled()
    return number


async def call(place: FakeHouse, number: int, after: timedelta) -> None:
    place.clock.advance(after + place.venue.grace)
    await place.desk.calls.call(number)
    await place.settled()


async def crash(place: FakeHouse, down: timedelta = timedelta(0)) -> None:
    await place.kill()
    place.clock.advance(down)
    await place.open()


@pytest.mark.usefixtures("each_database")
async def test_a_crash_between_two_reminders_has_each_told_once(idle):
    """Killed after each of them, and called again by the next process."""
    number = await appointed(idle, 90 * MINUTE)
    expected = [1, 0, 0, 0]
    for after, told in ((30, 1), (50, 1), (10, 2), (15, 3)):
        await call(idle, number, after * MINUTE)
        expected[told] += 1
        assert counts(idle) == expected
        await crash(idle)
        await idle.desk.calls.call(number)
        await idle.settled()
        assert counts(idle) == expected


@pytest.mark.parametrize("reached", [True, False])
async def test_a_crash_while_a_reminder_is_made_has_it_made_once(idle, reached):
    """Stored, and then sent or not: nobody knows which."""
    number = await appointed(idle, 90 * MINUTE)
    if reached:
        idle.venue.answers_lost = 1
    else:
        idle.venue.refusals.append(VenueError("the venue fails"))
    idle.clock.advance(31 * MINUTE)
    await idle.desk.calls.call(number)
    await idle.world.until(lambda: not (idle.venue.refusals or idle.venue.answers_lost))
    await crash(idle)
    await idle.desk.calls.call(number)
    await idle.settled()
    assert counts(idle) == [1, 1, 0, 0]


async def test_reminders_due_while_nobody_was_there_are_one(idle):
    """Down from a day before to five minutes before: one reminder, with the buttons."""
    number = await appointed(idle, timedelta(days=2))
    await crash(idle, timedelta(days=2) - 5 * MINUTE)
    idle.venue.places.buttons = True
    await idle.desk.calls.call(number)
    await idle.settled()
    assert counts(idle) == [1, 1, 0, 0]
    near = idle.world.announced()[-1].announcement
    assert [button.action for button in near.buttons] == ["ready", "start"]
    assert near.ping == (RED.id, BLUE.id)


async def test_the_hour_comes_by_itself_and_the_match_begins_once_both_are_ready(idle):
    """Nobody asks for anything: the deadlines are watched."""
    await appointed(idle, timedelta(days=2))
    idle.watch_deadlines()
    idle.clock.advance(idle.venue.grace + timedelta.resolution)
    expected = [1, 0, 0, 0]
    for minutes, told in ((24 * 60, 1), (23 * 60, 1), (50, 1), (10, 2)):
        # A sleep that only begins afterwards would not notice that time has passed.
        await idle.world.until(idle.clock.next_wake)
        idle.clock.advance(minutes * MINUTE)
        expected[told] += 1
        await idle.world.until(lambda: counts(idle) == expected)
        await idle.settled()
    for player in (RED, BLUE):
        await idle.act(player, Ready())
    assert (await idle.match()).status is Status.RUNNING
    assert counts(idle) == expected


async def test_absence_in_the_grace_has_nobody_missing_before_all_of_it_was_given_again(idle):
    """Down from five minutes after the hour on, for an hour."""
    number = await appointed(idle, 5 * MINUTE)
    await call(idle, number, 5 * MINUTE)
    assert counts(idle) == [1, 0, 1, 0]
    idle.clock.advance(5 * MINUTE)
    await crash(idle, timedelta(hours=1))
    await call(idle, number, 14 * MINUTE)
    assert counts(idle) == [1, 0, 1, 0]
    await call(idle, number, MINUTE)
    assert counts(idle) == [1, 0, 1, 1]
    missing = idle.world.announced()[-1].announcement
    assert missing is not None
    assert missing.ping == (HOST.id,)
