"""What people do in a cup, and why it can't be done as the cup stands. Pure.

Every function gives the event that an act brings about; CupError says what is in its way, and then
nothing is changed.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum, auto

from bot.cups import events
from bot.cups.check_in import beginning
from bot.cups.cup import CupRound, Ending, Pairing, PairingResult
from bot.cups.entry import EntryProblem, Seeding, TooManyEntrants
from bot.cups.events import DecidedBy
from bot.cups.pairing import SYSTEMS
from bot.cups.running import Facts, late_in
from bot.cups.state import CupPairing, CupState, CupStatus
from bot.referee.events import Player


class NotNow(Enum):
    """What is in the way of an act."""

    SIGN_UP_CLOSED = auto()
    ALREADY_IN = auto()
    ALREADY_HERE = auto()
    """Somebody checks in twice."""
    CHECKING_IN = auto()
    """The check-in is on: nothing runs yet."""
    SAID_BEFORE = auto()
    """The host says anew how to draw, while people check in for what they said first."""
    NOT_IN = auto()
    YOU_ARE_NOT_IN = auto()
    NOT_STARTED = auto()
    ALREADY_STARTED = auto()
    OVER = auto()
    NOT_HOST = auto()
    ALREADY_LEFT = auto()
    NOT_PAIRED = auto()
    """Those two do not meet, or somebody has nobody to meet."""
    NOTHING_TO_PLAY = auto()
    """Whoever asks has no match in the cup just now."""
    WHICH_WINNER = auto()
    TOO_LATE = auto()
    """Later pairings have come of the result."""
    ROUND_HAS_BEGUN = auto()
    UNDECIDED = auto()
    """There is nothing to be played again: the pairing is under way."""
    NOT_PAUSED = auto()
    ALREADY_PAUSED = auto()
    PAST = auto()
    UNFIT_PLAYER = auto()
    """Bots do not sign up."""
    BY_SEEDS = auto()
    """The system pairs by seeds, and so exchanges in round 1 only."""
    NOBODY_MISSING = auto()
    """The sparring partner is to fill up where an even number has signed up."""
    APART_UNKNOWN = auto()
    """Somebody who is to be kept apart is not in the cup."""


CupProblem = NotNow | EntryProblem


class CupError(Exception):
    """An act can't be done."""

    def __init__(self, problem: CupProblem) -> None:
        super().__init__(problem)
        self.problem = problem


@dataclass(frozen=True, slots=True)
class By:
    """Who does something, when, and whether as a host of this cup."""

    player: Player
    at: datetime
    may_host: bool = False

    def hosts(self, state: CupState) -> bool:
        """Whether this is the cup's host, or whoever may act in their place."""
        return self.may_host or self.player.id == state.host.id


def enter(state: CupState, by: By) -> events.PlayerEntered | events.PlayerCheckedIn:
    """Somebody signs up; who has done so is there, during the check-in."""
    checks_in = state.status is CupStatus.CHECK_IN
    if not checks_in and state.status is not CupStatus.OPEN:
        raise CupError(NotNow.SIGN_UP_CLOSED if state.is_open else NotNow.OVER)
    if by.player.id in state.here:
        raise CupError(NotNow.ALREADY_HERE)
    if by.player.id in state.players:
        if checks_in:
            return events.PlayerCheckedIn(by.at, state.players[by.player.id])
        raise CupError(NotNow.ALREADY_IN)
    most = state.opened.plan.most
    if len(state.players) >= most:
        raise CupError(TooManyEntrants(len(state.players) + 1, most))
    return events.PlayerEntered(by.at, by.player)


def leave(state: CupState, by: By) -> events.PlayerLeft:
    """Somebody takes themselves out."""
    if by.player.id not in state.players or by.player.id in state.left:
        raise CupError(NotNow.YOU_ARE_NOT_IN)
    return _out(state, by.player, by.at)


def drop(state: CupState, by: By, player: str, reason: str) -> events.PlayerLeft:
    """The host takes somebody out."""
    _need_host(state, by)
    known = state.players.get(player)
    if known is None:
        raise CupError(NotNow.NOT_IN)
    out = _out(state, known, by.at)
    return events.PlayerLeft(out.at, out.player, out.since, by.player, reason)


