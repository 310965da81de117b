"""What an observer is told of the desk's work: values, and nothing that could change a match.

Red writes "E5", which is ruled after 2 ms: `Ruled`. The announcement is visible after 180 ms more:
`Told`. An observer counts them, for `/metrics`, and what it does with them is its own affair: the
desk knows of nothing that counts. Whatever an observer raises is logged, and holds up nothing.
"""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

from bot.desk.venue import Venue
from bot.referee.clock import ZERO
from bot.referee.events import BankLow, BankOpened, Event, FlagFell
from bot.referee.ruling import Accepted, Refused

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Ruled:
    """An act was accepted, and stored, or refused; `took` is the time since it was heard."""

    venue: str
    ruling: Accepted | Refused
    took: timedelta


@dataclass(frozen=True, slots=True)
class Told:
    """An announcement is visible at its venue; `took` is the time since it was stored."""

    venue: str
    took: timedelta


@dataclass(frozen=True, slots=True)
class TimeCalled:
    """Time brought something about, and it was stored so much later than it was due.

    It is due when the venue's grace is over. `flag` says that it was a player's flag that fell.
    """

    venue: str
    flag: bool
    late: timedelta


@dataclass(frozen=True, slots=True)
class Shed:
    """A question was refused, since the referee could not keep up; `question` is its command."""

    question: str


Observation = Ruled | Told | TimeCalled | Shed
_Told = TypeVar("_Told")


class Observers(list[Callable[[_Told], None]]):
    def tell(self, told: _Told) -> None:
        """Tells all observers; one that fails holds up no other."""
        for observer in self:
            try:
                observer(told)
            except Exception:
                log.exception("somebody could not be told of a change: %s", type(told).__name__)


def time_calls(venue: Venue | None, events: tuple[Event, ...]) -> Iterator[TimeCalled]:
    """The calls of time among events that were stored just now, if their venue is served here."""
    for event in events:
        if isinstance(event, BankOpened | BankLow | FlagFell) and venue is not None:
            late = max(ZERO, venue.now() - (event.at + venue.grace))
            yield TimeCalled(venue.name, isinstance(event, FlagFell), late)
