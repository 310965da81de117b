"""What may go wrong on the way, by script or by seeded chance.

    discord.faults.next("POST /channels/*/messages", Reset(after=True))
    discord.faults.next("MESSAGE_CREATE", Duplicate())
    discord.faults.random(seed=7, rates={"reset": 0.01, "5xx": 0.02, "duplicate": 0.05})

A pattern for requests is `METHOD /path` below /api/v10 with `*` for anything; a pattern for gateway
events is the event's name.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from fnmatch import fnmatchcase
from random import Random
from typing import Any, ClassVar

MOMENT = timedelta(milliseconds=50)


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer with this status instead; `after` handles the request first and hides its answer.

    `via` says whether the answer came through Discord's proxy: discord.py retries a 429 only if so.
    """

    status: int
    retry_after: timedelta = MOMENT
    via: bool = True
    scope_global: bool = False
    after: bool = False


@dataclass(frozen=True, slots=True)
class Reset:
    """Reset the connection before the request is handled, or after it was but unanswered."""

    after: bool = False


@dataclass(frozen=True, slots=True)
class Delay:
    """Handle the request after this while, or handle it at once and answer after this while."""

    by: timedelta = MOMENT
    after: bool = False


@dataclass(frozen=True, slots=True)
class Hang:
    """Never answer: the client has to give up; `after` handles the request all the same."""

    after: bool = False


@dataclass(frozen=True, slots=True)
class Drop:
    """The event is never told, not on a RESUME either."""


@dataclass(frozen=True, slots=True)
class Duplicate:
    """The event is told twice."""


@dataclass(frozen=True, slots=True)
class Reorder:
    """The event is told after the next one, or after this while if there is none."""

    within: timedelta = timedelta(milliseconds=200)


@dataclass(frozen=True, slots=True)
class Malform:
    """The event's payload is told, or the request is answered, as this makes it."""

    change: Callable[[Any], Any]
    after: ClassVar[bool] = True


HttpFault = Answer | Reset | Delay | Hang | Malform
EventFault = Drop | Duplicate | Reorder | Malform

# What the words in `rates` stand for. Dropped and malformed events are not among them: Discord
# does not lose an event within a session, so a bot can't be asked to survive that unscripted.
HTTP_CHANCES: dict[str, Callable[[Random], HttpFault]] = {
    "5xx": lambda dice: Answer(dice.choice([500, 502, 503, 504])),
    "5xx_after": lambda dice: Answer(dice.choice([500, 502, 503, 504]), after=True),
    "408": lambda _: Answer(408),
    "429": lambda _: Answer(429),
    "429_no_via": lambda _: Answer(429, via=False),
    "reset": lambda _: Reset(),
    "reset_after": lambda _: Reset(after=True),
    "delay": lambda dice: Delay(MOMENT * dice.random() * 4, after=dice.random() < 0.5),
    "hang": lambda _: Hang(),
    "hang_after": lambda _: Hang(after=True),
}
EVENT_CHANCES: dict[str, Callable[[Random], EventFault]] = {
    "duplicate": lambda _: Duplicate(),
    "reorder": lambda _: Reorder(),
}
GATEWAY_CHANCES = {"gateway_drop", "gateway_expire", "gateway_reconnect"}


@dataclass(slots=True)
class _Scripted:
    pattern: str
    fault: HttpFault | EventFault
    left: int


class Faults:
    def __init__(self) -> None:
        self.injected: Counter[str] = Counter()
        self.cut_off = False
        self._script: list[_Scripted] = []
        self._dice = Random(0)
        self._rates: dict[str, float] = {}
        self._match = "*"

    def next(self, match, fault=None, *, times=1) -> None:
        """Do this to the next `times` requests or events that match (default: answer 500)."""
        self._script.append(_Scripted(match, fault or Answer(500), times))

    def random(self, seed: int, rates: Mapping[str, float], *, match: str = "*") -> None:
        """From now on do these things by chance; rates are probabilities per request or event.

        KeyError names a fault that does not exist. `match` narrows the requests concerned.
        """
        known = HTTP_CHANCES.keys() | EVENT_CHANCES.keys() | GATEWAY_CHANCES
        for name in rates:
            if name not in known:
                raise KeyError(name)
        self._dice, self._rates, self._match = Random(seed), dict(rates), match

    def clear(self) -> None:
        self._script.clear()
        self._rates.clear()
        self.cut_off = False

    @property
    def pending(self) -> int:
        return sum(item.left for item in self._script)

    def for_request(self, line: str) -> HttpFault | None:
        found: HttpFault | None = Reset() if self.cut_off else self._scripted(line, HttpFault)
        if found is None and fnmatchcase(line, self._match):
            found = self._by_chance(HTTP_CHANCES)
        self._note(found)
        return found

    def for_event(self, name: str) -> EventFault | None:
        found = self._scripted(name, EventFault) or self._by_chance(EVENT_CHANCES)
        self._note(found)
        return found

    def for_gateway(self) -> str | None:
        for name in sorted(GATEWAY_CHANCES & self._rates.keys()):
            if self._dice.random() < self._rates[name]:
                self.injected[name] += 1
                return name
        return None

    def _scripted(self, line: str, kind: Any) -> Any:
        for item in self._script:
            fits = isinstance(item.fault, kind)
            if fits and item.left and fnmatchcase(line, item.pattern):
                item.left -= 1
                return item.fault
        return None

    def _by_chance(self, chances: Mapping[str, Callable[[Random], Any]]) -> Any:
        for name, make in chances.items():
            rate = self._rates.get(name)
            if rate and self._dice.random() < rate:
                return make(self._dice)
        return None

    def _note(self, fault: HttpFault | EventFault | None) -> None:
        if fault is not None:
            self.injected[name_of(fault)] += 1


def name_of(fault: HttpFault | EventFault) -> str:
    words = [type(fault).__name__.lower()]
    if isinstance(fault, Answer):
        words.append(str(fault.status))
    if getattr(fault, "after", False) and not isinstance(fault, Malform):
        words.append("after")
    return " ".join(words)
