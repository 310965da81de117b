"""Whether a match at the desk is in sync with its room and with the store, as a value.

A player writes "E5" while the database is locked. The turn can't be stored, so it is not ruled;
the match is `OutOfSync` since that moment, its clock stands, and the words wait. Recovery takes
the match as it is stored, reads the room up to the present unless the room was heard all the while,
and the match is `InSync` again.

Only a match that is `InSync` is ruled. The functions below are the transitions, and the only ones.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum, auto

from bot.timing import earliest


class Notice(Enum):
    """What the room has heard of the trouble; after `TRIED` it may have heard of it."""

    NONE = auto()
    TRIED = auto()
    TOLD = auto()


@dataclass(frozen=True, slots=True)
class Loaded:
    """Taken from the store at the start: its room has not been read by this process."""


@dataclass(frozen=True, slots=True)
class InSync:
    """The room is heard and the store answers."""


@dataclass(frozen=True, slots=True)
class OutOfSync:
    """The room is not heard or the store does not answer, `since` a moment, None if none is known.

    It is known where the desk found out by itself; where the venue is away, the venue knows it.
    """

    since: datetime | None = None
    notice: Notice = Notice.NONE
    heard: bool = False
    """Whether only the store failed: what was said meanwhile was heard, and waits to be ruled."""


Sync = Loaded | InSync | OutOfSync


def venue_left(sync: Sync) -> Sync:
    """The venue is not heard any more; it says since when as it comes back."""
    if isinstance(sync, OutOfSync):
        return replace(sync, heard=False)
    return OutOfSync() if isinstance(sync, InSync) else sync


def venue_returns(sync: Sync, away_since: datetime | None, turn_open_at: datetime) -> OutOfSync:
    """The venue is heard again and its rooms are about to be read.

    Where nobody knows since when the referee was away from a match just loaded, no time of its
    turn is charged.
    """
    if isinstance(sync, Loaded):
        return OutOfSync(away_since or turn_open_at)
    if isinstance(sync, InSync):
        return OutOfSync(away_since)
    return replace(sync, since=earliest(sync.since, away_since), heard=False)


def failed(sync: Sync, at: datetime, *, heard: bool = False) -> Sync:
    """The store or the venue failed at a moment; a match just loaded is taken up in any case.

    Where only the store failed and whoever used it tries again, the room is `heard`.
    """
    if isinstance(sync, InSync):
        return OutOfSync(at, heard=heard)
    if isinstance(sync, OutOfSync):
        return replace(sync, since=sync.since or at, heard=sync.heard and heard)
    return sync


def noticed(sync: Sync, notice: Notice) -> Sync:
    """The room has heard, or may have heard, of the trouble, if there still is any."""
    return replace(sync, notice=notice) if isinstance(sync, OutOfSync) else sync
