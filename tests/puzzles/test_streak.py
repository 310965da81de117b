"""Days in a row on which the day's puzzle was solved."""

from datetime import date, timedelta

from bot.puzzles.streak import Streak

MONDAY = date(2026, 11, 23)
DAY = timedelta(days=1)


def test_days_in_a_row_are_counted_over_the_end_of_a_month() -> None:
    """Nine days from a Monday on, into December."""
    streak = Streak()
    for day in range(9):
        streak = streak.solved(MONDAY + day * DAY)
        assert streak == Streak(day + 1, MONDAY + day * DAY)


def test_twice_a_day_counts_once_and_a_day_left_out_begins_anew() -> None:
    """A clock that goes back changes nothing."""
    streak = Streak().solved(MONDAY).solved(MONDAY)
    assert streak == Streak(1, MONDAY)
    assert streak.solved(MONDAY - DAY) == streak
    assert streak.solved(MONDAY + 2 * DAY) == Streak(1, MONDAY + 2 * DAY)


def test_a_row_holds_until_the_next_day_is_over() -> None:
    """Solved on Monday: it can still be gone on with on Tuesday, and not on Wednesday."""
    streak = Streak(4, MONDAY)
    assert [streak.at(MONDAY + day * DAY) for day in range(3)] == [4, 4, 0]
    assert Streak().at(MONDAY) == 0
