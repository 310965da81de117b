"""When time next brings something about, match by match, the nearest first.

Ten thousand matches are open, and Red plays a turn in one of them: that one gets another deadline,
and the others keep theirs. So only what has changed is looked at again, and finding the nearest
deadline costs as little with ten thousand matches as with ten.
"""

from collections.abc import Callable, Iterator
from datetime import datetime
from heapq import heapify, heappop, heappush

from bot.desk.open_match import OpenMatch
from bot.desk.venue import Venues
from bot.parts import Part
from bot.referee.timekeeping import next_call

_SPARE = 64
"""How many outdated entries are always put up with."""


def _next_call(live: OpenMatch) -> datetime | None:
    return next_call(live.match)


class Agenda:
    """The next moment of each match that is in sync and whose clock runs.

    Which moment that is, `moment` says; if nothing else, when time is to be called.
    """

    def __init__(
        self, venues: Venues, moment: Callable[[OpenMatch], datetime | None] = _next_call
    ) -> None:
        self._venues = venues
        self._moment = moment
        self._changed: dict[int, OpenMatch] = {}
        self._at: dict[int, datetime] = {}
        # By part of a venue, each with a present of its own. An entry counts while `_at` holds the
        # same moment for its match.
        self._entries: dict[Part, list[tuple[datetime, int]]] = {}

    def look_again(self, live: OpenMatch) -> None:
        """A match has changed, or whether it is in sync, or whether it is at the desk."""
        self._changed[live.id] = live

    def entries(self) -> int:
        """How many entries there are, with those that count no more."""
        return sum(len(entries) for entries in self._entries.values())

    def nearest(self, part: Part) -> datetime | None:
        """The nearest moment in the matches of a venue's part, by its clock."""
        self._catch_up()
        entries = self._entries.get(part, [])
        while entries and self._at.get(entries[0][1]) != entries[0][0]:
            heappop(entries)
        return entries[0][0] if entries else None

    def take(self, part: Part, until: datetime) -> Iterator[int]:
        """The matches of a venue's part whose moment has come by now, nearest first.

        A match that was taken comes again only after another `look_again`.
        """
        while (at := self.nearest(part)) is not None and at <= until:
            _, number = heappop(self._entries[part])
            del self._at[number]
            yield number

    def _catch_up(self) -> None:
        while self._changed:
            _, live = self._changed.popitem()
            counts = live.watched and live.runs
            at = self._moment(live) if counts else None
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
