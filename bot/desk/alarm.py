"""When time next brings something about, match by match, and a sleep until the nearest of these.

Ten thousand matches are open, and the sleep ends at 22:10:00. Red plays a turn, and Blue has until
22:11:00: only that match is looked at again, and the sleep goes on. In another match a turn begins
that ends at 22:09:30, or a message shows that Discord's clock is ahead of what was thought: the
sleep ends now.
"""

import asyncio
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from heapq import heapify, heappop, heappush

from bot.desk.tables import OpenMatch
from bot.desk.venue import Venue, Venues
from bot.parts import Part
from bot.timing import Timepiece, wait_for

LONGEST = timedelta(minutes=1)
"""Looking again every minute costs nothing and forgives a venue's clock that jumps."""
_SPARE = 64
"""How many outdated entries are always put up with."""


class Alarm:
    """The next `moment` of each match that is in sync and whose clock runs.

    Moments are by the clocks of the venues; only venues that are heard count.
    """

    def __init__(
        self,
        venues: Venues,
        timepiece: Timepiece,
        moment: Callable[[OpenMatch], datetime | None],
    ) -> None:
        self._venues = venues
        self._timepiece = timepiece
        self._moment = moment
        self._changed: dict[int, OpenMatch] = {}
        self._at: dict[int, datetime] = {}
        # By part of a venue, each with a present of its own. An entry counts while `_at` holds the
        # same moment for its match.
        self._entries: dict[Part, list[tuple[datetime, int]]] = {}
        self._until: timedelta | None = None
        self.rings = asyncio.Event()
        """Set to end the sleep at once."""

    def look_again(self, live: OpenMatch) -> None:
        """A match has changed, or whether it is in sync, or whether it is at the desk."""
        self._changed[live.id] = live

    def check(self) -> None:
        """Ends the sleep if it is too long after a change of a match or of a venue's clock."""
        present, until, left = self._timepiece.monotonic(), self._until, self.wait()
        # Where the sleep is not over by `until`, the machine itself has slept.
        if until is None or present >= until or (left is not None and present + left < until):
            self.rings.set()

    async def sleep(self) -> None:
        """Returns when a moment has come, when it rings, or after a minute."""
        left = self.wait()
        length = LONGEST if left is None else min(left, LONGEST)
        self._until = self._timepiece.monotonic() + length
        await wait_for(self.rings, self._timepiece, length)

    def take_due(self) -> list[int]:
        """The matches whose moment has come, nearest first; whoever takes them is awake.

        Each is taken once, until it is to be looked at again.
        """
        self.rings.clear()
        return [
            number
            for venue in self._heard()
            for number in self.take(venue.part, venue.now() - _delay(venue))
        ]

    def wait(self) -> timedelta | None:
        """How long until the nearest moment of all matches; None if there is none."""
        return min(
            (
                at + _delay(venue) - venue.now()
                for venue in self._heard()
                if (at := self.nearest(venue.part)) is not None
            ),
            default=None,
        )

    def nearest(self, part: Part) -> datetime | None:
        """The nearest moment in the matches of a venue's part."""
        self._catch_up()
        entries = self._entries.get(part, [])
        while entries and self._at.get(entries[0][1]) != entries[0][0]:
            heappop(entries)
        return entries[0][0] if entries else None

    def take(self, part: Part, until: datetime) -> Iterator[int]:
        """The matches of a venue's part whose moment has come by then, nearest first."""
        while (at := self.nearest(part)) is not None and at <= until:
            _, number = heappop(self._entries[part])
            del self._at[number]
            yield number

    def _catch_up(self) -> None:
        while self._changed:
            _, live = self._changed.popitem()
            at = self._moment(live) if live.watched and live.standing.runs else None
            venue = None if at is None else self._venues.serving(live.room)
            if at is None or venue is None:
                self._at.pop(live.id, None)
            elif self._at.get(live.id) != at:
                self._at[live.id] = at
                self._enter(venue.part, at, live.id)

    def _enter(self, part: Part, at: datetime, number: int) -> None:
        entries = self._entries.setdefault(part, [])
        if len(entries) > 2 * len(self._at) + _SPARE:
            # Turns that were made long before their deadline.
            entries[:] = {entry for entry in entries if self._at.get(entry[1]) == entry[0]}
            heapify(entries)
        heappush(entries, (at, number))

    def _heard(self) -> Iterator[Venue]:
        return (venue for venue in self._venues.values() if venue.hears())


def _delay(venue: Venue) -> timedelta:
    """A move stamped exactly at the deadline is in time, and may take so long to arrive."""
    return venue.grace + timedelta.resolution
