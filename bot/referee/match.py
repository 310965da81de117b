"""A match as it stands: room, seats, position, clock, status. `fold` makes it from its events."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from functools import lru_cache

from bot.engine.notation import Spelling
from bot.engine.position import Position
from bot.engine.ruleset import Ruleset
from bot.engine.rulesets import as_written
from bot.engine.turn import Colour
from bot.referee import events
from bot.referee.clock import Clock


@dataclass(frozen=True, slots=True)
class Room:
    """A place where a match is held: the venue's name, its server and the room there."""

    venue: str
    server: str
    id: str


class Status(StrEnum):
    """Where a match stands."""

    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    OVER = "over"


class Choice(StrEnum):
    """What is to be said before a match can start."""

    FIRST = "first"
    """Who starts: the DMO's to say."""
    KOMI = "komi"
    """The komi: the second player's."""
    COLOUR = "colour"
    """The colour to play, once the komi is named: the first player's."""


class CorruptMatchError(Exception):
    """The stored events do not make a match: the database was changed by other hands.

    `so_far` is the match up to the first event that can't follow, None where that is the first.
    """

    def __init__(self, text: str, so_far: "Match | None" = None) -> None:
        super().__init__(text)
        self.so_far = so_far


@dataclass(frozen=True, slots=True)
class Appointed:
    """The appointment of a match as it stands."""

    appointment: events.Appointment
    left: timedelta
    """How far away the hour was when the players were last told of it, or when it was agreed: no
    reminder of so much or more is to come."""
    came: int | None = None
    """The number of the event that the hour has come."""
    called_at: datetime | None = None
    """When the room saw that: from then on the grace runs."""
    missed: bool = False
    """Whether the host was told who is missing."""


@dataclass(frozen=True, slots=True)
class Start:
    """What a match needs before it can start."""

    ready: frozenset[Colour] = frozenset()
    choice: Choice | None = None
    """What has yet to be said."""
    ordered: events.Player | None = None
    """Who ordered the start while something had yet to be said."""
    appointed: Appointed | None = None
    """When the players are to be there."""

    @property
    def late(self) -> tuple[Colour, ...]:
        """Who is not ready."""
        return tuple(colour for colour in Colour if colour not in self.ready)


@dataclass(frozen=True, slots=True)
class Duty:
    """Whether the referee is there for a match."""

    off_since: datetime | None = None
    """Since when it is not; None while it is."""
    told: bool = False
    """Whether the room is told of this absence: whose move it is waits for that."""
    on_since: datetime | None = None
    """When it was back last."""


@dataclass(frozen=True, slots=True)
class Pauses:
    """When a match was paused, and why it is."""

    event: events.MatchPaused | None = None
    """The pause that the match stands in; None where it stands since its end was taken back."""
    since: datetime | None = None
    """Since when it stands."""
    over: tuple[tuple[datetime, datetime], ...] = ()
    """The pauses that are over, but for those for the room: what was written in these counts."""

    @property
    def may_go_on(self) -> bool:
        """Whether the match is paused, and nothing has to be decided before it goes on."""
        event = self.event
        return event is not None and (bool(event.reason) or not events.is_own(event))

    @property
    def for_room(self) -> bool:
        """Whether the referee paused the match by itself, since its room was out of reach."""
        return self.event is not None and events.is_own(self.event) and self.may_go_on


@dataclass(frozen=True, slots=True)
class Telling:
    """What the room has read of a match."""

    told: int = -1
    """The number of the last event that was told."""
    handed_over: int = 0
    """The number of the event that gave the turn, or gave it back after a pause, or of the end."""
    board_message: str | None = None
    """The last announcement with a board."""
    bank_told: bool = False
    """Whether it was called in this turn that the bank opens, or is low."""
    warned: timedelta | None = None
    """How much of the bank was left at the last warning of this turn."""
    notices: tuple[int, ...] = ()
    """The numbers of the events that told of the bank."""
    reminders: tuple[str, ...] = ()
    """The messages about the bank in this turn."""
    stale: tuple[str, ...] = ()
    """The messages about the bank in the turn before: they may be taken back."""

    @property
    def room_knows(self) -> bool:
        """Whether the room knows whose turn it is, or how the match ended; no clock runs before."""
        return self.told >= self.handed_over

    def of_new_turn(self, handed_over: int) -> "Telling":
        """A turn begins by that event: nothing was said of its bank."""
        return replace(self, handed_over=handed_over, bank_told=False, warned=None)


