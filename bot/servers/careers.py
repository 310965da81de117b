"""What a player's matches come to: results by game, seat and opponent, streaks. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.engine.turn import Colour
from bot.referee.events import Termination
from bot.servers.results import Tally


@dataclass(frozen=True, slots=True)
class Outing:
    """A counted match as one player sees it; `seat` is the one who begins, or the other.

    `opponent` is the other player's id, `won` None in a tie.
    """

    match: int
    ruleset: str
    side: int
    seat: Colour
    opponent: str
    won: bool | None
    termination: Termination


@dataclass(frozen=True, slots=True)
class Career:
    """What a player's matches come to; `streak` is the present one, below 0 of losses.

    `last_met` is the number of the last match with each opponent.
    """

    total: Tally = field(default_factory=Tally)
    games: dict[str, Tally] = field(default_factory=dict)
    seats: dict[Colour, Tally] = field(default_factory=dict)
    opponents: dict[str, Tally] = field(default_factory=dict)
    endings: dict[Termination, int] = field(default_factory=dict)
    last_met: dict[str, int] = field(default_factory=dict)
    streak: int = 0
    most_won: int = 0


def career(outings: Iterable[Outing]) -> Career:
    """What matches come to, taken in the order in which they ended."""
    total, endings = Tally(), Counter[Termination]()
    games = defaultdict[str, Tally](Tally)
    seats, opponents = defaultdict[Colour, Tally](Tally), defaultdict[str, Tally](Tally)
    last_met: dict[str, int] = {}
    streak = most_won = 0
    for outing in outings:
        tally = _tally(outing)
        total += tally
        games[outing.ruleset] += tally
        seats[outing.seat] += tally
        opponents[outing.opponent] += tally
        endings[outing.termination] += 1
        last_met[outing.opponent] = outing.match
        streak = _after(streak, outing.won)
        most_won = max(most_won, streak)
    return Career(
        total, dict(games), dict(seats), dict(opponents), dict(endings), last_met, streak, most_won
    )


def _tally(outing: Outing) -> Tally:
    if outing.won is None:
        return Tally(ties=1)
    if outing.won:
        return Tally(wins=1)
    on_time = int(outing.termination is Termination.TIME)
    return Tally(losses=1, on_time=on_time, forfeits=int(outing.termination is Termination.FORFEIT))


def _after(streak: int, won: bool | None) -> int:
    """A streak with one more match: a tie ends it."""
    if won is None:
        return 0
    if won:
        return max(streak, 0) + 1
    return min(streak, 0) - 1
