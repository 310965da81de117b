"""A match at the desk: how it stands, whether it is in sync, and the lock that orders rulings."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot.desk.at_rest import AtRest, Awake, Glance, Known, glance_at
from bot.desk.sync import InSync, Loaded, Notice, OutOfSync, Sync
from bot.engine.talk import Talk
from bot.logs import fields as log_fields
from bot.referee.events import Event, Shown, TurnPlayed
from bot.referee.match import Match
from bot.referee.room import Room
from bot.referee.submission import Submission
from bot.storage.store import StoredMatch
from bot.timing import Signal, earliest


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
    sync: Sync = field(default_factory=Loaded)
    in_sync: Signal = field(default_factory=Signal)
    pleaded: frozenset[tuple[int, datetime, Talk]] = frozenset()
    """What was asked in vain and answered in words, with the turn: its number, when it began."""
    withdrawn: frozenset[str] = frozenset()
    """The reminders that were taken back."""
    read_at: timedelta | None = None
    """When the room was last read to its end, by the timepiece."""
    expected: list[Expected] = field(default_factory=list)
    waiting: list[Submission] = field(default_factory=list)
    """What was said in the room and is not ruled yet, as it was heard."""
    end_told: Signal = field(default_factory=Signal)
    """Set once the room has read how the match ended."""
    obstacle: str = ""
    """Why the match can't go on in its room, as far as is known."""
    host_told: bool = False
    """Whether the host was told of that."""
    behind_since: datetime | None = None
    """Since when the clock stands as the referee does not keep up; None once it was taken up."""
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
        return earliest(out, self.behind_since)

    @property
    def was_heard(self) -> bool:
        """Whether nothing said in the room was missed, as only the store failed."""
        return isinstance(self.sync, OutOfSync) and self.sync.heard

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

    @contextmanager
    def hearing(self, said: list[Submission]) -> Iterator[None]:
        """While what was said waits to be ruled."""
        self.waiting += said
        try:
            yield
        finally:
            for submission in said:
                self.waiting.remove(submission)

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
