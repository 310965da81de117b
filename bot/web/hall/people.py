"""The players of a server as its pages know them: the leaderboard, and whom a name means.

What is known of them is kept for a few seconds, since every page asks; after `my forget` it is
known no longer at once.
"""

from collections.abc import Collection

from cachetools import TTLCache

from bot.desk.desk import Desk
from bot.servers.ratings import Standing
from bot.storage.archive import Archive
from bot.storage.records import Shelf
from bot.storage.store import Store
from bot.timing import Timepiece

SECONDS, MOST_SERVERS, MOST_NAMESAKES = 10, 100, 50


class Leaderboards:
    """The rated players of each server, the best first."""

    def __init__(self, store: Store, desk: Desk, timepiece: Timepiece) -> None:
        self._archive = Archive(store)
        self._known: TTLCache[Shelf, list[Standing]] = TTLCache(
            MOST_SERVERS, SECONDS, timer=lambda: timepiece.monotonic().total_seconds()
        )
        self._changes = 0
        desk.rewritten.append(self._forget)

    async def of(self, shelf: Shelf) -> list[Standing]:
        """All of a server's players by rating; StoreError."""
        known = self._known.get(shelf)
        if known is None:
            changes = self._changes
            known = await self._archive.standings(shelf.venue, shelf.server)
            if changes == self._changes:
                self._known[shelf] = known
        return known

    async def called(self, shelf: Shelf, name: str) -> tuple[str, ...]:
        """The ids of the players whom a name means: one of that name, or all that contain it."""
        wanted = name.casefold().removeprefix("@")
        players = [standing.player for standing in await self.of(shelf)]
        exact = [one.id for one in players if wanted in (one.name.casefold(), one.id.casefold())]
        alike = [one.id for one in players if wanted in one.name.casefold()]
        return tuple(exact or alike)[:MOST_NAMESAKES]

    def _forget(self, _: Collection[int]) -> None:
        self._changes += 1
        self._known.clear()
