"""What holds of every table, whatever became of the pairings."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cups.cup import Ending, Entrant, PairingResult
from bot.cups.standings import LATE, LOT, ORDERS, Row, order
from cups.papers import drawn, entrants, places

PLAYED = [((2, 0), Ending.PLAYED), ((1, 1), Ending.PLAYED), ((0, 2), Ending.PLAYED)]
UNPLAYED = [((2, 0), Ending.WALKOVER), ((0, 2), Ending.WALKOVER), ((0, 0), Ending.BOTH_LOST)]
FEWEST_FIRST = {LATE.name, LOT.name}
systems = st.sampled_from(sorted(ORDERS))


@st.composite
def cups(draw, *, endings) -> list[PairingResult]:
    """Rounds of the circle method for two to eight, of which each pairing ended somehow.

    The last seat is empty where the number is odd: who meets it has a bye.
    """
    ids = draw(st.sampled_from(["AB", "ABC", "ABCD", "ABCDE", "ABCDEF", "ABCDEFGH"]))
    seats: list[str | None] = [*ids, *([None] if len(ids) % 2 else [])]
    results = []
    for number in range(1, draw(st.integers(2, max(2, len(seats) - 1))) + 1):
        for one, other in zip(seats[: len(seats) // 2], reversed(seats), strict=False):
            first, second = (one, other) if one is not None else (other, one)
            assert first is not None
            if second is None:
                results.append(PairingResult(number, first, None, (2, 0), Ending.BYE))
                continue
            halves, ending = draw(st.sampled_from(endings))
            late = draw(st.sampled_from([(0, 0), (1, 0), (0, 2)]))
            late = late if ending is Ending.PLAYED else (0, 0)
            results.append(PairingResult(number, first, second, halves, ending, late))
        seats = [seats[0], seats[-1], *seats[1:-1]]
    return results


def ids_in(results: Sequence[PairingResult]) -> str:
    return "".join(sorted({one for it in results for one in (it.first, it.second) if one}))


def figures(rows: Sequence[Row]) -> dict[str, dict[str, Fraction]]:
    return {
        row.entrant.id: {name: row.values[name] for name in row.values if name != LOT.name}
        for row in rows
    }


some = cups(endings=[*PLAYED, *UNPLAYED])


@given(systems, some, st.randoms(use_true_random=False))
def test_everybody_stands_once_and_points_come_first(system, results, chance):
    ids = ids_in(results)
    rows = order(system, entrants(ids), results, chance.sample(ids, len(ids)).index)
    assert sorted(places(rows)) == sorted(ids)
    assert [row.place for row in rows] == list(range(1, len(ids) + 1))
    for above, row in pairwise(rows):
        if row.parted is None:
            assert above.halves > row.halves
            assert row.parted_by == ""
        else:
            assert above.halves == row.halves
            best, own = row.parted
            assert best < own if row.parted_by in FEWEST_FIRST else best > own
    assert all(type(one) is Fraction for row in rows for one in row.values.values())


@given(systems, some, st.randoms(use_true_random=False))
def test_in_what_order_it_is_told_means_nothing(system, results, chance):
    ids = ids_in(results)
    lots = drawn("".join(chance.sample(ids, len(ids))))
    told = order(system, entrants(ids), results, lots)
    again = chance.sample(results, len(results))
    assert order(system, chance.sample(entrants(ids), len(ids)), again, lots) == told


def test_two_who_drew_one_lot_do_not_change_places() -> None:
    for people in (entrants("ABC"), entrants("CBA")):
        assert places(order("swiss", people, [], lambda _: 1)) == "ABC"


@given(systems, some, st.randoms(use_true_random=False))
def test_order_ignores_who_moved_first(system, results, chance):
    ids = ids_in(results)
    lots = drawn("".join(chance.sample(ids, len(ids))))
    turned = [
        it
        if it.second is None
        else replace(
            it, first=it.second, second=it.first, halves=it.halves[::-1], late=it.late[::-1]
        )
        for it in results
    ]
    people = entrants(ids)
    assert order(system, people, turned, lots) == order(system, people, results, lots)


@given(systems, some, st.randoms(use_true_random=False))
def test_names_mean_nothing(system, results, chance):
    ids = ids_in(results)
    lots = drawn("".join(chance.sample(ids, len(ids))))
    other = dict(zip(ids, chance.sample("QRSTUVWX", len(ids)), strict=True))
    back = {new: old for old, new in other.items()}
    renamed = [
        replace(it, first=other[it.first], second=it.second and other[it.second]) for it in results
    ]
    people = [Entrant(one, f"A {one}") for one in back]
    rows = order(system, people, renamed, lambda new: lots(back[new]))
    was = order(system, entrants(ids), results, lots)
    assert [back[row.entrant.id] for row in rows] == list(places(was))
    assert [replace(row, entrant=old.entrant) for row, old in zip(rows, was, strict=True)] == was


@given(systems, some, st.data())
def test_a_pairing_without_a_game_is_nobody_elses_business(system, results, data):
    ids = ids_in(results)
    pairings = [it for it in results if it.second and it.round < max(r.round for r in results)]
    gone = data.draw(st.sampled_from(pairings))
    rest = [it for it in results if it is not gone]
    halves, ending = data.draw(st.sampled_from(UNPLAYED))
    walkover = replace(gone, halves=halves, ending=ending, late=(0, 0))
    lots = drawn(ids)
    without = figures(order(system, entrants(ids), rest, lots))
    with_it = figures(order(system, entrants(ids), [*rest, walkover], lots))
    others = set(ids) - {gone.first, gone.second}
    assert {one: with_it[one] for one in others} == {one: without[one] for one in others}


@given(cups(endings=PLAYED))
def test_order_has_plain_sums_when_all_was_played(results):
    """Points of opponents, of those beaten, half of those tied with; an even number of entrants."""
    ids = ids_in(results)
    if len(ids) % 2:
        return
    points = {one: Fraction(0) for one in ids}
    for it in results:
        points[it.first] += Fraction(it.halves[0], 2)
        points[it.second] += Fraction(it.halves[1], 2)
    for row in order("swiss", entrants(ids), results, drawn(ids)):
        me = row.entrant.id
        met = [
            (points[it.second], it.halves[0])
            if it.first == me
            else (points[it.first], it.halves[1])
            for it in results
            if me in (it.first, it.second)
        ]
        assert row.values["Buchholz"] == sum(has for has, _ in met)
        worst = min(has for has, _ in met)
        assert row.values["Buchholz without the worst"] == row.values["Buchholz"] - worst
        assert row.values["Sonneborn-Berger"] == sum(has * halves / 2 for has, halves in met)


def test_an_unknown_system_has_no_table() -> None:
    with pytest.raises(KeyError):
        order("knockout", entrants("AB"), [], drawn("AB"))
