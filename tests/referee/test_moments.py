"""Words for a moment: what they mean in whose time zone, and what is asked about or refused.

The moments are worked out by hand. In Paris it is an hour later than in UTC in winter, and two in
summer; clocks there go forward on 28 March 2027 at 01:00 UTC and back on 31 October 2027 at 01:00
UTC. In New York it is five hours earlier in winter; clocks go back on 1 November 2026 at 06:00 UTC.
"""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.referee import problems
from bot.referee.moments import FARTHEST, Moment, apart, read_moment, zone_named, zones_like
from bot.referee.problems import OrderError, TooManyMoments

PARIS, YORK = "Europe/Paris", "America/New_York"
NOW = datetime(2026, 11, 25, 12, 34, 56, tzinfo=UTC)
"""A Wednesday; in Paris it is 13:34:56."""


def read(words, zone=PARIS, now=NOW):
    """When words mean, in UTC, to the minute."""
    return f"{read_moment('at', words, zone, now).at:%Y-%m-%d %H:%M}"


def refused(words, zone=PARIS, now=NOW):
    """Why words name no moment."""
    with pytest.raises(problems.OrderError) as caught:
        read_moment("at", words, zone, now)
    return caught.value.problem


@pytest.mark.parametrize(
    ("words", "moment"),
    [
        ("sat 20:00", "2026-11-28 19:00"),
        ("Saturday, 8pm", "2026-11-28 19:00"),
        ("8 pm on saturday", "2026-11-28 19:00"),
        ('"sat 20:00"', "2026-11-28 19:00"),
        ("thurs 8:15pm", "2026-11-26 19:15"),
        ("wed 20:00", "2026-11-25 19:00"),
        ("wed 13:00", "2026-12-02 12:00"),
        ("20:00", "2026-11-25 19:00"),
        ("13:00", "2026-11-26 12:00"),
        ("today 20:00", "2026-11-25 19:00"),
        ("tomorrow 8pm", "2026-11-26 19:00"),
        ("8pm tomorrow", "2026-11-26 19:00"),
        ("5 dec 20:00", "2026-12-05 19:00"),
        ("dec 5, 8pm", "2026-12-05 19:00"),
        ("sat 5 december 2026 at 20:00", "2026-12-05 19:00"),
        ("5 jan 20:00", "2027-01-05 19:00"),
        ("1 jul 20:00", "2027-07-01 18:00"),
        ("13/12 20:00", "2026-12-13 19:00"),
        ("5/5 20:00", "2027-05-05 18:00"),
        ("2026-12-05 20:00", "2026-12-05 19:00"),
        ("2026-12-05T20:00", "2026-12-05 19:00"),
        ("2026-12-05T19:00Z", "2026-12-05 19:00"),
        ("2026-12-05T14:00-05:00", "2026-12-05 19:00"),
        ("sat 20:00 UTC", "2026-11-28 20:00"),
        ("sat 20:00 UTC+3", "2026-11-28 17:00"),
        ("sat 20:00 gmt-5", "2026-11-29 01:00"),
        ("20:00 UTC−5", "2026-11-26 01:00"),
        ("sat 20:00 UTC +05:30", "2026-11-28 14:30"),
        ("31st 20:00", "2026-12-31 19:00"),
        ("sat 20:00 America/New_York", "2026-11-29 01:00"),
        ("sat 20:00 new york", "2026-11-29 01:00"),
        ("sat 20:00 Tokyo", "2026-11-28 11:00"),
        ("in 3 hours", "2026-11-25 15:35"),
        ("in 1h30m", "2026-11-25 14:05"),
        ("in an hour and 5 minutes", "2026-11-25 13:40"),
        ("in 2 days", "2026-11-27 12:35"),
        ("in a week", "2026-12-02 12:35"),
    ],
)
def test_words_mean_the_next_such_moment_in_their_authors_zone(words, moment):
    """Whoever is in Paris on that Wednesday at 13:34."""
    assert read(words) == moment


