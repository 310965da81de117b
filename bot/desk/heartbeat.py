"""A heartbeat in the store: every few seconds, when the referee was last on duty at a venue.

The process is killed at 22:04:12. Its last heartbeat says 22:04:10, and so the next process lets
all clocks stand from 22:04:10 on: at most a few seconds too early, which favours the players.

With it the lease is renewed that keeps a second referee out, whether the venue was heard or not.
"""

import logging
from datetime import timedelta

from bot.desk.desk import Desk
from bot.desk.venue import Venue
from bot.storage.failures import StoreError
from bot.storage.leases import Leases
from bot.timing import Timepiece

log = logging.getLogger(__name__)

INTERVAL = timedelta(seconds=3)


class Heartbeat:
    def __init__(self, desk: Desk, venue: Venue, leases: Leases, timepiece: Timepiece) -> None:
        self._desk = desk
        self._venue = venue
        self._leases = leases
        self._timepiece = timepiece

    async def beat(self) -> None:
        """Renews the lease, and stores that the venue was heard, if it was, in all its matches."""
        await self._leases.renew(
            self._venue.part,
            on_duty=self._venue.on_duty(),
            address=self._venue.places.listens_at,
        )
        await self._desk.duty.note_duty(self._venue)

    async def beat_once_more(self) -> bool:
        """The last beat, at a planned stop; if it fails, clocks stand still from the one before."""
        try:
            await self.beat()
        except StoreError as error:
            level = self._desk.loudness(error)
            log.log(level, "the last moment on duty could not be noted: %s", error)
            return False
        return True

    async def run(self) -> None:
        """Runs until cancelled; a store that can't be used now is tried again."""
        while True:
            try:
                await self.beat()
            except StoreError as error:
                log.log(self._desk.loudness(error), "%s", error)
            except Exception:
                # A heartbeat that is missing costs nobody anything; a referee that stops does.
                log.exception("the time on duty could not be noted")
            presence = self._desk.presence(self._venue)
            if presence.here:
                await self._timepiece.sleep(INTERVAL)
            else:
                # Whoever asks for its health is told at once that it is on duty.
                await presence.ready(INTERVAL)
