"""The messages of the rooms: stored with a timestamp and a serial number, then sent to the pages.

Two lines are typed at once: one is stored first, and every page shows them in that order. A page
that connects again asks for what came after the last serial number it has seen.
"""

import asyncio
import secrets
from collections import defaultdict
from collections.abc import Callable

from bot.storage.room import Line, NewLine, RoomStore

Listener = Callable[[Line | int], None]
"""Is given each new line, and the serial number of each that is taken back."""


class MessageLog:
    """The messages of all rooms."""

    def __init__(self, store: RoomStore) -> None:
        self._store = store
        self._locks: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._listeners: dict[str, set[Listener]] = defaultdict(set)

    async def add(self, new: NewLine, png: bytes | None = None) -> tuple[Line, bool]:
        """Stores and shows a message; if its nonce is known, the message stored then, and False."""
        async with self._locks[new.room]:
            known = None if new.nonce is None else await self._store.with_nonce(new.nonce)
            if known is not None:
                return known, False
            # Whoever knows a picture's name may see it; only those in the room are told.
            line = await self._store.add(new, png, secrets.token_urlsafe(18))
            self._show(new.room, line)
            return line, True

    async def withdraw(self, room: str, serial: int) -> None:
        """Takes a message back."""
        async with self._locks[room]:
            await self._store.withdraw(room, serial)
            self._show(room, serial)

    async def follow(self, room: str, after: int, listener: Listener) -> None:
        """Shows what came after a serial number and all that comes from now on, without a gap."""
        async with self._locks[room]:
            for line in await self._store.lines(room, after):
                listener(line)
            for serial in await self._store.gone(room):
                if serial <= after:
                    listener(serial)
            self._listeners[room].add(listener)

    def leave(self, room: str, listener: Listener) -> None:
        """Shows nothing more."""
        self._listeners[room].discard(listener)
        if not self._listeners[room]:
            self._listeners.pop(room)

    def _show(self, room: str, news: Line | int) -> None:
        for listener in tuple(self._listeners.get(room, ())):
            listener(news)
