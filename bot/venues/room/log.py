"""The room's messages: kept with a stamp and a serial number, then shown to every open page."""

import asyncio
import secrets
from collections import defaultdict
from collections.abc import Callable

from bot.storage.room import Line, NewLine, RoomStore

Listener = Callable[[Line | int], None]
"""Is given each new line, and the serial number of each that is taken back."""


class RoomLog:
    """All rooms' messages, each room's in one order for everybody."""

    def __init__(self, store: RoomStore) -> None:
        self._store = store
        self._locks: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._listeners: dict[str, set[Listener]] = defaultdict(set)

    async def add(self, new: NewLine, png: bytes | None = None) -> tuple[Line, bool]:
        """Keeps and shows a message; False with it if its nonce was known: then it is neither."""
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
