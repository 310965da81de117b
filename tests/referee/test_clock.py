"""Clocks against a brute-force reading of the law of time, second by second."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.rulesets import NoOption
from bot.engine.turn import Colour
from bot.referee.clock import (
    LONGEST,
    Clock,
    ClockError,
    NoLength,
    TimeControl,
    TooLong,
    read_control,
    read_length,
    spell,
)
from bot.referee.formats import FormatError, find
from bot.referee.problems import OrderError
from referee.tables import at, seconds

SHORT = st.integers(0, 60)
LENGTHS = SHORT.map(lambda count: timedelta(seconds=count))
CONTROLS = st.builds(TimeControl, LENGTHS, LENGTHS, LENGTHS, st.none() | LENGTHS).filter(
    lambda control: control.per_move + control.bank
)
STEPS = st.lists(st.tuples(st.booleans(), st.integers(0, 40)), max_size=8)
HORIZON = 400


def clock_and_seconds(control, steps):
    """A clock started and stopped at moments that never go back, and the seconds it ran."""
    clock, ran, now, running = Clock.new(control), set(), 0, False
    for begins, wait in steps:
        if running:
            ran |= set(range(now, now + wait))
        now += wait
        clock = clock.start(at(now)) if begins else clock.stop(at(now))
        running = begins
    if running:
        ran |= set(range(now, HORIZON))
    return clock, ran


@given(CONTROLS, STEPS)
def test_the_deadline_is_the_last_moment_in_time(control, steps):
    """Exactly at the deadline is in time, any later is not; no deadline while the clock stands."""
    clock, ran = clock_and_seconds(control, steps)
    allowed = (control.per_move + control.bank).total_seconds()
    in_time = [now for now in range(HORIZON + 1) if len([o for o in ran if o < now]) <= allowed]
    deadline = clock.deadline(Colour.FIRST)
    if len(in_time) == HORIZON + 1:
        assert deadline is None or seconds(deadline) >= HORIZON
    else:
        assert deadline is not None
        assert seconds(deadline) == max(in_time)
        assert not clock.flagged(Colour.FIRST, deadline)
        assert clock.flagged(Colour.FIRST, deadline + timedelta(microseconds=1))


@given(CONTROLS, STEPS, st.integers(0, HORIZON))
def test_flagged_means_after_the_deadline_and_never_before(control, steps, now):
    clock, _ = clock_and_seconds(control, steps)
    deadline = clock.deadline(Colour.SECOND)
    assert clock.flagged(Colour.SECOND, at(now)) == (deadline is not None and at(now) > deadline)


@given(CONTROLS, STEPS, st.integers(0, HORIZON), st.integers(0, HORIZON))
def test_more_time_used_never_means_more_left(control, steps, one, other):
    clock, _ = clock_and_seconds(control, steps)
    early, late = sorted((one, other))
    assert clock.used(at(early)) <= clock.used(at(late))
    before, after = (clock.remaining(Colour.FIRST, at(now)) for now in (early, late))
    assert before.turn >= after.turn >= timedelta(0)
    assert before.bank >= after.bank >= timedelta(0)


@given(CONTROLS, STEPS, st.integers(0, HORIZON))
def test_the_turn_time_goes_first_then_the_bank(control, steps, now):
    clock, _ = clock_and_seconds(control, steps)
    left = clock.remaining(Colour.FIRST, at(now))
    assert left.bank == control.bank or left.turn == timedelta(0)
    whole = control.per_move + control.bank
    assert left.turn + left.bank == max(timedelta(0), whole - clock.used(at(now)))


@given(CONTROLS, STEPS, st.integers(0, HORIZON))
def test_a_move_charges_the_mover_alone_and_refills_up_to_the_cap(control, steps, now):
    """The bank loses what went beyond the turn time, gains the increment, and keeps to the cap."""
    clock, _ = clock_and_seconds(control, steps)
    moved = clock.move(Colour.SECOND, at(now))
    over = max(timedelta(0), clock.used(at(now)) - control.per_move)
    left = max(timedelta(0), control.bank - over)
    refilled = left + control.increment
    if control.cap is not None:
        refilled = max(left, min(refilled, control.cap))
    assert moved.banks == (control.bank, refilled)
    assert not moved.running
    assert moved.used(at(HORIZON)) == timedelta(0)


def test_a_stop_stamped_before_the_start_takes_no_time():
    clock = Clock.new(TimeControl(timedelta(seconds=10))).start(at(20)).stop(at(10))
    assert clock.used(at(100)) == timedelta(0)


def test_a_stop_in_the_past_takes_back_what_ran_after_it():
    clock = Clock.new(TimeControl(timedelta(seconds=60))).start(at(0)).stop(at(10)).start(at(20))
    assert clock.stop(at(30)).stop(at(25)).used(at(99)) == timedelta(seconds=15)
    assert clock.stop(at(5)).used(at(99)) == timedelta(seconds=5)


def test_a_start_stamped_before_the_last_stop_charges_nothing_twice():
    clock = Clock.new(TimeControl(timedelta(seconds=60))).start(at(0)).stop(at(30)).start(at(10))
    assert clock.used(at(40)) == timedelta(seconds=40)


@given(CONTROLS)
def test_a_control_is_read_as_it_is_written(control):
    written = replace(control, cap=control.cap or None)
    assert read_control(str(written)) == written


@pytest.mark.parametrize(
    ("text", "length", "spelled"),
    [
        ("0", 0, "0s"), ("59s", 59, "59s"), ("60s", 60, "1m"), ("90s", 90, "90s"),
        ("5m", 300, "5m"), ("1h30m", 5400, "90m"), ("2h", 7200, "2h"), (" 2D ", 172800, "2d"),
        ("90d", 90 * 86400, "90d"),
    ],
)  # fmt: skip
def test_lengths_of_time_are_read_as_hosts_type_them_and_spelled_shortly(text, length, spelled):
    assert read_length(text) == timedelta(seconds=length) <= LONGEST
    assert spell(read_length(text)) == spelled
    assert read_length(spelled) == read_length(text)


@pytest.mark.parametrize("text", ["", "5", "m", "5x", "5m ago", "-5m", "1.5m", "1m 2", "９s?"])
def test_a_text_that_is_no_length_of_time_is_refused(text):
    with pytest.raises(ClockError) as caught:
        read_length(text)
    assert caught.value.problem == NoLength(text)


@pytest.mark.parametrize("text", ["91d", "90d1s"])
def test_longer_than_ninety_days_no_clock_may_run(text):
    with pytest.raises(ClockError) as caught:
        read_length(text)
    assert caught.value.problem == TooLong(text, LONGEST)


@pytest.mark.parametrize("text", ["1m+2m+3m+4m", "0", "0+0", "1m+", "+5m", "5m/x", "1m//2m"])
def test_a_text_that_is_no_clock_is_refused(text):
    with pytest.raises(ClockError):
        read_control(text)


@pytest.mark.parametrize("text", ["none", "Off", " no "])
def test_a_match_may_have_no_clock(text):
    assert read_control(text) is None


def test_a_control_is_written_without_what_it_lacks():
    minute = timedelta(minutes=1)
    assert str(TimeControl(minute, 5 * minute)) == "1m+5m"
    assert str(TimeControl(minute)) == "1m+0s"
    assert str(TimeControl(minute, 5 * minute, minute, 6 * minute)) == "1m+5m+1m/6m"


def test_an_error_says_what_was_given():
    """In a log as well, where nobody words it."""
    with pytest.raises(ClockError, match="soon"):
        read_length("soon")
    with pytest.raises(FormatError, match="chess"):
        find("chess")
    assert "komi" in str(OrderError(NoOption("genius", "komi", ())))
