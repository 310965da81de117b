"""Several moments in one line of words: how they are parted, and what is too many."""

import pytest

from bot.referee.moments_apart import apart
from bot.referee.problems import OrderError, TooManyMoments


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
