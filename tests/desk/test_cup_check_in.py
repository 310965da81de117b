"""The check-in at the desk: told once, over by itself, and moved by what nobody could help."""

from datetime import timedelta

import pytest
from fakes import MINUTE, FakeHouse

from bot.cups import acts
from bot.cups.entry import Seeding
from bot.cups.state import CupState, CupStatus
from bot.storage.failures import StoreError
from desk.cup_house import PEOPLE, CupHouse

TIME = 30 * MINUTE
ANN, BOB, CID, DAN = PEOPLE[:4]


@pytest.fixture
async def cup(idle: FakeHouse) -> CupHouse:
    """Three have signed up, and have half an hour to check in."""
    cup = CupHouse(idle)
    await cup.open(3, check_in=TIME)
    await cup.begin()
    await cup.at_rest()
    return cup


async def here(cup: CupHouse, *people: object) -> CupState:
    """Some check in."""
    for person in people:
        await cup.do(acts.enter, person)
    return await cup.at_rest()


def said(cup: CupHouse, part: str) -> list[str]:
    """What the cup's room was told, with a part in it."""
    return [text for text in cup.place.world.texts() if part in text]


async def begins_after(cup: CupHouse, length: timedelta) -> CupState:
    """It begins when so much time has passed and the grace is over, and not before."""
    state = await cup.pass_time(length + cup.place.venue.grace)
    assert state.status is CupStatus.CHECK_IN
    state = await cup.pass_time(timedelta.resolution)
    assert state.status is CupStatus.RUNNING
    return state


@pytest.mark.usefixtures("each_database")
async def test_check_in_is_announced_once_through_crashes(cup):
    """Killed when it was told, after each check-in, and when it was over."""
    (opened,) = [one for one in cup.place.world.announced() if "the check-in is open" in one.text]
    assert opened.announcement.ping == ("ann", "bob", "cid")
    assert [one.label for one in opened.announcement.buttons] == ["I'm here", "Leave"]
    await cup.crash()
    await here(cup, ANN)
    await cup.crash()
    await here(cup, DAN)
    await cup.crash()
    state = await begins_after(cup, TIME)
    assert [seed.id for seed in state.seeds] == ["ann", "dan"]
    await cup.crash()
    await cup.at_rest()
    assert len(said(cup, "the check-in is open")) == 1
    (begun,) = said(cup, "begins with")
    assert "Not here, and so not in it: Bob, Cid." in begun
    await cup.seated(1)


async def test_check_in_wakes_when_the_grace_is_over(cup):
    """Nobody has to look, and not a minute later."""
    await here(cup, ANN, BOB)
    clock, grace = cup.place.clock, cup.place.venue.grace

    def sleeps() -> bool:
        wake = clock.next_wake()
        return wake is not None and wake - clock.now() <= grace + timedelta.resolution

    clock.advance(TIME)
    await cup.place.world.until(sleeps)
    clock.advance(grace + timedelta.resolution)
    await cup.place.world.until(lambda: said(cup, "begins with"))


async def test_check_in_ends_without_a_clock_when_all_are_there(cup):
    """No time passes."""
    for person in (CID, ANN, BOB):
        await cup.do(acts.enter, person)
    await cup.place.world.until(lambda: said(cup, "begins with 3 players"))


async def test_check_in_with_too_few_calls_the_host_once(cup):
    """The sign-up is open again; through a crash nobody is told twice."""
    await here(cup, BOB)
    state = await cup.pass_time(TIME + MINUTE)
    assert (state.status, list(state.players)) == (CupStatus.OPEN, ["ann", "bob", "cid"])
    await cup.crash()
    await cup.at_rest()
    (told,) = [one for one in cup.place.world.announced() if "too few are here" in one.text]
    assert told.announcement.ping == (state.host.id,)
    assert "1, and it takes 2" in told.text


async def test_a_check_in_in_time_that_is_handled_late_counts(cup):
    """The process is a quarter of an hour behind."""
    await here(cup, ANN, BOB)
    cup.place.venue.behind = 15 * MINUTE
    await begins_after(cup, TIME + 15 * MINUTE)


async def test_an_absence_moves_the_end_by_as_long_as_it_lasted(cup):
    """The referee was away for two hours, across the end: the room is told."""
    await here(cup, ANN, BOB)
    await cup.pass_time(TIME - 10 * MINUTE)
    await cup.crash(120 * MINUTE)
    state = await cup.at_rest()
    assert state.status is CupStatus.CHECK_IN
    (moved,) = said(cup, "I was away")
    assert "the check-in of **Colosseum** now has until" in moved
    await begins_after(cup, 10 * MINUTE)


async def test_while_the_database_is_locked_the_check_in_goes_on(cup):
    """Ten minutes across the end, in which nobody could check in."""
    await here(cup, ANN, BOB)
    await cup.pass_time(TIME - MINUTE)
    held = await cup.held()
    until = held.state.until
    cup.place.desk.cups.absences.unusable(StoreError("locked"))
    cup.place.clock.advance(10 * MINUTE)
    await cup.place.desk.cups._go_on(held, cup.place.venue)
    assert held.state.status is CupStatus.CHECK_IN
    cup.place.desk.cups.absences.stored()
    await cup.until(lambda state: state.until == until + 10 * MINUTE)
    await here(cup, CID)
    assert [seed.id for seed in (await cup.held()).state.seeds] == ["ann", "bob", "cid"]


async def test_the_host_moves_the_end_or_calls_it_off(cup):
    """The room is told of either, and nothing begins then."""
    until = cup.place.clock.now() + 3 * TIME
    await here(cup, ANN, BOB)
    await cup.do(lambda state, by: acts.move_deadline(state, by, until, "rain"))
    await cup.pass_time(2 * TIME)
    assert said(cup, "the check-in of **Colosseum** has until")
    await cup.do(lambda state, by: acts.cancel(state, by, ""))
    state = await cup.pass_time(3 * TIME)
    assert state.status is CupStatus.CANCELLED
    assert not said(cup, "begins with")
    assert not said(cup, "played out")


async def test_ratings_are_read_when_it_begins(idle):
    """Ann, who has won before, comes late: she is seed 1 all the same, and Cid has no rating."""
    cup = CupHouse(idle)
    await cup.open(2)
    await cup.begin()
    (final,) = await cup.seated(1)
    await cup.play(final)
    await cup.until(lambda state: not state.is_open)
    await cup.at_rest()
    await cup.open(0, check_in=TIME)
    for person in (CID, BOB):
        await cup.do(acts.enter, person)
    await cup.do(lambda state, by: acts.start(state, by, Seeding.RATING, {}, "lot"))
    state = await here(cup, BOB, ANN, CID)
    assert [seed.id for seed in state.seeds] == ["ann", "bob", "cid"]
    assert [seed.rating is None for seed in state.seeds] == [False, False, True]
