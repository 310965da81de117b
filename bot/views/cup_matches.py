"""One match of a bracket, made of the results of its two entrants in a round.

Ann and Bob tied, then Ann won with the first turn changed: two results of round 2, and one match,
"Ann 1½, Bob ½". Who comes to the next match is said by this one: Ann, or "winner of 5" while it is
played, or nobody where both lost.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from bot.cups.cup import Cup, Pairing
from bot.cups.pairing.elimination import Decided, decision
from bot.cups.results import Ending, PairingResult
from bot.wording import cup_scenes as words
from renderers.cup_scene import BracketMatch, BracketPart, BracketSlot


class RunningPairing(NamedTuple):
    """A pairing that is played now, and in which round; also one that is played again."""

    round: int
    pairing: Pairing


class Bracket(NamedTuple):
    """The trees of a bracket, and who has won the cup, if anybody has."""

    parts: tuple[BracketPart, ...]
    champion: str | None


@dataclass(frozen=True, slots=True)
class Side:
    """Who comes to a match: an entrant, or nobody (a bye), or somebody who is awaited."""

    slot: BracketSlot
    entrant: str | None = None


class Matches:
    """The matches of a cup, each by its round and who meets in it."""

    def __init__(self, cup: Cup, seeds: Mapping[str, str] | None = None) -> None:
        """`seeds` stand beside names: the place in the cup, if nothing else is said."""
        self._cup = cup
        self._names = {entrant.id: entrant.name for entrant in cup.entrants}
        self._seeds = seeds or {one: str(place) for place, one in enumerate(cup.ids(), 1)}
        self._games: dict[tuple[int, frozenset[str]], list[PairingResult]] = {}
        for result in cup.results:
            met = frozenset({result.first, result.second or result.first})
            self._games.setdefault((result.round, met), []).append(result)

    def side(self, entrant: str | None, feeder: int | None = None) -> Side:
        """Somebody, or nobody, who comes from a match of that number, or from none."""
        if entrant is None:
            return Side(BracketSlot(awaited=words.NOBODY, bye=True, feeder=feeder))
        slot = BracketSlot(self._names[entrant], self._seeds[entrant], feeder=feeder)
        return Side(slot, entrant)

    def match(
        self, number: int, round_number: int, one: Side, other: Side
    ) -> tuple[BracketMatch, Side]:
        """The match, `number` being its own; and who comes from it to the next one."""
        met = frozenset(side.entrant for side in (one, other) if side.entrant is not None)
        games = self._games.get((round_number, met), [])
        decided = decision(self._cup, games) if games else _without_game(one, other)
        slots = _scored(one, games, decided), _scored(other, games, decided)
        if decided is None:
            coming = Side(BracketSlot(awaited=_awaited(number, one, other), feeder=number))
        else:
            coming = self.side(decided.winner, number)
        return BracketMatch(number, slots), coming


def _without_game(one: Side, other: Side) -> Decided | None:
    """Whoever meets nobody goes on, before that is told as a result."""
    sides = (one, other)
    if not any(side.slot.bye for side in sides):
        return None
    is_known = all(side.slot.bye or side.entrant for side in sides)
    return Decided(one.entrant or other.entrant) if is_known else None


def _awaited(number: int, one: Side, other: Side) -> str:
    """Who comes from a match that is not decided: if nobody is met in it, whoever is awaited."""
    alone = one if other.slot.bye else other if one.slot.bye else None
    return alone.slot.awaited if alone else words.winner_of(number)


def _scored(side: Side, games: Sequence[PairingResult], decided: Decided | None) -> BracketSlot:
    """The side with what it scored in those games; a bye has no score."""
    met = [game for game in games if game.second is not None]
    if side.entrant is None or not met:
        return side.slot
    played = [_halves(game, side.entrant) for game in met if game.ending is Ending.PLAYED]
    score = words.score_of(
        sum(played) if played else None,
        walkover=any(
            game.ending is Ending.WALKOVER and _halves(game, side.entrant) for game in met
        ),
        lost=any(game.ending is Ending.BOTH_LOST for game in met),
    )
    winner = decided is not None and decided.winner == side.entrant
    return replace(side.slot, score=score, winner=winner, faint=bool(decided and not winner))


def _halves(game: PairingResult, entrant: str) -> int:
    """The half points of somebody who met an opponent, from all games of a best of three."""
    return (game.games or game.halves)[game.second == entrant]
