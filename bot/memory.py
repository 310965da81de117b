"""What a server remembers of its ended matches: results, standings, ratings. Pure.

Ratings are not kept: they are worked out from the results each time, in the order in which the
matches ended, so that they can never disagree with the record.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from openskill.models import PlackettLuce, PlackettLuceRating

from bot.engine.turn import Colour
from bot.referee.events import Event, MatchEnded, MatchOpened, Player, PlayerReplaced, Termination

NO_RESULT = (Termination.CANCELLED, Termination.ABANDONMENT)
START, POINT = 1000, 24
"""Where a rating starts, and how many of its points are one of the model's."""
FORGOTTEN = "somebody-"
"""How the id of a player begins who had their data removed."""


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

    @property
    def counts(self) -> bool:
        """Whether it is a result between two people."""
        one, other = self.players
        return self.termination not in NO_RESULT and one.id != other.id

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
        """How many there are."""
        return self.wins + self.losses + self.ties

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.wins + other.wins,
            self.losses + other.losses,
            self.ties + other.ties,
            self.on_time + other.on_time,
            self.forfeits + other.forfeits,
        )


@dataclass(frozen=True, slots=True)
class Standing:
    """One player among the others: the name last played under, the rating, results by format.

    `place` is the place on the leaderboard, 1 the first.
    """

    player: Player
    rating: int
    place: int
    formats: dict[str, Tally] = field(hash=False)

    @property
    def total(self) -> Tally:
        """All formats together."""
        return sum(self.formats.values(), Tally())


def result_of(match: int, events: Sequence[Event]) -> Result | None:
    """The result that a match's events tell, None if they tell of none.

    Only those of the kinds in `TELLING` are looked at.
    """
    opened = next((event for event in events if isinstance(event, MatchOpened)), None)
    ended = next((event for event in events if isinstance(event, MatchEnded)), None)
    if opened is None or ended is None:
        return None
    seats = list(opened.players)
    for event in events:
        if isinstance(event, PlayerReplaced):
            seats[event.colour] = event.player
    terms = opened.terms
    return Result(
        match,
        terms.format,
        (seats[0], seats[1]),
        terms.colours,
        ended.winner,
        ended.termination,
        ended.at,
    )


TELLING = (MatchOpened, PlayerReplaced, MatchEnded)
"""The kinds of events that make a result."""


def in_order(results: Iterable[Result]) -> list[Result]:
    """Results in the order in which the matches ended."""
    return sorted(results, key=lambda result: (result.at, result.match))


def ratings(results: Iterable[Result]) -> dict[str, float]:
    """The model's cautious guess of every player's skill, by id: 0 for somebody unknown."""
    model = PlackettLuce()
    known: dict[str, PlackettLuceRating] = {}
    for result in in_order(results):
        if not result.counts:
            continue
        one, other = (known.get(player.id, model.rating()) for player in result.players)
        ranks = [float(result.winner is colour.other) for colour in Colour]
        (one,), (other,) = model.rate([[one], [other]], ranks=ranks)
        first, second = result.players
        known |= {first.id: one, second.id: other}
    return {player: rating.ordinal() for player, rating in known.items()}


def shown_rating(ordinal: float) -> int:
    """A rating as it is shown: it starts at 1000 and rises as the referee gets surer."""
    return round(START + POINT * ordinal)


def standings(results: Iterable[Result]) -> list[Standing]:
    """Everybody with a counted result, the best rating first."""
    counted = [result for result in in_order(results) if result.counts]
    rated = ratings(counted)
    players: dict[str, Player] = {}
    formats: dict[str, dict[str, Tally]] = {}
    for result in counted:
        for colour, player in zip(Colour, result.players, strict=True):
            players[player.id] = player
            tallies = formats.setdefault(player.id, {})
            tallies[result.format] = tallies.get(result.format, Tally()) + _tally(result, colour)
    best = sorted(rated, key=lambda player: (-rated[player], player))
    known = [player for player in best if not player.startswith(FORGOTTEN)]
    places = {player: place for place, player in enumerate(known, 1)}
    return [
        Standing(players[key], shown_rating(rated[key]), places[key], formats[key]) for key in known
    ]


def _tally(result: Result, colour: Colour) -> Tally:
    """One result as one player sees it."""
    if result.winner is None:
        return Tally(ties=1)
    if result.winner is colour:
        return Tally(wins=1)
    return Tally(
        losses=1,
        on_time=int(result.termination is Termination.TIME),
        forfeits=int(result.termination is Termination.FORFEIT),
    )
