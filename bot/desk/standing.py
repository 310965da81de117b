"""Why the clock of a match at the desk stands, as one value: it runs while there is no reason.

A player writes "E5" while the database is locked. The turn can't be stored, so it is not ruled;
the match stands for `STORE` since that moment, and the words wait. Recovery takes the match as it
is stored, reads the room up to the present unless the room was heard all the while, and there is
no reason any more.

Only a match that is in sync is ruled. The methods below are the transitions, and the only ones.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum, auto

from bot.timing import earliest


class StandsFor(Enum):
    LOADED = auto()
    """The match was taken from the store: its room has not been read by this process."""
    ROOM = auto()
    """The room is not heard, or something that was done there may have been missed."""
    STORE = auto()
    """The store fails. What was said meanwhile was heard, and waits to be ruled."""
    LOAD = auto()
    """The referee does not keep up: turns are ruled, and nobody is charged for the wait."""


class Notice(Enum):
    """What the room has heard of the trouble; after `TRIED` it may have heard of it."""

    NONE = auto()
    TRIED = auto()
    TOLD = auto()


@dataclass(frozen=True, slots=True)
class MatchStanding:
    reasons: Mapping[StandsFor, datetime | None]
    """Each with the moment since which it is so, None where that is not known: where the venue is
    away, it says so as it comes back."""
    notice: Notice = Notice.NONE

    @property
    def runs(self) -> bool:
        """Whether time is called."""
        return not self.reasons

    @property
    def in_sync(self) -> bool:
        """Whether acts are ruled: the room is heard and the store answers."""
        return not self.reasons.keys() - {StandsFor.LOAD}

    @property
    def was_heard(self) -> bool:
        """Whether nothing that was said was missed, as only the store failed."""
        return self.reasons.keys() - {StandsFor.LOAD} == {StandsFor.STORE}

    @property
    def since(self) -> datetime | None:
        """The moment since which no clock runs, as far as that is known."""
        return earliest(*self.reasons.values())

    def left(self) -> "MatchStanding":
        """The venue is not heard any more."""
        return self if StandsFor.LOADED in self.reasons else self._with(StandsFor.ROOM, None)

    def returns(self, away_since: datetime | None, turn_open_at: datetime) -> "MatchStanding":
        """The venue is heard again and its rooms are about to be read.

        Where nobody knows since when the referee was away from a match just loaded, no time of its
        turn is charged.
        """
        if StandsFor.LOADED in self.reasons:
            return MatchStanding({StandsFor.ROOM: away_since or turn_open_at})
        return self._with(StandsFor.ROOM, away_since)

    def failed(self, why: StandsFor, at: datetime) -> "MatchStanding":
        """The store or the room failed at a moment; a match just loaded is taken up in any case."""
        if StandsFor.LOADED in self.reasons:
            return self
        return self._with(why, at)

    def behind(self, since: datetime) -> "MatchStanding":
        return self._with(StandsFor.LOAD, since)

    def keeps_up(self) -> "MatchStanding":
        """The record says how long the referee did not keep up, or is going to."""
        return replace(
            self, reasons={why: at for why, at in self.reasons.items() if why != StandsFor.LOAD}
        )

    def taken_up(self) -> "MatchStanding":
        """The match is as it is stored, and what was said has been ruled."""
        return RUNS.behind(behind) if (behind := self.reasons.get(StandsFor.LOAD)) else RUNS

    def noticed(self, notice: Notice) -> "MatchStanding":
        """The room has heard, or may have heard, of the trouble, if there still is any."""
        return self if self.in_sync else replace(self, notice=notice)

    def _with(self, why: StandsFor, at: datetime | None) -> "MatchStanding":
        return replace(self, reasons={**self.reasons, why: earliest(self.reasons.get(why), at)})


RUNS, LOADED = MatchStanding({}), MatchStanding({StandsFor.LOADED: None})
