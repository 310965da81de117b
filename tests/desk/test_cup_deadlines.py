"""Deadlines and check-in of cups at the desk: told once, over by themselves, moved by absences."""

import asyncio
from datetime import timedelta

import pytest
from fakes import MINUTE, FakeHouse

from bot.cups import acts
from bot.cups.entry import Seeding
from bot.cups.state import CupState, CupStatus
from bot.desk.venue import VenueError
from bot.referee.submission import Ready, Resign
from bot.storage.failures import StoreError
from desk.cup_house import HOUR, PEOPLE, CupHouse


@pytest.fixture
async def cup(idle: FakeHouse) -> CupHouse:
    """A round of ten hours with four players in it: Ann meets Dan, and Bob meets Cid."""
    cup = CupHouse(idle)
    await cup.start(4, round_time=10 * HOUR)
    await cup.seated(2)
    await cup.at_rest()
    return cup


def reminders(cup: CupHouse) -> list[tuple[str, ...]]:
    seen = (one for one in cup.place.world.announced() if one.text.startswith("⏰"))
    return [tuple(sorted(one.announcement.ping)) for one in seen]


def results(cup: CupHouse) -> list[str]:
    return [text for text in cup.told() if text.startswith("⌛")]


async def ready(cup: CupHouse, *entrants: str) -> None:
    for entrant in entrants:
        await cup.act(await cup.meeting_of(entrant), entrant, Ready())


async def is_over_after(cup: CupHouse, length: timedelta) -> None:
    state = await cup.pass_time(length + cup.place.venue.grace)
    assert state.meeting(1).result is None
    state = await cup.pass_time(timedelta.resolution)
    assert state.meeting(1).result is not None
    assert results(cup)


@pytest.mark.usefixtures("each_database")
async def test_reminders_and_no_shows_come_once_through_crashes(cup):
    """Ann is ready, Dan is not; Bob and Cid play on when the round is over."""
    await ready(cup, "ann", "bob", "cid")
    for hours, told in ((5, 1), (4, 2)):
        await cup.pass_time(hours * HOUR - timedelta.resolution)
        assert len(reminders(cup)) == told - 1
        await cup.pass_time(timedelta.resolution)
        assert reminders(cup) == [("dan",)] * told
        await cup.crash()
        await cup.at_rest()
        assert reminders(cup) == [("dan",)] * told
    await is_over_after(cup, HOUR)
    assert results(cup) == ["⌛ Ann wins against Dan by walkover: Dan was not ready in time."]
    await cup.crash()
    state = await cup.pass_time(20 * HOUR)
    assert [one.number for one in state.playing] == [2]
    await cup.act(state.playing[0], "cid", Resign())
    await cup.until(lambda state: state.round == 2)
    assert len(results(cup)) == 1


async def test_deadline_with_neither_ready_loses_for_both(cup):
    await is_over_after(cup, 10 * HOUR)
    assert "both lose: neither was ready in time" in results(cup)[0]
    assert "nobody is left" in cup.told()[-1]


async def wakes_after(cup: CupHouse, length: timedelta) -> None:
    """So much time passes; the cup wakes by itself as the grace is over, not a minute later."""
    clock, soon = cup.place.clock, cup.place.venue.grace + timedelta.resolution
    clock.advance(length)
    await cup.place.world.until(
        lambda: (wake := clock.next_wake()) is not None and wake - clock.now() <= soon
    )
    clock.advance(soon)


async def test_a_no_show_is_called_as_soon_as_the_grace_is_over(cup):
    await wakes_after(cup, 10 * HOUR)
    await cup.place.world.until(lambda: results(cup))


async def test_a_press_in_time_that_is_ruled_late_counts(cup):
    """Dan's press waits for his match, in which something is being ruled."""
    await ready(cup, "ann")
    meeting = await cup.meeting_of("dan")
    live = await cup.place.desk._ledger.find(meeting.game.match)
    cup.place.clock.advance(10 * HOUR)
    at = cup.place.clock.now()
    with cup.place.desk._ledger.tables.expecting(live.id, at, brings_turn=False):
        state = await cup.pass_time(MINUTE)
        assert state.meeting(1).result is None
        assert state.meeting(2).result is not None, "the others' is another room"
        await cup.act(meeting, "dan", Ready())
    state = await cup.at_rest()
    assert state.meeting(1).result is None


async def test_deadline_waits_for_what_is_unhandled(cup):
    """The process is a quarter of an hour behind."""
    cup.place.venue.behind = 15 * MINUTE
    await is_over_after(cup, 10 * HOUR + 15 * MINUTE)


async def test_an_absence_moves_the_deadline_by_as_long_as_it_lasted(cup):
    """The connection is lost an hour before the end, for three hours."""
    await cup.pass_time(9 * HOUR)
    place = cup.place
    place.venue.connected = False
    place.desk.duty.leave(place.venue, place.clock.now())
    place.clock.advance(3 * HOUR)
    held = await cup.held()
    place.desk.cups._wake(held.id)
    await place.settled()
    assert held.state.meeting(1).result is None
    place.venue.connected = True
    await place.desk.duty.come_back(place.venue, None)
    await cup.at_rest()
    assert sum(text.startswith("⏳") for text in cup.told()) == 1
    await is_over_after(cup, HOUR)


