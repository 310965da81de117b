"""What the host does and players agree on: pause, undo, time, seats, an end. Each is an event.

Of two players one asks, the other accepts or declines: to take turns back, to pause, to abandon the
match, to play later. A turn, a pause or the end takes a request off.
"""

from datetime import UTC, datetime, timedelta
from typing import assert_never

from bot.engine.turn import Colour
from bot.referee import appointments, events
from bot.referee import submission as acts
from bot.referee.match import Match, Status
from bot.referee.ruling import Reason
from bot.referee.submission import Ask, Respond, Submission


def barred(match: Match, act: acts.HostAct) -> Reason | None:
    """Why the host's act can't be done now; None if it can."""
    if isinstance(act, acts.Reopen):
        return None if match.over else Reason.NOT_OVER
    if isinstance(act, acts.ChoosePages):
        return None
    if match.over:
        return Reason.OVER
    waiting, running = match.status is Status.WAITING, match.status is Status.RUNNING
    match act:
        case acts.StartNow():
            if not waiting:
                return Reason.ALREADY_STARTED
            return None if match.start.ordered is None else Reason.FIRST_OPEN
        case acts.Pause():
            if running:
                return None
            return Reason.NOT_STARTED if waiting else Reason.PAUSED
        case acts.Resume():
            return None if match.status is Status.PAUSED else Reason.NOT_PAUSED
        case acts.Undo():
            return None if 0 < act.turns <= len(match.played) else Reason.NOTHING_TO_UNDO
        case acts.ChangeTime():
            return Reason.NO_CLOCK if match.clock is None else _known(match, act.colour)
        case acts.ReplacePlayer():
            seated = act.player.id in (player.id for player in match.players)
            return Reason.ALREADY_SEATED if seated else _known(match, act.colour)
        case acts.Forfeit():
            return _known(match, act.colour)
        case acts.Adjudicate():
            return None if act.winner is None else _known(match, act.winner)
        case acts.Cancel() | acts.MoveMatch():
            return None
        case _:
            assert_never(act)


def event_of(match: Match, submission: acts.Submission, act: acts.HostAct) -> events.Event:
    """The event that the host's act makes; it must not be barred."""
    at, by = submission.sent_at, submission.author
    match act:
        case acts.StartNow():
            chosen = match.start.choice is None
            return events.MatchStarted(at, by) if chosen else events.StartOrdered(at, by)
        case acts.Pause():
            return events.MatchPaused(at, by, act.reason)
        case acts.Resume():
            return events.MatchResumed(at, by, act.reason)
        case acts.Cancel():
            return events.MatchEnded(at, None, events.Termination.CANCELLED, by, act.reason)
        case acts.Undo():
            return events.TurnsUndone(at, act.turns, by, act.reason)
        case acts.Adjudicate():
            winner = None if act.winner is None else colour_named(match, act.winner)
            return events.MatchEnded(at, winner, events.Termination.ADJUDICATION, by, act.reason)
        case acts.Forfeit():
            loser = colour_named(match, act.colour) or Colour.FIRST
            return events.MatchEnded(at, loser.other, events.Termination.FORFEIT, by, act.reason)
        case acts.ChangeTime():
            colour = colour_named(match, act.colour) or Colour.FIRST
            return events.TimeChanged(at, colour, act.amount, by, act.reason)
        case acts.ReplacePlayer():
            colour = colour_named(match, act.colour) or Colour.FIRST
            return events.PlayerReplaced(at, colour, act.player, by, True, act.reason)
        case acts.MoveMatch():
            return events.MatchMoved(at, act.room, by, act.left, act.public)
        case acts.ChoosePages():
            return events.PagesChosen(at, act.shown, by, act.reason)
        case acts.Reopen():
            return reopening(match, at, by, act.reason)
        case _:
            assert_never(act)


