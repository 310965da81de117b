"""Ends the check-in of a cup: when its time is over, or when everybody is there.

Cid checks in a second before half past eight, and his press is ruled a moment later: the check-in
is over only when all is known that people did until then. Ratings are read when the cup begins, so
that whoever came late has theirs.
"""

from collections.abc import Mapping
from datetime import datetime
from functools import partial

from bot.cups.check_in import called, outcome
from bot.cups.entry import Seeding
from bot.desk.cup_table import CupTable, HeldCup
from bot.desk.ledger import Ledger
from bot.storage.archive import Archive


class CupCheckIn:
    """Looks after the check-ins of the cups that are served here."""

    def __init__(self, ledger: Ledger, table: CupTable) -> None:
        self._table = table
        self._archive = Archive(ledger.store)

    async def advance(self, held: HeldCup, now: datetime, heard: datetime) -> bool:
        """Calls those who are still to be called, or ends the check-in; False if nothing is due.

        The lock is held.
        """
        if await self._table.append(held, partial(called, now=now)):
            return True
        if outcome(held.state, now, heard, {}) is None:
            return False
        ratings = await self._ratings(held)
        await self._table.append(held, partial(outcome, now=now, heard=heard, ratings=ratings))
        return True

    async def _ratings(self, held: HeldCup) -> Mapping[str, float]:
        checking = held.state.check_in
        if checking is None or checking.draw.seeding is not Seeding.RATING:
            return {}
        return await self._archive.ratings(held.room.venue, held.room.server)