@pytest.mark.parametrize("crashes", [0, 1, 3])
async def test_a_process_that_was_down_moves_it_however_often_it_is_killed_coming_back(
    cup, crashes
):
    """Down across the deadline, and killed in each return, after the deadline was moved."""
    await cup.pass_time(9 * HOUR)
    left = cup.place.clock.now()
    down = 3 * HOUR
    await cup.place.kill()
    cup.place.clock.advance(3 * HOUR)
    for _ in range(crashes):
        await cup.place.open(slow_in={})
        cup.place.desk.duty.before_arrival.append(lambda *_: asyncio.Event().wait())
        table, until = cup.place.desk.cups.table, cup.place.clock.now() + HOUR
        table.watchers.append(lambda _: cup.place.world.bell.ring())
        await cup.place.world.until(
            lambda table=table, until=until: any(one.state.until == until for one in table.held())
        )
        await cup.place.kill(heard_before=cup.place.clock.now() - left)
        cup.place.clock.advance(HOUR)
        down += HOUR
    await cup.place.open()
    cup.place.run_cups()
    assert (await cup.at_rest()).until == left + HOUR + down
    await is_over_after(cup, HOUR)


async def test_a_moment_is_not_made_up_for_unless_the_deadline_is_near(cup):
    """Twenty seconds at the beginning change nothing; at the end they do, without a word."""
    for hours, moved in ((0, False), (10, True)):
        until = (await cup.at_rest()).until
        cup.place.clock.advance(until - (10 - hours) * HOUR - cup.place.clock.now())
        await cup.crash(20 * MINUTE / 60)
        assert ((await cup.at_rest()).until > until) is moved
    assert not results(cup)
    assert not any(text.startswith("⏳") for text in cup.told())


async def test_while_the_database_is_locked_nobody_is_a_no_show(cup, idle):
    """Ten minutes across the deadline, in which nobody can press Ready."""
    await cup.pass_time(10 * HOUR - MINUTE)
    held = await cup.held()
    until = held.state.until
    cup.place.desk.cups.hearing.unusable(StoreError("locked"))
    cup.place.clock.advance(10 * MINUTE)
    await cup.place.desk.cups._go_on(held.id)
    assert held.state.meeting(1).result is None
    await ready(cup, "ann")
    await cup.until(lambda state: state.until == until + 10 * MINUTE)
    await cup.at_rest()
    assert not results(cup)


async def test_deadline_without_a_card_makes_no_no_show(idle, monkeypatch):
    """The right to write in threads was taken away: there is no Ready that could be pressed."""
    cup, announce = CupHouse(idle), idle.venue.announce

    async def refused(room, announcement):
        if announcement.match:
            raise VenueError("no right to write in threads.", lasting=True)
        return await announce(room, announcement)

    monkeypatch.setattr(idle.venue, "announce", refused)
    await cup.start(2, round_time=10 * HOUR)
    await cup.seated(1)
    await cup.at_rest()
    await cup.pass_time(11 * HOUR)
    assert results(cup) == []
    assert (await cup.held()).state.meeting(1).result is None


async def test_a_deadline_that_the_host_moved_is_reminded_of_again(cup):
    """After the last reminder there is another day: an hour before its end comes one more."""
    await cup.pass_time(9 * HOUR + 30 * MINUTE)
    assert len(reminders(cup)) == 2
    until = cup.place.clock.now() + 24 * HOUR
    await cup.do(lambda state, by: acts.move_deadline(state, by, until, "rain"))
    await cup.pass_time(22 * HOUR)
    before = len(reminders(cup))
    await cup.pass_time(HOUR)
    assert len(reminders(cup)) == before + 2
    assert "rain" in "".join(cup.told())
    await is_over_after(cup, HOUR)


TIME = 30 * MINUTE
ANN, BOB, CID, DAN = PEOPLE[:4]


@pytest.fixture
async def checking(idle: FakeHouse) -> CupHouse:
    """Three have signed up, and have half an hour to check in."""
    checking = CupHouse(idle)
    await checking.start(3, check_in=TIME)
    await checking.at_rest()
    return checking


async def here(checking: CupHouse, *people: object) -> CupState:
    for person in people:
        await checking.do(acts.enter, person)
    return await checking.at_rest()


def said(checking: CupHouse, part: str) -> list[str]:
    return [text for text in checking.place.world.texts() if part in text]


async def begins_after(checking: CupHouse, length: timedelta) -> CupState:
    state = await checking.pass_time(length + checking.place.venue.grace)
    assert state.status is CupStatus.CHECK_IN
    state = await checking.pass_time(timedelta.resolution)
    assert state.status is CupStatus.RUNNING
    return state


