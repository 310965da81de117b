"""A match: seats, position, clock and status, as a fold over its events."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from typing import assert_never

from bot.engine.board import board
from bot.engine.legality import play
from bot.engine.notation import Misread, Spelling, read_turn
from bot.engine.position import Position
from bot.engine.ruleset import Breach, Ruleset
from bot.engine.rulesets import configure
from bot.engine.turn import Colour
from bot.referee.clock import ZERO, Clock
from bot.referee.events import (
    BankOpened,
    Event,
    FlagFell,
    MatchEnded,
    MatchOpened,
    MatchPaused,
    MatchResumed,
    MatchStarted,
    Player,
    PlayerReady,
    RefereeAway,
    RefereeBack,
    RulingKept,
    Shown,
    Terms,
    TurnPlayed,
)


class Status(StrEnum):
    """Where a match stands."""

    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    OVER = "over"


class CorruptMatchError(Exception):
    """The stored events do not make a match: the database was changed by other hands."""


@dataclass(frozen=True, slots=True)
class Match:
    """Everything the referee knows of a match; a new value for every event.

    `seen` counts the events folded in: the number of the next one, and the optimistic lock.
    `turn_open_at` is when the player to move got the turn; a message stamped before it was
    written in another turn. `board_message` is the last announcement with a board.
    """

    terms: Terms
    host: Player
    players: tuple[Player, Player]
    position: Position
    clock: Clock | None
    opened_at: datetime
    turn_open_at: datetime
    status: Status = Status.WAITING
    ready: frozenset[Colour] = frozenset()
    off_duty_since: datetime | None = None
    paused_at: datetime | None = None
    bank_told: bool = False
    told: int = -1
    flagged: bool = False
    ended: MatchEnded | None = None
    board_message: str | None = None
    turns: tuple[TurnPlayed, ...] = ()
    kept: frozenset[str] = frozenset()
    seen: int = field(default=1)

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
    def to_move(self) -> Colour:
        """Whose turn it is."""
        return self.position.to_move

    @property
    def over(self) -> bool:
        """Whether the match has a result or was cancelled."""
        return self.status is Status.OVER

    def seat(self, player: str) -> tuple[Colour, ...]:
        """The colours a player plays: usually one, both for somebody trying things out alone."""
        return tuple(colour for colour in Colour if self.players[colour].id == player)

    def deadline(self) -> datetime | None:
        """When the player to move runs out of time, while the clock runs."""
        return None if self.clock is None else self.clock.deadline(self.to_move)


def opened(event: MatchOpened) -> Match:
    """The match that a first event makes."""
    terms = event.terms
    return Match(
        terms=terms,
        host=event.host,
        players=event.players,
        position=Position(board(terms.side)),
        clock=None if terms.control is None else Clock.new(terms.control),
        opened_at=event.at,
        turn_open_at=event.at,
    )


def fold(events: Iterable[Event]) -> Match:
    """The match that stored events make; CorruptMatchError if they make none."""
    remaining = iter(events)
    first = next(remaining, None)
    if not isinstance(first, MatchOpened):
        raise CorruptMatchError("the first event does not open a match")
    match = opened(first)
    for event in remaining:
        match = apply(match, event)
    return match


def apply(match: Match, event: Event) -> Match:
    """The match after one more event."""
    return replace(_apply(match, event), seen=match.seen + 1)


def _apply(match: Match, event: Event) -> Match:  # noqa: C901, PLR0911, PLR0912
    match event:
        case MatchOpened():
            raise CorruptMatchError("a match is opened once")
        case PlayerReady():
            return replace(match, ready=match.ready | {event.colour})
        case MatchStarted():
            return replace(match, status=Status.RUNNING, turn_open_at=event.at)
        case Shown():
            return _shown(match, event)
        case TurnPlayed():
            return _played(match, event)
        case BankOpened():
            return replace(match, bank_told=True)
        case MatchPaused():
            return _stopped(replace(match, status=Status.PAUSED, paused_at=event.at), event.at)
        case MatchResumed():
            return _resumed(match)
        case RefereeAway():
            return _stopped(replace(match, off_duty_since=event.at), event.at)
        case RefereeBack():
            return _back(match, event)
        case RulingKept():
            return replace(match, kept=match.kept | {event.message})
        case FlagFell():
            return _stopped(replace(match, flagged=True), event.at)
        case MatchEnded():
            ended = replace(match, status=Status.OVER, ended=event, paused_at=None)
            return _stopped(ended, event.at)
        case _:
            assert_never(event)


def _shown(match: Match, event: Shown) -> Match:
    clock = match.clock
    waits = match.status is Status.RUNNING and match.off_duty_since is None
    if clock is not None and waits:
        clock = clock.start(event.at)
    board_message = event.message if event.board else match.board_message
    return replace(match, clock=clock, told=event.through, board_message=board_message)


def _back(match: Match, event: RefereeBack) -> Match:
    """A clock that ran before goes on; where the room is told, only once it has been told."""
    clock = match.clock
    goes_on = match.status is Status.RUNNING and not event.told
    if clock is not None and goes_on and clock.since is not None:
        clock = clock.start(event.at)
    return replace(match, clock=clock, off_duty_since=None)


def _resumed(match: Match) -> Match:
    """Where a fallen flag called the host, the player gets a fresh turn but no bank."""
    clock = match.clock
    if clock is not None and match.flagged:
        clock = clock.set_bank(match.to_move, ZERO).reset()
    return replace(match, clock=clock, status=Status.RUNNING, paused_at=None, flagged=False)


def _stopped(match: Match, at: datetime) -> Match:
    return match if match.clock is None else replace(match, clock=match.clock.stop(at))


def _played(match: Match, event: TurnPlayed) -> Match:
    turn = read_turn(match.spelling, event.turn.split(), match.to_move)
    if isinstance(turn, Misread):
        raise CorruptMatchError(f"turn {match.position.number + 1} can't be read: {event.turn}")
    position = play(match.ruleset, match.position, turn)
    if isinstance(position, Breach):
        raise CorruptMatchError(f"turn {match.position.number + 1} is illegal: {event.turn}")
    return replace(
        match,
        position=position,
        clock=None if match.clock is None else match.clock.move(event.colour, event.at),
        turn_open_at=event.at,
        bank_told=False,
        turns=(*match.turns, event),
    )


@lru_cache(maxsize=256)
def _ruleset(key: str, options: tuple[tuple[str, str], ...]) -> Ruleset:
    return configure(key, dict(options))
