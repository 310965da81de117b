"""Whoever wants to be is reminded of each turn once, whatever happens meanwhile.

The clock is moved by hand, and what is due is told when a test says so; that it comes by itself is
shown by one of them.
"""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from fakes import BLUE, FAN, HOST, RED, ROOM, TERMS, FakeHouse, FakeVenue, locked
from growth import sizes
from settling import meanwhile
from sqlalchemy import delete, update

from bot.desk.reminding import LOOK_INTERVAL
from bot.referee.clock import TimeControl
from bot.referee.submission import Pause, Resume, Undo
from bot.servers.reminders import MOST_FAILED, QuietHours, Reminders
from bot.storage.archive import Archive
from bot.storage.people import Person, ReminderBook
from bot.storage.schema import matches, reminders

HOUR = timedelta(hours=1)
DAILY = replace(TERMS, control=TimeControl(24 * HOUR, 8 * HOUR))
ANN, BOB = (Person("fake", "", player.id) for player in (RED, BLUE))
TWELVE = Reminders(12 * HOUR)
LATE = FakeVenue.grace + timedelta.resolution
"""What time brings is waited for a little longer: a turn in time may still be under way."""


def told(place: FakeHouse) -> list[tuple[str, str]]:
    causes = {"It has waited": "waits", "Half of your bank": "bank"}
    return [
        (player.name, " ".join(cause for part, cause in causes.items() if part in text))
        for player, text in place.world.whispered
    ]


async def looks(place: FakeHouse) -> None:
    for number in await place.desk.reminding.due():
        await place.desk.reminding.remind(number)


async def later(place: FakeHouse, length: timedelta) -> None:
    place.clock.advance(length + LATE)
    await looks(place)


async def settle(place: FakeHouse, settled: Reminders) -> None:
    await place.desk.reminding.settle(ANN, settled)
    await looks(place)


@pytest.fixture
async def idle(idle: FakeHouse) -> FakeHouse:
    """A match in which it is Ann's turn, who wants to be reminded after twelve hours."""
    await idle.start(DAILY)
    await settle(idle, TWELVE)
    return idle


@pytest.mark.usefixtures("each_database")
async def test_a_turn_is_told_of_once_for_each_cause(idle):
    """Ann's, after twelve hours and as half of her bank is gone; Bob has asked for nothing."""
    await later(idle, 12 * HOUR - HOUR / 60)
    assert told(idle) == []
    await later(idle, HOUR / 60)
    assert told(idle) == [("Ann", "waits")]
    await later(idle, 16 * HOUR - HOUR / 60)
    assert told(idle) == [("Ann", "waits")]
    await later(idle, HOUR / 60)
    assert told(idle) == [("Ann", "waits"), ("Ann", "bank")]
    await idle.hear(RED, "E5")
    await later(idle, 20 * HOUR)
    assert len(told(idle)) == 2
    await idle.hear(BLUE, "C3 F3")
    await later(idle, 12 * HOUR)
    assert told(idle)[2:] == [("Ann", "waits")]


async def test_reminder_comes_at_its_moment_by_itself(idle):
    waits_until = (await idle.match()).turn_open_at + 12 * HOUR
    idle.remind()
    await idle.pass_until(lambda: told(idle))
    assert told(idle) == [("Ann", "waits")]
    assert idle.clock.now() - waits_until >= LATE


@pytest.mark.parametrize("reached", [True, False])
async def test_reminder_comes_once_at_the_most_when_killed_while_it_is_sent(idle, reached):
    """It was noted before: the next process can't know whether it arrived."""
    idle.world.whispers_hung.clear()
    idle.clock.advance(12 * HOUR + LATE)
    async with meanwhile(looks(idle)):
        await idle.world.until(lambda: idle.world.whispering)
        if reached:
            idle.world.whispers_hung.set()
            await idle.world.until(lambda: told(idle))
        await idle.kill()
    idle.world.whispers_hung.set()
    await idle.open()
    await looks(idle)
    await later(idle, HOUR)
    assert told(idle) == [("Ann", "waits")] * reached
    await later(idle, 16 * HOUR)
    assert told(idle)[reached:] == [("Ann", "bank")]