def test_the_zone_behind_the_words_is_that_in_which_they_are_read_back():
    """Named, or the author's, or UTC where an offset is all there is."""
    at = datetime(2026, 11, 28, 19, 0, tzinfo=UTC)
    assert read_moment("at", "sat 20:00", PARIS, NOW) == Moment(at, PARIS)
    assert read_moment("at", "sat 14:00 New York", PARIS, NOW) == Moment(at, YORK)
    assert read_moment("at", "2026-11-28T19:00Z", "", NOW) == Moment(at, "UTC")


@pytest.mark.parametrize("words", ["in 3 hours", "2026-12-05T19:00Z", "sat 20:00 Paris"])
def test_some_words_need_no_zone_of_their_author(words):
    assert read(words, zone="") == read(words)


@pytest.mark.parametrize(
    ("words", "zone", "problem"),
    [
        ("sat 20:00", "", problems.NoZone("at", "sat 20:00")),
        ("tomorrow 8pm", "", problems.NoZone("at", "tomorrow 8pm")),
        ("sat 20:00 or sun 15:00", PARIS, problems.TooManyMoments("at", 1)),
        ("sat 20:00; sun 15:00", PARIS, problems.TooManyMoments("at", 1)),
        ("in 3 hours or so", PARIS, problems.TooManyMoments("at", 1)),
        # 5 December 2026 is a Saturday.
        ("fri 5 dec 20:00", PARIS, problems.WrongDay("at", "fri 5 dec 20:00", date(2026, 12, 5))),
    ],
)
def test_unknown_clocks_several_moments_and_wrong_days_are_asked_about(words, zone, problem):
    assert refused(words, zone=zone) == problem


@pytest.mark.parametrize(
    "words",
    [
        "", "soon", "next sat 20:00", "sat 20:00 foo", "20:00 Foo/Bar", "20:00 XST", "month 20:00",
        "tomorrow 5 dec 20:00", "today tomorrow 20:00", "29 feb 20:00", "in 3 months", "25:00",
        "9" * 40, "20:00 " * 20, "in 3 hours or", "1:00 2:00", "20:00-21:00", "20:00 CET+1",
        "20:00 localtime", "9999-12-31T23:59-12:00", "0001-01-01 00:00", "0001-01-01T00:00+14:00",
    ],
)  # fmt: skip
def test_other_words_are_not_understood(words):
    assert isinstance(refused(words), problems.NoMoment)


@pytest.mark.parametrize("words", ["saturday", "tomorrow", "5 dec", "2026-12-05", "20"])
def test_a_day_without_an_hour_is_asked_about(words):
    problem = refused(words)
    assert isinstance(problem, problems.NoHour | problems.NoMoment)
    assert isinstance(problem, problems.NoHour) == (words != "tomorrow")


@pytest.mark.parametrize(
    ("words", "first", "second"),
    [
        ("3h", timedelta(hours=3), None),
        ("1h30m", timedelta(minutes=90), None),
        ("20h", None, timedelta(hours=20)),
    ],
)
def test_a_bare_length_is_asked_about(words, first, second):
    """3h is three in the morning, or three hours from now."""
    problem = refused(words)
    assert isinstance(problem, problems.TwoMoments)
    assert problem.first < problem.second
    length = first or second
    assert length is not None
    named = problem.first if first else problem.second
    assert timedelta(0) <= named - (NOW + length) < timedelta(minutes=1)


def test_a_date_of_two_readings_is_asked_about():
    """Both are told by the author's clocks; where one of them is past, the other is meant."""
    problem = refused("5/12 20:00")
    assert [f"{at:%Y-%m-%d %H:%M %Z}" for at in (problem.first, problem.second)] == [
        "2026-12-05 20:00 CET",
        "2027-05-12 20:00 CEST",
    ]
    assert read("5/12/2026 20:00") == "2026-12-05 19:00"


