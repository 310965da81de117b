"""Reads moments that somebody names: "sat 20:00 or sun 15:00", "in 3 hours", 2026-12-05T19:00Z.

Words are read in the time zone of whoever wrote them; the name of a zone, or an offset, behind them
goes before that. What names no year, week or day is the next such moment. Nothing is guessed: where
words fit two moments (5/12, 3h, or 02:30 in the night when clocks go back), where there is none
(02:30 in the night when they go forward), where the hour is missing or all is past, that is an
OrderError. Several are parted by "or" or a semicolon, of which no moment has either.

Words are dateutil's to read, which takes none that it does not know; zones are zoneinfo's.
"""

import re
import zoneinfo
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta, timezone, tzinfo
from functools import lru_cache, partial
from zoneinfo import ZoneInfo

from dateutil import parser
from dateutil.relativedelta import relativedelta

from bot.referee import problems
from bot.referee.problems import OrderError, TooManyMoments

_AROUND = " \"'“”„«»"
_OR = re.compile(r"\s+or\s+|;", re.IGNORECASE)


def apart(option: str, text: str, most: int) -> list[str]:
    """The words for each moment, without the quotes around them; OrderError for more than `most`.

    There is always one, which may be empty.
    """
    parts = [part.strip(_AROUND) for part in _OR.split(text.strip(_AROUND))]
    named = [part for part in parts if part] or [""]
    if len(named) > most:
        raise OrderError(TooManyMoments(option, most))
    return named


