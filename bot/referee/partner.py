"""The sparring partner: a seat that a program of the referee's own plays from. Pure.

Ann plays against the partner. She presses Ready, and so does the partner; she plays, and the room
is told that it is the partner's turn: from then on it thinks. What it does is ruled as if a person
had done it. It agrees to whatever its opponent asks for, since nothing is at stake.
"""

from dataclasses import dataclass

from bot.engine.turn import Colour
from bot.referee.match import Choice, Match, Status
from bot.referee.submission import Choose, Ready, Respond

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
