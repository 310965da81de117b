"""Ratings and standings of a server's players, worked out from its results. Pure.

A ladder takes the results in the order in which the matches ended. Others can be added later: the
outcome is the same. Where a result changes that the
ladder has taken already, it must be made anew (`storage/player_records.py`).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import exp, sqrt

from bot.engine.turn import Colour
from bot.referee.events import Player, Termination
from bot.servers.results import FORGOTTEN, Result, Tally, in_order

Skill = tuple[float, float]
"""The model's mean and doubt of a player's skill."""
_MEAN, _DOUBT = 25.0, 25 / 3
"""The skill of somebody unknown."""
_NOISE, _DRIFT, _LEAST = 25 / 6, 25 / 300, 0.0001
"""How far chance moves a match, how much doubt comes back before each, and what is left of it."""
START, POINT = 1000, 24
"""Where a rating starts, and how many of its points are one point of the model."""


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


@dataclass(frozen=True, slots=True)
class Rated:
    """What is known of a player: the model's mean and doubt of their skill, results by format."""

    player: Player
    mu: float
    sigma: float
    formats: dict[str, Tally] = field(hash=False)


class Ladder:
    """The players of a server, as they stand after its results so far."""

    def __init__(self) -> None:
        self._rated: dict[str, Rated] = {}

    def rated(self, player: str) -> Rated | None:
        """What is known of somebody by now."""
        return self._rated.get(player)

    def add(self, result: Result) -> None:
        """Takes the next result, in the order in which the matches ended."""
        if not result.counts:
            return
        first, second = (self._rating(player.id) for player in result.players)
        rated = _played((first, second), result.winner)
        # A player who did not play the whole match neither wins nor loses by it.
        for colour in sorted(result.whole):
            player, (mu, sigma) = result.players[colour], rated[colour]
            before = self._rated.get(player.id)
            formats = {} if before is None else before.formats
            tally = formats.get(result.format, Tally()) + _tally(result, colour)
            formats = formats | {result.format: tally}
            self._rated[player.id] = Rated(player, mu, sigma, formats)

    def ratings(self) -> dict[str, float]:
        """The model's cautious guess of every player's skill, by id: 0 for somebody unknown."""
        return {player: rated.mu - 3 * rated.sigma for player, rated in self._rated.items()}

    def standings(self) -> list[Standing]:
        """Everybody with a counted result, the best rating first."""
        skill = self.ratings()
        best = sorted(skill, key=lambda player: (-skill[player], player))
        shown = [self._rated[player] for player in best if not player.startswith(FORGOTTEN)]
        return [
            Standing(entry.player, shown_rating(skill[entry.player.id]), place, entry.formats)
            for place, entry in enumerate(shown, 1)
        ]

    def _rating(self, player: str) -> Skill:
        rated = self._rated.get(player)
        return (_MEAN, _DOUBT) if rated is None else (rated.mu, rated.sigma)


def _played(before: tuple[Skill, Skill], winner: Colour | None) -> list[Skill]:
    """Two skills after a match, by the model of Plackett and Luce (Weng and Lin 2011).

    Their formulas for any number of teams, algorithm 4, written out for two of one player each.
    """
    squares = [sigma**2 + _DRIFT**2 for _, sigma in before]
    scale = sqrt(sum(squares) + 2 * _NOISE**2)
    weights = [exp(mu / scale) for mu, _ in before]
    after = list[Skill]()
    for colour in Colour:
        (mu, _), square = before[colour], squares[colour]
        likely = weights[colour] / sum(weights)
        won = 0.5 if winner is None else float(winner is colour)
        surer = likely * (1 - likely) * (square / scale**2) * (sqrt(square) / scale)
        sigma = sqrt(square * max(1 - surer, _LEAST))
        after.append((mu + (won - likely) * square / scale, sigma))
    return after


def shown_rating(ordinal: float) -> int:
    """A rating as it is shown: it starts at 1000 and rises as the referee gets surer."""
    return round(START + POINT * ordinal)


def ladder(results: Iterable[Result]) -> Ladder:
    """The ladder of all these results, in whatever order they come."""
    made = Ladder()
    for result in in_order(results):
        made.add(result)
    return made


def ratings(results: Iterable[Result]) -> dict[str, float]:
    """The model's cautious guess of every player's skill, by id: 0 for somebody unknown."""
    return ladder(results).ratings()


def standings(results: Iterable[Result]) -> list[Standing]:
    """Everybody with a counted result, the best rating first."""
    return ladder(results).standings()


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
