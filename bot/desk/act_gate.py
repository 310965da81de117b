"""The gate before acts: after an absence each waits for its own match only.

The connection is back, and the rooms of 10,000 matches are read. The host presses Pause in a match
whose room is still to be read: it is the next one, and the pause is ruled as soon as that room has
been read, with the stamp of the press. Reading a room finds neither presses nor commands, and time
is called where the rooms have been read while others are still to come: so until the pause is
ruled, no flag falls in its match that came after it.
"""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta

from bot.desk.ledger import Ledger
from bot.desk.presence import READY_TIMEOUT, Presence
from bot.desk.returns import Returns
from bot.desk.tables import OpenMatch
from bot.desk.venue import Venue
from bot.referee.clock import ZERO
from bot.referee.match import Room
from bot.storage.failures import DamagedMatchError, StoreError
from bot.timing import first_of

log = logging.getLogger(__name__)

LOOK_AGAIN = timedelta(seconds=1)
"""Between two tries to find the match of an act while the store fails."""


class Gate:
    def __init__(self, ledger: Ledger, returns: Returns) -> None:
        self._ledger = ledger
        self._returns = returns

    @asynccontextmanager
    async def once_back(
        self, venue: Venue, room: Room, at: datetime, number: int | None = None
    ) -> AsyncIterator[None]:
        """Within it an act is ruled that was done in a room at a moment, in its match or another.

        It begins once that match is in sync, or else the venue is here, or after a timeout.
        """
        presence, timepiece = self._ledger.presence(venue), self._ledger.timepiece
        until = timepiece.monotonic() + READY_TIMEOUT
        live = None if presence.here else await self._match(presence, room, number, until)
        if live is None:
            await presence.ready(max(ZERO, until - timepiece.monotonic()))
            yield
            return
        with self._ledger.tables.expecting(live.id, at, brings_turn=False):
            self._returns.hurry(live)
            await first_of(live.in_sync.wait(), presence.ready())
            yield

    async def _match(
        self, presence: Presence, room: Room, number: int | None, until: timedelta
    ) -> OpenMatch | None:
        """The open match that is meant, if it is one of the room's server."""
        while not presence.here and self._ledger.timepiece.monotonic() < until:
            try:
                live = await self._found(room, number)
            except DamagedMatchError:
                return None
            except StoreError as error:
                log.warning("room %s: its match could not be looked up: %s", room.id, error)
                await self._ledger.timepiece.sleep(LOOK_AGAIN)
                continue
            if live is None or live.match.over or self._ledger.venues.serving(live.room) is None:
                return None
            here = (room.venue, room.server) == (live.room.venue, live.room.server)
            return live if here else None
        return None

    async def _found(self, room: Room, number: int | None) -> OpenMatch | None:
        if number is None:
            live = self._ledger.tables.in_room(room)
            if live is not None:
                return live
            number = await self._ledger.store.latest_in(room)
        return None if number is None else await self._ledger.find(number)
