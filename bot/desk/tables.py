"""The matches in memory: each with the lock that orders its rulings."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot.referee.events import Event, TurnPlayed
from bot.referee.match import Match
from bot.referee.room import Room
from bot.referee.submission import Submission


@dataclass(slots=True)
class Live:
    """A match at the desk.

    `abreast` is set while the room is heard and the store answers: only then is anything ruled.
    `behind_since` is since when it is not, where the desk found out by itself; `trouble_told`
    says that the room knows, `trouble_tried` that it may know. `taken_up` says that the room has
    been read since the start of the program. `talk` are the players' messages of this turn that
    were no turn, with their stamps: an edit makes none of them one. `withdrawn` are the reminders
    taken back. `read_at` is when, by the timepiece, the room was last read to its end; `expected`
    are the stamps of acts that have arrived and wait to be ruled.
    """

    id: int
    room: Room
    match: Match
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    abreast: asyncio.Event = field(default_factory=asyncio.Event)
    behind_since: datetime | None = None
    trouble_told: bool = False
    trouble_tried: bool = False
    taken_up: bool = False
    talk: dict[str, datetime] = field(default_factory=dict)
    withdrawn: set[str] = field(default_factory=set)
    read_at: timedelta | None = None
    expected: list[datetime] = field(default_factory=list)

    def took(self, match: Match, events: tuple[Event, ...]) -> None:
        """The match after events that were stored."""
        self.match = match
        if any(isinstance(event, TurnPlayed) for event in events):
            opened = match.turn_open_at
            self.talk = {key: stamp for key, stamp in self.talk.items() if stamp >= opened}

    def heard(self, submission: Submission) -> None:
        """Words of a player that were no turn."""
        if submission.message is not None and self.match.seat(submission.author.id):
            self.talk[submission.message] = submission.sent_at

    def was_read_since(self, arrived: timedelta) -> bool:
        """Whether the room was read after something arrived from it."""
        return self.read_at is not None and self.read_at >= arrived

    def expects_in_time(self) -> bool:
        """Whether a turn made before the deadline is about to be ruled."""
        deadline = self.match.deadline()
        return deadline is not None and any(at <= deadline for at in self.expected)

    def fell_behind(self, since: datetime | None) -> None:
        """The room was not heard, or the store did not answer, from a moment on."""
        known = [moment for moment in (since, self.behind_since) if moment is not None]
        self.behind_since = min(known, default=None)

    def caught_up(self) -> None:
        """The room has been read and the store answers."""
        self.behind_since, self.taken_up = None, True
        self.trouble_told = self.trouble_tried = False
        self.abreast.set()


class Tables:
    """The matches in memory, by number and by room."""

    def __init__(self) -> None:
        self._by_number: dict[int, Live] = {}
        self._by_room: dict[Room, Live] = {}

    def __iter__(self) -> Iterator[Live]:
        return iter(list(self._by_number.values()))

    def get(self, number: int) -> Live | None:
        """The match of a number."""
        return self._by_number.get(number)

    def in_room(self, room: Room) -> Live | None:
        """The open match of a room."""
        live = self._by_room.get(room)
        return None if live is None or live.match.over else live

    def of(self, venue: str) -> list[Live]:
        """The matches of a venue."""
        return [live for live in self if live.room.venue == venue]

    def add(self, live: Live) -> Live:
        """Takes a match in; the one that is here already, if there is one of its number."""
        known = self._by_number.setdefault(live.id, live)
        if known is live and self.in_room(live.room) is None:
            self._by_room[live.room] = live
        return known

    def move(self, live: Live, room: Room) -> None:
        """A match goes on in another room."""
        if self._by_room.get(live.room) is live:
            del self._by_room[live.room]
        live.room = room
        if live.id in self._by_number and self.in_room(room) is None:
            self._by_room[room] = live

    def drop(self, live: Live) -> None:
        """Forgets a match that has ended."""
        self._by_number.pop(live.id, None)
        if self._by_room.get(live.room) is live:
            del self._by_room[live.room]
