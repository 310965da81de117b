"""Nobody loses a round for what the referee could not hear: deadlines move by its absences.

The referee is down from 21:40 to 22:30, and the round of a cup had until 22:00. Before the venue
counts as heard again, the deadline is moved to 22:50, and stored. Killed right after that, the next
process finds a note of duty from before 21:40 still, and makes up for what has passed since 22:30.

While the database can't be written nobody can press Ready either.
"""

import logging
from datetime import datetime, timedelta
from functools import partial

from bot.cups.events import DeadlineMoved
from bot.cups.running import limit_of
from bot.cups.state import CupState, CupStatus
from bot.desk.cup_table import CupTable
from bot.desk.ledger import Ledger
from bot.desk.venue import Venue
from bot.storage.failures import DamagedMatchError, StoreError

log = logging.getLogger(__name__)

WORTH_MOVING = timedelta(minutes=1)
"""A shorter absence moves no deadline that is further away than this, and is not told of."""


class CupAbsences:
    def __init__(self, ledger: Ledger, table: CupTable) -> None:
        self._ledger = ledger
        self._table = table
        self._unstored_since: timedelta | None = None
        self._making_up = 0
        ledger.store.watch(self)

    @property
    def last(self) -> bool:
        """Whether there is something that is still to be made up for."""
        return self._unstored_since is not None or self._making_up > 0

    async def make_up(self, venue: Venue, since: datetime | None) -> None:
        """A venue that was away `since` a moment is about to be here: deadlines move; StoreError.

        Done again after a crash, it makes up for what has passed since it was done.
        """
        for number, room in (await self._table.cups.open_cups()).items():
            if self._ledger.venues.serving(room) is not venue:
                continue
            try:
                held = await self._table.find(number)
            except DamagedMatchError:
                # It runs no more, and is logged where cups are found.
                continue
            if held is not None and since is not None:
                async with held.lock:
                    await self._table.append(held, partial(_moved, now=venue.now(), since=since))

    def stored(self) -> None:
        """The database can be written again: what nobody could do meanwhile is made up for."""
        since, self._unstored_since = self._unstored_since, None
        if since is not None:
            self._making_up += 1
            self._ledger.spawn(self._make_up_for(since))

    def unusable(self, error: StoreError) -> None:  # noqa: ARG002
        """The database can't be used: nobody can press Ready, and nobody is a no-show."""
        if self._unstored_since is None:
            self._unstored_since = self._ledger.timepiece.monotonic()

    async def _make_up_for(self, began: timedelta) -> None:
        try:
            for venue in list(self._ledger.venues.values()):
                if self._ledger.presence(venue).here:
                    gone = self._ledger.timepiece.monotonic() - began
                    await self.make_up(venue, venue.now() - gone)
        except StoreError:
            # It goes on, since the same moment.
            self._unstored_since = began
        finally:
            self._making_up -= 1


def _moved(state: CupState, now: datetime, since: datetime) -> DeadlineMoved | None:
    """The deadline moves by an absence, or by what has passed of it since it was settled last."""
    if state.until is None or state.status not in (CupStatus.RUNNING, CupStatus.CHECK_IN):
        return None
    gone = now - max(since, state.until_set_at or since)
    games = (meeting.game for meeting in state.playing)
    limits = [limit_of(state, game) or state.until for game in games if game is not None]
    is_near = min(limits, default=state.until) <= now + WORTH_MOVING
    if gone >= WORTH_MOVING or (is_near and gone > timedelta(0)):
        return DeadlineMoved(now, state.until + gone, told=gone >= WORTH_MOVING)
    return None
