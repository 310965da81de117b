"""Makes a cup from its events, one after the other."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

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
        changed = EFFECTS[type(event)](state, event)
    except (LookupError, ValueError) as error:
        raise CorruptCupError(f"event {state.seen} can't follow: {error!r}") from error
    return replace(changed, seen=state.seen + 1)


_OfGame = events.GameEnded | events.GameReopened | events.ResultDoubted | events.PlayersReminded


def _second_opening(_state: CupState, _event: events.CupOpened) -> CupState:
    raise ValueError("a cup is opened once")


def _entered(state: CupState, event: events.PlayerEntered) -> CupState:
    """Who comes in during the check-in is there."""
    player = event.player
    here = (*state.here, *[player.id] * (state.status is CupStatus.CHECK_IN))
    return replace(state, players={**state.players, player.id: player}, here=here)


def _left(state: CupState, event: events.PlayerLeft) -> CupState:
    gone = event.player.id
    if state.started is not None:
        return replace(state, left={**state.left, gone: event.since})
    players = {key: one for key, one in state.players.items() if key != gone}
    here, uncalled = (
        tuple(key for key in keys if key != gone) for keys in (state.here, state.uncalled)
    )
    return replace(state, players=players, here=here, uncalled=uncalled)


def _started(state: CupState, event: events.CupStarted) -> CupState:
    absent = {player.id for player in event.absent}
    players = {key: one for key, one in state.players.items() if key not in absent}
    players |= {} if event.filled is None else {event.filled.id: event.filled}
    return replace(
        state, status=CupStatus.RUNNING, players=players, started=event, seeds=event.seeds,
        uncalled=(), until=None, until_set_at=None,
    )  # fmt: skip


def _check_in_opened(state: CupState, event: events.CheckInOpened) -> CupState:
    return replace(
        state, status=CupStatus.CHECK_IN, check_in=event, here=(),
        uncalled=tuple(state.players)[events.MOST_CALLED :],
        until=event.until, until_set_at=event.at,
    )  # fmt: skip


def _called(state: CupState, event: events.PlayersCalled) -> CupState:
    left = tuple(key for key in state.uncalled if key not in event.players)
    return replace(state, uncalled=left)


def _check_in_failed(state: CupState, _event: events.CheckInFailed) -> CupState:
    return replace(
        state, status=CupStatus.OPEN, check_in=None, here=(), uncalled=(),
        until=None, until_set_at=None,
    )  # fmt: skip


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


def _resumed(state: CupState, event: events.CupResumed) -> CupState:
    goes_on = replace(state, status=CupStatus.RUNNING, paused_at=None)
    return goes_on if event.until is None else _until(goes_on, event.at, event.until)


def _with(state: CupState, meeting: CupPairing) -> CupState:
    """The cup in which one of its pairings has changed."""
    meetings = list(state.meetings)
    meetings[meeting.number - 1] = meeting
    return replace(state, meetings=tuple(meetings))


def _seated(state: CupState, event: events.GameSeated) -> CupState:
    meeting = state.meeting(event.pairing)
    game = CupGame(event.game, event.first, event.match, event.room, event.at, event.at)
    return _with(state, replace(meeting, games=(*meeting.games, game)))


def _reopened(state: CupState, event: events.GameReopened) -> CupState:
    state = _with(state, replace(state.meeting(event.pairing), result=None))
    return _game(state, event, ended=False, halves=None, late=(0, 0))


def _decided(state: CupState, event: events.PairingDecided) -> CupState:
    return _with(state, replace(state.meeting(event.pairing), result=event.result))


def _replayed(state: CupState, event: events.PairingReplayed) -> CupState:
    meeting = state.meeting(event.pairing)
    again = [game for game in meeting.games if game.number in event.games]
    return _with(state, _without(replace(meeting, result=None), again))


def _game(state: CupState, event: _OfGame, **changed: Any) -> CupState:
    """The cup in which a game of a pairing has changed."""
    meeting = state.meeting(event.pairing)
    games = (replace(it, **changed) if it.number == event.game else it for it in meeting.games)
    return _with(state, replace(meeting, games=tuple(games)))


def _without(meeting: CupPairing, games: Sequence[CupGame]) -> CupPairing:
    """The pairing where those games count no more."""
    all_games = (replace(it, void=True) if it in games else it for it in meeting.games)
    return replace(meeting, games=tuple(all_games))


EFFECTS: dict[type[CupEvent], Callable[[CupState, Any], CupState]] = {
    events.CupOpened: _second_opening,
    events.PlayerEntered: _entered,
    events.PlayerLeft: _left,
    events.CheckInOpened: _check_in_opened,
    events.PlayersCalled: _called,
    events.PlayerCheckedIn: lambda cup, it: replace(cup, here=(*cup.here, it.player.id)),
    events.CheckInFailed: _check_in_failed,
    events.CupStarted: _started,
    events.RoundPaired: _paired,
    events.GameSeated: _seated,
    events.GameEnded: lambda cup, it: _game(cup, it, ended=True, halves=it.halves, late=it.late),
    events.GameReopened: _reopened,
    events.ResultDoubted: lambda cup, it: _game(cup, it, doubted=True),
    events.PairingDecided: _decided,
    events.PairingReplayed: _replayed,
    events.RoundChanged: _rearranged,
    events.PlayersReminded: lambda cup, it: _game(cup, it, reminded=it.left),
    events.DeadlineMoved: lambda cup, it: _until(cup, it.at, it.until, own=it.by is None),
    events.CupPaused: lambda cup, it: replace(cup, status=CupStatus.PAUSED, paused_at=it.at),
    events.CupResumed: _resumed,
    events.CupEnded: lambda cup, it: replace(cup, status=CupStatus.OVER, end=it, until=None),
    events.CupCancelled: lambda cup, it: replace(
        cup, status=CupStatus.CANCELLED, end=it, until=None
    ),
    events.CupShown: lambda cup, it: replace(cup, shown=(*cup.shown, it), told=it.through),
}
