"""The sparring partner, how long it may think about a turn, and who may have a hint. Pure.

Ann plays against the partner. She presses Ready, and so does the partner; she plays, and the room
is told that it is the partner's turn: from then on it thinks. What it does is ruled as if a person
had done it. It agrees to whatever its opponent asks for, since nothing is at stake.

With a minute for each turn it takes some seconds at most, and of three days no more than that. In
ten seconds for the whole game it shares them out over the turns that may come, and keeps a tenth;
where next to nothing is left it plays at a glance. A bank is not touched where the time of the
turn will do.

Against the partner Ann may ask for a hint whenever it is her turn. Cat and Dan agreed on hints as
their match was set up, and so may they. A hint is for the seat that is to move, and for nobody
else; the clock runs on.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.engine.turn import Colour
from bot.referee.clock import ZERO, Clock
from bot.referee.events import HintGiven
from bot.referee.match import Choice, Match, Status
from bot.referee.ruling import Reason
from bot.referee.submission import Choose, Ready, Respond, Submission, TakeHint

_CHOICES = {Choice.FIRST: "opponent", Choice.KOMI: "1"}
"""Nobody knows who is better off on a large board; on the smallest, who comes second.

In games of Catena that are played at a glance, who comes first is a stone ahead.
"""


@dataclass(frozen=True, slots=True)
class Think:
    """A turn is to be thought out; `handed_over` is the event that handed it over."""

    handed_over: int


Wish = Ready | Choose | Respond | Think


def partner(match: Match) -> Colour | None:
    """The seat that the partner plays from, None where two people play."""
    return next((colour for colour in Colour if match.players[colour].level), None)


def wished(match: Match) -> Wish | None:
    """What the partner has to do in a match now; None if it waits, or has no seat in it."""
    seat = partner(match)
    if seat is None or match.over:
        return None
    if match.status is Status.WAITING:
        if match.start.choice is not None and match.chooser is seat:
            return Choose(_CHOICES.get(match.start.choice, match.terms.colours[Colour.SECOND]))
        return None if seat in match.start.ready else Ready()
    asked = match.request
    if asked is not None and asked.colour is seat.other:
        return Respond(accept=True, request=asked.request)
    # Nobody plays before the room has been told whose turn it is.
    to_move = match.status is Status.RUNNING and match.to_move is seat
    return Think(match.telling.handed_over) if to_move and match.telling.room_knows else None


MOST = timedelta(seconds=10)
"""Nobody wants to wait longer, whatever the clock says."""
LAG = timedelta(milliseconds=100)
"""What passes of a turn while its answer is on the way, at the least."""
LAG_SHARE = 10
"""… and a tenth of what is left, up to this many times as much."""
ENOUGH = timedelta(seconds=1)
"""Where the time of a turn has so much, its bank is left alone."""
LATENESS = 20
"""A turn that takes longer than planned may cost this part of all that is left."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long to think: about `wanted`, and at `latest` the turn has to be there."""

    wanted: timedelta
    latest: timedelta


def pace(match: Match, now: datetime) -> Pace | None:
    """How long the player to move may think; None where no clock runs."""
    if match.clock is None:
        return None
    empty = (match.position.board.full & ~match.position.occupied).bit_count()
    # Each may place one stone a turn; that more turns come would need passes.
    return pace_of(match.clock, match.to_move, now, 1 + empty // 2)


def pace_of(clock: Clock, colour: Colour, now: datetime, turns: int) -> Pace:
    """How long a player may think at a moment who has so many turns to come, this one too."""
    left = clock.remaining(colour, now)
    total = left.turn + left.bank
    margin = min(LAG * LAG_SHARE, max(LAG, total / LAG_SHARE))
    of_turn = left.turn - margin
    if of_turn >= ENOUGH:
        return Pace(min(MOST, of_turn), of_turn)
    usable = max(ZERO, total - margin)
    # What a turn gives back may be spent on it, but for what the cap of the bank takes.
    given = clock.control.refilled(left.bank) - left.bank
    share = max(ZERO, left.bank - margin) / turns + min(given, left.bank / 2)
    wanted = max(ZERO, min(MOST, usable, left.turn + share - LAG))
    return Pace(wanted, min(usable, wanted + total / LATENESS))


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
