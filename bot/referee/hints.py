"""Hints: who may have one, and when. Pure.

Ann plays against the partner: whenever it is her turn she may ask for a hint. Cat and Dan agreed on
hints as their match was set up, and so may they. A hint is for the seat that is to move, and for
nobody else; the clock runs on.
"""

from collections.abc import Sequence
from datetime import datetime

from bot.engine.turn import Colour
from bot.referee.events import HintGiven
from bot.referee.match import Match, Status
from bot.referee.partner import partner
from bot.referee.ruling import Reason
from bot.referee.submission import Submission, TakeHint


def allowed(match: Match) -> bool:
    """Whether there are hints in a match at all: agreed on, or against the partner."""
    return match.terms.hints or partner(match) is not None


def may_have(match: Match, seats: Sequence[Colour]) -> bool:
    """Whether whoever has these seats may ask for a hint now, as far as a page has to know."""
    return match.status is Status.RUNNING and allowed(match) and match.to_move in seats


def barred(match: Match, player: str, at: datetime) -> Reason | None:
    """Why somebody is given no hint at a moment; None if they are."""
    seats = match.seat(player)
    if match.over:
        return Reason.OVER
    if not seats:
        return Reason.NOT_A_PLAYER
    if not allowed(match):
        return Reason.NO_HINTS
    if match.status is Status.WAITING:
        return Reason.NOT_STARTED
    if match.status is Status.PAUSED or match.paused(at):
        return Reason.PAUSED
    return None if match.to_move in seats else Reason.HINT_NOT_YOURS


def was_given(match: Match) -> bool:
    """Whether the position as it stands was hinted at before."""
    return match.position in match.hinted


def event_of(match: Match, submission: Submission, act: TakeHint) -> HintGiven:
    """What the record keeps of a hint."""
    return HintGiven(submission.sent_at, match.to_move, act.turn, act.cell)
