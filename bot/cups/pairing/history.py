"""What results say about those who are to be paired: who met whom, who had byes and first turns."""

from collections import Counter
from collections.abc import Iterable

from bot.cups.cup import Cup, CupRound, Pairing
from bot.cups.results import Ending, PairingResult
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
    """How many byes each had."""
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
