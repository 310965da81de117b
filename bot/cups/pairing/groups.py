"""Groups: a round robin in each, then the best of all groups in a knockout.

Sixteen entrants and `groups:4 through:2`: seeds 1 to 4 are the heads of groups A to D, 5 to 8
follow from D to A, and so on there and back. After three rounds eight go on, the winners of groups
as seeds 1 to 4. Two of one group are on different sides of the bracket where that can be.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from bot.cups import standings
from bot.cups.cup import Cup, CupOver, CupRound
from bot.cups.pairing import knockout, round_robin
from bot.cups.pairing.apart import kept_apart
from bot.cups.pairing.elimination import exits, ranked
from bot.cups.pairing.history import last_round, round_of
from bot.cups.standings import Row


def next_round(cup: Cup) -> CupRound | CupOver:
    """The first round that lacks results: of the groups, which play at the same time, or later."""
    groups = drawn(cup)
    for number in range(last_round(cup) or 1, _after(groups)):
        if dues := [due for group in groups for due in round_robin.due_in(cup, group, number)]:
            return round_of(number, dues)
    second = _second_stage(cup, groups)
    return knockout.climb(second.cup, second.slots, _after(groups))


def order(cup: Cup) -> list[Row]:
    """By how far each came in the knockout; behind them by the place in the group, then by points.

    A round of rest in a group is no point.
    """
    groups = drawn(cup)
    after = _after(groups)
    places = {row.entrant.id: row.place for group in groups for row in _table(cup, group, after)}
    is_late = last_round(cup) >= after
    out = exits(_second_stage(cup, groups).cup) if is_late else {}

    def rank(row: Row) -> tuple[int, ...]:
        one = row.entrant.id
        return (out[one] > 0, -out[one]) if one in out else (2, places[one], -row.halves)

    counted = (one for one in cup.results if one.round >= after or one.second is not None)
    return ranked(replace(cup, results=tuple(counted)), rank)


def drawn(cup: Cup) -> list[list[str]]:
    """The groups, each in the order of seeds."""
    count = cup.rules.groups

    def group(place: int) -> int:
        row, column = divmod(place, count)
        return count - 1 - column if row % 2 else column

    ids = kept_apart(
        cup.ids(),
        cup.rules.apart,
        lambda one, other: int(group(one) != group(other)),
        lambda place: place // count,
    )
    return [[one for place, one in enumerate(ids) if group(place) == at] for at in range(count)]


class _Second(NamedTuple):
    """The knockout: those who are in it as its seeds, with its results, and its bracket."""

    cup: Cup
    slots: list[str | None]


def _second_stage(cup: Cup, groups: Sequence[list[str]]) -> _Second:
    """The winners of groups are the first seeds, and so on; who has left does not go on."""
    after = _after(groups)
    tables = [
        [
            row.entrant
            for row in _table(cup, group, after)
            if not cup.has_left(row.entrant.id, after)
        ]
        for group in groups
    ]
    seeds = [
        (place, table[place])
        for place in range(cup.rules.through)
        for table in tables
        if place < len(table)
    ]
    same = {frozenset(pair) for group in groups for pair in combinations(group, 2)}
    second = replace(
        cup,
        entrants=tuple(entrant for _, entrant in seeds),
        rules=replace(cup.rules, apart=cup.rules.apart | same),
        results=tuple(result for result in cup.results if result.round >= after),
    )
    return _Second(second, knockout.bracket(second, lambda seed: seeds[seed][0]))


def _after(groups: Sequence[list[str]]) -> int:
    """The first round of the knockout."""
    return 1 + max(round_robin.rounds(len(group)) for group in groups)


def _table(cup: Cup, group: Sequence[str], after: int) -> list[Row]:
    """How a group stands."""
    return standings.order(
        "round-robin",
        [entrant for entrant in cup.entrants if entrant.id in group],
        [one for one in cup.results if one.round < after and one.first in group],
        cup.lots.of_order,
    )
