"""A match as a fold over its events: what each of them does to it."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from bot.engine.board import board
from bot.engine.legality import play
from bot.engine.notation import Misread, read_turn
from bot.engine.position import Position
from bot.engine.ruleset import Breach
from bot.engine.rulesets import configure
from bot.engine.turn import Colour
from bot.referee import appointments, changes, events
from bot.referee.clock import ZERO, Clock
from bot.referee.match import Choice, CorruptMatchError, Duty, Match, Pauses, Start, Status


def opened(event: events.MatchOpened) -> Match:
    """The match that its first event makes."""
    terms = event.terms
    match = Match(
        terms=terms,
        host=event.host,
        players=event.players,
        position=Position(board(terms.side)),
        clock=None if terms.control is None else Clock.new(terms.control),
        opened_at=event.at,
        public=event.public,
        pages=event.pages,
        turn_open_at=event.at,
        seated_at=(event.at, event.at),
    )
    if event.beginning is not None:
        match = _begun(match, event.beginning)
    met, choice = event.appointment, Choice.KOMI if match.ruleset.awaits_komi else None
    start = Start(
        # The sparring partner has nothing to get ready.
        ready=frozenset(colour for colour in Colour if event.players[colour].level),
        choice=Choice.FIRST if terms.dmo_chooses and terms.dmo else choice,
        appointed=None if met is None else appointments.appointed(met, event.at),
    )
    return replace(match, start=start)


def _begun(match: Match, beginning: events.Beginning) -> Match:
    """A match before its start, at the position that turns of another one led to."""
    for text in beginning.turns:
        turn = events.TurnPlayed(match.opened_at, match.to_move, text)
        match = replace(
            match,
            position=_position(match, turn),
            turns=(*match.turns, turn),
            clocks=(*match.clocks, match.clock),
        )
    return replace(match, beginning=beginning)


def fold(stored: Iterable[events.Event]) -> Match:
    """The match that stored events make; CorruptMatchError if they make none."""
    remaining = iter(stored)
    first = next(remaining, None)
    if not isinstance(first, events.MatchOpened):
        raise CorruptMatchError("the first event does not open a match")
    if first.terms.dmo not in ("", *first.terms.colours):
        raise CorruptMatchError("the DMO plays neither colour")
    match = None
    try:
        configure(first.terms.ruleset, dict(first.terms.options))
        match = opened(first)
        for event in remaining:
            match = apply(match, event)
    except CorruptMatchError as error:
        raise CorruptMatchError(str(error), standing_still(match)) from error
    except Exception as error:
        # Changed by other hands, or a game unknown to this program: no event can be relied on.
        text = f"the events make no match: {error!r}"
        raise CorruptMatchError(text, standing_still(match)) from error
    else:
        return match


def standing_still(match: Match | None) -> Match | None:
    """A match whose further events can't be read, to be looked at as it stood before them."""
    if match is not None and match.status is Status.RUNNING:
        match = apply(match, events.MatchPaused(match.turn_open_at))
    return match and replace(match, damaged=True)


def apply(match: Match, event: events.Event) -> Match:
    """The match after one more event."""
    after = EFFECTS[type(event)](match, event)
    if isinstance(event, events.TurnPlayed):
        # `after_turn` has counted the turn, and no turn is in the log.
        return after
    log = after.log
    if isinstance(event, changes.LOGGED):
        log = (*log, (after.position.number, changes.as_seated(event)))
    return replace(after, log=log, seen=match.seen + 1)


def _second_opening(_match: Match, _event: events.MatchOpened) -> Match:
    raise CorruptMatchError("a match is opened once")


def _ready(match: Match, event: events.PlayerReady) -> Match:
    ready = match.start.ready | {event.colour}
    return replace(match, start=replace(match.start, ready=ready))


def _started(match: Match, event: events.MatchStarted) -> Match:
    telling = replace(match.telling, handed_over=match.seen)
    started = replace(match, status=Status.RUNNING, turn_open_at=event.at, telling=telling)
    return replace(started, start=replace(match.start, choice=None, ordered=None), request=None)


def _bank_told(match: Match, warned: timedelta | None) -> Match:
    notices = (*match.telling.notices, match.seen)
    telling = replace(match.telling, bank_told=True, notices=notices, warned=warned)
    return replace(match, telling=telling)


def _paused(match: Match, event: events.MatchPaused) -> Match:
    pauses = replace(match.pauses, event=event, since=event.at)
    paused = replace(match, status=Status.PAUSED, request=None, pauses=pauses)
    return _stopped(paused, event.at)


def _shown(match: Match, event: events.Shown) -> Match:
    """The match once an announcement became visible; the clock runs if it waited for that."""
    before = match.telling
    telling = replace(
        before,
        told=max(before.told, event.through),
        board_message=event.message if event.board else before.board_message,
        reminders=(*before.reminders, *[event.message] * (event.through in before.notices)),
    )
    shown = replace(match, telling=telling)
    if telling.room_knows and not before.room_knows:
        # A page's stamp may be a little ahead of its venue's: whoever sees their turn has it.
        shown = replace(shown, turn_open_at=min(match.turn_open_at, event.at))
    return _run(appointments.called(shown, event), event.at)


def _ended(match: Match, event: events.MatchEnded) -> Match:
    """The match is over; how it stood before is kept for a host who takes the end back."""
    telling = match.telling
    stale = (*telling.stale, *telling.reminders)
    ended = replace(
        match,
        status=Status.OVER,
        ended=event,
        before_end=(match.status, match.pauses.since),
        pauses=replace(match.pauses, since=None),
        telling=replace(telling, handed_over=match.seen, stale=stale),
        request=None,
    )
    return _stopped(ended, event.at)