def test_a_moment_past_or_too_far_off_is_refused():
    past = refused("today 9:00")
    assert (past.past, f"{past.at:%d %H:%M}") == (True, "25 09:00")
    assert refused("2025-12-05 20:00").past
    assert not refused("2028-12-05 20:00").past
    assert read(f"{NOW + FARTHEST:%Y-%m-%dT%H:%M}Z")
    assert not refused(f"{NOW + FARTHEST + timedelta(minutes=1):%Y-%m-%dT%H:%M}Z").past
    # Not the minute that is running: that is neither now nor to come.
    assert refused(f"{NOW:%Y-%m-%dT%H:%M}Z").past


@pytest.mark.parametrize(
    ("words", "zone", "now", "moments"),
    [
        # Clocks go back in Paris from 03:00 to 02:00: 02:30 is there twice, 03:00 once.
        ("31 oct 2027 01:59", PARIS, "2027-10-30T12:00Z", ["2027-10-30 23:59"]),
        ("31 oct 2027 02:30", PARIS, "2027-10-30T12:00Z", ["2027-10-31 00:30", "2027-10-31 01:30"]),
        ("tomorrow 02:00", PARIS, "2027-10-30T12:00Z", ["2027-10-31 00:00", "2027-10-31 01:00"]),
        ("02:59", PARIS, "2027-10-30T12:00Z", ["2027-10-31 00:59", "2027-10-31 01:59"]),
        ("31 oct 2027 03:00", PARIS, "2027-10-30T12:00Z", ["2027-10-31 02:00"]),
        ("2027-10-31T02:30+02:00", PARIS, "2027-10-30T12:00Z", ["2027-10-31 00:30"]),
        ("2027-10-31T02:30+01:00", PARIS, "2027-10-30T12:00Z", ["2027-10-31 01:30"]),
        # … and forward from 02:00 to 03:00: 02:30 is not there.
        ("28 mar 2027 01:59", PARIS, "2027-03-27T12:00Z", ["2027-03-28 00:59"]),
        ("28 mar 2027 02:00", PARIS, "2027-03-27T12:00Z", []),
        ("tomorrow 02:30", PARIS, "2027-03-27T12:00Z", []),
        ("28 mar 2027 03:00", PARIS, "2027-03-27T12:00Z", ["2027-03-28 01:00"]),
        # In New York 01:30 is there twice on 1 November 2026.
        ("sun 1:30", YORK, "2026-10-31T12:00Z", ["2026-11-01 05:30", "2026-11-01 06:30"]),
        ("sun 2:30", YORK, "2026-10-31T12:00Z", ["2026-11-01 07:30"]),
        # Half an hour, on Lord Howe: 01:45 is there twice on 4 April 2027, 01:15 once.
        ("4 apr 1:45", "Australia/Lord_Howe", "2027-04-01T12:00Z",
         ["2027-04-03 14:45", "2027-04-03 15:15"]),
        ("4 apr 1:15", "Australia/Lord_Howe", "2027-04-01T12:00Z", ["2027-04-03 14:15"]),
    ],
)  # fmt: skip
def test_the_two_nights_on_which_clocks_change(words, zone, now, moments):
    """An hour that is there twice is asked about, one that is not there is refused."""
    present = datetime.fromisoformat(now)
    if len(moments) == 1:
        assert read(words, zone, present) == moments[0]
    elif moments:
        problem = refused(words, zone, present)
        shown = [at.astimezone(UTC) for at in (problem.first, problem.second)]
        assert [f"{at:%Y-%m-%d %H:%M}" for at in shown] == moments
        # What is offered instead is understood.
        assert read(problem.second.isoformat(timespec="minutes"), zone, present) == moments[1]
    else:
        assert refused(words, zone, present) == problems.SkippedMoment("at", words, zone)


def test_a_day_that_the_next_month_lacks_is_that_of_the_month_after():
    """Typed on 31 January, when the hour is past."""
    assert read("31 10:00", PARIS, datetime(2027, 1, 31, 12, 0, tzinfo=UTC)) == "2027-03-31 08:00"


