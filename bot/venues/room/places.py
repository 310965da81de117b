"""How many pages may be open: strangers and spectators never take the place of a player.

A page that has not said whose it is holds a place for two seconds at the most, and the one of its
address that has waited longest goes where they are too many. Spectators share a number of places;
each seat of each room has places of its own.
"""

import contextlib
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta

from bot.venues.room.seats import Role

HELLO_TIMEOUT = timedelta(seconds=2)
MOST_UNKNOWN = 20
"""Pages of one address that have not said whose they are."""
MOST_WATCHING = 250
MOST_A_SEAT = 10

_WATCHING = ("", Role.WATCH)
_SEATS = frozenset(Role) - {Role.WATCH}


class Places:
    """The open pages of all rooms, counted."""

    def __init__(self) -> None:
        self._unknown: dict[Callable[[], None], str] = {}
        self._taken: Counter[tuple[str, Role]] = Counter()

    @contextlib.contextmanager
    def unknown(self, address: str, end: Callable[[], None]) -> Iterator[None]:
        """While a page has not said whose it is; `end` cuts it off to make room for others."""
        self._unknown[end] = address
        alike = [one for one, known in self._unknown.items() if known == address]
        if len(alike) > MOST_UNKNOWN:
            alike[0]()
        try:
            yield
        finally:
            self._unknown.pop(end, None)

    @contextlib.contextmanager
    def take(self, room: str, roles: frozenset[Role]) -> Iterator[bool]:
        """Whether there is a place for a page; it is held until the context ends."""
        own = [(room, role) for role in roles if role in _SEATS]
        seats = own or [_WATCHING]
        if not all(self._taken[seat] < _most(seat) for seat in seats):
            yield False
            return
        self._taken.update(seats)
        try:
            yield True
        finally:
            self._taken.subtract(seats)
            self._taken += Counter()


def _most(seat: tuple[str, Role]) -> int:
    return MOST_WATCHING if seat == _WATCHING else MOST_A_SEAT