@pytest.mark.usefixtures("each_database")
async def test_check_in_is_announced_once_through_crashes(checking):
    """Killed when it was told, after each check-in, and when it was over."""
    (opened,) = [
        one for one in checking.place.world.announced() if "the check-in is open" in one.text
    ]
    assert opened.announcement.ping == ("ann", "bob", "cid")
    assert [one.label for one in opened.announcement.buttons] == ["I'm here", "Leave"]
    await checking.crash()
    await here(checking, ANN)
    await checking.crash()
    await here(checking, DAN)
    await checking.crash()
    state = await begins_after(checking, TIME)
    assert [seed.id for seed in state.seeds] == ["ann", "dan"]
    await checking.crash()
    await checking.at_rest()
    assert len(said(checking, "the check-in is open")) == 1
    (begun,) = said(checking, "begins with")
    assert "Not here, and so not in it: Bob, Cid." in begun
    await checking.seated(1)


async def test_check_in_wakes_when_the_grace_is_over(checking):
    await here(checking, ANN, BOB)
    await wakes_after(checking, TIME)
    await checking.place.world.until(lambda: said(checking, "begins with"))


async def test_check_in_ends_without_a_clock_when_all_are_there(checking):
    for person in (CID, ANN, BOB):
        await checking.do(acts.enter, person)
    await checking.place.world.until(lambda: said(checking, "begins with 3 players"))


async def test_check_in_with_too_few_calls_the_host_once(checking):
    """The sign-up is open again; through a crash nobody is told twice."""
    await here(checking, BOB)
    state = await checking.pass_time(TIME + MINUTE)
    assert (state.status, list(state.players)) == (CupStatus.OPEN, ["ann", "bob", "cid"])
    await checking.crash()
    await checking.at_rest()
    (told,) = [one for one in checking.place.world.announced() if "too few are here" in one.text]
    assert told.announcement.ping == (state.host.id,)
    assert "1, and it takes 2" in told.text


async def test_a_check_in_in_time_that_is_handled_late_counts(checking):
    """The process is a quarter of an hour behind."""
    await here(checking, ANN, BOB)
    checking.place.venue.behind = 15 * MINUTE
    await begins_after(checking, TIME + 15 * MINUTE)


async def test_an_absence_moves_the_end_by_as_long_as_it_lasted(checking):
    """The referee was away for two hours, across the end: the room is told."""
    await here(checking, ANN, BOB)
    await checking.pass_time(TIME - 10 * MINUTE)
    await checking.crash(120 * MINUTE)
    assert (await checking.at_rest()).status is CupStatus.CHECK_IN
    (moved,) = said(checking, "I was away")
    assert "the check-in of **Colosseum** now has until" in moved
    await begins_after(checking, 10 * MINUTE)


async def test_while_the_database_is_locked_the_check_in_goes_on(checking):
    """Ten minutes across the end, in which nobody could check in."""
    await here(checking, ANN, BOB)
    await checking.pass_time(TIME - MINUTE)
    held = await checking.held()
    until = held.state.until
    checking.place.desk.cups.hearing.unusable(StoreError("locked"))
    checking.place.clock.advance(10 * MINUTE)
    await checking.place.desk.cups._go_on(held.id)
    assert held.state.status is CupStatus.CHECK_IN
    checking.place.desk.cups.hearing.stored()
    await checking.until(lambda state: state.until == until + 10 * MINUTE)
    await here(checking, CID)
    assert [seed.id for seed in (await checking.held()).state.seeds] == ["ann", "bob", "cid"]


async def test_the_host_moves_the_end_or_calls_it_off(checking):
    until = checking.place.clock.now() + 3 * TIME
    await here(checking, ANN, BOB)
    await checking.do(lambda state, by: acts.move_deadline(state, by, until, "rain"))
    await checking.pass_time(2 * TIME)
    assert said(checking, "the check-in of **Colosseum** has until")
    await checking.do(lambda state, by: acts.cancel(state, by, ""))
    state = await checking.pass_time(3 * TIME)
    assert state.status is CupStatus.CANCELLED
    assert not said(checking, "begins with")
    assert not said(checking, "played out")


async def test_ratings_are_read_when_it_begins(idle):
    """Ann, who has won before, comes late: she is seed 1 all the same, and Cid has no rating."""
    checking = CupHouse(idle)
    await checking.start(2)
    (final,) = await checking.seated(1)
    await checking.play(final)
    await checking.until(lambda state: not state.is_open)
    await checking.at_rest()
    await checking.open(0, check_in=TIME)
    for person in (CID, BOB):
        await checking.do(acts.enter, person)
    await checking.do(lambda state, by: acts.start(state, by, Seeding.RATING, {}, "lot"))
    state = await here(checking, BOB, ANN, CID)
    assert [seed.id for seed in state.seeds] == ["ann", "bob", "cid"]
    assert [seed.rating is None for seed in state.seeds] == [False, False, True]
