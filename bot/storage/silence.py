"""How long the holders of leases have been silent, as one process has seen it.

A lease was renewed at some moment of another machine's clock, which says nothing here. So whoever
looks counts by its own clock, from when it first saw the last renewal.

The database may have been away from everybody. The first one to come back would find all others
silent for a minute, and take all that they hold: so all count anew then. It was away where leases
could not be read for a while, and where they could, but none of its own could be renewed.
"""

from collections.abc import Iterable, Sequence
from datetime import timedelta

from sqlalchemy import Connection

from bot.parts import Part
from bot.storage.lease_rows import Lease, read
from bot.storage.process import Process, has_ended
from bot.timing import Timepiece

LEASE = timedelta(seconds=15)
"""From a renewal on: five heartbeats, and longer than a server keeps an idle transaction open."""
_AWAY = LEASE / 3
"""Leases not read for longer, or none of one's own renewed for twice as long: the database was
away. Whoever was there all the while has then some seconds left to renew theirs."""


class Silence:
    """What the process `here` has seen of the leases."""

    def __init__(self, here: Process, timepiece: Timepiece) -> None:
        self._here, self._timepiece = here, timepiece
        self._seen: dict[tuple[str, Part], tuple[int, timedelta]] = {}
        self._read_at = timedelta(0)

    def read(self, connection: Connection, renewed: Iterable[timedelta]) -> list[Lease]:
        """All leases; `renewed` is when this process last renewed its own."""
        found = read(connection)
        present = self._timepiece.monotonic()
        last = max(renewed, default=present)
        if present - self._read_at > _AWAY or present - last > 2 * _AWAY:
            self._seen = {key: (beat, present) for key, (beat, _) in self._seen.items()}
        self._read_at = present
        return found

    def note(self, others: Sequence[Lease]) -> None:
        """Has the silence of those that were renewed since begin now; forgets all but these."""
        present = self._timepiece.monotonic()
        # One that was given up and is taken again by the same process is another one.
        there = {(lease.holder, lease.part) for lease in others}
        self._seen = {key: seen for key, seen in self._seen.items() if key in there}
        for lease in others:
            beat, _ = self._seen.get((lease.holder, lease.part), (None, present))
            if beat != lease.beat:
                self._seen[lease.holder, lease.part] = lease.beat, present

    def has_run_out(self, lease: Lease) -> bool:
        """Whether a lease binds nobody any more, as far as this process has seen it."""
        # A lease that this same process took, before it opened the database again, is over too.
        if lease.process == self._here or has_ended(lease.process, self._here):
            return True
        present = self._timepiece.monotonic()
        _, since = self._seen.setdefault((lease.holder, lease.part), (lease.beat, present))
        return not self.beats(lease) and present - since >= LEASE

    def beats(self, lease: Lease) -> bool:
        return lease.beat != self._seen[lease.holder, lease.part][0]
