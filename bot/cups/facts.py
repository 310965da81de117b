"""What a cup wants to know of a match: whether it has begun, who is ready, and how it ended."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime

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
