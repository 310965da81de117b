"""When somebody is reminded of their turn, and when they are left alone."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from referee.tables import FAN, HOST, RED, at, by, running, say, show, terms

from bot.engine.turn import Colour
from bot.referee.arbiter import rule
from bot.referee.clock import TimeControl
from bot.referee.match import Match
from bot.referee.ruling import Accepted
from bot.referee.submission import Act, Pause, ReplacePlayer, Resume, Undo
from bot.servers.reminders import (
    MOST_FAILED,
    Cause,
    QuietHours,
    Reminders,
    after_quiet,
    due,
    next_moment,
    read_quiet,
    turn_of,
)

HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
HOURS = 3600
DAILY = terms(TimeControl(24 * HOUR, 8 * HOUR))
TWELVE = Reminders(12 * HOUR)
WAITS, BANK = Cause.WAITS, Cause.BANK
NIGHT = QuietHours(23, 8)
ZONES = ("UTC", "Europe/Paris", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe")


def done(match: Match, act: Act, when: float) -> Match:
    ruling = rule(match, by(HOST, act, when, may_host=True))
    assert isinstance(ruling, Accepted), ruling
    return show(ruling.match, when)


def moment(match: Match, settled: Reminders = TWELVE, *told: Cause) -> datetime | None:
    return next_moment(match, settled, told, at(0))


def paris(*when: int) -> datetime:
    return datetime(*when, tzinfo=ZoneInfo("Europe/Paris"))  # type: ignore[arg-type,misc]


def test_a_turn_that_waits_is_told_of_once_and_its_bank_once() -> None:
    match = running(DAILY)
    assert moment(match) == at(12 * HOURS)
    assert due(match, TWELVE, (), at(12 * HOURS - 1)) == ()
    assert due(match, TWELVE, (), at(12 * HOURS)) == (WAITS,)
    assert moment(match, TWELVE, WAITS) == at(28 * HOURS)
    assert due(match, TWELVE, (WAITS,), at(28 * HOURS)) == (BANK,)
    assert due(match, TWELVE, (), at(28 * HOURS)) == (WAITS, BANK)
    assert moment(match, TWELVE, WAITS, BANK) is None


def test_half_of_a_bank_is_half_of_what_the_turn_began_with() -> None:
    for bank, half in ((4 * MINUTE, 2 * MINUTE), (2 * MINUTE, MINUTE), (110 * MINUTE / 60, None)):
        match = running(terms(TimeControl(MINUTE, bank)))
        expected = None if half is None else at((MINUTE + half).total_seconds())
        assert moment(match) == expected, bank
    match = replace(running(DAILY), clock=running(DAILY).clock.set_bank(Colour.FIRST, 4 * HOUR))
    assert moment(match, TWELVE, WAITS) == at(26 * HOURS)


@pytest.mark.parametrize("settled", [Reminders(), replace(TWELVE, failed=MOST_FAILED)])
def test_nothing_is_told_where_that_is_off_or_was_given_up(settled: Reminders) -> None:
    assert moment(running(DAILY), settled) is None
    assert due(running(DAILY), settled, (), at(99 * HOURS)) == ()
    paused = done(running(DAILY), Pause(), 60)
    assert moment(paused) is None
    assert due(paused, TWELVE, (), at(99 * HOURS)) == ()


@pytest.mark.parametrize("control", [DAILY.control, None])
def test_a_pause_is_no_waiting(control: TimeControl | None) -> None:
    match = running(terms(control))
    for since, until in ((10, 20), (1 * HOURS, 2 * HOURS), (3 * HOURS, 5 * HOURS)):
        if since == HOURS:
            ruling = say(match, RED, "E5", 60)
            assert isinstance(ruling, Accepted)
            match = show(ruling.match, 60)
        match = done(done(match, Pause(), since), Resume(), until)
    assert moment(match) == at(60 + 12 * HOURS + 3 * HOURS)


def test_no_clock_no_bank() -> None:
    match = running(terms(None))
    assert moment(match) == at(12 * HOURS)
    assert moment(match, TWELVE, WAITS) is None


def test_turn_of_tells_turns_apart() -> None:
    match = running(DAILY)
    first = turn_of(match)
    assert turn_of(done(done(match, Pause(), 9), Resume(), 10)) == first
    ruling = say(match, RED, "E5", 20)
    assert isinstance(ruling, Accepted)
    second = turn_of(ruling.match)
    taken_back = done(show(ruling.match, 20), Undo(1), 30)
    given = done(taken_back, ReplacePlayer("red", FAN), 40)
    again = say(given, FAN, "E6", 50)
    assert isinstance(again, Accepted)
    turns = [first, second, *map(turn_of, (taken_back, given, again.match))]
    assert len(set(turns)) == len(turns)


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("23-8", NIGHT),
        ("23:00 – 08:00", NIGHT),
        ("0-6", QuietHours(0, 6)),
        ("22-24", QuietHours(22, 0)),
        *((text, None) for text in ("", "23", "8-8", "0-24", "25-3", "23:30-8", "-1-8", "٣-8")),
    ],
)
def test_quiet_hours_as_people_write_them(text: str, hours: QuietHours | None) -> None:
    assert read_quiet(text) == hours
    assert hours is None or read_quiet(str(hours)) == hours


@pytest.mark.parametrize(
    ("quiet", "when", "told"),
    [
        # Over midnight.
        ("23-8", (2026, 11, 21, 22, 59), (2026, 11, 21, 22, 59)),
        ("23-8", (2026, 11, 21, 23, 0), (2026, 11, 22, 8, 0)),
        ("23-8", (2026, 11, 22, 7, 59), (2026, 11, 22, 8, 0)),
        ("23-8", (2026, 11, 22, 8, 0), (2026, 11, 22, 8, 0)),
        # Within a day.
        ("9-17", (2026, 11, 21, 9, 0), (2026, 11, 21, 17, 0)),
        ("9-17", (2026, 11, 21, 17, 0), (2026, 11, 21, 17, 0)),
        # The last day of a year, to midnight.
        ("20-24", (2026, 12, 31, 20, 30), (2027, 1, 1, 0, 0)),
        # Clocks go forward at 2:00 of 28 March, and back at 3:00 of 31 October.
        ("23-8", (2027, 3, 27, 23, 30), (2027, 3, 28, 8, 0)),
        ("23-8", (2027, 10, 30, 23, 30), (2027, 10, 31, 8, 0)),
        # The end is skipped: it is the moment after the gap.
        ("23-2", (2027, 3, 28, 1, 30), (2027, 3, 28, 3, 0)),
        # The end is there twice: the first of them.
        ("23-2", (2027, 10, 31, 1, 30), (2027, 10, 31, 2, 0)),
        # The only hour that is not quiet is skipped: on the next day, then.
        ("3-2", (2027, 3, 28, 1, 30), (2027, 3, 29, 2, 0)),
    ],
)
def test_reminders_wait_for_the_end_of_quiet_hours(quiet, when, told) -> None:
    settled = replace(TWELVE, quiet=read_quiet(quiet), zone="Europe/Paris")
    assert after_quiet(settled, paris(*when).astimezone(UTC)) == paris(*told).astimezone(UTC)


@given(
    st.integers(0, 2 * 365 * 24 * 60).map(lambda minutes: at(0) + minutes * MINUTE),
    st.integers(0, 23),
    st.integers(0, 23),
    st.sampled_from(ZONES),
)
@example(datetime(2027, 10, 31, 0, 30, tzinfo=UTC), 23, 2, "Europe/Paris")
def test_reminders_come_at_the_first_moment_after_quiet_hours(now, begin, end, zone) -> None:
    if begin == end:
        return
    told = after_quiet(replace(TWELVE, quiet=QuietHours(begin, end), zone=zone), now)

    def quiet(moment: datetime) -> bool:
        return QuietHours(begin, end).hold(moment.astimezone(ZoneInfo(zone)).hour)

    assert told >= now
    assert not quiet(told)
    steps = -((now - told) // (7 * MINUTE))
    assert all(quiet(now + number * 7 * MINUTE) for number in range(steps))


def test_two_that_come_at_night_are_told_together_in_the_morning() -> None:
    """It is 22:00 UTC as the match begins: 23:00 in Paris."""
    settled = Reminders(HOUR, NIGHT, "Europe/Paris")
    match = running(terms(TimeControl(HOUR, 8 * HOUR)))
    assert moment(match, settled) == at(9 * HOURS)
    assert due(match, settled, (), at(9 * HOURS - 1)) == ()
    assert due(match, settled, (), at(9 * HOURS)) == (WAITS, BANK)
    # Somebody who settles quiet hours in the middle of them.
    assert next_moment(match, settled, (), at(8 * HOURS)) == at(9 * HOURS)
    assert next_moment(match, settled, (), at(10 * HOURS)) == at(9 * HOURS)


def test_without_a_zone_the_hours_are_those_of_utc() -> None:
    for zone in ("", "Middle/Earth"):
        settled = replace(TWELVE, quiet=NIGHT, zone=zone)
        assert after_quiet(settled, at(HOURS)) == at(10 * HOURS), zone
