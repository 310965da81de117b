"""What is said of the referee that is at work on a database: to another one, and by `doctor`."""

from collections.abc import Sequence
from datetime import timedelta
from typing import assert_never

from bot.findings.lease import Holder, NotRunning, OffDuty, OnDuty, Readiness

_VENUES = {"discord": "Discord", "room": "the local room", "nodebb": "NodeBB"}


def holder_text(holder: Holder) -> str:
    """Which process it is, and since when it has been at work."""
    since, at = "", holder.since
    if at is not None:
        # Not %-d, which Windows does not know.
        since = f", since {at.day} {at:%B %Y, %H:%M} UTC"
    return f"process {holder.pid} on {holder.host}{since}"


def venues_text(venues: Sequence[str]) -> str:
    """Venues as people know them."""
    names = [_VENUES.get(venue, venue.capitalize()) for venue in venues]
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def held_text(holder: Holder) -> str:
    """Why a second referee does not start."""
    return (
        f"another referee is at work on this database ({holder_text(holder)}): stop that one "
        "first, or name another database in DATABASE_URL"
    )


def partly_held_text(venue: str, holder: Holder, rest: Sequence[str]) -> str:
    """What a second referee leaves to the first one, and what it serves itself."""
    return (
        f"{venues_text([venue])} is refereed by another process ({holder_text(holder)}); this one "
        f"serves {venues_text(rest)}"
    )


def waits_text(holder: Holder, longest: timedelta) -> str:
    """A lease was not given back: whether it is still renewed is seen soon."""
    return (
        f"another referee was at work on this database ({holder_text(holder)}); waiting up to "
        f"{int(longest.total_seconds())} seconds to see whether it still is"
    )


def lost_text(holder: Holder | None) -> str:
    """Why a referee ends by itself."""
    if holder is None:
        return (
            "this referee's lease is gone from the database; was a backup restored while it ran? "
            "It rules nothing more and ends; the next start goes on with what the database holds"
        )
    return (
        f"another referee has taken over ({holder_text(holder)}), because this one stood still "
        "for too long: it rules nothing more and ends"
    )


def at_work_text(holder: Holder) -> str:
    """What `doctor` says of a referee that runs."""
    return f"Referee: at work ({holder_text(holder)}), serving {venues_text(holder.venues)}."


def readiness_text(found: Readiness) -> str:
    """What a health check says, in one line."""
    match found:
        case OnDuty(venues):
            return f"on duty: {venues_text(venues)}"
        case OffDuty(venues):
            return (
                f"at work, but not on duty: {venues_text(venues)} can't be heard, or is being read"
            )
        case NotRunning():
            return "no referee is at work here"
        case _:
            assert_never(found)
