"""The results of a server's ended matches, as their events tell them. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
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
        """How many matches there are."""
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
