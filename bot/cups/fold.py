"""Makes a cup from its events, one after the other."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import assert_never

from bot.cups import events
from bot.cups.events import CupEvent
from bot.cups.state import CupGame, CupPairing, CupState, CupStatus
from bot.referee.match import CorruptMatchError


class CorruptCupError(CorruptMatchError):
    """The stored events do not make a cup: the database was changed by other hands."""


def fold_cup(all_events: Sequence[CupEvent]) -> CupState:
    """The cup that events make; CorruptCupError if they make none."""
    first, *others = all_events or (None,)
    if not isinstance(first, events.CupOpened):
        raise CorruptCupError("the first event does not open a cup")
    state = CupState(first)
    for event in others:
        state = applied(state, event)
    return state


def applied(state: CupState, event: CupEvent) -> CupState:
    """The cup after one more event; CorruptCupError if that can't follow."""
    try:
        changed = _changed(state, event)
    except (LookupError, ValueError) as error:
        raise CorruptCupError(f"event {state.seen} can't follow: {error!r}") from error
    return replace(changed, seen=state.seen + 1)


def _changed(state: CupState, event: CupEvent) -> CupState:
    match event:
        case events.CupOpened():
            raise ValueError("a cup is opened once")
        case events.PlayerEntered() | events.PlayerLeft() | events.CupStarted():
            return _entry(state, event)
        case (
            events.CheckInOpened()
            | events.PlayersCalled()
            | events.PlayerCheckedIn()
            | events.CheckInFailed()
        ):
            return _checking_in(state, event)
        case events.RoundPaired():
            return _paired(state, event)
        case events.RoundChanged():
            return _rearranged(state, event)
        case events.CupShown():
            return replace(state, shown=(*state.shown, event), told=event.through)
        case events.DeadlineMoved():
            return _until(state, event.at, event.until, own=event.by is None)
        case events.CupPaused():
            return replace(state, status=CupStatus.PAUSED, paused_at=event.at)
        case events.CupResumed():
            goes_on = replace(state, status=CupStatus.RUNNING, paused_at=None)
            return goes_on if event.until is None else _until(goes_on, event.at, event.until)
        case events.CupEnded():
            return replace(state, status=CupStatus.OVER, end=event, until=None)
        case events.CupCancelled():
            return replace(state, status=CupStatus.CANCELLED, end=event, until=None)
        case _:
            return _met(state, event)


def _entry(
    state: CupState, event: events.PlayerEntered | events.PlayerLeft | events.CupStarted
) -> CupState:
    match event:
        case events.PlayerEntered(player=player):
            # Who comes in during the check-in is there.
            here = (*state.here, *[player.id] * (state.status is CupStatus.CHECK_IN))
            return replace(state, players={**state.players, player.id: player}, here=here)
        case events.PlayerLeft(player=player) if state.started is None:
            players = {key: one for key, one in state.players.items() if key != player.id}
            here, uncalled = (
                tuple(key for key in keys if key != player.id)
                for keys in (state.here, state.uncalled)
            )
            return replace(state, players=players, here=here, uncalled=uncalled)
        case events.PlayerLeft():
            return replace(state, left={**state.left, event.player.id: event.since})
        case events.CupStarted(filled=filled):
            absent = {player.id for player in event.absent}
            players = {key: one for key, one in state.players.items() if key not in absent}
            players |= {} if filled is None else {filled.id: filled}
            return replace(
                state, status=CupStatus.RUNNING, players=players, started=event, seeds=event.seeds,
                uncalled=(), until=None, until_set_at=None,
            )  # fmt: skip
    assert_never(event)


_OfCheckIn = (
    events.CheckInOpened | events.PlayersCalled | events.PlayerCheckedIn | events.CheckInFailed
)


def _checking_in(state: CupState, event: _OfCheckIn) -> CupState:
    """Who signed up says that they are there, and what comes of it."""
    match event:
        case events.CheckInOpened():
            uncalled = tuple(state.players)[events.MOST_CALLED :]
            return replace(
                state, status=CupStatus.CHECK_IN, check_in=event, here=(), uncalled=uncalled,
                until=event.until, until_set_at=event.at,
            )  # fmt: skip
        case events.PlayersCalled():
            left = tuple(key for key in state.uncalled if key not in event.players)
            return replace(state, uncalled=left)
        case events.PlayerCheckedIn():
            return replace(state, here=(*state.here, event.player.id))
        case events.CheckInFailed():
            return replace(
                state, status=CupStatus.OPEN, check_in=None, here=(), uncalled=(),
                until=None, until_set_at=None,
            )  # fmt: skip
    assert_never(event)


