"""A venue's present: which stamps count, which are only hints, and what a leap means."""

from datetime import timedelta

import pytest
from handclock import START, HandClock

from bot.timing import VenueClock

SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)


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