def test_so_many_hours_are_as_many_over_the_night_of_change_and_a_day_is_the_same_hour():
    """At noon before it in Paris: 24 hours later it is 11:00, a day later noon."""
    noon = datetime(2027, 10, 30, 10, 0, tzinfo=UTC)
    assert read("in 24 hours", PARIS, noon) == "2027-10-31 10:00"
    assert read("in 1 day", PARIS, noon) == "2027-10-31 11:00"


@given(
    minutes=st.integers(1, int(FARTHEST / timedelta(minutes=1)) - 1),
    zone=st.sampled_from(
        [PARIS, YORK, "UTC", "Asia/Kolkata", "Australia/Lord_Howe", "Africa/Cairo"]
    ),
)
def test_any_minute_of_a_year_is_understood_as_it_is_shown_there(minutes, zone):
    """By its date and hour; where clocks show that twice, it is one of the two that are asked."""
    at = NOW.replace(second=0) + timedelta(minutes=minutes)
    local = at.astimezone(ZoneInfo(zone))
    try:
        assert read_moment("at", f"{local:%Y-%m-%d %H:%M}", zone, NOW) == Moment(at, zone)
    except problems.OrderError as error:
        problem = error.problem
        assert isinstance(problem, problems.TwoMoments)
        assert at in (problem.first.astimezone(UTC), problem.second.astimezone(UTC))
    assert read_moment("at", local.isoformat(), zone, NOW).at == at


@given(st.text(st.sampled_from("0123456789 :/-+.apmin satodyZdec"), max_size=30))
def test_whatever_is_typed_is_a_moment_to_come_or_refused(words):
    try:
        moment = read_moment("at", words, PARIS, NOW)
    except problems.OrderError:
        return
    assert NOW < moment.at <= NOW + FARTHEST
    assert moment.at.tzinfo is UTC


def test_zones_go_by_their_names_and_by_their_cities():
    assert zone_named("europe/paris") == PARIS
    assert zone_named("New York") == YORK
    assert zone_named("utc") == "UTC"
    assert zone_named("Atlantis") is None
    # Of old that name is three hours behind Greenwich, and whoever types it is three ahead.
    assert zone_named("GMT+3") is None
    assert zones_like("par", 9) == ["America/Paramaribo", "Europe/Paris"]
    assert zones_like("new y", 9) == [YORK]
    assert len(zones_like("", 25)) == 25


def test_zones_that_begin_with_what_is_typed_come_first() -> None:
    """With their city, too; those that only have it in their name follow."""
    found = zones_like("lon", 50)
    assert found[:2] == ["Arctic/Longyearbyen", "Europe/London"]
    assert found[2:] == sorted(found[2:])
    assert "America/Miquelon" in found[2:]


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("sat 20:00", ["sat 20:00"]),
        ("sat 20:00 or sun 15:00 or mon 8pm", ["sat 20:00", "sun 15:00", "mon 8pm"]),
        ("sat 20:00 OR  sun 15:00", ["sat 20:00", "sun 15:00"]),
        ("sat 20:00; sun 15:00 ;mon 8pm", ["sat 20:00", "sun 15:00", "mon 8pm"]),
        ('"sat 20:00" or "sun 15:00"', ["sat 20:00", "sun 15:00"]),
        ('"sat 20:00 or sun 15:00"', ["sat 20:00", "sun 15:00"]),
        ("sat 20:00; or sun 15:00;", ["sat 20:00", "sun 15:00"]),
        ("sat, 20:00 Ontario", ["sat, 20:00 Ontario"]),
        ("", [""]),
        (" ; or ; ", [""]),
    ],
)
def test_moments_stand_apart(words, parts):
    assert apart("at", words, 3) == parts


def test_more_than_may_be_named_are_refused():
    for words, most in (("1pm or 2pm or 3pm or 4pm", 3), ("1pm; 2pm", 1)):
        with pytest.raises(OrderError) as caught:
            apart("at", words, most)
        assert caught.value.problem == TooManyMoments("at", most)
