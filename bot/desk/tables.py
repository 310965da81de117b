"""The matches at the desk: how each stands, what waits there, and the lock that orders its rulings.

Two messages arrive in the same room at the same moment: the second waits for the lock of the match
and is ruled on what the first one made of it. Messages in other rooms wait for neither.

Whoever meets a trouble puts it in a queue for recovery and goes on. The database is locked while
Red's turn is to be stored: the ledger queues `Lost`, Red's words wait, the other matches are ruled,
and `Recovery.run` takes the match from the queue.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import TypeVar

from bot.desk.at_rest import AtRest, Awake, Glance, Known, glance_at
from bot.desk.standing import LOADED, MatchStanding, StandsFor
from bot.desk.venue import Venue, VenueError
from bot.engine.turn import Talk
from bot.logs import lines as log_fields
from bot.referee.events import Event, MatchMoved, Shown, TurnPlayed
from bot.referee.match import Match, Room
from bot.referee.submission import Submission
from bot.storage.store import StoredMatch
from bot.timing import Signal

log = logging.getLogger(__name__)

MOST_WAITING = 10_000
"""So many acts may wait to be ruled in a match: its database may be gone for hours."""


@dataclass(frozen=True, slots=True)
class Expected:
    """An act that has arrived and waits to be ruled, by its stamp; it may be a turn or not."""

    at: datetime
    brings_turn: bool


@dataclass(slots=True)
class OpenMatch:
    """A match at the desk; what is known of it is an object or lies at rest."""

    id: int
    room: Room
    _known: Known | AtRest
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    standing: MatchStanding = LOADED
    in_sync: Signal = field(default_factory=Signal)
    pleaded: frozenset[tuple[int, datetime, Talk]] = frozenset()
    """What was asked in vain and answered in words, with the turn: its number, when it began."""
    withdrawn: frozenset[str] = frozenset()
    """The reminders that were taken back."""
    read_at: timedelta | None = None
    """When the room was last read to its end, by the timepiece."""
    expected: list[Expected] = field(default_factory=list)
    waiting: dict[object, Submission] = field(default_factory=dict)
    """What was done and is not ruled yet, as it was heard."""
    unheard: int = 0
    """How often something in the room was found not to have been heard."""
    end_told: Signal = field(default_factory=Signal)
    """Set once the room has read how the match ended."""
    obstacle: str = ""
    """Why the match can't go on in its room, as far as is known."""
    host_told: bool = False
    """Whether the host was told of that."""
    _watcher: "Callable[[OpenMatch], None] | None" = None
    _awake: Awake | None = None
    _used: bool = False

    @classmethod
    def of(cls, stored: StoredMatch) -> "OpenMatch":
        """A match as it lies in the store; DamagedMatchError if it can't be read."""
        opened = cls(stored.id, stored.room, Known(stored.match(), dict(stored.ruled)))
        opened.note(stored.events)
        return opened

    @property
    def known(self) -> Known:
        self._used = True
        if isinstance(self._known, AtRest):
            return self._wake(self._known.known())
        return self._known

    @property
    def match(self) -> Match:
        return self.known.match

    @property
    def shown(self) -> list[Shown]:
        return self.known.shown

    @property
    def glance(self) -> Glance:
        """What can be told of the match at once, at rest or not."""
        known = self._known
        return known.glance if isinstance(known, AtRest) else glance_at(known.match)

    @property
    def at_rest(self) -> bool:
        """Whether nobody has used the match of late."""
        return isinstance(self._known, AtRest)

    def look(self) -> Match:
        """How the match stands; it is used no more than before, and a match at rest stays so."""
        known = self._known
        return known.known().match if isinstance(known, AtRest) else known.match

    def rest_if_idle(self) -> bool:
        """Puts the match at rest, unless it was used since this was asked last."""
        if self._awake is None or isinstance(self._known, AtRest):
            return True
        if not self._used:
            self._known = AtRest.of(self._known)
        used, self._used = self._used, False
        return not used

    def _wake(self, known: Known) -> Known:
        self._known, self._used = known, True
        if self._awake is not None:
            self._awake.add(self.id, self.rest_if_idle)
        return known

    @property
    def watched(self) -> bool:
        """Whether somebody is told of changes; true for every match at the desk."""
        return self._watcher is not None

    def belongs_to(
        self, watcher: "Callable[[OpenMatch], None] | None", awake: Awake | None = None
    ) -> None:
        """Changes who is told of changes, and who puts the match at rest; None for nobody.

        Both the watcher before and the new one are called at once.
        """
        self._changed()
        self._watcher, self._awake = watcher, awake
        if not isinstance(self._known, AtRest):
            self._wake(self._known)
        self._changed()

    def become(self, standing: MatchStanding) -> None:
        """Stands for other reasons; whoever waits for the match to be in sync goes on then."""
        self.standing = standing
        if standing.in_sync:
            self.in_sync.set()
        else:
            self.in_sync.clear()
        self._changed()

    @property
    def behind_since(self) -> datetime | None:
        """Since when the clock stands as the referee does not keep up."""
        return self.standing.reasons.get(StandsFor.LOAD)

    def took(self, match: Match, events: tuple[Event, ...], ruled: str | None = None) -> None:
        """The match after events that were stored just now, and the message they answer."""
        self.known.match = match
        if ruled is not None:
            self.known.ruled[ruled] = True
        self.note(events)

    def reloaded(self, stored: StoredMatch) -> None:
        """The match as it is stored, whatever was known of it."""
        self._known = Known(stored.match(), dict(stored.ruled), talk=self.known.talk)
        self.note(stored.events)

    def note(self, events: tuple[Event, ...]) -> None:
        """Keeps what belongs to events beside the match: announcements, and the turn's talk."""
        known = self.known
        known.shown += [event for event in events if isinstance(event, Shown)]
        if known.match.end_told:
            self.end_told.set()
        else:
            self.end_told.clear()
        if any(isinstance(event, TurnPlayed) for event in events):
            opened = known.match.turn_open_at
            known.talk = {key: stamp for key, stamp in known.talk.items() if stamp >= opened}
        self._changed()

    def heard(self, submission: Submission) -> None:
        if submission.message is not None and self.match.seat(submission.author.id):
            self.known.talk[submission.message] = submission.sent_at

    def typed_since(self, moment: datetime) -> list[Submission]:
        """What was written in the room since a moment, was heard, and waits to be ruled.

        What has no message of its own there waits by itself, as a form does.
        """
        typed = (act for act in self.waiting.values() if (act.message or "").isdecimal())
        return [act for act in typed if act.sent_at >= moment]

    @contextmanager
    def hearing(self, submission: Submission) -> Iterator[None]:
        """While an act waits to be ruled."""
        key = object()
        self.waiting[key] = submission
        if len(self.waiting) == MOST_WAITING:
            log.warning("match %s: %s acts wait; others are refused", self.id, MOST_WAITING)
        try:
            yield
        finally:
            del self.waiting[key]

    def pleads_first(self, plea: Talk) -> bool:
        """Whether a plea is the first of its kind in this turn; from now on it is not."""
        turn = self.match.position.number, self.match.turn_open_at
        earlier = frozenset(pleaded for pleaded in self.pleaded if pleaded[:2] == turn)
        self.pleaded = earlier | {(*turn, plea)}
        return self.pleaded != earlier

    def was_read_since(self, arrived: timedelta) -> bool:
        """Whether the room was read after something arrived from it."""
        return self.read_at is not None and self.read_at >= arrived

    def expects_in_time(self) -> bool:
        """Whether something done before the deadline is about to be ruled."""
        deadline = self.match.deadline()
        return deadline is not None and any(act.at <= deadline for act in self.expected)

    def expects_before(self, at: datetime) -> bool:
        """Whether an act from before a moment, which may be a turn, is about to be ruled."""
        return any(act.brings_turn and act.at < at for act in self.expected)

    def _changed(self) -> None:
        if self._watcher is not None:
            self._watcher(self)


def about(live: OpenMatch, message: str | None = None) -> AbstractContextManager[None]:
    """Within it, log lines are about a match, and a message in it where one is named."""
    return log_fields.about(
        match=live.id, venue=live.room.venue, room=live.room.id, message=message
    )


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


@dataclass(frozen=True, slots=True)
class Lost:
    """A match that is out of sync, to be taken up again, the first time after `wait`."""

    live: OpenMatch
    wait: timedelta


@dataclass(frozen=True, slots=True)
class Unreachable:
    """A match whose room takes no announcement, now or later."""

    live: OpenMatch
    error: VenueError


@dataclass(frozen=True, slots=True)
class Stalled:
    """A venue that was not heard for a while, which is noticed only now; it is heard again.

    `epoch` is that of its presence: if it has left since, it returns when it says so.
    """

    venue: Venue
    epoch: int


Trouble = Lost | Unreachable | Stalled