async def test_reminder_is_told_by_the_next_process_when_killed_before_it_was_noted(idle):
    """The match lies in the store; whoever starts finds it there."""
    await idle.kill()
    idle.clock.advance(12 * HOUR)
    await idle.open()
    await looks(idle)
    assert told(idle) == []
    # The clock stood while nobody was there.
    await later(idle, 12 * HOUR)
    assert told(idle) == [("Ann", "waits")]


async def test_a_turn_made_while_it_is_noted_keeps_it_back(idle, monkeypatch):
    noting, go_on = asyncio.Event(), asyncio.Event()
    note = ReminderBook.note_told

    async def slowly(*noted):
        await note(*noted)
        noting.set()
        await go_on.wait()

    monkeypatch.setattr(ReminderBook, "note_told", slowly)
    idle.clock.advance(12 * HOUR + LATE)
    async with meanwhile(looks(idle)) as looking:
        await noting.wait()
        await idle.hear(RED, "E5")
        go_on.set()
        await looking
    assert told(idle) == []


async def test_a_turn_that_is_being_ruled_keeps_it_back(idle):
    """A press on a page, say; if it was none, the reminder comes a minute later."""
    with idle.desk.expecting(1, idle.clock.now()):
        await later(idle, 12 * HOUR)
        assert told(idle) == []
    await later(idle, LOOK_INTERVAL)
    assert told(idle) == [("Ann", "waits")]


async def test_in_a_pause_nobody_is_told_and_the_same_turn_not_twice(idle):
    """Paused after eleven hours for two days, and again after the reminder."""
    await later(idle, 11 * HOUR)
    for hours, count in ((0, 0), (1, 1), (12, 1)):
        await idle.act(HOST, Pause())
        await later(idle, 48 * HOUR)
        await idle.act(HOST, Resume())
        await later(idle, hours * HOUR)
        assert told(idle) == [("Ann", "waits")] * count


async def test_a_turn_that_is_taken_back_is_another_one(idle):
    await later(idle, 12 * HOUR)
    await idle.hear(RED, "E5")
    await idle.act(HOST, Undo(1))
    await later(idle, 11 * HOUR)
    assert len(told(idle)) == 1
    await later(idle, HOUR)
    assert told(idle) == [("Ann", "waits")] * 2


async def test_quiet_hours_end_and_it_still_is_their_turn(idle):
    """It is 22:00 UTC: the turn has waited for twelve hours at ten in the morning."""
    quiet = QuietHours(9, 12)
    await settle(idle, replace(TWELVE, quiet=quiet))
    await idle.desk.reminding.settle(BOB, replace(TWELVE, quiet=quiet))
    await later(idle, 13 * HOUR)
    assert told(idle) == []
    await later(idle, HOUR)
    assert told(idle) == [("Ann", "waits")]
    await idle.hear(RED, "E5")
    await later(idle, 12 * HOUR)
    assert told(idle)[1:] == [("Bob", "waits")]
    await idle.hear(BLUE, "C3 F3")
    # Ann's has waited at noon; it is 11:00, and she plays.
    await later(idle, 11 * HOUR)
    await idle.hear(RED, "A1")
    await later(idle, HOUR)
    assert len(told(idle)) == 2


async def test_reminder_stops_when_forgotten_or_unset(idle):
    await later(idle, 12 * HOUR - LOOK_INTERVAL / 2)
    async with idle.store.transaction() as connection:
        await connection.execute(delete(reminders))
    await later(idle, LOOK_INTERVAL / 2)
    assert told(idle) == []
    await later(idle, LOOK_INTERVAL)
    assert told(idle) == []
    await idle.desk.reminding.settle(ANN, TWELVE)
    await Archive(idle.store).forget("fake", "server", RED.id)
    await looks(idle)
    assert told(idle) == []
    assert await idle.desk.reminding.of(ANN) is None
    await settle(idle, TWELVE)
    assert told(idle) == [("Ann", "waits")]