def _out(state: CupState, player: Player, at: datetime) -> events.PlayerLeft:
    if not state.is_open:
        raise CupError(NotNow.OVER)
    if player.id not in state.players:
        raise CupError(NotNow.NOT_IN)
    if player.id in state.left:
        raise CupError(NotNow.ALREADY_LEFT)
    return events.PlayerLeft(at, player, state.round + 1 if state.started else 0)


def start(
    state: CupState,
    by: By,
    seeding: Seeding,
    ratings: Mapping[str, float],
    lot: str,
    apart: Sequence[tuple[str, str]] = (),
    filled: Player | None = None,
) -> events.CupStarted | events.CheckInOpened:
    """The host closes the sign-up; `lot` is a fresh seed for all that is drawn by lot.

    `filled` is the sparring partner if it is to be the last seed, so that nobody has to rest. A cup
    with a check-in opens that first; then it turns out whether an odd number is there.
    """
    _need_host(state, by)
    if state.status is not CupStatus.OPEN:
        raise CupError(NotNow.ALREADY_STARTED if state.is_open else NotNow.OVER)
    if any(one not in state.players for pair in apart for one in pair):
        raise CupError(NotNow.APART_UNKNOWN)
    time = state.opened.plan.check_in
    if time is None and filled is not None and len(state.players) % 2 == 0:
        raise CupError(NotNow.NOBODY_MISSING)
    draw = events.CupDraw(seeding, lot, tuple(apart), filled)
    begun = _begun(state, by, draw, ratings, state.players)
    return begun if time is None else events.CheckInOpened(by.at, by.player, by.at + time, draw)


def begin(state: CupState, by: By, ratings: Mapping[str, float]) -> events.CupStarted:
    """The host ends the check-in: the cup begins with those who are there by now."""
    _need_host(state, by)
    if state.check_in is None or state.status is not CupStatus.CHECK_IN:
        is_on = NotNow.NOT_STARTED if state.started is None else NotNow.ALREADY_STARTED
        raise CupError(is_on if state.is_open else NotNow.OVER)
    return _begun(state, by, state.check_in.draw, ratings, state.here)


def _begun(
    state: CupState,
    by: By,
    draw: events.CupDraw,
    ratings: Mapping[str, float],
    here: Collection[str],
) -> events.CupStarted:
    begun = beginning(state, by.at, by.player, draw, ratings, here)
    if isinstance(begun, events.CupStarted):
        return begun
    raise CupError(begun)


def award(
    state: CupState, by: By, among: Sequence[str], winner: str | None, reason: str
) -> events.PairingDecided:
    """The host decides the pairing of those `among`: one wins, or with None both lose."""
    meeting = _decidable(state, by, among)
    here = [one == winner for one in meeting.entrants]
    if winner is not None and not any(here):
        raise CupError(NotNow.WHICH_WINNER)
    halves = (0, 0) if winner is None else (2, 0) if here[0] else (0, 2)
    games = [game for game in meeting.counted if game.halves is not None]
    won = Ending.PLAYED if games else Ending.WALKOVER
    ending = Ending.BOTH_LOST if winner is None else won
    result = PairingResult(meeting.round, *meeting.entrants, halves, ending, late_in(games))
    return events.PairingDecided(by.at, meeting.number, result, DecidedBy.HOST, by.player, reason)


def play_again(
    state: CupState, by: By, among: Sequence[str], reason: str
) -> events.PairingReplayed:
    """The host has a pairing played again: all of it, or the game that has no result."""
    meeting = _decidable(state, by, among)
    if meeting.result is None and not meeting.is_stuck:
        raise CupError(NotNow.UNDECIDED)
    lacking = tuple(it.number for it in meeting.counted if it.ended and it.halves is None)
    games = lacking or tuple(it.number for it in meeting.counted)
    return events.PairingReplayed(by.at, meeting.number, games, by.player, reason)


def _decidable(state: CupState, by: By, among: Sequence[str]) -> CupPairing:
    """The last pairing of some people, while its result has brought about no other pairing."""
    _need_host(state, by)
    _need_started(state)
    if not state.is_open:
        raise CupError(NotNow.OVER)
    met = [one for one in state.meetings if set(among) <= set(one.entrants)]
    if not met or not among:
        raise CupError(NotNow.NOT_PAIRED)
    if met[-1].number < state.batch:
        raise CupError(NotNow.TOO_LATE)
    return met[-1]


