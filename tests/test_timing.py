"""Clocks and waiting of the process: how often what failed is tried, and a venue's present."""

import asyncio
from datetime import timedelta

import pytest
from handclock import START, HandClock

from bot.limits import RateLimit
from bot.timing import Backoff, RealTime, Signal, VenueClock, retrying, wait_for

SECOND, MINUTE, NEVER = timedelta(seconds=1), timedelta(minutes=1), timedelta(days=1)


def test_a_rate_is_counted_for_each_key_within_its_time() -> None:
    limit: RateLimit[str] = RateLimit(2, 10 * SECOND, most_keys=2)
    for at in (START, START + SECOND):
        assert limit.left("Ann", at)
        limit.take("Ann", at)
    assert not limit.left("Ann", START + 9 * SECOND)
    assert limit.left("Bob", START + 9 * SECOND)
    assert limit.left("Ann", START + 10 * SECOND)


def test_a_rate_forgets_old_keys() -> None:
    """No more keys are kept than said, so that strangers can't fill the memory."""
    limit: RateLimit[str] = RateLimit(1, 10 * SECOND, most_keys=2)
    for name in ("Ann", "Bob", "Cat"):
        limit.take(name, START)
    assert [limit.left(name, START) for name in ("Ann", "Bob", "Cat")] == [True, False, False]


def test_pauses_double_up_to_the_longest_and_begin_anew() -> None:
    pauses = Backoff(SECOND, 5 * SECOND)
    assert [pauses.next() / SECOND for _ in range(5)] == [1, 2, 4, 5, 5]
    pauses.reset()
    assert pauses.next() == SECOND


async def test_retrying_tries_again_only_what_is_worth_it() -> None:
    """Two timeouts are told and tried again; an error of another kind is raised at once."""
    clock, told = HandClock(), []
    errors = [TimeoutError("one"), TimeoutError("two"), ValueError("three")]

    async def work() -> None:
        raise errors.pop(0)

    def is_worth_it(error: BaseException) -> bool:
        return isinstance(error, TimeoutError)

    never = timedelta(0)
    attempts = retrying(clock, never, never, is_worth_it, on_retry=lambda no: told.append(str(no)))
    with pytest.raises(ValueError, match="three"):
        await attempts(work)
    assert told == ["one", "two"]


async def test_signal_wakes_all_who_wait_although_it_is_cleared_at_once():
    signal = Signal()
    waiting = [asyncio.create_task(signal.wait()) for _ in range(2)]
    await asyncio.sleep(0)
    assert not any(one.done() for one in waiting)
    signal.set()
    signal.clear()
    await asyncio.gather(*waiting)
    later = asyncio.create_task(signal.wait())
    await asyncio.sleep(0)
    assert not later.done()
    signal.set()
    await later


@pytest.mark.parametrize("make", [Signal, asyncio.Event])
async def test_wait_for_an_event_ends_at_once_or_in_time(make):
    event = make()
    assert not await wait_for(event, RealTime(), timedelta(0))
    waiting = asyncio.create_task(wait_for(event, RealTime(), NEVER))
    await asyncio.sleep(0)
    event.set()
    assert await waiting
    assert event.is_set()
    await event.wait()
    assert await wait_for(event, RealTime(), NEVER)
    event.clear()
    assert not event.is_set()


@pytest.fixture
def time() -> HandClock:
    return HandClock()


def test_hints_count_until_something_is_sure(time: HandClock) -> None:
    """Somebody between us and the venue may have a clock of its own."""
    clock = VenueClock(time, START - timedelta(days=365))
    clock.hint(START)
    assert clock.now() == START
    clock.settle(START, time.monotonic())
    clock.hint(START + 10 * MINUTE)
    assert clock.now() == START


def test_a_stamp_just_made_corrects_a_wrong_hint(time: HandClock) -> None:
    """It cannot have been stamped before it was sent."""
    clock = VenueClock(time, START - timedelta(days=365))
    clock.hint(START + 10 * MINUTE)
    begun = time.monotonic()
    time.advance(SECOND / 2)
    clock.settle(START + SECOND / 4, begun)
    assert START <= clock.now() <= START + 2 * SECOND


def test_an_answer_that_took_long_turns_nothing_back(time: HandClock) -> None:
    """All that is known then is that it was made after it was sent."""
    clock = VenueClock(time, START)
    begun = time.monotonic()
    time.advance(MINUTE)
    clock.settle(START + SECOND, begun)
    assert clock.now() == START + MINUTE


def test_a_leap_says_since_when_the_machine_stood_still(time: HandClock) -> None:
    """Its clocks stood still with it, so that only the venue's tell."""
    leaps = []
    clock = VenueClock(time, START, leaps.append)
    clock.observe(START + MINUTE)
    assert leaps == [], "nothing was sure yet"
    clock.settle(START + MINUTE, time.monotonic())
    clock.observe(START + MINUTE + 2 * SECOND)
    assert leaps == [], "messages are late at times"
    clock.observe(START + 30 * MINUTE)
    assert leaps == [START + MINUTE + 2 * SECOND]
    assert clock.now() == START + 30 * MINUTE


def test_a_clock_that_is_a_little_slow_has_not_stood_still(time: HandClock) -> None:
    """In a week without a message it may be a minute behind."""
    leaps = []
    clock = VenueClock(time, START, leaps.append)
    clock.settle(START, time.monotonic())
    time.advance(timedelta(days=7))
    clock.observe(START + timedelta(days=7) + MINUTE)
    assert leaps == []
