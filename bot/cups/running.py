"""What a cup that runs brings about next, asked again after everything that happens. Pure.

Ann and Bob's match ends: their game has ended, their pairing is decided, and if it was the last of
the round, the next one is paired. Whoever runs the cup stores what comes out, and asks again, until
nothing does. Each answer follows from what is stored and from how the matches stand (whether one
has begun, who is ready, how it ended), so that it is the same after a crash.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.cups import events
from bot.cups.cup import CupOver, Ending, PairingResult
from bot.cups.events import CupEvent, DecidedBy
from bot.cups.pairing import SYSTEMS
from bot.cups.state import CupGame, CupPairing, CupState, CupStatus
from bot.engine.turn import Colour
from bot.referee.events import MatchEnded, Termination
from bot.referee.match import Match, Status

_NO_RESULT = (Termination.CANCELLED, Termination.ABANDONMENT)
_WIN, _TIE, _LOSS = 2, 1, 0


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """A match as a cup sees it; `halves` and `late` are those of the pairing's first and second.

    `halves` is None before the end, and where the match has no result, or one that is nobody's:
    when somebody who is not in the pairing sits there, the host says what it means.
    """

    begun: bool
    over: bool
    ready: frozenset[str] = frozenset()
    turns: int = 0
    halves: tuple[int, int] | None = None
    late: tuple[int, int] = (0, 0)
    awaited: datetime | None = None
    """Until when both are waited for, where an hour is settled: that hour and its grace."""

    def alike(self, other: "MatchFacts") -> bool:
        """Whether nothing has come about but turns."""
        return replace(self, turns=0) == replace(other, turns=0)


def facts_of(match: Match, entrants: tuple[str, str]) -> MatchFacts:
    """What there is to know of the match of two entrants."""
    begun = match.status not in (Status.WAITING, Status.OVER) or bool(match.turns)
    # Where something has yet to be said before the start, whoever has to say it holds it up.
    there = match.start.ready
    if len(there) > 1:
        there -= {match.chooser}
    seats = _seats(match, entrants)
    # Whoever took over for somebody is ready for them.
    known = dict(zip(seats, entrants, strict=True)) if seats else {}
    ready = frozenset(known.get(colour, match.players[colour].id) for colour in there)
    facts = MatchFacts(begun, match.over, ready, len(match.turns), awaited=_awaited(match))
    if match.ended is None or match.ended.termination in _NO_RESULT or seats is None:
        return facts
    halves, late = _score(match.ended, seats)
    return MatchFacts(begun, over=True, ready=ready, turns=facts.turns, halves=halves, late=late)


def _seats(match: Match, entrants: tuple[str, str]) -> tuple[Colour, Colour] | None:
    """The seats of both; whoever took over for one of them sits in the seat that is left."""
    ids = [player.id for player in match.players]
    known = [ids.index(one) if one in ids else None for one in entrants]
    match known:
        case [int(one), int(other)] if one != other:
            return Colour(one), Colour(other)
        case [int(one), None]:
            return Colour(one), Colour(one).other
        case [None, int(other)]:
            return Colour(other).other, Colour(other)
        case _:
            return None


def _awaited(match: Match) -> datetime | None:
    meets = match.start.appointed
    if meets is None:
        return None
    # A referee that was away at the hour calls the players when it is back.
    return (meets.called_at or meets.appointment.hour) + meets.appointment.grace


def _score(ended: MatchEnded, seats: Collection[Colour]) -> tuple[tuple[int, int], tuple[int, int]]:
    points = [
        _TIE if ended.winner is None else _WIN if ended.winner is seat else _LOSS for seat in seats
    ]
    on_time = ended.termination is Termination.TIME
    lost = [int(on_time and score == _LOSS) for score in points]
    return (points[0], points[1]), (lost[0], lost[1])


HOUR = timedelta(hours=1)
_WON, _LOST, _BOTH_LOST = (2, 0), (0, 2), (0, 0)
Facts = Mapping[int, MatchFacts]
"""What is known of the matches of a cup, by their numbers."""


@dataclass(frozen=True, slots=True)
class SeatGame:
    """A match is to be opened for a game; `room` is the one that its pairing has, "" for none."""

    pairing: int
    game: int
    first: str
    second: str
    room: str


def due(state: CupState, facts: Facts, now: datetime, heard: datetime) -> CupEvent | None:
    """The next thing that has come about and is not stored yet; None if nothing has.

    `heard` is the moment up to which all that people did is known: nobody is a no-show before.
    """
    if state.status not in (CupStatus.RUNNING, CupStatus.PAUSED, CupStatus.OVER):
        return None
    for meeting in state.meetings:
        if event := _reopened(state, meeting, facts, now):
            return event
    if state.status is CupStatus.OVER:
        return None
    for meeting in state.playing:
        if event := _decision(state, meeting, facts, now, heard):
            return event
    return None


def limit_of(state: CupState, game: CupGame) -> datetime | None:
    """Until when both have to be ready for a game; None for as long as it takes.

    That is the end of the round. Whoever is to play on, or again, or one after the other, when the
    round is all but over, has as much time as was left at half time, an hour at most.
    """
    if state.until is None or state.paired_at is None or game.waits_from is None:
        return state.until
    return max(state.until, game.waits_from + min(HOUR, (state.until - state.paired_at) / 2))


def _reopened(state: CupState, meeting: CupPairing, facts: Facts, now: datetime) -> CupEvent | None:
    """A match whose end counted is played on, or ended otherwise."""
    for game in meeting.counted:
        known = facts.get(game.match)
        if not game.ended or game.doubted or known is None:
            continue
        if known.over and known.halves == game.halves:
            continue
        stands = meeting.number < state.batch or game is not meeting.counted[-1]
        stands = stands or state.status is CupStatus.OVER
        if not stands and meeting.result in (None, _by_games(state, meeting)):
            return events.GameReopened(now, meeting.number, game.number)
        return events.ResultDoubted(now, meeting.number, game.number)
    return None


def _decision(
    state: CupState, meeting: CupPairing, facts: Facts, now: datetime, heard: datetime
) -> CupEvent | None:
    game = meeting.game
    known = None if game is None else facts.get(game.match)
    if game is not None and known is not None and known.over:
        return events.GameEnded(now, meeting.number, game.number, known.halves, known.late)
    result = _by_games(state, meeting)
    if result is not None:
        return events.PairingDecided(now, meeting.number, result, DecidedBy.GAMES)
    if game is not None and (known is None or known.begun):
        return None
    if state.left.keys() & set(meeting.entrants):
        return _without_game(
            meeting, set(meeting.entrants) - state.left.keys(), DecidedBy.LEFT, now
        )
    if game is None or known is None or state.status is not CupStatus.RUNNING:
        return None
    limit = limit_of(state, game)
    if meeting.is_stuck or limit is None or heard <= max(limit, known.awaited or limit):
        return None
    absent = state.absent(meeting, known.ready)
    if not absent:
        # The partner's program is late, which is nobody's fault.
        return None
    there = set(meeting.entrants).difference(absent)
    return _without_game(meeting, there, DecidedBy.NO_SHOW, now)


def _by_games(state: CupState, meeting: CupPairing) -> PairingResult | None:
    """The result of a pairing by its games: of three, whoever has more than three half points."""
    best_of = state.opened.plan.best_of
    games = [game for game in meeting.counted if game.ended and game.halves is not None]
    one, other = meeting.halves
    if max(one, other) <= best_of and len(games) < best_of:
        return None
    halves = (1, 1) if one == other else _WON if one > other else _LOST
    late, won = late_in(games), (one, other) if best_of > 1 else None
    return PairingResult(meeting.round, *meeting.entrants, halves, Ending.PLAYED, late, won)


def late_in(games: Sequence[CupGame]) -> tuple[int, int]:
    """How many of these games each lost on time."""
    return sum(game.late[0] for game in games), sum(game.late[1] for game in games)


def _without_game(
    meeting: CupPairing, there: frozenset[str] | set[str], why: DecidedBy, now: datetime
) -> events.PairingDecided:
    """Who was there wins, by walkover unless they have played; if nobody was, both lose."""
    here = [one in there for one in meeting.entrants]
    games = [game for game in meeting.counted if game.halves is not None]
    halves = _BOTH_LOST if not any(here) else _WON if here[0] else _LOST
    won = Ending.PLAYED if games else Ending.WALKOVER
    ending = won if any(here) else Ending.BOTH_LOST
    result = PairingResult(meeting.round, *meeting.entrants, halves, ending, late_in(games))
    return events.PairingDecided(now, meeting.number, result, why)


def to_seat(state: CupState) -> list[SeatGame]:
    """The games for which matches are to be opened now."""
    if state.status is not CupStatus.RUNNING:
        return []
    found = []
    for meeting in state.playing:
        if meeting.game is None and not meeting.is_stuck:
            first, second = meeting.entrants
            if len(meeting.counted) % 2:
                first, second = second, first
            number = len(meeting.games) + 1
            found.append(SeatGame(meeting.number, number, first, second, room_of(state, meeting)))
    return found


def room_of(state: CupState, meeting: CupPairing) -> str:
    """The room in which the two have met in this round, "" for none so far."""
    alike = [
        one
        for one in state.meetings
        if one.number == meeting.number
        or (one.round == meeting.round and set(one.entrants) == set(meeting.entrants))
    ]
    rooms = [game.room for one in alike for game in one.games]
    return rooms[-1] if rooms else ""


def superfluous(state: CupState, facts: Facts) -> list[int]:
    """The matches that nobody is to play any more, and so are to be called off.

    Where the whole cup was called off, a match that has begun is played out for its own sake.
    """
    found = []
    for meeting in state.meetings:
        for game in meeting.games:
            known = facts.get(game.match)
            if known is None or known.over or (game.ended and not game.void):
                continue
            if game.void or meeting.result is not None or not (state.is_open or known.begun):
                found.append(game.match)
    return found


def is_round_over(state: CupState) -> bool:
    """Whether the next round is to be paired."""
    return state.status is CupStatus.RUNNING and not state.playing


def next_round(state: CupState, now: datetime) -> events.RoundPaired | events.CupEnded:
    """What comes next, once a round is over; of a large swiss it takes seconds."""
    plan, cup = state.opened.plan, state.cup()
    system = SYSTEMS[plan.system]
    step = system.next_round(cup)
    if isinstance(step, CupOver):
        places = tuple((row.place, row.entrant.id) for row in system.order(cup))
        return events.CupEnded(now, step.champion, places)
    until = None if plan.round_time is None or not step.pairings else now + plan.round_time
    return events.RoundPaired(now, step.number, step.pairings, step.settled, until)


def reminders(state: CupState, facts: Facts, now: datetime) -> Iterator[events.PlayersReminded]:
    """Who is to be told that the round runs out: at half time, and an hour before its end."""
    if state.status is not CupStatus.RUNNING or state.until is None or now >= state.until:
        return
    for meeting in state.playing:
        game = meeting.game
        known = None if game is None else facts.get(game.match)
        if game is None or known is None or known.begun or known.over:
            continue
        past = [left for left in _moments(state) if game.at <= state.until - left <= now]
        if not past or limit_of(state, game) != state.until:
            continue
        if game.reminded is None or game.reminded > past[-1]:
            absent = state.absent(meeting, known.ready)
            if absent:
                yield events.PlayersReminded(now, meeting.number, game.number, past[-1], absent)


def wait(state: CupState, now: datetime, heard: datetime) -> timedelta | None:
    """How long until time brings something about; None if it brings nothing.

    Reminders come by the present, no-shows by the moment up to which all is known.
    """
    if state.until is None:
        return None
    if state.status is CupStatus.CHECK_IN:
        left = state.until - heard + timedelta.resolution
        return left if left > timedelta(0) else None
    if state.status is not CupStatus.RUNNING:
        return None
    games = [meeting.game for meeting in state.playing if meeting.game is not None]
    limits = (limit_of(state, game) for game in games)
    waits = [limit - heard + timedelta.resolution for limit in limits if limit is not None]
    if games:
        waits += [state.until - left - now for left in _moments(state)]
    return min((length for length in waits if length > timedelta(0)), default=None)


def _moments(state: CupState) -> list[timedelta]:
    """How much is left of the round when people are reminded, the most first."""
    if state.until is None or state.paired_at is None:
        return []
    half = (state.until - state.paired_at) / 2
    return [half, *[HOUR] * (half > HOUR)]
