"""All systems, played through by lot for many seeds."""

from collections import Counter
from functools import cache

import pytest

from bench.simulation import Simulation, entrants, simulate
from bot.cups.cup import Ending, Rules
from bot.cups.pairing import SYSTEMS
from cups.playing import pairs_of

SIZES = (2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 16, 17, 23, 24)


@cache
def simulated(system: str, players: int, seed: int, leaving: int = 0) -> Simulation:
    """Of groups there are as many as there can be, four at most."""
    rules = Rules(groups=min(4, players // 2))
    return simulate(SYSTEMS[system], entrants(players), str(seed), rules, leaving)


def seats(played: Simulation) -> dict[int, list[str]]:
    """Whoever is in a round, as often as they are; games after a tie are the same meeting."""
    found: dict[int, list[str]] = {}
    for step in played.rounds:
        if step.number not in found:
            found[step.number] = [
                *(one for pair in step.pairings for one in (pair.first, pair.second)),
                *(one for it in step.settled for one in (it.first, it.second) if one),
            ]
    return found


def lost(played: Simulation, number: int) -> Counter[str]:
    """How many meetings each had lost before a round: to whom they met, they did not go on."""
    last = {}
    for it in played.cup.results:
        if it.round < number and it.second:
            ties = last.get((it.round, frozenset((it.first, it.second))), (0, it))[0]
            last[it.round, frozenset((it.first, it.second))] = (ties + 1, it)
    found: Counter[str] = Counter()
    for _, it in last.values():
        mine, other = it.halves
        if mine == other == 1:
            # After three ties the better seed, whose name sorts first, goes on.
            found[max(it.first, it.second)] += 1
        else:
            found.update(one for one, has in ((it.first, mine), (it.second, other)) if has == 0)
    return found


def expected(system: str, players: int, played: Simulation, number: int) -> set[str]:
    """Who is to be in a round."""
    everybody = {one.id for one in entrants(players)}
    before = lost(played, number)
    match system:
        case "round-robin":
            return everybody
        case "swiss":
            return {one for one in everybody if played.cup.left.get(one, 99) > number}
        case "knockout":
            return {one for one in everybody if not before[one]}
        case _:
            return {one for one in everybody if before[one] < 2}


@pytest.mark.parametrize("leaving", [0, 3])
@pytest.mark.parametrize("system", ["knockout", "double", "round-robin", "swiss"])
def test_everybody_is_in_each_round_once(system, leaving):
    for players in SIZES:
        for seed in range(3):
            played = simulated(system, players, seed, leaving)
            for number, there in seats(played).items():
                missing = expected(system, players, played, number)
                assert len(there) == len(set(there))
                assert set(there) <= missing
                missing -= set(there)
                if system == "double":
                    before = lost(played, number)
                    assert len(missing) == len({before[one] for one in missing})
                    missing.clear()
                assert not missing, (players, seed, number)


@pytest.mark.parametrize("leaving", [0, 3])
@pytest.mark.parametrize("system", ["groups", "gauntlet"])
def test_round_has_each_player_once(system, leaving):
    for players in SIZES[2:]:
        for seed in range(3):
            for number, there in seats(simulated(system, players, seed, leaving)).items():
                assert len(there) == len(set(there))
                if system == "gauntlet":
                    assert len(there) == 2
                elif players == 16 and number <= 3:
                    assert len(there) == 16


@pytest.mark.parametrize("leaving", [0, 3])
@pytest.mark.parametrize("system", ["knockout", "round-robin", "swiss", "groups", "gauntlet"])
def test_byes_and_meetings_do_not_repeat(system, leaving):
    """Of a swiss cup as long as nobody must: a graph of n players, in which each could still meet
    half of the others, has a round for all (Dirac), and a bye is a player too. Two of a group may
    meet again in the knockout, and have a bye there after a rest in the group. Where both in a
    pairing have left, the next opponent has a bye.
    """
    for players in SIZES[2:]:
        for seed in range(3):
            played = simulated(system, players, seed, leaving)
            most = 2 if system == "groups" else 1
            results = played.cup.results
            rounds = max(one.round for one in results)
            byes = Counter(one.first for one in results if one.second is None)
            if not any(one.ending is Ending.BOTH_LOST for one in results):
                assert max(byes.values(), default=0) <= most
            if system == "swiss" and 2 * rounds > players - leaving:
                continue
            assert max(pairs_of(results).values()) <= most


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_same_seed_plays_the_same_cup(system):
    played = [simulated(system, 13, seed, leaving=2) for seed in (1, 1, 2)]
    assert played[0] == played[1]
    assert played[0] != played[2]
    assert SYSTEMS[system].order(played[0].cup) == SYSTEMS[system].order(played[1].cup)


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_champion_stands_first_and_all_have_a_place(system):
    for players in (4, 9, 16):
        for seed in range(5):
            played = simulated(system, players, seed, leaving=1)
            rows = SYSTEMS[system].order(played.cup)
            here = [row.entrant.id for row in rows if row.entrant.id not in played.cup.left]
            assert here[0] == played.champion
            assert {row.entrant.id for row in rows} == {one.id for one in entrants(players)}
            assert [row.place for row in rows] == sorted(row.place for row in rows)


def test_the_third_game_of_two_who_tied_twice_is_a_game_of_its_own():
    cups = (simulated("knockout", 2, seed).cup for seed in range(500))
    assert (2, 0) in [cup.results[2].halves for cup in cups if len(cup.results) == 3]
