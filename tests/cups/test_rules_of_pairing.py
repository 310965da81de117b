"""Ties, withdrawals, meetings that both lost, first turns, and two who are kept apart: by hand."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.cups.cup import Cup, CupOver, CupRound, Ending, Pairing, PairingResult, Rules
from bot.cups.pairing import SYSTEMS
from cups.playing import cup_of, favourite, names, pairs_of, played, steps


def after(cup: Cup, *results: PairingResult) -> Cup:
    return replace(cup, results=(*cup.results, *results))


def met(step: object) -> set[frozenset[str]]:
    assert isinstance(step, CupRound)
    return {frozenset((one.first, one.second)) for one in step.pairings}


def pairs(*words: str) -> set[frozenset[str]]:
    """`1-4` are seeds 1 and 4."""
    return {frozenset(f"s{int(part):02}" for part in word.split("-")) for word in words}


@pytest.mark.parametrize("system", ["knockout", "double", "gauntlet"])
def test_a_tie_is_played_again_in_turn_and_after_three_the_better_seed_goes_on(system):
    cup, turns = cup_of(2), []
    for _ in range(3):
        step = SYSTEMS[system].next_round(cup)
        assert isinstance(step, CupRound)
        (pairing,) = step.pairings
        turns.append(pairing.first)
        cup = after(cup, PairingResult(1, pairing.first, pairing.second, (1, 1)))
    assert turns in (["s01", "s02", "s01"], ["s02", "s01", "s02"])
    step = SYSTEMS[system].next_round(cup)
    if system == "double":
        assert (met(step), step.number) == (pairs("1-2"), 2)
    else:
        assert step == CupOver("s01")


def test_others_wait_while_a_tie_is_played_again():
    assert met(SYSTEMS["knockout"].next_round(cup_of(4))) == pairs("1-4", "2-3")
    cup = after(
        cup_of(4), PairingResult(1, "s04", "s01", (1, 1)), PairingResult(1, "s02", "s03", (2, 0))
    )
    assert SYSTEMS["knockout"].next_round(cup) == CupRound(1, (Pairing("s01", "s04"),))
    cup = after(cup, PairingResult(1, "s01", "s04", (0, 2)))
    assert met(SYSTEMS["knockout"].next_round(cup)) == pairs("2-4")


def test_double_no_show_gives_the_next_opponent_a_bye():
    """Of eight: 4 and 5 both lose, so 1 has a bye in the semifinal and is in the final."""
    cup = after(
        cup_of(8),
        PairingResult(1, "s01", "s08", (2, 0)),
        PairingResult(1, "s05", "s04", (0, 0), Ending.BOTH_LOST),
        PairingResult(1, "s02", "s07", (0, 2)),
        PairingResult(1, "s03", "s06", (0, 2)),
    )
    step = SYSTEMS["knockout"].next_round(cup)
    assert met(step) == pairs("6-7")
    assert step.settled == (PairingResult(2, "s01", None, (2, 0), Ending.BYE),)
    cup = after(cup, *step.settled, PairingResult(2, "s06", "s07", (2, 0)))
    assert met(SYSTEMS["knockout"].next_round(cup)) == pairs("1-6")
    cup = after(cup, PairingResult(3, "s06", "s01", (0, 0), Ending.BOTH_LOST))
    assert SYSTEMS["knockout"].next_round(cup) == CupOver(None)
    rows = SYSTEMS["knockout"].order(cup)
    assert [(row.place, row.entrant.id) for row in rows] == [
        *((1, "s01"), (1, "s06"), (3, "s07")),
        *((4, "s02"), (4, "s03"), (4, "s04"), (4, "s05"), (4, "s08")),
    ]


@pytest.mark.parametrize("system", ["knockout", "double"])
def test_leaver_loses_the_next_meeting_without_a_game(system):
    cup = after(
        cup_of(4), PairingResult(1, "s01", "s04", (2, 0)), PairingResult(1, "s02", "s03", (2, 0))
    )
    step = SYSTEMS[system].next_round(replace(cup, left={"s01": 2}))
    assert isinstance(step, CupRound)
    (walkover,) = step.settled
    assert (walkover.round, walkover.ending) == (2, Ending.WALKOVER)
    found = (walkover.first, walkover.second, *walkover.halves)
    assert found in (("s01", "s02", 0, 2), ("s02", "s01", 2, 0))
    assert met(step) == (pairs("3-4") if system == "double" else set())


def test_leaver_of_a_round_robin_keeps_what_was_played():
    cup, _ = played("round-robin", cup_of(4), favourite)
    first = tuple(one for one in cup.results if one.round == 1)
    gone = replace(cup, results=first, left={"s03": 2, "s04": 2})
    ended, champion = played("round-robin", gone, favourite)
    assert ended.results[:2] == first
    assert pairs_of(ended.results) == pairs_of(cup.results)
    for one in ended.results[2:]:
        away = {one.first, one.second} & {"s03", "s04"}
        assert one.ending is [Ending.PLAYED, Ending.WALKOVER, Ending.BOTH_LOST][len(away)]
        assert one.halves[0 if one.first in away else 1] == 0 or not away
    assert champion == "s01"


def test_leaver_of_a_swiss_cup_is_neither_paired_nor_champion():
    *_, (state, _), _ = steps("swiss", cup_of(6, Rules(rounds=3)), favourite)
    third = SYSTEMS["swiss"].next_round(replace(state, left={"s01": 3}))
    assert isinstance(third, CupRound)
    seats = [one for pair in third.pairings for one in (pair.first, pair.second)]
    assert sorted([*seats, *(one.first for one in third.settled)]) == names(6)[1:]
    rest = dict.fromkeys(names(6), 3)
    assert SYSTEMS["swiss"].next_round(replace(state, left=rest)) == CupOver(None)
    only = {one: 3 for one in names(6) if one != "s05"}
    assert SYSTEMS["swiss"].next_round(replace(state, left=only)) == CupOver("s05")


def test_leaver_of_a_group_does_not_go_on():
    """Two groups of four, 1 4 5 8 and 2 3 6 7: of the first 1 and 4 go on, or else 4 and 5."""
    cup, _ = played("groups", cup_of(8, Rules(groups=2)), favourite)
    first = replace(cup, results=tuple(one for one in cup.results if one.round <= 3))
    groups = SYSTEMS["groups"]
    assert met(groups.next_round(first)) == pairs("1-3", "2-4")
    assert met(groups.next_round(replace(first, left={"s01": 4}))) == pairs("3-4", "2-5")
    final = groups.next_round(replace(cup, results=cup.results[:-1], left={"s02": 5}))
    assert isinstance(final, CupRound)
    assert {final.settled[0].first, final.settled[0].second} == {"s01", "s02"}


def test_winners_of_groups_stay_seeds_of_the_knockout_where_two_of_a_group_are_parted():
    """Three groups, 1 6 7 12, 2 5 8 11, 3 4 9 10: 1 and 2 have byes, 3 would meet 4, who changes
    places with 6; so 6 meets 1 in the final only.
    """
    cup, _ = played("groups", cup_of(12, Rules(groups=3)), favourite)
    first = replace(cup, results=tuple(one for one in cup.results if one.round <= 3))
    assert met(SYSTEMS["groups"].next_round(first)) == pairs("3-6", "4-5")


def test_groups_rank_the_rest_by_place_then_points():
    """Of nine in two groups, 1 4 5 8 9 and 2 3 6 7, four go on; a round of rest is no point."""
    cup, _ = played("groups", cup_of(9, Rules(groups=2)), favourite)
    rows = SYSTEMS["groups"].order(cup)
    assert [(row.place, row.entrant.id, row.halves) for row in rows[4:]] == [
        *((5, "s05", 4), (6, "s06", 2), (7, "s08", 2), (8, "s07", 0), (9, "s09", 0))
    ]
    before = replace(cup, results=tuple(one for one in cup.results if one.round <= 5))
    assert [row.entrant.id for row in SYSTEMS["groups"].order(before)] == [
        *("s01", "s02", "s04", "s03", "s05", "s06", "s08", "s07", "s09")
    ]


def test_first_turns_go_to_who_had_fewer():
    for seed in range(20):
        cup = after(
            cup_of(4, seed=str(seed)),
            PairingResult(1, "s01", "s04", (2, 0)),
            PairingResult(1, "s02", "s03", (0, 2)),
        )
        step = SYSTEMS["knockout"].next_round(cup)
        assert isinstance(step, CupRound)
        assert step.pairings == (Pairing("s03", "s01"),)
    lots = set()
    for seed in range(20):
        cup = after(
            cup_of(4, seed=str(seed)),
            PairingResult(1, "s01", "s04", (2, 0), Ending.WALKOVER),
            PairingResult(1, "s02", "s03", (0, 2), Ending.WALKOVER),
        )
        lots.add(SYSTEMS["knockout"].next_round(cup))
    assert lots == {CupRound(2, (Pairing(*pair),)) for pair in (("s01", "s03"), ("s03", "s01"))}


def when_met(system: str, cup: Cup, one: str, other: str) -> Sequence[int]:
    """The rounds in which two meet, where the better seed wins, but nobody wins against them."""
    strong = {one, other}

    def judge(first: str, second: str) -> tuple[int, int]:
        if (first in strong) != (second in strong):
            return (2, 0) if first in strong else (0, 2)
        return favourite(first, second)

    ended, _ = played(system, cup, judge)
    return [it.round for it in ended.results if {it.first, it.second} == strong]


@pytest.mark.parametrize(
    ("system", "count", "one", "other", "usual", "apart"),
    [
        ("knockout", 16, "s04", "s05", [2], [4]),
        ("knockout", 16, "s08", "s09", [1], [4]),
        ("knockout", 11, "s04", "s05", [2], [4]),
        ("round-robin", 8, "s01", "s08", [1], [7]),
        ("swiss", 8, "s01", "s05", [1], [3]),
    ],
)
def test_two_who_are_kept_apart_meet_later(system, count, one, other, usual, apart):
    """As late as exchanges within a tier of seeds bring; in a swiss cup after the first half."""
    both = frozenset({frozenset((one, other))})
    assert when_met(system, cup_of(count), one, other) == usual
    assert when_met(system, cup_of(count, Rules(apart=both)), one, other) == apart


def test_two_who_are_kept_apart_are_in_different_groups():
    rules = Rules(groups=2, apart=frozenset(pairs("1-8")))
    assert frozenset(("s01", "s08")) not in met(SYSTEMS["groups"].next_round(cup_of(8, rules)))
    cup, _ = played("groups", cup_of(8, rules), favourite)
    first = pairs_of(tuple(one for one in cup.results if one.round <= 3))
    group = {name for pair in first if "s01" in pair for name in pair}
    assert group == {"s01", "s04", "s05", "s07"}


def test_the_best_seeds_keep_their_byes_where_two_are_kept_apart():
    """Of eleven five have a bye: 4 and 5 are kept apart without an exchange of 5 and 6, 7 or 8."""
    step = SYSTEMS["knockout"].next_round(cup_of(11, Rules(apart=frozenset(pairs("4-5")))))
    assert isinstance(step, CupRound)
    assert sorted(one.first for one in step.settled) == names(5)
