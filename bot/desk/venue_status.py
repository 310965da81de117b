"""How things stand at the venues: who is heard, how much is open, what another process has.

Discord is not heard since 22:04: its 40 matches are open, and 3 announcements wait to be made.

In a fleet a shard may be given up. Ann taps E5 on her page, and in the same moment the shard of her
match goes to another process. Her page is taken leave of first: what it has sent is ruled and
answered, nothing more is taken from it, and its connection is ended. Only then nothing is ruled
here any more. The page comes back at once, to whichever process has the match by then, and sends
again what it was not told to be taken.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime

from cachetools import LRUCache

from bot.desk.ledger import Ledger
from bot.desk.presence import State
from bot.desk.standing import StandsFor
from bot.desk.venue import Venue
from bot.parts import Part
from bot.referee.absence import charged_until
from bot.referee.match import Room
from bot.storage.store import Servers


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
    if live is None or venue is None or live.standing.runs:
        return None
    since = live.standing.since or ledger.presence(venue).since
    match = live.match
    if match.over or (since is None and StandsFor.LOADED not in live.standing.reasons):
        return since
    return charged_until(match, since)


MOST_KNOWN = 1000
"""Rooms that are not looked up again."""
AT_ONCE = 3
"""Rooms that are looked up at the same time: strangers may ask for any number."""


class Handover:
    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._leaving: set[Part] = set()
        self._known: LRUCache[int, Room] = LRUCache(MOST_KNOWN)
        self._turns = asyncio.Semaphore(AT_ONCE)
        self.is_shared = False
        """Whether other processes of a fleet hold what this one does not."""
        self.closing: list[Callable[[Venue], Awaitable[None]]] = []
        """Asked to take leave of a venue's pages, before anything else is given up."""

    def is_elsewhere(self, room: Room) -> bool:
        """Whether pages of a room are another process's to serve, or are about to be."""
        venue = self._ledger.venues.serving(room)
        return self.is_shared and (venue is None or venue.part in self._leaving)

    async def room_elsewhere(self, number: int) -> Room | None:
        """Where a match is held, if another process holds it: its server never changes."""
        if not self.is_shared:
            return None
        live = self._ledger.tables.get(number)
        room = self._known.get(number) if live is None else live.room
        if room is None:
            async with self._turns:
                room = await self._ledger.store.room_of(number)
            if room is None:
                return None
            self._known[number] = room
        return room if self.is_elsewhere(room) else None

    async def close_pages(self, venue: Venue) -> None:
        """Takes leave of a venue's pages; from now on they are no longer this process's."""
        self._leaving.add(venue.part)
        await asyncio.gather(*(close(venue) for close in self.closing))

    def forget(self, venue: Venue) -> None:
        """A venue is not served here any more; it may be again one day."""
        self._ledger.forget(venue)
        Servers(self._ledger.store).forget(venue.name)
        self._leaving.discard(venue.part)
