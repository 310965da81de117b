"""When time is to be called next, and whether whoever calls it would sleep too long for that.

`Deadlines` sleeps until 22:10:00. Red plays a turn in that match, and Blue has until 22:11:00: it
sleeps on. In another match a turn begins that ends at 22:09:30, or a message shows that Discord's
clock is ahead of what was thought: it is woken.
"""

import asyncio
from collections.abc import Iterator
from datetime import timedelta

from bot.desk.agenda import Agenda
from bot.desk.venue import Venue, Venues
from bot.timing import Timepiece


class Wakeup:
    """The next moment of all matches of the venues that are heard."""

    def __init__(self, agenda: Agenda, venues: Venues, timepiece: Timepiece) -> None:
        self._agenda = agenda
        self._venues = venues
        self._timepiece = timepiece
        self._until: timedelta | None = None
        self.changed = asyncio.Event()
        """Set whenever time may have to be called before the end of the sleep."""

    def take_due(self) -> list[int]:
        """The matches in which time brings something about now, nearest first.

        Each is taken once, until its match has changed or it is put back.
        """
        return [
            number
            for venue in self._heard()
            for number in self._agenda.take(venue.part, venue.now() - _delay(venue))
        ]

    def wait(self) -> timedelta | None:
        """How long until time next brings something about in any match; None if no clock runs."""
        return min(
            (
                at + _delay(venue) - venue.now()
                for venue in self._heard()
                if (at := self._agenda.nearest(venue.part)) is not None
            ),
            default=None,
        )

    def sleeps(self, length: timedelta) -> None:
        """Whoever calls time sleeps for so long from now on, unless `changed` is set."""
        self._until = self._timepiece.monotonic() + length

    def look(self) -> None:
        """Something has changed, in a match or in what is known of a venue's clock."""
        if self._sleeps_too_long():
            self.changed.set()

    def _sleeps_too_long(self) -> bool:
        present, until = self._timepiece.monotonic(), self._until
        if until is None or present >= until:
            # Where the sleep is not over by then, the machine itself has slept.
            return True
        left = self.wait()
        return left is not None and present + left < until

    def _heard(self) -> Iterator[Venue]:
        return (venue for venue in self._venues.values() if venue.hears())


def _delay(venue: Venue) -> timedelta:
    """A move stamped exactly at the deadline is in time, and may take so long to arrive."""
    return venue.grace + timedelta.resolution
