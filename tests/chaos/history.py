"""What the judge is given: what was agreed, what was said, what was stored, and what was announced.

All of it is plain values, read from outside; nothing of the referee's own is imported.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, ClassVar

from oracle.flood import Colour
from oracle.oracle import Turn

from chaos.clockwork import Control

SEATS: tuple[Colour, Colour] = ("first", "second")
_MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Profile:
    """How a match is held; `colours` name the starting player's first.

    In the seat `partner` (0 or 1) sits the referee's own program, at a `level`; None for people.
    `silent_at` is the turn in which the player to move stays silent until time is up; `unhurried`
    players think for as long as the clock allows; `late` is the chance that one moves too late.
    A `moment` is what the match is held for, one of `script.MOMENTS`.
    """

    format: str = "genius"
    ruleset: str = "genius"
    colours: tuple[str, str] = ("red", "blue")
    side: int = 3
    control: Control | None = None
    options: tuple[tuple[str, str], ...] = ()
    calls_host: bool = False
    dmo: str = ""
    silent_at: int | None = None
    unhurried: bool = False
    late: float = 0.0
    partner: int | None = None
    level: str = ""
    moment: str = ""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the venue, and how announcements call them: by `mention`, and by `name`.

    The sparring partner is one, too: a `program`, which writes nothing.
    """

    id: str
    name: str
    mention: str
    program: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """What the host has done by typing a command: `pause`, `resume`, `undo`, `time`, `forfeit`,
    `adjudicate`, `replace` or `cancel`."""

    kind: str
    turns: int = 0
    seat: int | None = None
    amount: timedelta = timedelta(0)
    player: str = ""


@dataclass(slots=True)
class Said:
    """A message: by whom, and what it means as a turn or an order; most is talk.

    `reads` says that it looks like a turn, whether or not it is one. Where the venue stamps it only
    on arrival, `id` is "" until then.
    """

    author: str
    text: str
    turn: Turn | None = None
    reads: bool = False
    order: Order | None = None
    id: str = ""
    at: datetime | None = None
    deleted: bool = False
    tapped: Any = None
    """How it was sent from a page (`page.Tapped`), if it was."""

    def __post_init__(self) -> None:
        self.reads = self.reads or self.turn is not None


@dataclass(frozen=True, slots=True)
class Announced:
    """A message of the referee's as people saw it; `pinged` None where a venue pings nobody.

    One that is `gone` was taken back, and nobody need have seen its words.
    """

    id: str
    at: datetime
    text: str
    nonce: str
    pinged: frozenset[str] | None
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    first: int
    through: int
    sent: bool


@dataclass(frozen=True, slots=True)
class Event:
    kind: str
    at: datetime
    data: dict[str, Any]

    @classmethod
    def read(cls, text: str) -> Event:
        data = json.loads(text)
        return cls(data["kind"], datetime.fromisoformat(data["at"]), data)

    def span(self, key: str) -> timedelta | None:
        """A length of time, stored as microseconds; None where there is none."""
        value = self.data.get(key)
        return None if value is None else value * _MICROSECOND

    def by(self) -> str:
        return str((self.data.get("by") or {}).get("id", ""))


@dataclass(frozen=True)
class Log:
    """A match or a cup as it lies in the database."""

    number: int
    open: bool
    events: tuple[Event, ...]
    letter: ClassVar[str] = ""
    """How a nonce begins."""

    def nonce(self, number: int) -> str:
        moment = round(self.events[number].at.timestamp() * 1000) % 10**8
        return f"{self.letter}{self.number}.{number}.{moment}"

    def of(self, kind: str) -> Iterator[tuple[int, Event]]:
        return ((number, event) for number, event in enumerate(self.events) if event.kind == kind)


@dataclass(frozen=True)
class Stored(Log):
    """A match; `rulings` are message ids with whether accepted."""

    room: str
    rulings: dict[str, bool]
    outbox: tuple[Row, ...]


@dataclass(slots=True)
class Played:
    """A match of the script: who plays (the starting player first), and all that was said in it.

    `done` is set once everything was played that was to be. Time is called so long after a deadline
    as the venue's `grace` says: what comes too late within it meets a match that still runs.
    """

    room: str
    profile: Profile
    host: Person
    players: tuple[Person, Person]
    people: dict[str, Person]
    grace: timedelta
    said: list[Said] = field(default_factory=list)
    done: bool = False

    def in_order(self) -> list[Said]:
        """What was said and stamped, in the order of the stamps; a page's words have a "w" before
        their number.
        """
        stamped = [
            (one.at, int(one.id.lstrip("w")), one) for one in self.said if one.at is not None
        ]
        return [one for _, _, one in sorted(stamped, key=lambda found: found[:2])]