def swap(
    state: CupState, by: By, two: tuple[str, str], facts: Facts, reason: str
) -> events.RoundChanged:
    """The host exchanges two entrants before the first turn of a round."""
    _need_host(state, by)
    _need_running(state)
    batch = state.meetings[state.batch - 1 :]
    known = [facts.get(game.match) for meeting in batch for game in meeting.games]
    if any(it is not None and (it.turns or it.over) for it in known):
        raise CupError(NotNow.ROUND_HAS_BEGUN)
    again = any(one.round == state.round for one in state.meetings[: state.batch - 1])
    if again or any(meeting.result is not None for meeting in batch):
        raise CupError(NotNow.ROUND_HAS_BEGUN)
    one, other = two
    if state.opened.plan.system in ("swiss", "double"):
        if one == other or not all(state.meeting_of(entrant) for entrant in two):
            raise CupError(NotNow.NOT_PAIRED)
        change = {one: other, other: one}
        pairings = tuple(
            Pairing(*(change.get(entrant, entrant) for entrant in meeting.entrants))
            for meeting in batch
        )
        return events.RoundChanged(by.at, by.player, one, other, pairings, reason=reason)
    return _reseeded(state, by, two, reason)


def _reseeded(state: CupState, by: By, two: tuple[str, str], reason: str) -> events.RoundChanged:
    """Round 1 as it is paired when two entrants have each other's seed."""
    seeds = list(state.seeds)
    places = [place for place, entrant in enumerate(seeds) if entrant.id in two]
    if state.round != 1 or state.batch != 1 or len(places) != 2:
        raise CupError(NotNow.BY_SEEDS)
    one, other = places
    seeds[one], seeds[other] = seeds[other], seeds[one]
    cup = replace(state.cup(), entrants=tuple(seeds), results=())
    paired = SYSTEMS[state.opened.plan.system].next_round(cup)
    # Where somebody had left before the round was paired, an exchange with a bye makes more of it.
    if not isinstance(paired, CupRound) or len(paired.pairings) != len(state.meetings):
        raise CupError(NotNow.BY_SEEDS)
    return events.RoundChanged(
        by.at, by.player, *two, paired.pairings, paired.settled, tuple(seeds), reason
    )


def move_deadline(state: CupState, by: By, until: datetime, reason: str) -> events.DeadlineMoved:
    """The host gives a round, or the check-in, until another moment."""
    _need_host(state, by)
    if state.status is not CupStatus.CHECK_IN:
        _need_running(state)
    if until <= by.at:
        raise CupError(NotNow.PAST)
    return events.DeadlineMoved(by.at, until, by.player, reason)


def pause(state: CupState, by: By, reason: str) -> events.CupPaused:
    """The host lets nothing new begin."""
    _need_host(state, by)
    _need_running(state)
    if state.status is CupStatus.PAUSED:
        raise CupError(NotNow.ALREADY_PAUSED)
    return events.CupPaused(by.at, by.player, reason)


def resume(state: CupState, by: By, reason: str) -> events.CupResumed:
    """The host lets the cup go on; a round has as much time left as it had."""
    _need_host(state, by)
    _need_running(state)
    if state.paused_at is None:
        raise CupError(NotNow.NOT_PAUSED)
    # Where the host has said meanwhile until when, it has stood only since then.
    since = max(state.paused_at, state.until_set_at or state.paused_at)
    until = None if state.until is None else state.until + max(by.at - since, timedelta(0))
    return events.CupResumed(by.at, by.player, until, reason)


def cancel(state: CupState, by: By, reason: str) -> events.CupCancelled:
    """The host calls the cup off."""
    _need_host(state, by)
    if not state.is_open:
        raise CupError(NotNow.OVER)
    return events.CupCancelled(by.at, by.player, reason)


def _need_host(state: CupState, by: By) -> None:
    if not by.hosts(state):
        raise CupError(NotNow.NOT_HOST)


def _need_running(state: CupState) -> None:
    if not state.is_open:
        raise CupError(NotNow.OVER)
    _need_started(state)


def _need_started(state: CupState) -> None:
    if state.started is None:
        checks_in = state.status is CupStatus.CHECK_IN
        raise CupError(NotNow.CHECKING_IN if checks_in else NotNow.NOT_STARTED)
