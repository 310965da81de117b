"""What is wrong with a moment that somebody names, or with their time zone."""

from typing import assert_never

from bot.referee import problems
from bot.wording.lists import joined
from bot.wording.moments import local_text, moment_text
from bot.wording.tidy import tidy

LONGEST_GIVEN = 60
_SUCH_AS = "sat 20:00, tomorrow 8pm, 5 dec 20:00, in 3 hours or 2026-12-05T19:00Z"


def moment_problem_text(problem: problems.MomentProblem) -> str:
    """What is wrong, and what may be written instead."""
    match problem:
        case problems.NotAZone(given, near):
            like = f"Do you mean {joined(near, 'or')}?" if near else ""
            return f"I know no time zone “{_shown(given)}”. {like or 'Name a city of it.'}"
        case problems.NoMoment(option, given):
            return f"{option}: “{_shown(given)}” is not understood. Write it such as {_SUCH_AS}."
        case problems.TooManyMoments(option, 1):
            return f"{option}: that is more than one moment. Name one, such as {option}:sat 20:00"
        case problems.TooManyMoments(option, most):
            return f"{option}: that is more than {most} moments. Name {most} at most."
        case problems.SameMoment(option, given):
            return f"{option}: “{_shown(given)}” is named twice. Name each moment once."
        case problems.AfterRound(option, until, zone):
            return (
                f"{option}: the round of the cup ends before that, on {moment_text(until, zone)}. "
                "The cup's host can move its end: cup deadline."
            )
        case problems.NoClockNorHour(given):
            return (
                f"“{_shown(given)}” is neither a clock, such as 1m+5m, nor an hour, such as "
                "sat 20:00 or tomorrow 8pm. If you write both, the clock goes first."
            )
        case problems.NoHour(option, given):
            return f"{option}: “{_shown(given)}” names no hour. Write it such as {_SUCH_AS}."
        case problems.WrongDay(option, given, day):
            return f"{option}: “{_shown(given)}”: that is a {day:%A}. Which day do you mean?"
        case problems.TwoMoments(option, given, first, second):
            both = f"{local_text(first)} or {local_text(second)}"
            return f"{option}: “{_shown(given)}” can be two moments. Write which: {both}."
        case problems.SkippedMoment(option, given, zone):
            return (
                f"{option}: “{_shown(given)}” is not there in {zone}: the clocks go forward over "
                "it that night. Name another hour."
            )
        case problems.Untimely(option, given, at, past):
            why = "that is past" if past else "a year ahead is the most"
            return f"{option}: “{_shown(given)}” is {local_text(at)}: {why}."
        case problems.NoZone(option, given):
            return (
                f"{option}: I don't know your time zone. Tell me once, such as my timezone "
                f"Europe/Paris, or write it behind the hour: {_shown(given)} Europe/Paris"
            )
        case _:
            assert_never(problem)


def _shown(given: str) -> str:
    return tidy(given, LONGEST_GIVEN)
