"""Troubles that wait for recovery: whoever meets one puts it in a queue and goes on.

The database is locked while Red's turn is to be stored. The ledger queues `Lost`; Red's words wait,
the other matches are ruled, and `Recovery.run` takes the match from the queue.
"""

from dataclasses import dataclass
from datetime import timedelta

from bot.desk.open_match import OpenMatch
from bot.desk.venue import Venue, VenueError


@dataclass(frozen=True, slots=True)
class Lost:
    """A match that is out of sync, to be taken up again, the first time after `wait`."""

    live: OpenMatch
    wait: timedelta


@dataclass(frozen=True, slots=True)
class Unreachable:
    """A match whose room takes no announcement, now or later."""

    live: OpenMatch
    error: VenueError


@dataclass(frozen=True, slots=True)
class Stalled:
    """A venue that was not heard for a while, which is noticed only now; it is heard again.

    `epoch` is that of its presence: if it has left since, it returns when it says so.
    """

    venue: Venue
    epoch: int


Trouble = Lost | Unreachable | Stalled
