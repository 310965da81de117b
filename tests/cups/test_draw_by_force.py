"""Rounds of swiss cups against every round that could have been drawn.

Nothing is shared with the program: who met whom, who has how many points and who moved first is
counted here, from what the rounds gave out.
"""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from bot.cups.cup import CupRound, PairingResult, Rules
from bot.cups.pairing import swiss
from cups.playing import Drawn, cup_of, every_round


class Book:
    def __init__(self) -> None:
        self.met: Counter[frozenset[str]] = Counter()
        self.byes: Counter[str] = Counter()
        self.points: Counter[str] = Counter()
        self.turns: Counter[str] = Counter()

    def price(self, drawn: Drawn) -> tuple[int, ...]:
        """What speaks against a round; first the byes of who has one now, and second meetings."""
        second = gaps = often = beyond = byes = rests = off = turns = 0
        level: dict[int, list[str]] = {}
        for name in sorted(one for pair in drawn for one in pair if one):
            level.setdefault(self.points[name], []).append(name)
        for one, other in drawn:
            mine = level[self.points[one]]
            if other is None:
                byes, rests = self.byes[one], self.points[one]
                off += mine[::-1].index(one) ** 2
                continue
            theirs = level[self.points[other]]
            if mine is theirs:
                off += (abs(mine.index(one) - mine.index(other)) - len(mine) // 2) ** 2
            else:
                upper, lower = sorted((one, other), key=lambda name: -self.points[name])
                off += level[self.points[upper]][::-1].index(upper) ** 2
                off += level[self.points[lower]].index(lower) ** 2
            second += frozenset((one, other)) in self.met
            often += self.met[frozenset((one, other))]
            gaps += (self.points[one] - self.points[other]) ** 2
            fewer, more = sorted((self.turns[one], self.turns[other]))
            beyond += (abs(fewer + 1) > 2) + (abs(more - 1) > 2)
            turns += (fewer + 1) ** 2 + (more - 1) ** 2
        return byes, second, rests, gaps, often, beyond, off, turns

    def note(self, drawn: Drawn, halves: list[tuple[int, int]]) -> None:
        for (one, other), (mine, theirs) in zip(drawn, halves, strict=True):
            self.points[one] += mine
            if other is None:
                self.byes[one] += 1
                continue
            self.points[other] += theirs
            self.met[frozenset((one, other))] += 1
            self.turns[one] += 1
            self.turns[other] -= 1


@pytest.mark.parametrize("players", range(4, 9))
def test_no_other_round_would_have_been_better(players):
    """60 cups of each size, a few rounds longer than everybody can meet somebody new; in every
    second one somebody leaves. Never a second bye before all had one, never a second meeting that
    could be avoided; then the bye to the lowest, and never a larger sum of squared gaps; then no
    third meeting, and never three more first turns than second turns, where that could be avoided;
    then top half against bottom half, and first turns as equal as can be.
    """
    seen = Counter[str]()
    for seed in range(60):
        chance, book = Random(f"{players} {seed}"), Book()
        cup = cup_of(players, Rules(rounds=players + 1), str(seed))
        here = cup.ids()
        while isinstance(step := swiss.next_round(cup), CupRound):
            pairs = [(one.first, one.second) for one in step.pairings]
            drawn: Drawn = (*pairs, *((one.first, None) for one in step.settled))
            assert sorted(one for pair in drawn for one in pair if one) == sorted(here)
            every = [book.price(one) for one in every_round(here, bye=len(here) % 2 == 1)]
            price = book.price(drawn)
            assert price == min(every), (seed, step.number)
            seen.update(
                rounds=1, second=price[1] > 0, gaps=price[3] > 0, choice=len(set(every)) > 1
            )
            halves = [chance.choice([(2, 0), (0, 2), (1, 1)]) for _ in pairs]
            halves += [(2, 0)] * len(step.settled)
            book.note(drawn, halves)
            results = [
                PairingResult(step.number, *pair, halved)
                for pair, halved in zip(pairs, halves, strict=False)
            ]
            cup = replace(cup, results=(*cup.results, *step.settled, *results))
            if seed % 2 and step.number == 2:
                cup = replace(cup, left={here.pop(chance.randrange(len(here))): step.number + 1})
    assert min(seen["second"], seen["gaps"], seen["choice"]) > seen["rounds"] / 20


def test_a_round_with_no_way_out_has_the_fewest_second_meetings():
    cup = cup_of(4, Rules(rounds=9))
    met: Counter[frozenset[str]] = Counter()
    for number in range(1, 10):
        step = swiss.next_round(cup)
        assert isinstance(step, CupRound)
        for one in step.pairings:
            met[frozenset((one.first, one.second))] += 1
            result = PairingResult(number, one.first, one.second, (1, 1))
            cup = replace(cup, results=(*cup.results, result))
    assert set(met.values()) == {3}


def test_the_first_round_is_top_half_against_bottom_half():
    step = swiss.next_round(cup_of(9))
    assert isinstance(step, CupRound)
    assert {frozenset((one.first, one.second)) for one in step.pairings} == {
        frozenset((f"s0{number}", f"s0{number + 4}")) for number in range(1, 5)
    }
    assert [one.first for one in step.settled] == ["s09"]


def test_odd_player_floats_to_the_next_group():
    """Six players; after a round three have a point and three none: 3 is to meet 4."""
    cup = cup_of(6)
    step = swiss.next_round(cup)
    assert isinstance(step, CupRound)
    results = [
        PairingResult(1, one.first, one.second, (2, 0) if one.first < one.second else (0, 2))
        for one in step.pairings
    ]
    second = swiss.next_round(replace(cup, results=tuple(results)))
    assert isinstance(second, CupRound)
    assert {frozenset((one.first, one.second)) for one in second.pairings} == {
        frozenset(pair) for pair in (("s01", "s02"), ("s03", "s04"), ("s05", "s06"))
    }