def reopening(
    match: Match, at: datetime, by: events.Player, reason: str = ""
) -> events.MatchReopened:
    """Takes the end back, and the turn that made it: a position that is over can't be played on."""
    last = match.ruleset.is_over(match.position) and bool(match.played)
    return events.MatchReopened(at, by, reason, int(last))


def colour_named(match: Match, name: str) -> Colour | None:
    """The colour of a name or its first letter in this match."""
    return match.spelling.colour(name.strip())


def _known(match: Match, name: str) -> Reason | None:
    return Reason.NO_SUCH_COLOUR if colour_named(match, name) is None else None


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FARTHEST = 2**53


def ask(match: Match, submission: Submission, act: Ask) -> events.Event | Reason:
    """The request as an event, or why it can't be made."""
    seats = match.seat(submission.author.id)
    refusal = _no_asking(match, seats)
    if refusal is not None:
        return refusal
    asker = match.to_move.other if len(seats) > 1 else seats[0]
    turns = 0
    if act.request is events.Request.UNDO:
        # One's own last turn, and the opponent's answer to it if there is one.
        turns = 2 if asker is match.to_move else 1
        if turns > len(match.played):
            return Reason.NOTHING_OF_YOURS
    if act.request is events.Request.PAUSE and match.status is Status.PAUSED:
        return Reason.PAUSED
    return events.RequestMade(submission.sent_at, asker, act.request, turns)


def reply(match: Match, submission: Submission, act: Respond) -> events.Event | Reason:
    """The event that an answer to a request makes, or why it can't be given."""
    seats = match.seat(submission.author.id)
    if match.over:
        return Reason.OVER
    if not seats:
        return Reason.NOT_A_PLAYER
    asked = match.request
    if asked is None or act.request not in (None, asked.request):
        return Reason.NOT_ASKED
    if act.read is not None and act.read < asked.at:
        # Ann proposes eight, Bob nine, Ann ten, and Bob presses Accept below eight.
        return Reason.NOT_ASKED
    if not act.accept:
        withdrawn = asked.colour.other not in seats
        colour = asked.colour if withdrawn else asked.colour.other
        return events.RequestDeclined(submission.sent_at, colour, withdrawn)
    if asked.colour.other not in seats:
        return Reason.NOT_YOURS_TO_ACCEPT
    proposed = len(asked.appointments)
    if act.which is None and proposed > 1:
        return Reason.WHICH_HOUR
    which = 1 if act.which is None else act.which
    if not 1 <= which <= max(1, proposed):
        return Reason.NO_SUCH_HOUR
    return _granted(submission, asked, which)


def mark_of(asked: events.RequestMade) -> int:
    """What a button keeps of the request that it answers, also of two in one millisecond."""
    return (asked.at - _EPOCH) // timedelta.resolution


def read_by(mark: object) -> datetime | None:
    """Up to when somebody had read who pressed a button with that mark; None for no mark."""
    if not isinstance(mark, int) or not 0 <= mark < _FARTHEST:
        return None
    return _EPOCH + mark * timedelta.resolution


def _no_asking(match: Match, seats: tuple[Colour, ...]) -> Reason | None:
    if match.over:
        return Reason.OVER
    if not seats:
        return Reason.NOT_A_PLAYER
    if match.status is Status.WAITING:
        return Reason.NOT_STARTED
    return Reason.ALREADY_ASKED if match.request is not None else None


def _granted(
    submission: Submission, asked: events.RequestMade, which: int
) -> events.Event | Reason:
    at = submission.sent_at
    match asked.request:
        case events.Request.UNDO:
            return events.TurnsUndone(at, asked.turns)
        case events.Request.PAUSE:
            return events.MatchPaused(at, agreed=True)
        case events.Request.ABANDON:
            return events.MatchEnded(at, None, events.Termination.ABANDONMENT)
        case events.Request.APPOINTMENT:
            return appointments.agreed(asked, which, at)
        case _:
            assert_never(asked.request)
