"""A round drawn among all who stand alike or nearly so: the whole of it at once, by a matching.

23 players are in a swiss cup, and round 4 is to be paired. Each two who could meet are an edge of a
graph, and its weight says how good that would be; the bye is a vertex like any player. The matching
of the greatest weight is the round. `Cost` says what is good, the weightiest first. 64 players
take a fifth of a second, 256 six: who has others waiting asks in a process of its own.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from bot.cups.cup import Cup
from bot.cups.pairing.history import balance, byes, meetings

_MOST_APART = 2
"""First turns and second turns of one player are to differ by no more."""
_LOT = 1 << 32


class Cost(NamedTuple):
    """What speaks against a pairing; of two rounds the one is drawn whose sums are smaller."""

    byes: int = 0
    """Byes that this player had before."""
    met: int = 0
    """1 if the two have met."""
    early: int = 0
    """1 if they are to be kept apart, and this is the first half of the cup."""
    bye_points: int = 0
    """The points of who has the bye."""
    gap: int = 0
    """The square of the difference of their points."""
    times: int = 0
    """How often the two have met."""
    beyond: int = 0
    """How many of the two would have first turns and second turns that differ by three or more."""
    shape: int = 0
    """How far this is from whom one is to meet among those of equal points: squared."""
    turns: int = 0
    """What becomes of their balance of first turns: the sum of the squares."""
    lot: int = 0


class _Stand(NamedTuple):
    """Where somebody stands: with how many points, and where among how many of as many points."""

    points: int
    at: int
    size: int


def draw(
    cup: Cup,
    number: int,
    ids: Sequence[str],
    points: Mapping[str, int],
    *,
    early: bool = False,
    fold: bool = False,
) -> list[tuple[str, str | None]]:
    """Who meets whom; None is the bye. `ids` are in the order of seeds, `points` in halves.

    Of those with equal points the top half meets the bottom half, and the last has the bye; in a
    `fold` the best meets the last, the second the last but one, and the best has the bye.
    """
    stands = _stands(ids, points)
    rest = [None] if len(ids) % 2 else []
    ranked = [*sorted(ids, key=lambda one: (-stands[one].points, stands[one].at)), *rest]
    met, had, turns = meetings(cup.results), byes(cup.results), balance(cup.results)

    def cost(one: str, other: str | None) -> Cost:
        if other is None:
            lot, stand = cup.lots.number(number, one) % _LOT, stands[one]
            away = stand.at if fold else stand.size - 1 - stand.at
            return Cost(byes=had[one], bye_points=stand.points, shape=away**2, lot=lot)
        pair = frozenset((one, other))
        return Cost(
            met=int(met[pair] > 0),
            early=int(early and pair in cup.rules.apart),
            gap=(stands[one].points - stands[other].points) ** 2,
            times=met[pair],
            beyond=sum(abs(after) > _MOST_APART for after in _after(turns[one], turns[other])),
            shape=(_off_fold if fold else _off_halves)(stands[one], stands[other]),
            turns=sum(after**2 for after in _after(turns[one], turns[other])),
            lot=cup.lots.number(number, *sorted(pair)) % _LOT,
        )

    pairs = list(combinations(range(len(ranked)), 2))
    costs = [cost(ranked[one] or "", ranked[other]) for one, other in pairs]
    chosen = _cheapest(pairs, costs, len(ranked))
    return [(ranked[one] or "", ranked[other]) for one, other in chosen]


def _stands(ids: Iterable[str], points: Mapping[str, int]) -> dict[str, _Stand]:
    ids = list(ids)
    sizes = Counter(points.get(one, 0) for one in ids)
    seen: Counter[int] = Counter()
    found = {}
    for one in ids:
        has = points.get(one, 0)
        found[one] = _Stand(has, seen[has], sizes[has])
        seen[has] += 1
    return found


def _after(one: int, other: int) -> tuple[int, int]:
    """The balance of two after their game, in which who has fewer first turns moves first."""
    return min(one, other) + 1, max(one, other) - 1


def _off_halves(upper: _Stand, lower: _Stand) -> int:
    """Among equals the first is to meet the first of the bottom half, and so on.

    Who must meet somebody with fewer points is the last of the one group and meets the first of
    the other.
    """
    if upper.points == lower.points:
        return (lower.at - upper.at - upper.size // 2) ** 2
    return int((upper.size - 1 - upper.at) ** 2 + lower.at**2)


def _off_fold(upper: _Stand, lower: _Stand) -> int:
    """The best is to meet the last; of an odd number the second is, since the best has the bye."""
    return (upper.at + lower.at - (upper.size - 1 + upper.size % 2)) ** 2


def _cheapest(
    pairs: Sequence[tuple[int, int]], costs: Sequence[Cost], count: int
) -> list[tuple[int, int]]:
    """The pairs of a round in which everybody is once, and whose costs are the smallest.

    Costs become one whole number each, so large that no sum of what weighs less reaches one more
    of what weighs more.
    """
    from networkx import Graph, max_weight_matching

    weights = [0] * len(costs)
    unit = 1
    for column in reversed(list(zip(*costs, strict=True))):
        weights = [weight + unit * cost for weight, cost in zip(weights, column, strict=True)]
        unit *= 1 + max(column) * (count // 2)
    graph = Graph()
    graph.add_nodes_from(range(count))
    most = 1 + max(weights)
    graph.add_weighted_edges_from(
        (*pair, most - weight) for pair, weight in zip(pairs, weights, strict=True)
    )
    matching = max_weight_matching(graph, maxcardinality=True)
    return sorted((min(pair), max(pair)) for pair in matching)