def _paired(state: CupState, event: events.RoundPaired) -> CupState:
    first = len(state.meetings) + 1
    fresh = (
        CupPairing(number, event.number, pairing)
        for number, pairing in enumerate(event.pairings, first)
    )
    return replace(
        state,
        round=event.number,
        batch=first,
        meetings=(*state.meetings, *fresh),
        settled=(*state.settled, *event.settled),
        settled_before=(*state.settled_before, *[first] * len(event.settled)),
        paired_at=event.at,
        until=event.until,
        until_set_at=event.at,
    )


def _until(state: CupState, at: datetime, until: datetime, *, own: bool = True) -> CupState:
    """A round has until another moment; `own` says that this makes up for time in which it stood.

    Who was given time of their own has as much longer then, too; a host's word goes for all.
    """
    gone = timedelta(0) if state.until is None else until - state.until

    def moved(game: CupGame) -> CupGame:
        if game.ended or game.void:
            return game
        if own:
            return replace(game, waits_from=game.waits_from and game.waits_from + gone)
        # Reminders that are still ahead come again.
        reminded = None if game.reminded is None else until - at
        return replace(game, waits_from=None, reminded=reminded)

    meetings = tuple(replace(one, games=tuple(map(moved, one.games))) for one in state.meetings)
    return replace(state, meetings=meetings, until=until, until_set_at=at)


def _rearranged(state: CupState, event: events.RoundChanged) -> CupState:
    """Games that were seated are given up: others meet in their rooms."""
    old = state.meetings[state.batch - 1 :]
    new = (
        one if one.pairing == pairing else _without(replace(one, pairing=pairing), one.games)
        for one, pairing in zip(old, event.pairings, strict=True)
    )
    meetings = (*state.meetings[: state.batch - 1], *new)
    changed = replace(state, meetings=meetings)
    if not event.seeds:
        return changed
    # Seeds change places in round 1 alone: nothing was settled before it.
    before = (state.batch,) * len(event.settled)
    return replace(changed, settled=event.settled, settled_before=before, seeds=event.seeds)


_OfMeeting = (
    events.GameSeated
    | events.GameEnded
    | events.GameReopened
    | events.ResultDoubted
    | events.PairingDecided
    | events.PairingReplayed
    | events.PlayersReminded
)


def _met(state: CupState, event: _OfMeeting) -> CupState:
    """What happens in one pairing."""
    meeting = state.meeting(event.pairing)
    meetings = list(state.meetings)
    meetings[event.pairing - 1] = _after(meeting, event)
    return replace(state, meetings=tuple(meetings))


def _after(meeting: CupPairing, event: _OfMeeting) -> CupPairing:
    match event:
        case events.GameSeated():
            game = CupGame(event.game, event.first, event.match, event.room, event.at, event.at)
            return replace(meeting, games=(*meeting.games, game))
        case events.GameEnded(halves=halves, late=late):
            return _with_game(
                meeting, event.game, lambda it: replace(it, ended=True, halves=halves, late=late)
            )
        case events.GameReopened():
            meeting = replace(meeting, result=None)
            return _with_game(
                meeting, event.game, lambda it: replace(it, ended=False, halves=None, late=(0, 0))
            )
        case events.ResultDoubted():
            return _with_game(meeting, event.game, lambda it: replace(it, doubted=True))
        case events.PlayersReminded(left=left):
            return _with_game(meeting, event.game, lambda it: replace(it, reminded=left))
        case events.PairingDecided():
            return replace(meeting, result=event.result)
        case events.PairingReplayed():
            again = [game for game in meeting.games if game.number in event.games]
            return _without(replace(meeting, result=None), again)
    assert_never(event)


def _with_game(
    meeting: CupPairing, number: int, change: Callable[[CupGame], CupGame]
) -> CupPairing:
    games = [change(game) if game.number == number else game for game in meeting.games]
    return replace(meeting, games=tuple(games))


def _without(meeting: CupPairing, games: Sequence[CupGame]) -> CupPairing:
    """The pairing where those games count no more."""
    all_games = (replace(it, void=True) if it in games else it for it in meeting.games)
    return replace(meeting, games=tuple(all_games))