FARTHEST = timedelta(days=366)
LONGEST = 60
_MINUTE = timedelta(minutes=1)
_PART = r"(\d{1,4}|an?) ?(minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w)"
_AHEAD = re.compile(rf"in(?: ?(?:and )?{_PART})+")
_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_DAY = re.compile(
    r"\b(mon|tue|wed|thu|fri|sat|sun)(?:day|s|sday|nesday|r|rs|rsday|urday)?\b", re.IGNORECASE
)
_ISO_DAY = re.compile(r"\d{4}-\d\d?-\d\d?")
_HOUR = re.compile(r"(?<![\d:+-])\d\d?:\d\d")
_OF_UTC = re.compile(r" ?\b(?:UTC|GMT) ?([+-]) ?(?=\d)", re.IGNORECASE)
_FARTHEST_OFFSET = timedelta(hours=14)
_NO_PLACES = ("Factory", "localtime")
_STEPS = (
    relativedelta(),
    relativedelta(days=1),
    relativedelta(months=1),
    relativedelta(months=2),
    relativedelta(years=1),
)
"""How far ahead what words leave open is looked for; no two months in a row lack a 31st."""
_RELATIVE = {"today": 0, "tonight": 0, "tomorrow": 1}


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment, and the name of the zone in which whoever named it reads it."""

    at: datetime
    zone: str


@lru_cache(maxsize=1)
def _zones() -> tuple[str, ...]:
    return tuple(sorted(zoneinfo.available_timezones().difference(_NO_PLACES)))


@lru_cache(maxsize=1)
def _by_name() -> dict[str, str]:
    """The zones by what they are called in small letters, by their cities too.

    Etc/GMT+3 is three hours behind Greenwich, and so nobody's GMT+3: it has to be named in full.
    """
    places = [name for name in reversed(_zones()) if "/" in name and not name.startswith("Etc/")]
    cities = {_city(name): name for name in places}
    return cities | {name.casefold(): name for name in _zones()}


def zone_named(text: str) -> str | None:
    """The zone of a name, such as Europe/Paris, or of a city; None if there is none."""
    return _by_name().get("_".join(text.split()).casefold())


def zones_like(text: str, most: int) -> list[str]:
    """Zones in whose name is what is typed; first those that begin with it, or whose city does."""
    typed = "_".join(text.split()).casefold()
    places = (name for name in _zones() if "/" in name and not name.startswith("Etc/"))
    found = [name for name in (*places, "UTC") if typed in name.casefold()]

    def begins(name: str) -> bool:
        return any(part.startswith(typed) for part in (name.casefold(), _city(name)))

    return sorted(found, key=lambda name: (not begins(name), name))[:most]


def read_moment(option: str, text: str, zone: str, now: datetime) -> Moment:
    """The moment that an option names; `zone` is that of whoever wrote it, "" if it is not known.

    OrderError says why there is none.
    """
    (text,) = apart(option, text, 1)
    words = " ".join(text.replace(",", " ").replace("−", "-").split())
    words, zone = _without_zone(words, zone)
    if len(words) > LONGEST:
        raise OrderError(problems.NoMoment(option, text))
    try:
        at = _ahead(words.casefold(), zone, now) or _Named(option, text, zone, now).moment(words)
        there = _there(at, zone)
        # 3h is three in the morning, or three hours from now.
        after = _ahead(f"in {words.casefold()}", zone, now)
        if after is not None and after != at:
            two = sorted((there, _there(after, zone)))
            raise OrderError(problems.TwoMoments(option, text, two[0], two[1]))
    except OverflowError:
        # The first and the last day of all years, which no other zone has.
        raise OrderError(problems.NoMoment(option, text)) from None
    if not now < at <= now + FARTHEST:
        raise OrderError(problems.Untimely(option, text, there, past=at <= now))
    return Moment(at, zone or "UTC")


def _without_zone(words: str, zone: str) -> tuple[str, str]:
    """Words without the zone, or the city, that stands behind them; and that zone."""
    *others, last = words.split(" ")
    for before, place in ((others[:-1], [*others[-1:], last]), (others, [last])):
        named = zone_named(" ".join(place)) if before else None
        if named is not None:
            return " ".join(before), named
    return words, zone


def _city(name: str) -> str:
    return name.rpartition("/")[2].casefold()


def _there(at: datetime, zone: str) -> datetime:
    return at.astimezone(ZoneInfo(zone or "UTC"))


def _ahead(words: str, zone: str, now: datetime) -> datetime | None:
    """The moment so long from now, to the minute; a day from now it is the same hour there."""
    if not _AHEAD.fullmatch(words):
        return None
    parts = re.findall(_PART, words.replace(" and ", " "))
    lengths = {_UNITS[unit[0]]: 1 if number[0] == "a" else int(number) for number, unit in parts}
    days = timedelta(days=lengths.get("days", 0), weeks=lengths.get("weeks", 0))
    rest = timedelta(hours=lengths.get("hours", 0), minutes=lengths.get("minutes", 0))
    at = (_there(now, zone) + days).astimezone(UTC) + rest
    return at + -timedelta(seconds=at.second, microseconds=at.microsecond) % _MINUTE


@dataclass(frozen=True, slots=True)
class _Named:
    """Reads what names an hour, and perhaps a day, in a zone."""

    option: str
    text: str
    zone: str
    now: datetime

    def moment(self, words: str) -> datetime:
        """The one moment in UTC that words name."""
        # dateutil takes UTC+3 for three hours behind, and the last of two hours for the one meant.
        words = _OF_UTC.sub(r" \1", words)
        if len(_HOUR.findall(words)) > 1:
            raise self._bad()
        # 5/12 is a day in May or in December; an ISO date is neither turned round.
        orders = (False,) if _ISO_DAY.search(words) else (False, True)
        read = _readable(partial(self._next, words, day_first=order) for order in orders)
        coming = [local for local in read if max(self._moments(local), default=self.now) > self.now]
        local, *others = coming or read[:1]
        moments = self._moments(local)
        if others:
            moments = [*moments, *self._moments(others[0])]
        if not moments:
            raise OrderError(problems.SkippedMoment(self.option, self.text, self.zone))
        if len(moments) > 1:
            two = [_there(at, self.zone) for at in sorted(moments)[:2]]
            raise OrderError(problems.TwoMoments(self.option, self.text, *two))
        return moments[0]

    def _next(self, words: str, *, day_first: bool) -> datetime:
        """The next day and hour, by the clocks there, that words fit; else one that is past."""
        today = _there(self.now, self.zone).replace(tzinfo=None)
        named = [word for word in words.split() if word.casefold() in _RELATIVE]
        if len(named) > 1:
            raise self._bad()
        if named:
            words = " ".join(word for word in words.split() if word not in named)
            day = today + timedelta(days=_RELATIVE[named[0].casefold()])
            return self._read(words, day, day_first=day_first, fixed=True)
        read = _readable(
            partial(self._read, words, today + step, day_first=day_first) for step in _STEPS
        )
        local = next((one for one in read if not self._is_past(one)), read[0])
        named_day = _DAY.search(words)
        if named_day and _DAYS[local.weekday()] != named_day[1].casefold():
            raise OrderError(problems.WrongDay(self.option, self.text, local.date()))
        return local

    def _read(self, words: str, day: datetime, *, day_first: bool, fixed: bool = False) -> datetime:
        """What words say, with a day for what they don't; the day itself where it is `fixed`."""
        words = _DAY.sub(r"\1", words)
        try:
            one, other = (
                parser.parse(
                    words,
                    default=datetime.combine(day, time(hour)),
                    dayfirst=day_first,
                    tzinfos=_offset,
                )
                for hour in (0, 1)
            )
        except (ValueError, OverflowError, TypeError):
            raise self._bad() from None
        if one.hour != other.hour:
            raise OrderError(problems.NoHour(self.option, self.text))
        if fixed and one.date() != day.date():
            raise self._bad()
        if one.tzinfo is None and not self.zone:
            raise OrderError(problems.NoZone(self.option, self.text))
        return one.replace(second=0, microsecond=0)

    def _is_past(self, local: datetime) -> bool:
        latest = local.replace(fold=1, tzinfo=local.tzinfo or ZoneInfo(self.zone))
        return latest <= self.now

    def _moments(self, local: datetime) -> list[datetime]:
        """The moments at which clocks there show that: one, none or two."""
        if local.tzinfo is not None:
            return [local.astimezone(UTC)]
        shown = (local.replace(tzinfo=ZoneInfo(self.zone), fold=fold) for fold in (0, 1))
        moments = dict.fromkeys(at.astimezone(UTC) for at in shown)
        return [at for at in moments if _there(at, self.zone).replace(tzinfo=None) == local]

    def _bad(self) -> OrderError:
        return OrderError(problems.NoMoment(self.option, self.text))


def _offset(name: str | None, offset: int | None) -> tzinfo | None:
    """The offset behind an hour; a zone that is named in the midst of words is not known.

    Nor is one counted from a zone, as in CET+1, nor the end of an evening, as in 20:00-21:00.
    """
    ahead = timedelta(seconds=offset or 0)
    if (name is not None and (offset is None or offset)) or abs(ahead) > _FARTHEST_OFFSET:
        raise ValueError(name)
    return None if offset is None else timezone(ahead)


def _readable(attempts: Iterable[Callable[[], datetime]]) -> list[datetime]:
    """What can be read, each once: no 31st of November; OrderError if nothing can."""
    read: list[datetime] = []
    why: OrderError | None = None
    for attempt in attempts:
        try:
            read.append(attempt())
        except OrderError as error:
            why = why or error
    if why is not None and not read:
        raise why
    return list(dict.fromkeys(read))
