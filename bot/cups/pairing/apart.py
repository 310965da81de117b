"""Two who are not to meet early, such as partners, are seeded so that they meet late.

Ann is seed 5 and Bob seed 4: they would meet in the first round. Bob and seed 3 change places, as
they are in one tier, so that Ann and Bob can meet in the semifinal only.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import combinations


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
