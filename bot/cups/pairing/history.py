"""Whom results, or partners, keep from meeting: who met whom, byes, first turns, and who is apart.

Ann is seed 5 and Bob, her partner, seed 4: they would meet in the first round. Bob and seed 3
change places, as they are in one tier, so that Ann and Bob can meet in the semifinal only.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import combinations

from bot.cups.cup import Cup, CupRound, Ending, Pairing, PairingResult
from bot.cups.standings import Row


def last_round(cup: Cup) -> int:
    """The last round that has results; 0 before the first."""
    return max((result.round for result in cup.results), default=0)


def champion(cup: Cup, table: Iterable[Row], number: int) -> str | None:
    """Who stands first in a table of those who have not left before a round."""
    ids = (row.entrant.id for row in table)
    return next((one for one in ids if not cup.has_left(one, number)), None)


def meetings(results: Iterable[PairingResult]) -> Counter[frozenset[str]]:
    """How often each two were paired; games played again in a round are the same meeting."""
    pairs = {(one.round, frozenset((one.first, one.second))) for one in results if one.second}
    return Counter(pair for _, pair in pairs)


def byes(results: Iterable[PairingResult]) -> Counter[str]:
    return Counter(one.first for one in results if one.second is None)


def halves(results: Iterable[PairingResult]) -> Counter[str]:
    """How many half points each has."""
    found: Counter[str] = Counter()
    for one in results:
        found[one.first] += one.halves[0]
        if one.second:
            found[one.second] += one.halves[1]
    return found


def balance(results: Iterable[PairingResult]) -> Counter[str]:
    """How many more first turns than second turns each had, in pairings that were played."""
    found: Counter[str] = Counter()
    for one in results:
        if one.second and one.ending is Ending.PLAYED:
            found[one.first] += 1
            found[one.second] -= 1
    return found


def with_first_turn(cup: Cup, number: int, one: str, other: str) -> Pairing:
    """Who had fewer first turns moves first; if they had as many, the lot says."""
    had = balance(cup.results)
    first = (
        cup.lots.first_of(number, one, other)
        if had[one] == had[other]
        else min(one, other, key=had.__getitem__)
    )
    return Pairing(first, other if first == one else one)


def due(cup: Cup, number: int, pairing: Pairing) -> Pairing | PairingResult:
    """The pairing, or what becomes of it without a game where one of the two has left, or both."""
    first, second = pairing.first, pairing.second
    match cup.has_left(first, number), cup.has_left(second, number):
        case False, False:
            return pairing
        case True, True:
            return PairingResult(number, first, second, (0, 0), Ending.BOTH_LOST)
        case gone, _:
            return PairingResult(number, first, second, (0, 2) if gone else (2, 0), Ending.WALKOVER)


def bye(number: int, entrant: str) -> PairingResult:
    """Nobody is there to meet: a win without a game."""
    return PairingResult(number, entrant, None, (2, 0), Ending.BYE)


def round_of(number: int, dues: Iterable[Pairing | PairingResult]) -> CupRound:
    """What is to be played, and what is settled."""
    dues = tuple(dues)
    return CupRound(
        number,
        tuple(one for one in dues if isinstance(one, Pairing)),
        tuple(one for one in dues if isinstance(one, PairingResult)),
    )


def kept_apart(
    ids: Sequence[str],
    pairs: Iterable[frozenset[str]],
    meeting: Callable[[int, int], int],
    tier: Callable[[int], Hashable],
) -> list[str]:
    """The ids, some exchanged within their tier, so that the pairs meet as late as exchanges bring.

    `meeting` says in which round two places can meet first; only places of one `tier` are
    exchanged, of several that are as good those of worse seeds.
    """
    best = list(ids)
    wanted = [sorted(pair) for pair in pairs if pair <= set(ids) and len(pair) == 2]

    def rounds(order: list[str]) -> list[int]:
        at = {one: place for place, one in enumerate(order)}
        return sorted(meeting(at[one], at[other]) for one, other in wanted)

    concerned = {entrant for pair in wanted for entrant in pair}
    while wanted:
        tried = [
            _exchanged(best, one, other)
            for one, other in combinations(reversed(range(len(best))), 2)
            if tier(one) == tier(other) and concerned & {best[one], best[other]}
        ]
        better = max(tried, key=rounds, default=best)
        if rounds(better) <= rounds(best):
            break
        best = better
    return best


def _exchanged(ids: list[str], one: int, other: int) -> list[str]:
    found = list(ids)
    found[one], found[other] = ids[other], ids[one]
    return found