@dataclass(frozen=True, slots=True)
class Match:
    """Everything the referee knows of a match; a new value for every event."""

    terms: events.Terms
    host: events.Player
    players: tuple[events.Player, events.Player]
    position: Position
    clock: Clock | None
    opened_at: datetime
    turn_open_at: datetime
    """When the player to move got the turn; what was written before was written in another one."""
    seated_at: tuple[datetime, datetime]
    """Since when each player is heard: what they wrote before they sat down, or before the match
    came to this room, is no turn."""
    status: Status = Status.WAITING
    start: Start = Start()
    duty: Duty = Duty()
    pauses: Pauses = Pauses()
    telling: Telling = Telling()
    flagged: bool = False
    """Whether the flag of the player to move has fallen."""
    ended: events.MatchEnded | None = None
    before_end: tuple[Status, datetime | None] | None = None
    """The status before the end and, if the match was paused, since when."""
    turns: tuple[events.TurnPlayed, ...] = ()
    """All that led to the position, those of its `beginning` among them."""
    kept: frozenset[str] = frozenset()
    """The messages that were edited or deleted after their ruling."""
    request: events.RequestMade | None = None
    """What waits for the opponent's answer."""
    clocks: tuple[Clock | None, ...] = ()
    """The clock before each turn, for undoing."""
    log: tuple[tuple[int, events.Event], ...] = ()
    """What was no turn, with the number of turns played by then."""
    hinted: tuple[Position, ...] = ()
    """The positions that a hint was given for."""
    damaged: bool = False
    """Whether later events can't be read: nothing is ruled, and the match stands still."""
    public: bool | None = None
    """Whether everybody on the server could read every room that it was held in."""
    pages: bool | None = None
    """Whether its host wants it on the server's pages; None where nothing was said."""
    beginning: events.Beginning | None = None
    seen: int = 1
    """How many events are folded in: the number of the next one, and the optimistic lock."""

    @property
    def ruleset(self) -> Ruleset:
        """The law, with the host's options."""
        return _ruleset(self.terms.ruleset, self.terms.options)

    @property
    def spelling(self) -> Spelling:
        """How turns are written in this match."""
        law = self.ruleset
        return Spelling(self.position.board, self.terms.colours, law.either_colour, law.verbs)

    @property
    def played(self) -> tuple[events.TurnPlayed, ...]:
        """The turns that were played in it: those that it began with are nobody's to take back."""
        return self.turns[len(self.beginning.turns) if self.beginning else 0 :]

    @property
    def to_move(self) -> Colour:
        return self.position.to_move

    @property
    def dmo(self) -> Colour | None:
        """The seat of the Death Match Opponent, None where the match names none."""
        named = self.terms.dmo
        return Colour(self.terms.colours.index(named)) if named else None

    @property
    def appointment(self) -> events.Appointment | None:
        """When the match is to begin; None where nobody has said so."""
        return None if self.start.appointed is None else self.start.appointed.appointment

    @property
    def first_open(self) -> bool:
        """Whether the DMO has yet to say who starts."""
        return self.start.choice is Choice.FIRST

    @property
    def chooser(self) -> Colour | None:
        """Who is to say what has yet to be said before the start."""
        choosers = {Choice.FIRST: self.dmo, Choice.KOMI: Colour.SECOND, Choice.COLOUR: Colour.FIRST}
        return choosers[self.start.choice] if self.start.choice else None

    @property
    def over(self) -> bool:
        """Whether the match has a result or was cancelled."""
        return self.status is Status.OVER

    @property
    def on_pages(self) -> bool:
        """Whether the pages of its server show the match: as its host said, or as its room was."""
        return bool(self.public if self.pages is None else self.pages)

    @property
    def end_told(self) -> bool:
        """Whether the room has read how the match ended."""
        return self.over and self.telling.room_knows

    def seat(self, player: str) -> tuple[Colour, ...]:
        """The colours a player plays: usually one, both for somebody trying things out alone."""
        return tuple(colour for colour in Colour if self.players[colour].id == player)

    def deadline(self) -> datetime | None:
        """When the player to move runs out of time, None while the clock stands."""
        return None if self.clock is None else self.clock.deadline(self.to_move)

    def paused(self, at: datetime) -> bool:
        """Whether no turn was taken at a moment; where a flag fell, its deadline was in time."""
        since = self.pauses.since
        if since is not None and (at > since if self.flagged else at >= since):
            return True
        return any(since <= at < until for since, until in self.pauses.over)


@lru_cache(maxsize=256)
def _ruleset(key: str, options: tuple[tuple[str, str], ...]) -> Ruleset:
    # What an older referee stored was played as it stands there.
    return as_written(key, dict(options))
