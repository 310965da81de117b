"""What this process of a fleet does not hold, and what becomes of pages when a shard is given up.

Ann taps E5 on her page, and in the same moment the shard of her match goes to another process. Her
page is taken leave of first: what it has sent is ruled and answered, nothing more is taken from it,
and its connection is ended. Only then nothing is ruled here any more. The page comes back at once,
to whichever process has the match by then, and sends again what it was not told to be taken.
"""

import asyncio
from collections.abc import Awaitable, Callable

from cachetools import LRUCache

from bot.desk.ledger import Ledger
from bot.desk.venue import Venue
from bot.parts import Part
from bot.referee.room import Room
from bot.storage.store import Servers

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
