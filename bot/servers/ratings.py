"""Ratings and standings of a server's players, worked out from its results. Pure.

Ratings are not kept: they are worked out from the results each time, in the order in which the
matches ended, so that they can never disagree with the record.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from openskill.models import PlackettLuce, PlackettLuceRating

from bot.engine.turn import Colour
from bot.referee.events import Player, Termination
from bot.servers.results import FORGOTTEN, Result, Tally, in_order

START, POINT = 1000, 24
"""Where a rating starts, and how many of its points are one of the model's."""


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


def ratings(results: Iterable[Result]) -> dict[str, float]:
    """The model's cautious guess of every player's skill, by id: 0 for somebody unknown."""
    model = PlackettLuce()
    known: dict[str, PlackettLuceRating] = {}
    for result in in_order(results):
        if not result.counts:
            continue
        one, other = (known.get(player.id, model.rating()) for player in result.players)
        ranks = [float(result.winner is colour.other) for colour in Colour]
        rated = model.rate([[one], [other]], ranks=ranks)
        # Whoever played only a part of the match neither wins nor loses by it.
        known |= {result.players[colour].id: rated[colour][0] for colour in result.whole}
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
        for colour in sorted(result.whole):
            player = result.players[colour]
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
