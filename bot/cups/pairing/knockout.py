"""Knockout: who loses is out.

The standard bracket: seeds 1 and 2 can meet in the final only, 1 to 4 not before the semifinals,
and where the bracket has more places than there are entrants, byes go to the best seeds.
"""

from collections.abc import Callable, Hashable, Sequence

from bot.cups.cup import Cup, CupOver, CupRound
from bot.cups.pairing.elimination import Decided, by_exit, meet_all
from bot.cups.pairing.history import kept_apart, round_of
from bot.cups.standings import Row


def next_round(cup: Cup) -> CupRound | CupOver:
    """The first round of the bracket that is not decided."""
    return climb(cup, bracket(cup), 1)


def order(cup: Cup) -> list[Row]:
    """By how far each came."""
    return by_exit(cup)


def seeds(count: int) -> list[int]:
    """The places of a bracket from above to below: which seed stands there, the best being 0."""
    found = [0]
    while len(found) < count:
        found = [place for seed in found for place in (seed, 2 * len(found) - 1 - seed)]
    return found


def bracket(cup: Cup, tier: Callable[[int], Hashable] = int.bit_length) -> list[str | None]:
    """Who stands where in the bracket; None is a bye. Only seeds of one `tier` may be exchanged.

    Seeds 3 and 4 are a tier, 5 to 8, 9 to 16, and so on; who has a bye keeps it.
    """
    count = len(cup.entrants)
    places = seeds(count)
    where = {seed: place for place, seed in enumerate(places)}
    free = len(places) - count
    ids = kept_apart(
        cup.ids(),
        cup.rules.apart,
        lambda one, other: (where[one] ^ where[other]).bit_length(),
        lambda seed: (tier(seed), seed < free),
    )
    return [ids[seed] if seed < count else None for seed in places]


def climb(cup: Cup, slots: Sequence[str | None], number: int) -> CupRound | CupOver:
    """From a bracket whose first round has that number to what is to be played, or the champion."""
    while len(slots) > 1:
        met = meet_all(cup, slots, number)
        dues = [one for one in met if not isinstance(one, Decided)]
        if dues:
            return round_of(number, dues)
        slots = [one.winner for one in met if isinstance(one, Decided)]
        number += 1
    return CupOver(slots[0])