async def test_reminder_settled_elsewhere_counts_within_a_minute(idle):
    await settle(idle, Reminders())
    await later(idle, 13 * HOUR)
    await ReminderBook(idle.store).settle(ANN, TWELVE)
    await looks(idle)
    assert told(idle) == []
    await later(idle, LOOK_INTERVAL)
    assert told(idle) == [("Ann", "waits")]


async def test_reminder_is_tried_three_times_in_a_row(idle):
    """One try a turn; whoever settles it again is tried again."""
    idle.world.deaf.add(RED.id)
    turns = ((RED, "E5"), (BLUE, "C3 F3"), (RED, "A1"), (BLUE, "A2"), (RED, "A3"), (BLUE, "A4"))
    for number, (player, turn) in enumerate(turns, 1):
        await later(idle, 13 * HOUR)
        assert len(told(idle)) == (number + 1) // 2
        assert (await idle.desk.reminding.of(ANN)).failed == (number + 1) // 2
        await idle.hear(player, turn)
    await later(idle, LOOK_INTERVAL)
    await later(idle, 13 * HOUR)
    assert len(told(idle)) == MOST_FAILED
    idle.world.deaf.clear()
    await settle(idle, TWELVE)
    assert len(told(idle)) == MOST_FAILED + 1


async def test_reminder_that_arrives_resets_the_failures(idle):
    await settle(idle, replace(TWELVE, failed=MOST_FAILED - 1))
    await later(idle, 12 * HOUR)
    assert told(idle) == [("Ann", "waits")]
    assert (await idle.desk.reminding.of(ANN)).failed == 0


async def test_reminder_setting_counts_on_all_servers_of_a_venue(idle):
    other = replace(ROOM, server="elsewhere", id="other")
    await idle.start(DAILY, room=other, players=(RED, FAN))
    await later(idle, 12 * HOUR)
    assert sorted(told(idle)) == [("Ann", "waits")] * 2
    texts = " ".join(text for _, text in idle.world.whispered)
    assert "in match 1 against Bob" in texts
    assert "in match 2 against Fan" in texts


async def test_reminder_error_is_logged_and_retried_a_minute_later(idle, monkeypatch, caplog):

    async def broken(*_):
        raise ValueError("nobody thought of that")

    with monkeypatch.context() as patched:
        patched.setattr(ReminderBook, "note_told", broken)
        await later(idle, 12 * HOUR)
        assert await idle.desk.reminding.due() == []
    assert "nobody thought of that" in caplog.text
    assert told(idle) == []
    await later(idle, LOOK_INTERVAL)
    assert told(idle) == [("Ann", "waits")]


async def test_reminder_waits_for_a_failing_store(idle):
    async with locked(idle):
        await later(idle, 12 * HOUR)
        assert await idle.desk.reminding.due() == []
        assert told(idle) == []
    await idle.pass_until(idle.desk.can_store)
    idle.remind()
    await idle.pass_until(lambda: told(idle))
    assert told(idle) == [("Ann", "waits")]


async def test_nothing_is_kept_of_matches_that_another_process_has(idle):
    """Neither what was told in them, nor who waited for one while its venue was away."""
    number = (await idle.desk.latest(ROOM))[0]
    await later(idle, 12 * HOUR)
    desk, live = idle.desk, await idle.desk._ledger.find(number)
    desk.duty.leave(idle.venue)
    desk.duty.hurry(live)
    assert sizes(desk)["Reminding._told"] == sizes(desk)["Returns._waited_for"] == 1
    desk.forget(idle.venue)
    await idle.store.change(update(matches).values(open=False))
    desk.serve(idle.venue)
    await desk.duty.come_back(idle.venue)
    await later(idle, HOUR)
    assert sizes(desk)["Reminding._told"] == sizes(desk)["Returns._waited_for"] == 0
