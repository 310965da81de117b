"""How things stand at the venues, for whoever asks from outside: who is heard, how much is open.

Discord is not heard since 22:04: its 40 matches are open, and 3 announcements wait to be made.
"""

from dataclasses import dataclass
from datetime import datetime

from bot.desk.ledger import Ledger
from bot.desk.presence import State
from bot.desk.sync import InSync, Loaded
from bot.parts import Part
from bot.referee.absence import charged_until


@dataclass(frozen=True, slots=True)
class VenueStanding:
    """Whether a venue, or one part of it, is heard.

    `on_duty` says whether matches are ruled there now: that also takes a machine that is awake.
    """

    part: Part
    state: State
    on_duty: bool


@dataclass(frozen=True, slots=True)
class Load:
    """The open matches of a venue that are held here, and the announcements to be made in them.

    A match just loaded adds nothing to `waiting` before it is taken up. `out_of_reach` are those
    that can't go on, since the referee or a player is kept out of the room.
    """

    venue: str
    open_matches: int
    waiting: int
    out_of_reach: int


def standings(ledger: Ledger) -> list[VenueStanding]:
    """How things stand at each part that is served."""
    return [
        VenueStanding(part, ledger.presence(venue).state, venue.on_duty())
        for part, venue in ledger.venues.items()
    ]


def loads(ledger: Ledger) -> list[Load]:
    """The open matches of each venue; this looks at every match, so it is not asked often."""
    by_venue = {part.venue: [0, 0, 0] for part in ledger.venues}
    for live in ledger.tables:
        counts = by_venue.get(live.room.venue)
        if counts is not None:
            glance = live.glance
            counts[0] += not glance.over
            counts[1] += ledger.outbox.waiting(live.id)
            counts[2] += (bool(live.obstacle) or glance.stands) and not glance.over
    return [Load(venue, *counts) for venue, counts in by_venue.items()]


def stands_since(ledger: Ledger, number: int) -> datetime | None:
    """The moment since which nothing is ruled in a match served here, None while it is ruled.

    A page is opened while the referee starts: the match has only been loaded, its room is still to
    be read, and its clock stands. Nobody knows how long it has stood: it stands for the whole turn.
    Where the referee does not keep up turns are ruled, but the clock stands as well.
    """
    live = ledger.tables.get(number)
    venue = None if live is None else ledger.venues.serving(live.room)
    if live is None or venue is None or (isinstance(live.sync, InSync) and live.runs):
        return None
    since = live.out_since or ledger.presence(venue).since
    match = live.match
    if match.over or (since is None and not isinstance(live.sync, Loaded)):
        return since
    return charged_until(match, since)
