"""When something was said, as programs of any country write it.

Whether `4/3/2026` is in April or March is told by the whole file: by a day over 12, by points
between the numbers, else by the order of the posts.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from bot.text.posts import NO_DAY
from bot.text.words import MONTHS, one_of, words

_HALF = rf"(?:{one_of('morning')}|{one_of('evening')})"
TIME = (
    rf"(?:{_HALF}\s?)?(?<![0-9])[0-9]{{1,2}}[:.h][0-9]{{2}}(?:[:.][0-9]{{2}}(?:[.,][0-9]{{3,}})?)?(?!\.?[0-9])"
    r"(?:\s?[AaPp]\.?\s?[Mm](?![a-z])\.?|\s?Uhr(?![a-z])|Z(?![a-z]))?"
)
_TIME = re.compile(TIME)
_PARTS = re.compile(r"([0-9]{1,2})[:.h]([0-9]{2})(?:[:.]([0-9]{2}))?")
_NUMBERS = re.compile(
    r"(?<![0-9])([0-9]{1,4})(?P<between>[./-]) ?([0-9]{1,2})[./-] ?([0-9]{2,4})(?![0-9])\.?"
)
_EASTERN = re.compile("([0-9]{4})[년年] ?([0-9]{1,2})[월月] ?([0-9]{1,2})[일日]")
_DAY_MONTH = re.compile(
    r"([0-9]{1,2})(?:\.|er|st|nd|rd|th)?[ -](?:de |of )?([^\W\d_]{3,12})\.?,?[ -](?:de )?"
    r"([0-9]{4}|[0-9]{2}(?![0-9:]))"
)
_MONTH_DAY = re.compile(r"([^\W\d_]{3,12})\.? ([0-9]{1,2})(?:st|nd|rd|th)?(?:,? ([0-9]{4}))?")
_NO_YEAR = re.compile(r"(?<![0-9./-])([0-9]{1,2})/([0-9]{1,2})(?![0-9./-])")
_WORD = re.compile(r"[^\W\d_]+(?:[’'][^\W\d_]+)?")
_AROUND = words("around") | words("today") | words("yesterday")
_YESTERDAY = words("yesterday")
_ZONE = re.compile(r"(?:(?<=[:.][0-9]{2})|(?<=[:.][0-9]{2} ))[+-][0-9]{2}:?[0-9]{2}\b")
_ISO = re.compile("(?<=[0-9])T(?=[0-9])")
_HALF_DAY = timedelta(hours=12)
_LONGEST = 80


@dataclass(frozen=True, slots=True)
class WrittenTime:
    """A day as three numbers in the order they were written, and the seconds since midnight.

    `between` is what parts the numbers, or "y" where the year is first; no day is "today", or with
    `back` days before it. `seconds` is None where only a day was told.
    """

    day: tuple[int, int, int] | None
    seconds: int | None
    between: str = ""
    back: int = 0
    twelve: bool = False


def moment_in(text: str) -> WrittenTime | None:
    """The moment that a text is; None of a text that is, or has, anything else."""
    if len(text) > _LONGEST:
        return None
    text = _ZONE.sub("", _ISO.sub(" ", " ".join(text.split())))
    day, between, rest = _day(text)
    time = _TIME.search(rest)
    if time is not None:
        rest = rest[: time.start()] + " " + rest[time.end() :]
    left = [word.casefold() for word in _WORD.findall(rest)]
    if (time is None and day is None) or any(sign.isdigit() for sign in rest):
        return None
    if any(word not in _AROUND for word in left):
        return None
    seconds, twelve = _seconds(time[0]) if time else (None, False)
    if time and seconds is None:
        return None
    return WrittenTime(day, seconds, between, int(any(word in _YESTERDAY for word in left)), twelve)


def _day(text: str) -> tuple[tuple[int, int, int] | None, str, str]:
    """The day in a text, what parts its numbers, and the text without it."""
    if found := _EASTERN.search(text):
        day, between = (int(found[1]), int(found[2]), int(found[3])), "y"
    elif found := _NUMBERS.search(text):
        day = (int(found[1]), int(found[3]), int(found[4]))
        between = "y" if len(found[1]) > 2 else found["between"]
    elif found := _NO_YEAR.search(text):
        day, between = (int(found[1]), int(found[2]), NO_DAY), "/"
    elif (found := _DAY_MONTH.search(text)) and found[2].casefold() in MONTHS:
        day, between = (int(found[3]), MONTHS[found[2].casefold()], int(found[1])), "y"
    elif (found := _MONTH_DAY.search(text)) and found[1].casefold() in MONTHS:
        day = (int(found[3] or NO_DAY), MONTHS[found[1].casefold()], int(found[2]))
        between = "y"
    else:
        return None, "", text
    return day, between, f"{text[: found.start()]} {text[found.end() :]}"


def _seconds(time: str) -> tuple[int | None, bool]:
    parts = _PARTS.search(time)
    if parts is None:
        return None, False
    hours, minutes, seconds = (int(part or 0) for part in parts.groups())
    small = time.casefold().replace(".", "").replace(" ", "")
    late = small.endswith("pm") or any(word in time for word in words("evening"))
    early = small.endswith("am") or any(word in time for word in words("morning"))
    if late or early:
        hours = hours % 12 + 12 * late
    if hours > 23 or minutes > 59 or seconds > 59:
        return None, False
    return hours * 3600 + minutes * 60 + seconds, late or early


def times_of(moments: Sequence[WrittenTime | None]) -> tuple[list[datetime | None], bool]:
    """When each of them was, and whether day first and month first fit both.

    A time without a day is of the day above it, or of no known one; where it falls by half a day it
    is past midnight.
    """
    numbers = {one.day: one for one in moments if one and one.day and one.between != "y"}
    day_first = _dates(moments, month_at=1)
    month_first = _dates(moments, month_at=0)
    fits = [times for times in (day_first, month_first) if times is not None]
    if not numbers or len(fits) < 2:
        return (fits or [[None] * len(moments)])[0], False
    if any(one.between == "." for one in numbers.values()):
        return fits[0], False
    falls = [sum(one > two for one, two in pairwise(filter(None, times))) for times in fits]
    if falls[0] != falls[1]:
        return fits[falls[0] > falls[1]], False
    american = any(one.twelve for one in numbers.values())
    return fits[american], any(one[0] != one[1] for one in numbers)


def _dates(moments: Iterable[WrittenTime | None], month_at: int) -> list[datetime | None] | None:
    """The times if the month is the first (0) or second number of a day; None if it can't be."""
    times: list[datetime | None] = []
    before: datetime | None = None
    later = timedelta()
    for one in moments:
        if one is None or one.seconds is None:
            times.append(None)
            continue
        try:
            if one.day is None:
                at = datetime(NO_DAY, 6, 15) - timedelta(days=one.back) + later  # noqa: DTZ001
            elif one.between == "y":
                at = datetime(_full(one.day[0]), *one.day[1:])  # noqa: DTZ001
            else:
                at = datetime(_full(one.day[2]), one.day[month_at], one.day[1 - month_at])  # noqa: DTZ001
        except ValueError:
            return None
        at += timedelta(seconds=one.seconds)
        falls = one.day is None and not one.back and before and before - at > _HALF_DAY
        if falls and before and before.year == NO_DAY:
            later += timedelta(days=1)
            at += timedelta(days=1)
        times.append(at)
        before = at
    return times


def _full(year: int) -> int:
    return year + 2000 if year < 100 else year
