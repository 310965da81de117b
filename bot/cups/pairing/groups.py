"""Groups: a round robin in each, then the best of all groups in a knockout.

Sixteen entrants and `groups:4 through:2`: seeds 1 to 4 are the heads of groups A to D, 5 to 8
follow from D to A, and so on there and back. After three rounds eight go on, the winners of groups
as seeds 1 to 4. Two of one group are on different sides of the bracket where that can be.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple, TypeVar

from bot.cups import standings
from bot.cups.cup import Cup, CupOver, CupRound, Entrant
from bot.cups.pairing import knockout, round_robin
from bot.cups.pairing.elimination import exits, ranked
from bot.cups.pairing.history import kept_apart, last_round, round_of
from bot.cups.standings import Row

_T = TypeVar("_T")


def next_round(cup: Cup) -> CupRound | CupOver:
    """The first round that lacks results: of the groups, which play at the same time, or later."""
    groups = drawn(cup)
    for number in range(last_round(cup) or 1, first_knockout_round(groups)):
        if dues := [due for group in groups for due in round_robin.due_in(cup, group, number)]:
            return round_of(number, dues)
    second = _second_stage(cup, groups)
    return knockout.climb(second.cup, second.slots, second.number)


def order(cup: Cup) -> list[Row]:
    """By how far each came in the knockout; behind them by the place in the group, then by points.

    A round of rest in a group is no point.
    """
    groups = drawn(cup)
    after = first_knockout_round(groups)
    places = {row.entrant.id: row.place for group in groups for row in table(cup, group)}
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


class GroupPlace(NamedTuple):
    """A place of a group, both counted from 0; a place in the knockout is one's by it."""

    place: int
    group: int


class SecondStage(NamedTuple):
    """The knockout: those who are in it as its seeds, with its results, and its bracket.

    `number` is its first round, `by` the place of a group by which each is in it.
    """

    cup: Cup
    slots: list[str | None]
    number: int
    by: Mapping[str, GroupPlace]


def second_stage(cup: Cup) -> SecondStage | None:
    """The knockout; None while the groups play."""
    groups = drawn(cup)
    played = last_round(cup)
    last = first_knockout_round(groups) - 1
    if played < last or any(round_robin.due_in(cup, group, played) for group in groups):
        return None
    return _second_stage(cup, groups)


def awaited(cup: Cup) -> list[GroupPlace | None]:
    """Which place of which group will stand where in the bracket; None is a bye.

    It comes otherwise where two who are to be kept apart go on, or where too few are left.
    """
    groups = drawn(cup)
    seeds = _seeds([range(len(group)) for group in groups], cup.rules.through)
    known = {str(number): seed for number, (seed, _) in enumerate(seeds)}
    pairs = combinations(known, 2)
    same = {frozenset(pair) for pair in pairs if len({known[one].group for one in pair}) == 1}
    empty = replace(
        cup,
        entrants=tuple(Entrant(one, one) for one in known),
        rules=replace(cup.rules, apart=frozenset(same)),
    )
    slots = knockout.bracket(empty, lambda number: seeds[number][0].place)
    return [None if one is None else known[one] for one in slots]


def _second_stage(cup: Cup, groups: Sequence[list[str]]) -> SecondStage:
    """Who has left does not go on."""
    after = first_knockout_round(groups)
    here = [
        [one.entrant for one in table(cup, group) if not cup.has_left(one.entrant.id, after)]
        for group in groups
    ]
    seeds = _seeds(here, cup.rules.through)
    same = {frozenset(pair) for group in groups for pair in combinations(group, 2)}
    second = replace(
        cup,
        entrants=tuple(entrant for _, entrant in seeds),
        rules=replace(cup.rules, apart=cup.rules.apart | same),
        results=tuple(result for result in cup.results if result.round >= after),
    )
    slots = knockout.bracket(second, lambda seed: seeds[seed][0].place)
    return SecondStage(second, slots, after, {entrant.id: by for by, entrant in seeds})


def _seeds(groups: Sequence[Sequence[_T]], through: int) -> list[tuple[GroupPlace, _T]]:
    """Who goes on of groups that are given in their order: first all winners, and so on."""
    return [
        (GroupPlace(place, number), group[place])
        for place in range(through)
        for number, group in enumerate(groups)
        if place < len(group)
    ]


def first_knockout_round(groups: Sequence[list[str]]) -> int:
    """The first round of the knockout."""
    return 1 + max(round_robin.rounds(len(group)) for group in groups)


def table(cup: Cup, group: Sequence[str]) -> list[Row]:
    """How a group stands."""
    rounds = round_robin.rounds(len(group))
    return standings.order(
        "round-robin",
        [entrant for entrant in cup.entrants if entrant.id in group],
        [one for one in cup.results if one.round <= rounds and one.first in group],
        cup.lots.of_order,
    )
