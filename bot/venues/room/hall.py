"""All open pages, and what is on the table in each room they look at."""

import logging
from collections import defaultdict
from collections.abc import Callable
from datetime import datetime
from typing import Protocol

from bot.desk.desk import Desk
from bot.referee.match import Match
from bot.referee.room import Room
from bot.venues.room.acts import VENUE, place
from bot.venues.room.seats import Role, Sitter
from bot.venues.room.table import Table

log = logging.getLogger(__name__)


class Page(Protocol):
    """One open page."""

    sitter: Sitter

    def show(self, table: Table, here: frozenset[Role]) -> None:
        """Shows how the match stands now; `here` are the roles with a page open."""

    def go(self) -> None:
        """Closes the connection; the page comes back by itself."""


class Hall:
    """Open pages by room."""

    def __init__(self, desk: Desk, now: Callable[[], datetime]) -> None:
        self._desk = desk
        self._now = now
        self._pages: dict[str, set[Page]] = defaultdict(set)
        self._tables: dict[str, Table] = {}
        desk.watchers.append(self._changed)

    def table(self, room: str) -> Table | None:
        """What is on the table of a room with an open page."""
        return self._tables.get(room)

    async def enter(self, page: Page) -> None:
        """Takes a page in and shows everybody that it is there."""
        room = page.sitter.room
        self._pages[room].add(page)
        if room not in self._tables:
            found = await self._desk.latest(place(room))
            if found is not None and room not in self._tables:
                self._tables[room] = Table.of(*found, self._now())
        self._show(room)

    def leave(self, page: Page) -> None:
        """Lets a page go."""
        room = page.sitter.room
        self._pages[room].discard(page)
        if self._pages[room]:
            self._show(room)
        else:
            self._pages.pop(room)
            self._tables.pop(room, None)

    def close(self) -> None:
        """Closes all connections."""
        for pages in tuple(self._pages.values()):
            for page in tuple(pages):
                page.go()

    def _changed(self, room: Room, number: int, match: Match) -> None:
        if room.venue != VENUE or not self._pages.get(room.id):
            return
        try:
            self._tables[room.id] = Table.of(number, match, self._now())
            self._show(room.id)
        except Exception:
            # What is shown never holds up what is ruled.
            log.exception("room %s could not be shown match %s", room.id, number)

    def _show(self, room: str) -> None:
        table = self._tables.get(room)
        if table is None:
            return
        pages = tuple(self._pages[room])
        here = frozenset(role for page in pages for role in page.sitter.roles)
        for page in pages:
            page.show(table, here)
