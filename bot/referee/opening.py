"""Before the first turn: who starts, and when a match does.

Where the terms leave it to the DMO (the Death Match Opponent, one of the two players), the DMO
says who starts, or the host in their place; either may say otherwise until the match has started.
The right is the seat's: whoever is put in the DMO's seat is the DMO. Ready and the host's order to
start may come before the choice or after it; the match starts when nothing is left to wait for.
"""

from datetime import datetime

from bot.engine.turn import Colour
from bot.referee.events import FirstChosen, MatchStarted
from bot.referee.hosting import colour_named
from bot.referee.match import Match, Status
from bot.referee.ruling import Reason
from bot.referee.submission import ChooseFirst, Submission

_ME, _OPPONENT = ("me", "i", "myself"), ("opponent", "them")


def start(match: Match, at: datetime) -> tuple[MatchStarted, ...]:
    """The start of a match that waits for nothing any more, else nothing."""
    if match.first_open:
        return ()
    if match.ready == set(Colour):
        return (MatchStarted(at),)
    return () if match.start_ordered is None else (MatchStarted(at, match.start_ordered),)


def choose(
    match: Match, submission: Submission, act: ChooseFirst, *, by_host: bool
) -> FirstChosen | Reason:
    """The choice as an event, or why it can't be made."""
    if match.status is not Status.WAITING:
        return Reason.OVER if match.over else Reason.ALREADY_STARTED
    if match.dmo is None or not match.terms.dmo_chooses:
        return Reason.FIRST_SETTLED
    if not (by_host or match.dmo in match.seat(submission.author.id)):
        return Reason.NOT_YOURS_TO_CHOOSE
    colour = _named(match, submission.author.id, act.who)
    if colour is None:
        return Reason.NO_SUCH_COLOUR
    if colour is Colour.FIRST and not match.first_open:
        return Reason.FIRST_SETTLED
    return FirstChosen(submission.sent_at, colour, submission.author)


def _named(match: Match, author: str, who: str) -> Colour | None:
    """The player whom the author names; an author in both seats speaks as the DMO."""
    word = who.strip().casefold()
    seats = match.seat(author)
    own = match.dmo if len(seats) > 1 else next(iter(seats), None)
    if word in _ME:
        return own
    if word in _OPPONENT:
        return None if own is None else own.other
    named = match.seat(word)
    return named[0] if len(named) == 1 else colour_named(match, word)
