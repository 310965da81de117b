"""The results of a server's ended matches, by their events, and what a player's come to. Pure.

A player's are counted by game, seat and opponent, and in streaks.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from bot.engine.turn import Colour
from bot.referee.events import (
    Event,
    FirstChosen,
    HintGiven,
    MatchEnded,
    MatchOpened,
    MatchStarted,
    Player,
    PlayerReplaced,
    Termination,
)

NO_RESULT = (Termination.CANCELLED, Termination.ABANDONMENT)
FORGOTTEN = "somebody-"
"""The beginning of the id of a player who had their data removed."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended; `players` and `colours` have the starting player first."""

    match: int
    format: str
    players: tuple[Player, Player]
    colours: tuple[str, str]
    winner: Colour | None
    termination: Termination
    at: datetime
    whole: frozenset[Colour] = frozenset(Colour)
    """The colours that one person played from the empty board to the end."""
    sparring: bool = False
    """Whether the sparring partner had a seat at any time."""
    hints: bool = False
    """Whether a player was given a hint."""

    @property
    def counts(self) -> bool:
        """Whether it is a result between two people."""
        first, second = self.players
        return self.termination not in NO_RESULT and first.id != second.id and not self.sparring

    def seat(self, player: str) -> Colour | None:
        """The colour somebody played."""
        return next((colour for colour in Colour if self.players[colour].id == player), None)


@dataclass(frozen=True, slots=True)
class Tally:
    """Counted results of one player; `on_time` and `forfeits` are among the losses."""

    wins: int = 0
    losses: int = 0
    ties: int = 0
    on_time: int = 0
    forfeits: int = 0

    @property
    def matches(self) -> int:
        return self.wins + self.losses + self.ties

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.wins + other.wins,
            self.losses + other.losses,
            self.ties + other.ties,
            self.on_time + other.on_time,
            self.forfeits + other.forfeits,
        )


def result_of(match: int, events: Sequence[Event]) -> Result | None:
    """The result that a match's events tell, None if they tell of none.

    Only events of the kinds in `TELLING` are looked at.
    """
    opened = next((event for event in events if isinstance(event, MatchOpened)), None)
    # A match that was reopened has more than one end: the last is the one that holds.
    ended = next((event for event in reversed(events) if isinstance(event, MatchEnded)), None)
    if opened is None or ended is None:
        return None
    seats, colours = list(opened.players), list(opened.terms.colours)
    # Who goes on from a position of another match has not shown how strong they are.
    started, whole = False, set() if opened.beginning else set(Colour)
    sparring = False
    for event in events:
        if isinstance(event, MatchStarted):
            started = True
            sparring = any(player.level for player in seats)
        elif isinstance(event, PlayerReplaced):
            seats[event.colour] = event.player
            if started:
                whole.discard(event.colour)
                sparring = sparring or bool(event.player.level)
        elif isinstance(event, FirstChosen) and event.colour is Colour.SECOND:
            seats.reverse()
            if not event.taken:
                colours.reverse()
    terms = opened.terms
    return Result(
        match,
        terms.format,
        (seats[0], seats[1]),
        (colours[0], colours[1]),
        ended.winner,
        ended.termination,
        ended.at,
        frozenset(whole),
        sparring,
        any(isinstance(event, HintGiven) for event in events),
    )


TELLING = (MatchOpened, MatchStarted, PlayerReplaced, FirstChosen, HintGiven, MatchEnded)
"""The kinds of events that make a result."""


def in_order(results: Iterable[Result]) -> list[Result]:
    """Results in the order in which the matches ended."""
    return sorted(results, key=lambda result: (result.at, result.match))


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
