"""What players may agree on: to take turns back, to pause, to abandon the match, to play later.

One asks, the other accepts or declines. A turn, a pause or the end takes a request off.
"""

from datetime import UTC, datetime, timedelta
from typing import assert_never

from bot.engine.turn import Colour
from bot.referee import appointments, events
from bot.referee.match import Match, Status
from bot.referee.ruling import Reason
from bot.referee.submission import Ask, Respond, Submission

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
