"""Knockouts, doubles, groups, round robins: what arithmetic says of them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from itertools import combinations
from math import ceil, comb, log2
from random import Random

import pytest

from bot.cups.cup import CupRound, PairingResult, Rules
from bot.cups.pairing import SYSTEMS
from cups.playing import cup_of, every_round, favourite, names, pairs_of, played, steps, upset


@pytest.mark.parametrize("count", range(2, 65))
def test_a_bracket_keeps_the_rules(count):
    """If the better seed always wins, seeds 1 and 2 meet in the final, the best 2 ** n are left n
    rounds before the end, and who is out in one round shares a place. Byes go to the best seeds.
    """
    cup, champion = played("knockout", cup_of(count), favourite)
    rounds, all_of_them = ceil(log2(count)), names(count)
    assert champion == "s01"
    assert sum(one.second is not None for one in cup.results) == count - 1
    byes = [one.first for one in cup.results if one.second is None]
    assert sorted(byes) == all_of_them[: 2**rounds - count]
    for number in range(1, rounds + 1):
        met = [one for one in cup.results if one.round == number]
        size = 2 ** (rounds - number + 1)
        for one in met:
            seeds = sorted(int(name[1:]) for name in (one.first, one.second) if name)
            # The best meets the worst that is left, the second the last but one.
            assert seeds == [seeds[0], size + 1 - seeds[0]][: len(seeds)]
        assert len(met) == size // 2
    rows = SYSTEMS["knockout"].order(cup)
    lost_in = {place: sum(row.place == place for row in rows) for place in (1, 2, 3, 5, 9, 17, 33)}
    half = 2 ** (rounds - 1)
    assert lost_in[1] == lost_in[2] == 1
    assert all(lost_in[place] == place - 1 for place in (3, 5, 9, 17, 33) if place < half)
    assert lost_in[half + 1] == count - half


def lost_by(results: tuple[PairingResult, ...]) -> Counter[str]:
    met = [one for one in results if one.second is not None]
    return Counter(one.second if one.halves == (2, 0) else one.first for one in met)


@pytest.mark.parametrize("count", range(4, 33))
def test_a_double_keeps_the_rules(count):
    """Everybody but the champion has lost twice at the end: two meetings for each who is out, and
    one more if the champion has lost. Nobody has a second bye and no two meet again, where another
    round would have been without.
    """
    for seed in range(4):
        chance = Random(f"{count} {seed}")

        def judge(first: str, second: str, chance: Random = chance) -> tuple[int, int]:
            better = favourite(first, second)
            return better if chance.random() < 0.7 else better[::-1]

        for cup, step in steps("double", cup_of(count, seed=str(seed)), judge):
            if isinstance(step, CupRound):
                assert_drawn_well(cup.results, step, count)
                last = cup, step
        champion, losses = step.champion, lost_by(cup.results)
        assert losses == Counter(dict.fromkeys(names(count), 2) | {champion: losses[champion]})
        assert losses[champion] <= 1
        pairs = [frozenset((one.first, one.second)) for one in cup.results if one.second]
        assert len(pairs) == 2 * (count - 1) + losses[champion]
        rows = SYSTEMS["double"].order(cup)
        assert [row.place for row in rows[:3]] == [1, 2, 3]
        assert {rows[0].entrant.id, rows[1].entrant.id} == pairs[-1]
        assert rows[0].entrant.id == champion
        # The final is played once more if it was lost by the one who had not lost before.
        before = lost_by(last[0].results)
        assert sorted(before[one] for one in pairs[-1]) == ([1, 1] if losses[champion] else [0, 1])


def assert_drawn_well(results: tuple[PairingResult, ...], step: CupRound, count: int) -> None:
    """Against every round that those with as many losses could have had, where these are few."""
    losses, met = lost_by(results), pairs_of(results)
    byes = Counter(one.first for one in results if one.second is None)

    def price(pairs: Iterable[tuple[str, str | None]]) -> tuple[int, int]:
        pairs = list(pairs)
        second = sum(met[frozenset((one, other))] > 0 for one, other in pairs if other)
        return sum(byes[one] for one, other in pairs if other is None), second

    given = [(one.first, one.second) for one in (*step.pairings, *step.settled)]
    if len(given) == 1 and len({losses[one] for one in given[0] if one}) == 2:
        # The final.
        return
    for lost in (0, 1):
        pool = [one for one in names(count) if losses[one] == lost]
        drawn = [pair for pair in given if pair[0] in pool]
        assert sorted(one for pair in drawn for one in pair if one) == pool * (len(pool) > 1)
        if len(pool) > 8:
            # Each has met fewer than half of them (Dirac).
            assert 2 * step.number > len(pool) or price(drawn)[1] == 0
        elif drawn:
            assert price(drawn) == min(map(price, every_round(pool, bye=len(pool) % 2 == 1)))


def test_in_a_double_the_best_meets_the_last():
    given = [
        {*((one.first, one.second) for one in step.settled)}
        | {tuple(sorted((one.first, one.second))) for one in step.pairings}
        for _, step in steps("double", cup_of(9), favourite)
        if isinstance(step, CupRound) and step.number < 3
    ]
    assert given[0] == {("s01", None), *((f"s0{one}", f"s0{11 - one}") for one in range(2, 6))}
    assert given[1] == {
        *(("s02", None), ("s01", "s05"), ("s03", "s04")),
        *(("s06", "s09"), ("s07", "s08")),
    }


def test_a_double_final_is_played_once_more_if_who_had_not_lost_loses_it():
    wins = iter([(2, 0), (0, 2), (2, 0)])

    def judge(first: str, second: str) -> tuple[int, int]:
        won = next(wins)
        return won if first < second else won[::-1]

    cup, champion = played("double", cup_of(2), judge)
    assert (champion, len(cup.results)) == ("s01", 3)


@pytest.mark.parametrize("groups", [2, 4])
@pytest.mark.parametrize("count", range(8, 33))
def test_groups_keep_the_rules(count, groups):
    """Groups are equally large but for one, with one of the best seeds each; every two of a group
    meet once before the knockout. Of each two go on, and these meet again in the final only.
    """
    cup, champion = played("groups", cup_of(count, Rules(groups=groups, through=2)), favourite)
    size = ceil(count / groups)
    last = size - 1 + size % 2
    met = pairs_of(tuple(one for one in cup.results if one.round <= last))
    assert set(met.values()) == {1}
    found = {
        one: {one, *(other for pair in met if one in pair for other in pair)}
        for one in names(count)
    }
    drawn = {frozenset(group) for group in found.values()}
    assert len(drawn) == groups
    assert {len(group) for group in drawn} <= {size, count // groups}
    assert len(met) == sum(comb(len(group), 2) for group in drawn)
    assert len({frozenset(found[one]) for one in names(groups)}) == groups

    second = [one for one in cup.results if one.round > last]
    through = {one for group in drawn for one in sorted(group)[:2]}
    assert {one for it in second for one in (it.first, it.second)} == through
    assert len(second) == len(through) - 1
    of_two = [it.round for it in second if it.second in found[it.first]]
    assert all(number == second[-1].round for number in of_two)
    rows = SYSTEMS["groups"].order(cup)
    assert {row.entrant.id for row in rows[: len(through)]} == through
    assert (champion, rows[0].place, rows[1].place) == ("s01", 1, 2)


@pytest.mark.parametrize("count", range(3, 25))
def test_a_round_robin_keeps_the_rules(count):
    """Every two meet once; first turns and second turns of nobody differ by more than one; of an
    odd number each has one bye.
    """
    cup, champion = played("round-robin", cup_of(count), upset)
    games = [one for one in cup.results if one.second is not None]
    assert pairs_of(cup.results) == {frozenset(pair): 1 for pair in combinations(names(count), 2)}
    first, second = Counter(one.first for one in games), Counter(one.second for one in games)
    assert {abs(first[one] - second[one]) for one in names(count)} == {(count - 1) % 2}
    byes = Counter(one.first for one in cup.results if one.second is None)
    assert byes == (dict.fromkeys(names(count), 1) if count % 2 else {})
    assert max(one.round for one in cup.results) == count - 1 + count % 2
    assert champion == names(count)[-1]


@pytest.mark.parametrize("groups", [2, 4, 8])
def test_two_of_a_group_can_meet_again_in_the_final_only(groups):
    cup, _ = played("groups", cup_of(4 * groups, Rules(groups=groups)), favourite)
    first = replace(cup, results=tuple(one for one in cup.results if one.round <= 3))
    met = pairs_of(first.results)
    through = {one for it in cup.results if it.round == 4 for one in (it.first, it.second)}
    of_a_group = [pair for pair in met if pair <= through]
    assert len(of_a_group) == groups
    for pair in of_a_group:

        def judge(one: str, other: str, strong: frozenset[str] = pair) -> tuple[int, int]:
            return (2, 0) if one in strong else (0, 2)

        ended, _ = played("groups", first, judge)
        again = [
            it.round for it in ended.results[len(first.results) :] if pair == {it.first, it.second}
        ]
        assert again == [ended.results[-1].round]


@pytest.mark.parametrize("count", range(3, 25))
def test_first_turns_in_a_round_robin_alternate(count):
    drawn, turned = set(), set()
    for seed in range(4):
        cup, _ = played("round-robin", cup_of(count, seed=str(seed)), favourite)
        games = [(it.first, it.second) for it in cup.results if it.second]
        for name in names(count):
            turns = "".join(str(pair.index(name)) for pair in games if name in pair)
            assert "000" not in turns
            assert "111" not in turns
        lot = sha256(f"{seed}\n1\ns01".encode()).hexdigest()[:16]
        turned.add(int(lot, 16) % 2)
        drawn.add(frozenset(pair[:: -1 if int(lot, 16) % 2 else 1] for pair in games))
    assert (len(drawn), turned) == (1, {0, 1})


def test_a_gauntlet_goes_on_with_who_wins():
    order = {"s01": 2, "s02": 1, "s03": 4, "s04": 3}
    cup, champion = played(
        "gauntlet", cup_of(4), lambda one, other: (2, 0) if order[one] > order[other] else (0, 2)
    )
    met = [{one.first, one.second} for one in cup.results]
    assert met == [{"s01", "s02"}, {"s01", "s03"}, {"s03", "s04"}]
    assert champion == "s03"
