"""Meetings of which one comes out: the parts that knockout, double and gauntlet share.

Ann and Bob tie. They play again in the same round with the first turn changed; after three ties
the better seed goes on.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from bot.cups import standings
from bot.cups.cup import Cup, Pairing, PairingResult
from bot.cups.pairing.history import bye, due, with_first_turn
from bot.cups.standings import Row

MOST_TIES = 3
"""After so many tied games the better seed goes on."""


@dataclass(frozen=True, slots=True)
class Decided:
    """A meeting that has its result: who goes on, if anybody, and who lost it."""

    winner: str | None
    losers: tuple[str, ...] = ()


def decision(cup: Cup, games: Sequence[PairingResult]) -> Decided | None:
    """What a meeting came to by its games; None if it is tied and to be played again."""
    last = games[-1]
    if last.second is None:
        return Decided(last.first)
    pair = (last.first, last.second)
    match last.halves:
        case (0, 0):
            return Decided(None, pair)
        case (one, other) if one != other:
            winner = pair[one < other]
        case _ if len(games) < MOST_TIES:
            return None
        case _:
            winner = min(pair, key=cup.ids().index)
    return Decided(winner, tuple(entrant for entrant in pair if entrant != winner))


def meet(
    cup: Cup, number: int, one: str | None, other: str | None
) -> Decided | Pairing | PairingResult:
    """What a meeting of a round came to, or else what is to be done for it.

    Where nobody comes from a pairing, since both lost it, the next opponent has a bye.
    """
    here = {entrant for entrant in (one, other) if entrant is not None}
    games = [
        result
        for result in cup.results
        if result.round == number and {result.first, result.second} - {None} == here
    ]
    if not here:
        return Decided(None)
    if games:
        again = Pairing(games[-1].second or "", games[-1].first)
        return decision(cup, games) or due(cup, number, again)
    if one is None or other is None:
        return bye(number, *here)
    return due(cup, number, with_first_turn(cup, number, one, other))


def meet_all(
    cup: Cup, slots: Sequence[str | None], number: int
) -> list[Decided | Pairing | PairingResult]:
    """The meetings of a round of a bracket: each place with the one below it."""
    return [
        meet(cup, number, one, other) for one, other in zip(slots[::2], slots[1::2], strict=True)
    ]


def losses(cup: Cup) -> dict[str, list[int]]:
    """The rounds in which each lost a meeting."""
    found: dict[str, list[int]] = {entrant: [] for entrant in cup.ids()}

    def key(result: PairingResult) -> tuple[int, list[str]]:
        return result.round, sorted((result.first, result.second or ""))

    for (number, _), games in groupby(sorted(cup.results, key=key), key):
        decided = decision(cup, tuple(games))
        for loser in decided.losers if decided else ():
            found.setdefault(loser, []).append(number)
    return found


def exits(cup: Cup, lives: int = 1) -> dict[str, int]:
    """In which round each lost their last life; 0 for who still has one."""
    return {one: lost[lives - 1] if len(lost) >= lives else 0 for one, lost in losses(cup).items()}


def by_exit(cup: Cup, lives: int = 1) -> list[Row]:
    """How far each came: who was out later stands before those who were out earlier."""
    out = exits(cup, lives)
    return ranked(cup, lambda row: (out[row.entrant.id] > 0, -out[row.entrant.id]))


def ranked(cup: Cup, rank: Callable[[Row], tuple[int, ...]]) -> list[Row]:
    """The table by a rank, the smallest first; of games played again the last one counts.

    Those of one rank share a place, such as all who lost in round 2; better seeds are named first.
    """
    last = {(one.round, frozenset((one.first, one.second))): one for one in cup.results}
    rows = standings.order("swiss", cup.entrants, [*last.values()], cup.lots.of_order)
    ranks = sorted(map(rank, rows))
    seeds = cup.ids()
    return [
        replace(row, place=1 + ranks.index(rank(row)), parted_by="", parted=None, values={})
        for row in sorted(rows, key=lambda row: (rank(row), seeds.index(row.entrant.id)))
    ]