def _run(match: Match, at: datetime) -> Match:
    """The clock runs from a moment on, if nothing is left that it has to wait for."""
    waits = match.status is not Status.RUNNING or match.duty.off_since is not None
    if match.clock is None or waits or not match.telling.room_knows:
        return match
    # An announcement may have become visible just before an absence that is over by now.
    begin = at if match.duty.on_since is None else max(at, match.duty.on_since)
    return replace(match, clock=match.clock.start(begin))


def _away(match: Match, event: events.RefereeAway) -> Match:
    duty = replace(match.duty, off_since=event.at, told=event.told)
    return _stopped(replace(match, duty=duty), event.at)


def _back(match: Match, event: events.RefereeBack) -> Match:
    """The referee is back; where the room is told so, the clock waits for the announcement."""
    handed_over = match.seen if event.told else match.telling.handed_over
    telling = replace(match.telling, handed_over=handed_over)
    back = replace(match, duty=Duty(on_since=event.at), telling=telling)
    return _run(appointments.returned(back, event), event.at)


def _resumed(match: Match, event: events.MatchResumed) -> Match:
    """The match goes on; after a fallen flag the player gets a fresh turn but no bank.

    Where a turn has no time of its own, a fresh bank is all there is to give.
    """
    clock = match.clock
    if clock is not None and match.flagged:
        fresh = ZERO if clock.control.per_move else clock.control.bank
        clock = clock.set_bank(match.to_move, fresh).reset()
    over, since = match.pauses.over, match.pauses.since
    # What was written while the room was out of reach is read when it no longer is, and counts.
    if since is not None and not match.pauses.for_room:
        over = (*over, (since, event.at))
    bank_told = match.telling.bank_told and not match.flagged
    return replace(
        match,
        clock=clock,
        status=Status.RUNNING,
        pauses=Pauses(over=over),
        flagged=False,
        telling=replace(match.telling, handed_over=match.seen, bank_told=bank_told),
    )


def _stopped(match: Match, at: datetime) -> Match:
    return match if match.clock is None else replace(match, clock=match.clock.stop(at))


def _position(match: Match, event: events.TurnPlayed) -> Position:
    """The position after a stored turn."""
    turn = read_turn(match.spelling, event.turn.split(), match.to_move)
    if isinstance(turn, Misread):
        raise CorruptMatchError(f"turn {match.position.number + 1} can't be read: {event.turn}")
    position = play(match.ruleset, match.position, turn)
    if isinstance(position, Breach):
        raise CorruptMatchError(f"turn {match.position.number + 1} is illegal: {event.turn}")
    return position


def after_turn(match: Match, event: events.TurnPlayed, position: Position) -> Match:
    """The match after a turn, counted; the caller knows the position that the turn makes."""
    reminders = match.telling.reminders
    return replace(
        match,
        position=position,
        clock=None if match.clock is None else match.clock.move(event.colour, event.at),
        turn_open_at=event.at,
        flagged=False,
        telling=replace(match.telling.of_new_turn(match.seen), stale=reminders, reminders=()),
        turns=(*match.turns, event),
        request=None,
        clocks=(*match.clocks, None if match.clock is None else match.clock.reset()),
        seen=match.seen + 1,
    )


EFFECTS: dict[type[events.Event], Callable[[Match, Any], Match]] = {
    events.MatchOpened: _second_opening,
    events.PlayerReady: _ready,
    events.FirstChosen: changes.first_chosen,
    events.KomiNamed: changes.komi_named,
    events.StartOrdered: lambda match, it: replace(
        match, start=replace(match.start, ordered=it.by)
    ),
    events.AppointmentSet: appointments.settled,
    events.AppointmentNear: lambda match, it: appointments.noted(match, left=it.left),
    events.AppointmentCame: lambda match, _: appointments.noted(match, left=ZERO, came=match.seen),
    events.PlayersMissing: lambda match, _: appointments.noted(match, missed=True),
    events.MatchStarted: _started,
    events.Shown: _shown,
    events.TurnPlayed: lambda match, it: after_turn(match, it, _position(match, it)),
    events.BankOpened: lambda match, _: _bank_told(match, match.telling.warned),
    events.BankLow: lambda match, it: _bank_told(match, it.left),
    events.FlagFell: lambda match, it: _stopped(replace(match, flagged=True), it.at),
    events.MatchPaused: _paused,
    events.MatchResumed: _resumed,
    events.RequestMade: lambda match, it: replace(match, request=it),
    events.RequestDeclined: lambda match, _: replace(match, request=None),
    events.TurnsUndone: changes.undone,
    events.TimeChanged: changes.time_changed,
    events.PlayerReplaced: lambda match, it: appointments.called_anew(
        changes.replaced(match, it), it.at
    ),
    events.MatchMoved: changes.moved,
    events.PagesChosen: lambda match, it: replace(match, pages=it.shown),
    events.RefereeAway: _away,
    events.RefereeBack: _back,
    events.RulingKept: lambda match, it: replace(match, kept=match.kept | {it.message}),
    events.HintGiven: lambda match, _: replace(match, hinted=(*match.hinted, match.position)),
    events.MatchEnded: _ended,
    events.MatchReopened: lambda match, it: appointments.called_anew(
        changes.reopened(match, it), it.at
    ),
}
