"""How long the sparring partner may think about a turn, by the clock that it has. Pure.

With a minute for each turn it takes some seconds at most, and of three days no more than that. In
ten seconds for the whole game it shares them out over the turns that may come, and keeps a tenth;
where next to nothing is left it plays at a glance. A bank is not touched where the time of the
turn will do.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.engine.turn import Colour
from bot.referee.clock import ZERO, Clock
from bot.referee.match import Match

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
