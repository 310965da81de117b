"""The matches in memory: each with the lock that orders its rulings.

Two messages arrive in the same room at the same moment: the second waits for the lock of the match
and is ruled on what the first one made of it. Messages in other rooms wait for neither.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from bot.desk.at_rest import Awake
from bot.desk.open_match import Expected, OpenMatch
from bot.referee.events import MatchMoved
from bot.referee.room import Room

_Place = TypeVar("_Place")


class Tables:
    """The matches in memory, by number and by room; `watch` is told of each that changes."""

    def __init__(self, watch: Callable[[OpenMatch], None] | None = None) -> None:
        self._by_number: dict[int, OpenMatch] = {}
        self._by_room: dict[Room, OpenMatch] = {}
        self._by_server: dict[tuple[str, str], dict[int, OpenMatch]] = {}
        self._left: dict[Room, dict[int, OpenMatch]] = {}
        self._expected: dict[int, list[Expected]] = {}
        self._watch = watch
        self._awake = Awake()

    def __iter__(self) -> Iterator[OpenMatch]:
        return iter(list(self._by_number.values()))

    def get(self, number: int) -> OpenMatch | None:
        return self._by_number.get(number)

    def in_room(self, room: Room) -> OpenMatch | None:
        live = self._by_room.get(room)
        return None if live is None or live.glance.over else live

    def moved_from(self, room: Room) -> list[OpenMatch]:
        """The open matches that were held in a room and are held in another one now."""
        left = self._left.get(room, {}).values()
        return [live for live in left if live.room != room and not live.glance.over]

    def of_server(self, venue: str, server: str) -> list[OpenMatch]:
        """The matches of a server, oldest first."""
        matches = self._by_server.get((venue, server), {})
        return [matches[number] for number in sorted(matches)]

    def of(self, venue: str) -> list[OpenMatch]:
        return [live for live in self if live.room.venue == venue]

    def add(self, live: OpenMatch) -> OpenMatch:
        """Takes a match in; the one that is here already, if there is one of its number."""
        at_desk = self._by_number.setdefault(live.id, live)
        if at_desk is live:
            if self.in_room(live.room) is None:
                self._by_room[live.room] = live
            self._by_server.setdefault(_server(live), {})[live.id] = live
            self._note_rooms_left(live)
            live.belongs_to(self._watch, self._awake)
            # It may have been waited for before it was loaded.
            live.expected = self._expected.setdefault(live.id, live.expected)
        return at_desk

    @contextmanager
    def expecting(self, number: int, at: datetime, *, brings_turn: bool = True) -> Iterator[None]:
        """While an act of a match has arrived and not been ruled, whether it is loaded or not."""
        expected, act = self._expected.setdefault(number, []), Expected(at, brings_turn)
        expected.append(act)
        try:
            yield
        finally:
            expected.remove(act)
            if not expected and number not in self._by_number:
                self._expected.pop(number, None)

    def move(self, live: OpenMatch, room: Room) -> None:
        if self._by_room.get(live.room) is live:
            del self._by_room[live.room]
        live.room = room
        if live.id not in self._by_number:
            return
        self._note_rooms_left(live)
        if self.in_room(room) is None:
            self._by_room[room] = live

    def drop(self, live: OpenMatch) -> None:
        self._by_number.pop(live.id, None)
        if not live.expected:
            self._expected.pop(live.id, None)
        live.belongs_to(None)
        if self._by_room.get(live.room) is live:
            del self._by_room[live.room]
        _forget(self._by_server, _server(live), live.id)
        for room in _rooms_left(live):
            _forget(self._left, room, live.id)

    def _note_rooms_left(self, live: OpenMatch) -> None:
        for room in _rooms_left(live):
            self._left.setdefault(room, {})[live.id] = live


def _forget(matches: dict[_Place, dict[int, OpenMatch]], place: _Place, number: int) -> None:
    """Takes a match out of a place, and the place out with its last one."""
    there = matches.get(place, {})
    there.pop(number, None)
    if not there:
        matches.pop(place, None)


def _server(live: OpenMatch) -> tuple[str, str]:
    return live.room.venue, live.room.server


def _rooms_left(live: OpenMatch) -> list[Room]:
    moves = (event for _, event in live.match.log if isinstance(event, MatchMoved))
    return [replace(live.room, id=moved.left) for moved in moves if moved.left]
