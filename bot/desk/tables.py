"""The matches in memory: each with the lock that orders its rulings.

Two messages arrive in the same room at the same moment: the second waits for the lock of the match
and is ruled on what the first one made of it. Messages in other rooms wait for neither.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import TypeVar

from bot.desk.at_rest import AtRest, Awake, Glance, Known, glance_at
from bot.desk.sync import InSync, Loaded, Notice, OutOfSync, Sync
from bot.engine.talk import Talk
from bot.logs import fields as log_fields
from bot.referee.events import Event, MatchMoved, Shown, TurnPlayed
from bot.referee.match import Match
from bot.referee.room import Room
from bot.referee.submission import Submission
from bot.storage.store import StoredMatch
from bot.timing import Signal

_Place = TypeVar("_Place")


@dataclass(frozen=True, slots=True)
class Expected:
    """An act that has arrived and waits to be ruled, by its stamp; it may be a turn or not."""

    at: datetime
    brings_turn: bool


@dataclass(slots=True)
class OpenMatch:
    """A match at the desk.

    What is known of it (`Known`) is an object or lies at rest, whoever asks need not care.
    `pleaded` is what was asked in vain and has been answered in words, with the turn: its number
    and when it began; `withdrawn` are the reminders taken back.
    `read_at` is when, by the timepiece, the room was last read to its end; `expected` are the
    acts that have arrived and wait to be ruled. `end_told` is set once the room has read
    how the match ended. `obstacle` is why the match can't go on in its room, as far as is known;
    `host_told` says whether its host was told. `behind_since` is since when its clock stands as the
    referee does not keep up, until the match is taken up.
    """

    id: int
    room: Room
    _known: Known | AtRest
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    sync: Sync = field(default_factory=Loaded)
    in_sync: Signal = field(default_factory=Signal)
    pleaded: frozenset[tuple[int, datetime, Talk]] = frozenset()
    withdrawn: frozenset[str] = frozenset()
    read_at: timedelta | None = None
    expected: list[Expected] = field(default_factory=list)
    end_told: Signal = field(default_factory=Signal)
    obstacle: str = ""
    host_told: bool = False
    behind_since: datetime | None = None
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
        """What is known of the match; NotReadableError if it can't be read any more."""
        self._used = True
        if isinstance(self._known, AtRest):
            return self._wake(self._known.known())
        return self._known

    @property
    def match(self) -> Match:
        """How the match stands."""
        return self.known.match

    @property
    def ruled(self) -> dict[str, bool]:
        """The messages that were accepted (True) or refused."""
        return self.known.ruled

    @property
    def shown(self) -> list[Shown]:
        """The announcements that became visible."""
        return self.known.shown

    @property
    def talk(self) -> dict[str, datetime]:
        """The players' messages of this turn that were no turn, with their stamps."""
        return self.known.talk

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

    def rest(self) -> bool:
        """Puts the match at rest, unless it was used since this was asked last."""
        if self._awake is None or isinstance(self._known, AtRest):
            return True
        if not self._used:
            self._known = AtRest.of(self._known)
        used, self._used = self._used, False
        return not used

    def belongs_to(self, awake: Awake | None) -> None:
        """Changes who puts the match at rest; None says that nobody does."""
        self._awake = awake
        if not isinstance(self._known, AtRest):
            self._wake(self._known)

    def _wake(self, known: Known) -> Known:
        self._known, self._used = known, True
        if self._awake is not None:
            self._awake.add(self)
        return known

    @property
    def watched(self) -> bool:
        """Whether somebody is told of changes; true for every match at the desk."""
        return self._watcher is not None

    def watch(self, watcher: "Callable[[OpenMatch], None] | None") -> None:
        """Changes who is told when the match, or whether it is in sync, has changed.

        Both the watcher before and the new one are called at once.
        """
        self._changed()
        self._watcher = watcher
        self._changed()

    def become(self, sync: Sync) -> None:
        """Takes on another state; whoever waits for the match to be in sync goes on then."""
        self.sync = sync
        if isinstance(sync, InSync):
            self.in_sync.set()
        else:
            self.in_sync.clear()
        self._changed()

    @property
    def out_since(self) -> datetime | None:
        """The moment since which no clock runs in the match, as far as that is known."""
        out = self.sync.since if isinstance(self.sync, OutOfSync) else None
        moments = [since for since in (out, self.behind_since) if since is not None]
        return min(moments, default=None)

    @property
    def runs(self) -> bool:
        """Whether time is called: the match is in sync, and the referee keeps up with it."""
        return self.in_sync.is_set() and self.behind_since is None

    def fall_behind(self, since: datetime) -> None:
        """The clock stands since a moment, as the referee does not keep up."""
        self.behind_since = since
        self._changed()

    def keep_up(self) -> None:
        """What that did to the clock is in the record."""
        self.behind_since = None
        self._changed()

    @property
    def trouble_is_known(self) -> bool:
        """Whether the room has been told that nothing can be ruled."""
        return isinstance(self.sync, OutOfSync) and self.sync.notice is Notice.TOLD

    def took(self, match: Match, events: tuple[Event, ...], ruled: str | None = None) -> None:
        """The match after events that were stored just now, and the message they answer."""
        self.known.match = match
        if ruled is not None:
            self.ruled[ruled] = True
        self.note(events)

    def reloaded(self, stored: StoredMatch) -> None:
        """The match as it is stored, whatever was known of it."""
        talk = {} if isinstance(self._known, AtRest) else self._known.talk
        known = Known(stored.match(), dict(stored.ruled), talk=talk)
        if isinstance(self._known, AtRest):
            self._wake(known)
        self._known = known
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
        """Words of a player that were no turn."""
        if submission.message is not None and self.match.seat(submission.author.id):
            self.talk[submission.message] = submission.sent_at

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
        """The match of a number."""
        return self._by_number.get(number)

    def in_room(self, room: Room) -> OpenMatch | None:
        """The open match of a room."""
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
        """The matches of a venue."""
        return [live for live in self if live.room.venue == venue]

    def add(self, live: OpenMatch) -> OpenMatch:
        """Takes a match in; the one that is here already, if there is one of its number."""
        at_desk = self._by_number.setdefault(live.id, live)
        if at_desk is live:
            if self.in_room(live.room) is None:
                self._by_room[live.room] = live
            self._by_server.setdefault(_server(live), {})[live.id] = live
            self._note_rooms_left(live)
            live.watch(self._watch)
            live.belongs_to(self._awake)
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
        """A match goes on in another room."""
        if self._by_room.get(live.room) is live:
            del self._by_room[live.room]
        live.room = room
        if live.id not in self._by_number:
            return
        self._note_rooms_left(live)
        if self.in_room(room) is None:
            self._by_room[room] = live

    def drop(self, live: OpenMatch) -> None:
        """Forgets a match that has ended."""
        self._by_number.pop(live.id, None)
        if not live.expected:
            self._expected.pop(live.id, None)
        live.watch(None)
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
    """The rooms that a match was held in before it was moved."""
    moves = (event for _, event in live.match.log if isinstance(event, MatchMoved))
    return [replace(live.room, id=moved.left) for moved in moves if moved.left]
