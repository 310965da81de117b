"""The messages of the rooms: stored with a timestamp and a serial number, then sent to the pages.

Two lines are typed at once: one is stored first, and every page shows them in that order. A page
that connects again asks for what came after the last serial number it has seen.

While the database can't be written, what was typed waits here with the timestamp of its first
arrival, and is stored as soon as that can be.
"""

import asyncio
import logging
import secrets
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

from bot.storage.failures import StoreError, UnstorableError
from bot.storage.room import Line, NewLine, RoomStore
from bot.timing import Backoff, Timepiece

log = logging.getLogger(__name__)

RETRY_FIRST, RETRY_MAX = timedelta(seconds=0.25), timedelta(seconds=1)
"""Between two tries to store what was typed."""

Listener = Callable[[Line | int], None]
"""Called with each new line, and with the serial number of each line that is taken back."""


class MessageLog:
    """The messages of all rooms."""

    def __init__(self, store: RoomStore, timepiece: Timepiece) -> None:
        self._store = store
        self._timepiece = timepiece
        self._typed: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._arrived: dict[str, datetime] = {}
        """When each line that is not stored yet first arrived, by its nonce."""
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._listeners: dict[str, set[Listener]] = defaultdict(set)

    async def add(self, new: NewLine, png: bytes | None = None) -> tuple[Line, bool]:
        """Stores and shows a message; if its nonce is known, the message stored then, and False."""
        async with self._locks.setdefault(new.room, asyncio.Lock()):
            stored = None if new.nonce is None else await self._store.line(nonce=new.nonce)
            if stored is not None:
                return stored, False
            # Whoever knows a picture's name may see it; only pages in the room are sent the name.
            line = await self._store.add(new, png, secrets.token_urlsafe(18))
            self._show(new.room, line)
            return line, True

    async def keep(self, new: NewLine, nonce: str, waits: Callable[[], None]) -> tuple[Line, bool]:
        """Stores and shows what was typed, however long the database can't be written.

        Lines are stored in the order of arrival, with the timestamp of the first arrival: the page
        may send a line again meanwhile. `waits` is called once where a line can't be stored.
        """
        at = self._arrived.setdefault(nonce, new.at)
        new, pauses = replace(new, at=at, nonce=nonce), Backoff(RETRY_FIRST, RETRY_MAX)
        warned = False
        async with self._typed.setdefault(new.room, asyncio.Lock()):
            while True:
                try:
                    stored = await self.add(new)
                except UnstorableError:
                    del self._arrived[nonce]
                    raise
                except StoreError as error:
                    if not warned:
                        log.warning("room %s: what was typed waits: %s", new.room, error)
                        waits()
                        warned = True
                    await self._timepiece.sleep(pauses.next())
                else:
                    self._arrived.pop(nonce, None)
                    return stored

    async def withdraw(self, room: str, serial: int) -> None:
        """Takes a message back."""
        async with self._locks.setdefault(room, asyncio.Lock()):
            await self._store.withdraw(room, serial)
            self._show(room, serial)

    async def follow(self, room: str, after: int, listener: Listener) -> None:
        """Shows what came after a serial number and all that comes from now on, without a gap."""
        async with self._locks.setdefault(room, asyncio.Lock()):
            for line in await self._store.lines(room, after):
                listener(line)
            for serial in await self._store.gone(room):
                if serial <= after:
                    listener(serial)
            self._listeners[room].add(listener)

    def leave(self, room: str, listener: Listener) -> None:
        """Sends a listener no more lines."""
        self._listeners[room].discard(listener)
        if not self._listeners[room]:
            self._listeners.pop(room)

    def _show(self, room: str, news: Line | int) -> None:
        for listener in tuple(self._listeners.get(room, ())):
            listener(news)
